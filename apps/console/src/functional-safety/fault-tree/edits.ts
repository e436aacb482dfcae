import type { GateKind } from '@carapace/shared/graph/fault-tree/fault-tree'
import type {
  CommonCauseGroup,
  EventNode,
  FaultNode,
  GateNode,
  StoredTree,
} from '@carapace/shared/functional-safety/fault-tree/tree'
import { partsOf, whyNotTree } from '@carapace/shared/functional-safety/fault-tree/whole-tree'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'

type Nodes = ReadonlyMap<string, FaultNode>

export const nodesOf = ({ nodes }: StoredTree): Nodes => new Map(nodes.map((node) => [node.id, node]))
export const nodeOf = ({ nodes }: StoredTree, id: string): FaultNode | undefined => nodes.find((node) => node.id === id)

export const isEvent = (node: FaultNode | undefined): node is EventNode => node !== undefined && 'probability' in node

/** A mission time to begin with, in hours: a typical operating life of a passenger car. */
const usualLifetime = 10_000

/** An id that two users who add nodes at once do not both make. */
export function freshId(prefix = 'N'): string {
  const [random] = crypto.getRandomValues(new Uint32Array(1))
  return `${prefix}-${(random! % 36 ** 6).toString(36).toUpperCase().padStart(6, '0')}`
}

export function newEvent(title: string, id = freshId()): EventNode {
  return { id, title, note: '', kind: 'undeveloped', probability: null, artefact: null }
}

/** A tree with only a top event, which is not developed yet. */
export function newTree(title: string): StoredTree {
  // always the same id, so that two users who start a tree at the same time start the same tree
  const top = newEvent(title.slice(0, 200), 'Top')
  return { top: top.id, missionTime: usualLifetime, nodes: [top], groups: [], parameters: [] }
}

/** The tree of an artefact; a new one where it has none yet. */
export const treeIn = ({ fields, title }: Pick<Artefact, 'fields' | 'title'>) =>
  (fields.tree as StoredTree | null | undefined) ?? newTree(title)

/** The tree with one node replaced by what the change returns. */
export function withNode(tree: StoredTree, id: string, change: (node: FaultNode) => FaultNode): StoredTree {
  return { ...tree, nodes: tree.nodes.map((node) => (node.id === id ? change(node) : node)) }
}

/** The tree with words of one node changed. */
export const withWords = (tree: StoredTree, id: string, words: { readonly title?: string; readonly note?: string }) =>
  withNode(tree, id, (node) => ({ ...node, ...words }))

/** The ids of all nodes below a node, including the node itself. */
export function below(nodes: Nodes, id: string): ReadonlySet<string> {
  const seen = new Set([id])
  for (const next of seen) for (const part of partsOf(nodes.get(next))) seen.add(part)
  return seen
}

/** How often a node is an input. */
export function usesOf({ nodes }: StoredTree, id: string): number {
  return nodes.filter((node) => partsOf(node).includes(id)).length
}

/** Why a node may not become an input of another; undefined if it may (rule FTA-UI-4). */
export function whyNotPart(tree: StoredTree, id: string, under: string): string | undefined {
  const nodes = nodesOf(tree)
  const host = nodes.get(under)
  if (host?.kind === 'house') return 'A house event has no inputs.'
  if (host?.kind === 'transfer') return 'A transfer has its inputs in the other tree.'
  if (below(nodes, id).has(under)) return 'A node cannot be below itself.'
  return partsOf(host).includes(id) ? 'It is an input of this gate already.' : undefined
}

/**
 * The tree with one more input of a node, at an index among its inputs or after them. An event becomes an OR gate; its
 * probability, artefact and common-cause group move to a new input that has none (rule FTA-UI-3).
 */
