import { uuidInProgram } from '@carapace/shared/graph/artefacts/artefact-uuid'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useState } from 'react'
import { number } from '../../core/format/format.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { toast } from '../../core/ui/toast.ts'
import { NodeLink } from '../../graph/links/node-link.tsx'
import { tried, usePageContext, usePageGraph } from '../../graph/page/page-context.tsx'
import { linkedWith } from '../../graph/store/graph-state.ts'
import { writeStep } from '../worksheet/writer.ts'
import { reuseStep } from './reuse.ts'
import './configuration.css'

/** The generic FMEAs that this one reuses, with the lines that are not taken over yet; and its variants. */
export function FamilyPart({ fmea }: { readonly fmea: Artefact }) {
  const graph = usePageGraph((state) => state)
  const families = linkedWith(graph, fmea.uuid, 'upstream', 'reused-in')
  const variants = linkedWith(graph, fmea.uuid, 'downstream', 'reused-in')
  return (
    <div className="fc-family">
      <h3>Reuses</h3>
      {families.length === 0 && (
        <p className="c-note">Link a generic FMEA under Details to take over its lines, then change them here.</p>
      )}
      {families.map(({ node }) => {
        const family = graph.artefacts.get(node.uuid)
        return family && <Family key={node.uuid} family={family} variant={fmea} />
      })}
      <h3>Is reused in</h3>
      {variants.length === 0 && <p className="c-note">No other FMEA reuses this one.</p>}
      <ul>
        {variants.map(({ node }) => (
          <li key={node.uuid}>
            <NodeLink node={node}>
              <span className="mono">{node.code}</span> {node.title}
            </NodeLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Family({ family, variant }: { readonly family: Artefact; readonly variant: Artefact }) {
  const { program, refusal } = usePageContext()
  const graph = usePageGraph((state) => state)
  const [isBusy, setBusy] = useState(false)
  const newUuid = () => uuidInProgram(program.programUuid, crypto.randomUUID())
  const step = reuseStep(graph, family, variant, newUuid)
  const count = step.made.length
  const lines = `${number(count)} ${count === 1 ? 'line' : 'lines'}`
  const take = async () => {
    setBusy(true)
    if (await tried(() => writeStep(program, step))) toast.success(`${lines} of ${family.code} taken over.`)
    setBusy(false)
  }
  return (
    <p className="fc-family-line">
      <NodeLink node={family}>
        <span className="mono">{family.code}</span> {family.title}
      </NodeLink>
      <ActButton
        refusal={refusal ?? (count === 0 ? 'All of its lines are here.' : undefined)}
        loading={isBusy}
        onClick={() => void take()}
      >
        {count === 0 ? 'Take over lines' : `Take over ${lines}`}
      </ActButton>
    </p>
  )
}
