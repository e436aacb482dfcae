import { type Artefact, getImpact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { useState } from 'react'
import { number } from '../../core/format/format.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Badge, StatusBadge } from '../../core/ui/status-badge.tsx'
import { useEndpoint } from '../../core/call/query.ts'
import { useKindParts } from '../page/kind-parts.ts'
import { nodeOf } from '../store/graph-state.ts'
import { impactLayout } from './impact-layout.ts'
import { ImpactPicture } from './impact-picture.tsx'
import { NodeLink, useOpenNode } from '../links/node-link.tsx'
import { Segments } from '../editing/segments.tsx'
import { useAgain } from '../drawer/use-detail.ts'

/** Maximum number of artefacts in the picture; the table shows more. */
const mostDrawn = 150
const mostListed = 1_000

const depths = [
  { key: '1', label: '1 step' },
  { key: '2', label: '2' },
  { key: '3', label: '3' },
  { key: '5', label: '5' },
  { key: '20', label: 'All' },
]

/** What an artefact affects, in both directions: as a picture and as a table (rule GRAPH-UI-14). */
export function Impact({ artefact }: { readonly artefact: Artefact }) {
  const [shape, setShape] = useState<'graph' | 'table'>('graph')
  const [steps, setSteps] = useState('2')
  const open = useOpenNode()
  const Note = useKindParts().impactNotes[artefact.kind]
  const up = useEndpoint(getImpact, {
    uuid: artefact.uuid,
    direction: 'upstream',
    depth: Number(steps),
    limit: mostListed,
  })
  const down = useEndpoint(getImpact, {
    uuid: artefact.uuid,
    direction: 'downstream',
    depth: Number(steps),
    limit: mostListed,
  })
  useAgain(up.refetch)
  useAgain(down.refetch)
  const problem = up.problem ?? down.problem
  if (!up.data || !down.data)
    return problem === undefined ? (
      <SkeletonRows rows={8} columns={['1fr']} />
    ) : (
      <ErrorState title="The impact did not load" onRetry={() => (up.refetch(), down.refetch())}>
        {problem}
      </ErrorState>
    )
  const truncated = up.data.truncated || down.data.truncated
  return (
    <div className="gr-impact">
      <div className="gr-impact-head">
        <Segments
          look="switch"
          label="Shown as"
          chosen={shape}
          segments={[
            { key: 'graph', label: 'Graph' },
            { key: 'table', label: 'Table' },
          ]}
          onChoose={setShape}
        />
        <Segments look="switch" label="Steps" chosen={steps} segments={depths} onChoose={setSteps} />
        <span className="c-note num">
          derived from {number(up.data.nodes.length)}, affects {number(down.data.nodes.length)}
          {truncated && ', cut here'}
        </span>
        {Note && <Note artefact={artefact} />}
      </div>
      {shape === 'graph' ? (
        <ImpactPicture
          layout={impactLayout(
            nodeOf(artefact),
            { ...up.data, nodes: up.data.nodes.slice(0, mostDrawn) },
            { ...down.data, nodes: down.data.nodes.slice(0, mostDrawn) },
          )}
          self={artefact.uuid}
          onOpen={open}
        />
      ) : (
        <Tables upstream={up.data.nodes} downstream={down.data.nodes} />
      )}
    </div>
  )
}

type Reached = Parameters<typeof impactLayout>[1]['nodes']

function Tables({ upstream, downstream }: { readonly upstream: Reached; readonly downstream: Reached }) {
  return (
    <>
      <Reach title="Derived from" nodes={upstream} />
      <Reach title="Touches" nodes={downstream} />
    </>
  )
}

function Reach({ title, nodes }: { readonly title: string; readonly nodes: Reached }) {
  if (nodes.length === 0) return null
  return (
    <table className="c-table gr-reach">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Steps</th>
          <th scope="col">Artefact</th>
          <th scope="col">Kind</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {nodes.map((node) => (
          <tr key={node.uuid}>
            <td className="num">{node.depth}</td>
            <td>
              <NodeLink node={node}>
                <span className="mono">{node.code}</span> {node.title}
              </NodeLink>{' '}
              {node.is_suspect && <Badge tone="yellow">Suspect</Badge>}
            </td>
            <td>{artefactKindNamed(node.kind)?.title}</td>
            <td>
              <StatusBadge status={node.status} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