export function withPart(tree: StoredTree, under: string, id: string, at?: number): StoredTree {
  const [host, part] = [nodeOf(tree, under), nodeOf(tree, id)]
  if (!host || !part || whyNotPart(tree, id, under) !== undefined) return tree
  if (host.kind === 'gate') {
    // the condition of an inhibit gate stays the last one
    const end = host.parts.length - (host.gate === 'inhibit' ? 1 : 0)
    return withNode(tree, under, () => ({ ...host, parts: host.parts.toSpliced(at ?? end, 0, id) }))
  }
  if (!isEvent(host)) return tree
  const { id: own, title, note, at: place, probability, artefact } = host
  const gate: GateNode = { id: own, title, note, kind: 'gate', gate: 'or', parts: [id], ...(place && { at: place }) }
  const refined = withNode(tree, under, () => gate)
  if (!isEvent(part) || part.probability !== null || part.artefact !== null || groupOf(tree, id))
    return withoutMembers(refined, new Set([under]))
  const groups = refined.groups.map((group) => ({
    ...group,
    members: group.members.map((member) => (member === under ? id : member)),
  }))
  const kind = probability === null && artefact === null ? part.kind : host.kind
  return withNode({ ...refined, groups }, id, () => ({ ...part, kind, probability, artefact }))
}

/** The tree with a new node below another. */
export function withNew(tree: StoredTree, under: string, node: FaultNode, at?: number): StoredTree {
  return withPart({ ...tree, nodes: [...tree.nodes, node] }, under, node.id, at)
}

/**
 * The tree without one input of a gate. A node that is no longer below the top event is removed; a gate without inputs
 * becomes an undeveloped event (rule FTA-UI-3).
 */
export function withoutPart(tree: StoredTree, under: string, id: string): StoredTree {
  const host = nodeOf(tree, under)
  if (host?.kind !== 'gate') return tree
  const parts = host.parts.filter((part) => part !== id)
  return swept(
    tree,
    withNode(tree, under, () => (parts.length === 0 ? asEvent(host, 'undeveloped') : clamped({ ...host, parts }))),
  )
}

/** The tree with a node moved to another gate; it stays if it is an input of that already. */
export function moved(tree: StoredTree, id: string, from: string, to: string, at?: number): StoredTree {
  if (from === to) return reordered(tree, from, id, at ?? Infinity)
  if (whyNotPart(tree, id, to) !== undefined) return tree
  return withoutPart(withPart(tree, to, id, at), from, id)
}

/** The tree with an input moved to another index among the inputs of its gate. */
export function reordered(tree: StoredTree, under: string, id: string, at: number): StoredTree {
  return withNode(tree, under, (node) => {
    if (node.kind !== 'gate') return node
    const parts = node.parts.filter((part) => part !== id)
    return { ...node, parts: parts.toSpliced(Math.max(0, Math.min(parts.length, at)), 0, id) }
  })
}

/** The tree with another kind of a gate. */
export function withGate(tree: StoredTree, id: string, gate: GateKind, least?: number): StoredTree {
  return withNode(tree, id, (node) => {
    if (node.kind !== 'gate') return node
    const { least: before, ...rest } = node
    if (gate !== 'at-least') return { ...rest, gate }
    return { ...rest, gate, least: least ?? before ?? Math.min(2, node.parts.length) }
  })
}

/** The nodes that may become inputs of a gate: not it, none above it, and none that is one already. */
export function possibleParts(tree: StoredTree, under: string): readonly FaultNode[] {
  const hosts = new Map<string, string[]>()
  for (const node of tree.nodes)
    for (const part of partsOf(node)) hosts.set(part, [...(hosts.get(part) ?? []), node.id])
  const above = new Set([under])
  for (const id of above) for (const host of hosts.get(id) ?? []) above.add(host)
  const own = new Set(partsOf(nodeOf(tree, under)))
  return tree.nodes.filter(({ id }) => !above.has(id) && !own.has(id))
}

/** The kinds of gates for so many inputs, in the order in which a key goes through them. */
export function gatesFor(inputs: number): readonly GateKind[] {
  if (inputs === 1) return ['or', 'and', 'not']
  return inputs === 2 ? ['or', 'and', 'at-least', 'xor', 'inhibit'] : ['or', 'and', 'at-least', 'inhibit']
}

/** A node without inputs as an event of another kind; what that has no place for is left out. */
export function asEvent(node: FaultNode, kind: EventNode['kind']): EventNode {
  const { id, title, note, at } = node
  const { probability, artefact } = isEvent(node) ? node : { probability: null, artefact: null }
  return { id, title, note, kind, probability, artefact, ...(at && { at }) }
}

/** The tree with an event turned into another kind of node; in a common-cause group it stays only as an event. */
export function turnedInto(tree: StoredTree, id: string, node: FaultNode): StoredTree {
  const next = withNode(tree, id, () => node)
  return isEvent(node) ? next : withoutMembers(next, new Set([id]))
}

