import { SplitColumnsIcon } from '@blueprintjs/icons'
import { independence as independenceFields } from '@carapace/shared/functional-safety/kinds/hazard.kinds'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useState } from 'react'
import { ActButton } from '../../core/ui/act-button.tsx'
import { SeverityGlyph } from '../../core/ui/severity-glyph.tsx'
import { DetailField } from '../../graph/drawer/details.tsx'
import { useDetail } from '../../graph/drawer/use-detail.ts'
import { NodeLink } from '../../graph/links/node-link.tsx'
import { tried, usePageContext, usePageGraph } from '../../graph/page/page-context.tsx'
import { AsilBadge } from '../asil-badge.tsx'
import { asilOn, asilProblemsOn } from '../safety.ts'
import { DecomposeDialog } from './decompose-dialog.tsx'
import { endOfDecomposition, pairsFor, partsOf } from './decompose.ts'
import { IndependenceCheck } from './independence-check.tsx'

interface WholeProps {
  /** A safety goal, concept or requirement. */
  readonly whole: Artefact
}

/** The ASIL of an artefact, what it is decomposed into, and what is wrong with that. */
export function DecompositionSection({ whole }: WholeProps) {
  const { program, refusal } = usePageContext()
  const graph = usePageGraph((state) => state)
  const [isOpen, setOpen] = useState(false)
  const tag = asilOn(graph, whole.uuid)
  const parts = partsOf(graph, whole.uuid)
  const nothing = pairsFor(tag).length === 0 ? 'Without an ASIL there is nothing to decompose.' : undefined
  return (
    <section className="fs-section" aria-label="ASIL and decomposition">
      <h3>
        ASIL <AsilBadge asil={tag} none="None" />
      </h3>
      {asilProblemsOn(graph, whole.uuid).map(({ code, message }) => (
        <p key={`${code} ${message}`} className="fs-asil-problem">
          <SeverityGlyph severity={code === 'independence' ? 'medium' : 'critical'} /> {message}
        </p>
      ))}
      {parts.length > 0 && (
        <>
          <table className="fs-mini" aria-label="Decomposed into">
            <tbody>
              {parts.map((part) => (
                <tr key={part.uuid}>
                  <td>
                    <NodeLink node={part} className="mono" />
                  </td>
                  <td className="fs-mini-title" title={part.title}>
                    {part.title}
                  </td>
                  <td>
                    <AsilBadge asil={asilOn(graph, part.uuid)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <IndependenceCheck whole={whole} />
          <Independence whole={whole} />
        </>
      )}
      <div className="fs-row-acts">
        {parts.length > 0 ? (
          <ActButton refusal={refusal} onClick={() => void tried(() => program.save(endOfDecomposition(parts)))}>
            End the decomposition
          </ActButton>
        ) : (
          <ActButton icon={<SplitColumnsIcon />} refusal={refusal ?? nothing} onClick={() => setOpen(true)}>
            Decompose
          </ActButton>
        )}
      </div>
      {isOpen && <DecomposeDialog whole={whole} onClose={() => setOpen(false)} />}
    </section>
  )
}

/** Whether the parts are independent, and why: a long field, which lists do not have. */
function Independence({ whole }: WholeProps) {
  const { detail } = useDetail(whole.uuid)
  const { is_independent, independence } = independenceFields
  return (
    <div className="fs-independence">
      <DetailField artefact={whole} name="is_independent" field={is_independent} />
      {detail && <DetailField artefact={detail.artefact} name="independence" field={independence} />}
    </div>
  )
}
