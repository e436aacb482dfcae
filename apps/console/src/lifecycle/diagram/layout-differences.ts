import { isSame } from '@carapace/shared/graph/artefacts/changes'
import type { DiagramLayout } from '@carapace/shared/lifecycle/kinds/item.kinds'
import type { DifferencesOf } from '../../graph/history/differences.ts'

const empty: DiagramLayout = { nodes: [], edges: [] }

/**
 * The difference between two layouts of a diagram: how many nodes and lines it has, and how many nodes moved (rule
 * GRAPH-UI-20). The artefacts behind them are listed elsewhere, by links and names.
 */
export const layoutDifferences: DifferencesOf = (was, is) => {
  const [before, after] = [(was ?? empty) as DiagramLayout, (is ?? empty) as DiagramLayout]
  const known = new Map(before.nodes.map((node) => [node.uuid, node]))
  const moved = after.nodes.filter((node) => known.has(node.uuid) && !isSame(known.get(node.uuid), node))
  const has = ({ nodes, edges }: DiagramLayout) =>
    [counted(nodes, 'node'), counted(edges, 'line')].filter(Boolean).join(', ')
  return [
    {
      part: 'layout',
      title: 'Layout',
      before: has(before),
      after: [has(after), moved.length > 0 && `${moved.length} moved`].filter(Boolean).join(', '),
    },
  ]
}

function counted({ length }: readonly unknown[], what: string): string {
  return length === 0 ? '' : `${length} ${what}${length === 1 ? '' : 's'}`
}