/** The tree with another id of a node, wherever it is named. */
export function renamed(tree: StoredTree, id: string, to: string): StoredTree {
  const name = (each: string) => (each === id ? to : each)
  return {
    ...tree,
    top: name(tree.top),
    nodes: tree.nodes.map((node) => {
      const own = node.id === id ? { ...node, id: to } : node
      return own.kind === 'gate' && own.parts.includes(id) ? { ...own, parts: own.parts.map(name) } : own
    }),
    groups: tree.groups.map((group) =>
      group.members.includes(id) ? { ...group, members: group.members.map(name) } : group,
    ),
  }
}

export const groupOf = ({ groups }: StoredTree, id: string): CommonCauseGroup | undefined =>
  groups.find(({ members }) => members.includes(id))

/** The tree with a new or changed common-cause group. Its members lose their own probability (rule FTA-6). */
export function withGroup(tree: StoredTree, group: CommonCauseGroup): StoredTree {
  const before = tree.groups.find(({ id }) => id === group.id)
  const left = before?.members.filter((member) => !group.members.includes(member)) ?? []
  const all = tree.groups.some(({ id }) => id === group.id)
    ? tree.groups.map((each) => (each.id === group.id ? group : each))
    : [...tree.groups, group]
  const nodes = tree.nodes.map((node) => {
    if (!isEvent(node)) return node
    if (before && left.includes(node.id)) return { ...node, probability: before.total }
    return group.members.includes(node.id) && node.probability !== null ? { ...node, probability: null } : node
  })
  return { ...tree, nodes, groups: all }
}

/** The tree without a common-cause group: its members have its probability. */
export function withoutGroup(tree: StoredTree, id: string): StoredTree {
  const group = tree.groups.find((each) => each.id === id)
  return group ? withoutMembers(tree, new Set(group.members)) : tree
}

/** The tree with events taken out of their groups. They have the group's probability; one that is left over, too. */
function withoutMembers(tree: StoredTree, ids: ReadonlySet<string>): StoredTree {
  if (!tree.groups.some(({ members }) => members.some((member) => ids.has(member)))) return tree
  const totals = new Map<string, CommonCauseGroup['total']>()
  const groups = tree.groups.flatMap((group) => {
    const members = group.members.filter((member) => !ids.has(member))
    if (members.length === group.members.length) return [group]
    const gone = members.length < 2 ? group.members : group.members.filter((member) => ids.has(member))
    for (const member of gone) totals.set(member, group.total)
    if (members.length < 2) return []
    return [{ ...group, members, factors: group.factors.slice(0, mostFactors(group.model, members.length)) }]
  })
  const nodes = tree.nodes.map((node) =>
    isEvent(node) && totals.has(node.id) ? { ...node, probability: totals.get(node.id)! } : node,
  )
  return { ...tree, nodes, groups }
}

/** The maximum number of factors of a group (rule FTA-6). */
export function mostFactors(model: CommonCauseGroup['model'], members: number): number {
  if (model === 'beta-factor') return 1
  return model === 'MGL' ? members - 1 : members
}

/** A gate whose number is not above that of its inputs. */
function clamped(gate: GateNode): GateNode {
  return gate.least === undefined ? gate : { ...gate, least: Math.max(1, Math.min(gate.least, gate.parts.length)) }
}

/** The changed tree without the nodes that were below the top event before, and are no longer (rule FTA-8). */
function swept(before: StoredTree, after: StoredTree): StoredTree {
  const now = below(nodesOf(after), after.top)
  const gone = new Set([...below(nodesOf(before), before.top)].filter((id) => !now.has(id)))
  if (gone.size === 0) return after
  const left = withoutMembers(after, gone)
  return { ...left, nodes: left.nodes.filter(({ id }) => !gone.has(id)) }
}

/** The tree after a change; or why it would not be valid (rule FTA-UI-5). */
export function checked(
  tree: StoredTree,
  change: (tree: StoredTree) => StoredTree,
): StoredTree | { readonly why: string } {
  const after = change(tree)
  const why = after === tree ? undefined : whyNotTree(after)
  return why === undefined ? after : { why }
}
