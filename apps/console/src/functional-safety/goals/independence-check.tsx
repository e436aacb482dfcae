import { getAsilTree } from '@carapace/shared/functional-safety/asils.contract'
import type { Artefact, Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useEndpoint } from '../../core/call/query.ts'
import { Badge } from '../../core/ui/status-badge.tsx'
import { useAgain } from '../../graph/drawer/use-detail.ts'
import { NodeLink } from '../../graph/links/node-link.tsx'
import { usePageGraph } from '../../graph/page/page-context.tsx'
import { goalAbove } from './decompose.ts'

const words = {
  independent: { tone: 'green', text: 'No common cause found' },
  dependent: { tone: 'red', text: 'Common cause found' },
  unknown: { tone: 'yellow', text: 'Not shown by fault trees' },
} as const

/** What the elements and the fault trees of the goal show about the independence of two parts (rule ASIL-10). */
export function IndependenceCheck({ whole }: { readonly whole: Artefact }) {
  const goal = usePageGraph((graph) => goalAbove(graph, whole))
  const { data, problem, refetch } = useEndpoint(
    getAsilTree,
    { goal_uuid: goal ?? whole.uuid },
    { enabled: goal !== undefined },
  )
  useAgain(refetch)
  if (problem !== undefined && !data) return <p className="c-problem">{problem}</p>
  const found = data?.decompositions.find(({ of }) => of === whole.uuid)?.independence
  if (!data || !found) return null
  const nodes = new Map(data.named.map((node) => [node.uuid, node]))
  const { tone, text } = words[found.verdict]
  const failures = [...found.events, ...found.groups.flatMap(({ one, other }) => [...one, ...other])]
  return (
    <div className="fs-check">
      <Badge tone={tone}>{text}</Badge>
      <Named title="Assigned to both" nodes={found.elements} />
      <Named
        title="Causes of both"
        nodes={[...new Set(failures.map(({ failure }) => failure))].flatMap((uuid) => nodes.get(uuid) ?? [])}
      />
      {found.notes.map((note) => (
        <p key={note} className="c-note">
          {note}
        </p>
      ))}
    </div>
  )
}

function Named({ title, nodes }: { readonly title: string; readonly nodes: readonly Node[] }) {
  if (nodes.length === 0) return null
  return (
    <p className="c-note">
      {title}:{' '}
      {nodes.slice(0, 8).map((node) => (
        <span key={node.uuid}>
          <NodeLink node={node} className="mono" /> {node.title}{' '}
        </span>
      ))}
      {nodes.length > 8 && `and ${nodes.length - 8} more`}
    </p>
  )
}
