import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import type { Expression } from './expression.ts'
import type { CommonCauseGroup, FaultNode, StoredTree } from './tree.ts'
import { partsOf, whyNotTree } from './whole-tree.ts'

/** Where a node is drawn: the uuid of its tree's artefact, and its id there. */
export interface Origin {
  readonly tree: string
  readonly node: string
}

/** The maximum number of nodes of a tree with all that it transfers in. */
const mostJoined = 20_000

/**
 * One tree out of a tree and those that it transfers in (rule FTA-25). The nodes of `top` keep their ids; those of
 * other trees get a suffix where the id is taken. A transfer becomes an OR gate with one input. Only what is below the
 * top event is taken, and the common-cause groups that have a member there; the mission time is that of `top`. Nodes
 * that are reached by several transfers are there once.
 */
export function joinTrees(
  top: string,
  trees: ReadonlyMap<string, StoredTree>,
): Parsed<{ readonly tree: StoredTree; readonly origins: ReadonlyMap<string, Origin> }> {
  const main = trees.get(top)
  if (main === undefined) return refused('The tree is not there.')
  const nameOf = joinedNames(top, main)
  const nodes: FaultNode[] = []
  const groups: CommonCauseGroup[] = []
  const wanted: Origin[] = [{ tree: top, node: main.top }]
  const seen = new Set(wanted.map(keyOf))
  const want = (origin: Origin) => {
    if (seen.size !== seen.add(keyOf(origin)).size) wanted.push(origin)
    return nameOf('node', origin)
  }
  const byTree = new Map([...trees].map(([uuid, tree]) => [uuid, indexed(tree)]))
  const joinedGroups = new Set<string>()

  for (const { tree: uuid, node: id } of wanted) {
    if (wanted.length > mostJoined)
      return refused(`With all transfers there are more than ${mostJoined.toLocaleString('en')} nodes.`)
    const { nodes: own, groupOf } = byTree.get(uuid)!
    const node = own.get(id)!
    const newId = nameOf('node', { tree: uuid, node: id })
    const inTree = (part: string) => want({ tree: uuid, node: part })
    const inner = (expression: Expression) =>
      renamed(expression, (name) => nameOf('parameter', { tree: uuid, node: name }))

    if (node.kind === 'transfer') {
      const other = byTree.get(node.tree)
      if (other === undefined) return refused(`${id} is transferred in from a tree that is not there.`)
      const target = node.node ?? other.tree.top
      if (!other.nodes.has(target)) return refused(`${id} is transferred in from ${target}, which is not in that tree.`)
      const { tree: _tree, node: _node, kind: _kind, ...rest } = node
      nodes.push({ ...rest, id: newId, kind: 'gate', gate: 'or', parts: [want({ tree: node.tree, node: target })] })
    } else if (node.kind === 'gate') nodes.push({ ...node, id: newId, parts: partsOf(node).map(inTree) })
    else if (node.kind === 'house') nodes.push({ ...node, id: newId })
    else nodes.push({ ...node, id: newId, probability: node.probability && inner(node.probability) })

    const group = groupOf.get(id)
    const groupKey = group && keyOf({ tree: uuid, node: group.id })
    if (group === undefined || joinedGroups.has(groupKey!)) continue
    joinedGroups.add(groupKey!)
    groups.push({
      ...group,
      id: nameOf('group', { tree: uuid, node: group.id }),
      members: group.members.map(inTree),
      total: inner(group.total),
      factors: group.factors.map(inner),
    })
  }

  const parameters = [...trees].flatMap(([uuid, tree]) =>
    wanted.some((origin) => origin.tree === uuid)
      ? tree.parameters.map((parameter) => ({
          ...parameter,
          id: nameOf('parameter', { tree: uuid, node: parameter.id }),
          value: renamed(parameter.value, (name) => nameOf('parameter', { tree: uuid, node: name })),
        }))
      : [],
  )
  const tree = { ...main, nodes, groups, parameters }
  const why = whyNotTree(tree)
  if (why !== undefined) return refused(why)
  return parsed({ tree, origins: new Map(wanted.map((origin) => [nameOf('node', origin), origin])) })
}

const keyOf = ({ tree, node }: Origin) => `${tree} ${node}`

function indexed(tree: StoredTree) {
  return {
    tree,
    nodes: new Map(tree.nodes.map((node) => [node.id, node])),
    groupOf: new Map(tree.groups.flatMap((group) => group.members.map((member) => [member, group] as const))),
  }
}

/** Names what is drawn in several trees: names of the top tree stay, others get a suffix where they are taken. */
function joinedNames(top: string, { nodes, groups, parameters }: StoredTree) {
  const ids = (all: readonly { readonly id: string }[]) => new Set(all.map(({ id }) => id))
  const taken = { node: ids(nodes), group: ids(groups), parameter: ids(parameters) }
  const given = new Map<string, string>()
  return (what: keyof typeof taken, origin: Origin): string => {
    if (origin.tree === top) return origin.node
    const key = `${what} ${keyOf(origin)}`
    const known = given.get(key)
    if (known !== undefined) return known
    const id = freeId(origin.node, taken[what])
    given.set(key, id)
    return id
  }
}

/** The id, or the first of `id_2`, `id_3`, … that is not taken; it is taken then. */
export function freeId(id: string, taken: Set<string>): string {
  let free = id
  for (let i = 2; taken.has(free); i++) free = `${id}_${i}`
  taken.add(free)
  return free
}

/** An expression with other names of its parameters. */
function renamed(expression: Expression, nameOf: (name: string) => string): Expression {
  if (typeof expression === 'number') return expression
  if ('parameter' in expression) return { parameter: nameOf(expression.parameter) }
  return { ...expression, args: expression.args.map((each) => renamed(each, nameOf)) }
}
