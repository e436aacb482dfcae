import { isNodeType } from '@carapace/shared/msoc/playbooks/node-settings'
import { initialFor, portsOf } from '@carapace/shared/msoc/playbooks/node-types'
import type { PlaybookEdge, PlaybookNode } from '@carapace/shared/msoc/playbooks/playbook'
import { toast } from '../../../core/ui/toast.ts'
import { titleOf } from '../graph/card.tsx'
import { edgeKey, justNode, nothingChosen } from '../graph/graph-canvas.tsx'
import type { EditorContext } from './editor-context.ts'
import {
  duplicated,
  exitFor,
  freeId,
  placeBelow,
  whyNotConnected,
  withEdge,
  withNode,
  withoutEdge,
  withoutNodes,
} from './edits.ts'
import { laidOut } from './layout.ts'

type Editing = Pick<EditorContext, 'store' | 'chosen' | 'choose' | 'refusal'>

/** A new node of a type with the settings that the type begins with. */
function newNode(type: string, id: string, position: PlaybookNode['position']): PlaybookNode | undefined {
  if (!isNodeType(type)) return undefined
  return { id, type, title: '', position, settings: { ...structuredClone(initialFor(type)) } }
}

/**
 * Adds a node: after the chosen one, or alone at a place where it was dropped. The new node is chosen (rule
 * PLAYBOOK-UI-11).
 */
export function addNode(
  { store, chosen, choose, refusal }: Editing,
  type: string,
  at?: { readonly x: number; readonly y: number },
): void {
  if (refusal !== undefined) return
  const { graph } = store.getState().shown
  const [last] = [...chosen.nodes].slice(-1)
  const above = graph.nodes.find(({ id }) => id === last)
  const id = freeId(graph, type)
  const position = at ?? placeBelow(graph, last)
  const node = newNode(type, id, { x: Math.round(position.x), y: Math.round(position.y) })
  if (node === undefined) return
  const after = at !== undefined || above === undefined ? undefined : exitFor(graph, above.id, portsOf(above))
  store.edit(`Add ${titleOf(node)}`, (now) => withNode(now, node, after, portsOf(node)[0]))
  choose(justNode(id))
}

/** Removes what is chosen: steps, or a connection. */
export function removeChosen({ store, chosen, choose, refusal }: Editing): void {
  if (refusal !== undefined) return
  const { graph } = store.getState().shown
  const edge = graph.edges.find((each) => edgeKey(each) === chosen.edge)
  if (edge) store.edit('Remove a connection', (now) => withoutEdge(now, edge))
  else if (chosen.nodes.size > 0)
    store.edit(chosen.nodes.size === 1 ? 'Remove a step' : `Remove ${chosen.nodes.size} steps`, (now) =>
      withoutNodes(now, chosen.nodes),
    )
  choose(nothingChosen)
}

export function duplicateChosen({ store, chosen, choose, refusal }: Editing): void {
  if (refusal !== undefined || chosen.nodes.size === 0) return
  const { graph, copies } = duplicated(store.getState().shown.graph, chosen.nodes)
  store.edit('Duplicate', () => graph)
  choose({ nodes: new Set(copies), edge: undefined })
}

export function connect({ store, choose, refusal }: Editing, edge: PlaybookEdge): void {
  if (refusal !== undefined) return
  const why = whyNotConnected(store.getState().shown.graph, edge)
  if (why !== undefined) return toast.error(why)
  store.edit('Connect', (now) => withEdge(now, edge))
  choose({ nodes: new Set(), edge: edgeKey(edge) })
}

export function arrange({ store, refusal }: Editing): void {
  if (refusal === undefined) store.edit('Arrange', (graph) => laidOut(graph, portsOf))
}
