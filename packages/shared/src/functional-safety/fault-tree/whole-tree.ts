import { combinationsOf, whyNotFactors } from './common-causes.ts'
import { cycleIn } from './cycle.ts'
import { parametersIn } from './expression.ts'
import { type CommonCauseGroup, type FaultNode, type GateNode, StoredTree } from './tree.ts'

/** A valid tree, which may be stored. */
export const WholeStoredTree = StoredTree.superRefine((tree, context) => {
  const message = whyNotTree(tree)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

/** What is wrong with a tree, where, and what to do about it. */
export interface TreeFault {
  readonly message: string
  readonly advice: string
  readonly of: 'nodes' | 'groups' | 'parameters' | 'tree'
  /** Of the node, group or parameter; empty: it is of the tree. */
  readonly id: string
  readonly field: 'id' | 'top' | 'parts' | 'least' | 'probability' | 'members' | 'factors' | 'total' | 'value'
}

/** Why a tree is not valid; undefined: it is valid (rules FTA-1 to FTA-8). Other trees are not looked at. */
export const whyNotTree = (tree: StoredTree): string | undefined => faultsIn(tree).next().value?.message

/** All that is wrong with a tree, one fault of each node, group and parameter (rules FTA-1 to FTA-8). */
export function* faultsIn(tree: StoredTree): Generator<TreeFault, undefined> {
  const nodes = new Map(tree.nodes.map((node) => [node.id, node]))
  yield* repeated('nodes', 'nodes', tree.nodes)
  yield* repeated('groups', 'common-cause groups', tree.groups)
  yield* repeated('parameters', 'parameters', tree.parameters)
  if (!nodes.has(tree.top))
    yield {
      message: `The top event, ${tree.top}, is not among the nodes.`,
      advice: 'Name a node that is there.',
      of: 'tree',
      id: '',
      field: 'top',
    }
  for (const node of tree.nodes) if (node.kind === 'gate') yield* first(gateFault(node, nodes))
  yield* first(cycleFault(nodes))
  yield* groupFaults(tree.groups, nodes)
  yield* parameterFaults(tree)
}

/** The parts of a node within its tree. */
export const partsOf = (node: FaultNode | undefined) => (node?.kind === 'gate' ? node.parts : [])

/** Ids of the nodes that are not below the top event: they do not count (rule FTA-8). */
export function unusedNodes(tree: StoredTree): string[] {
  const used = new Set([tree.top])
  const nodes = new Map(tree.nodes.map((node) => [node.id, node]))
  for (const id of used) for (const part of partsOf(nodes.get(id))) used.add(part)
  return tree.nodes.map(({ id }) => id).filter((id) => !used.has(id))
}

type Nodes = ReadonlyMap<string, FaultNode>

function* first(fault: TreeFault | undefined): Generator<TreeFault, undefined> {
  if (fault !== undefined) yield fault
}

/** The first name that is there twice. */
export function repeatedIn(names: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return names.find((name) => seen.size === seen.add(name).size)
}

function* repeated(
  of: TreeFault['of'],
  what: string,
  all: readonly { readonly id: string }[],
): Generator<TreeFault, undefined> {
  const id = repeatedIn(all.map((each) => each.id))
  if (id !== undefined)
    yield { message: `Two ${what} are called ${id}.`, advice: 'Give one of them another id.', of, id, field: 'id' }
}

/** How many parts a gate has at least, and at most. */
const partCounts = {
  and: [1, Infinity],
  or: [1, Infinity],
  'at-least': [1, Infinity],
  inhibit: [2, Infinity],
  xor: [2, 2],
  not: [1, 1],
} as const

function gateFault({ id, gate, parts, least }: GateNode, nodes: Nodes): TreeFault | undefined {
  const fault = (field: 'parts' | 'least', message: string, advice: string): TreeFault => ({
    message,
    advice,
    of: 'nodes',
    id,
    field,
  })
  const [fewest, most] = partCounts[gate]
  if (parts.length === 0) return fault('parts', `${id} is a gate without inputs.`, 'Give it one or more.')
  if (parts.length < fewest || parts.length > most)
    return fault(
      'parts',
      `${id} has ${parts.length} inputs: ${gate} takes ${fewest === most ? fewest : `${fewest} or more`}.`,
      'Change its inputs or its kind.',
    )
  const missing = parts.find((part) => !nodes.has(part))
  if (missing !== undefined)
    return fault('parts', `${id} has ${missing} as an input, which is not there.`, 'Add this node, or correct its id.')
  const double = repeatedIn(parts)
  if (double !== undefined) return fault('parts', `${id} has ${double} as an input twice.`, 'Name it once.')
  if (gate !== 'at-least')
    return least === undefined
      ? undefined
      : fault('least', `${id} has a number of inputs, but is no at-least gate.`, 'Leave the number out.')
  if (least === undefined)
    return fault('least', `${id} needs a number: how many inputs at least.`, `Write a number up to ${parts.length}.`)
  return least < 1 || least > parts.length
    ? fault(
        'least',
        `${id} needs ${least} of ${parts.length} inputs: the number must be from 1 to ${parts.length}.`,
        'Correct the number, or add inputs.',
      )
    : undefined
}

function cycleFault(nodes: Nodes): TreeFault | undefined {
  const id = cycleIn(nodes.keys(), (name) => partsOf(nodes.get(name)))
  return id === undefined
    ? undefined
    : {
        message: `${id} would be below itself.`,
        advice: 'Remove the input, of it or of a gate below it, that leads back to it.',
        of: 'nodes',
        id,
        field: 'parts',
      }
}

function* groupFaults(groups: readonly CommonCauseGroup[], nodes: Nodes): Generator<TreeFault, undefined> {
  const groupOf = new Map<string, string>()
  for (const group of groups) yield* first(memberFault(group, nodes, groupOf) ?? factorFault(group))
  const all = groups.reduce((sum, group) => sum + combinationsOf(group), 0)
  if (all > mostCombined)
    yield {
      message:
        `The common-cause groups have ${all.toLocaleString('en')} combinations: ` +
        `${mostCombined.toLocaleString('en')} at most.`,
      advice: 'Give factors for fewer levels, or split a group.',
      of: 'groups',
      id: groups[0]!.id,
      field: 'members',
    }
}

/** @param groupOf The groups of the members so far; those of this group are added. */
function memberFault(
  { id, members }: CommonCauseGroup,
  nodes: Nodes,
  groupOf: Map<string, string>,
): TreeFault | undefined {
  const fault = (message: string, advice: string): TreeFault => ({
    message,
    advice,
    of: 'groups',
    id,
    field: 'members',
  })
  if (members.length < 2)
    return fault(`${id} is a common-cause group of ${members.length}: it needs two events or more.`, 'Add members.')
  for (const member of members) {
    const node = nodes.get(member)
    if (node === undefined)
      return fault(`${id} has ${member} as a member, which is not there.`, 'Add this event, or correct its id.')
    if (node.kind === 'gate' || node.kind === 'transfer' || node.kind === 'house')
      return fault(`${id} has ${member} as a member, which is no basic event.`, 'Take it out of the group.')
    if (node.probability !== null)
      return {
        message: `${member} has a probability of its own: that of ${id} would not count.`,
        advice: 'Leave its probability out, or take it out of the group.',
        of: 'nodes',
        id: member,
        field: 'probability',
      }
    if (groupOf.get(member) === id) return fault(`${id} has ${member} as a member twice.`, 'Name it once.')
    if (groupOf.has(member))
      return fault(
        `${member} is in two common-cause groups, ${groupOf.get(member)} and ${id}.`,
        'Take it out of one of them.',
      )
    groupOf.set(member, id)
  }
  return undefined
}

function factorFault(group: CommonCauseGroup): TreeFault | undefined {
  const message = whyNotFactors(group)
  return message === undefined
    ? undefined
    : { message, advice: 'Correct the factors or the model.', of: 'groups', id: group.id, field: 'factors' }
}

/** The maximum number of combinations of all groups. */
const mostCombined = 20_000

function* parameterFaults({ nodes, groups, parameters }: StoredTree): Generator<TreeFault, undefined> {
  const byId = new Map(parameters.map((parameter) => [parameter.id, parameter]))
  const users = [
    ...parameters.map(({ id, value }) => ({ of: 'parameters', id, field: 'value', expressions: [value] }) as const),
    ...groups.map(
      ({ id, total, factors }) => ({ of: 'groups', id, field: 'total', expressions: [total, ...factors] }) as const,
    ),
    ...nodes.flatMap((node) =>
      'probability' in node && node.probability !== null
        ? [{ of: 'nodes', id: node.id, field: 'probability', expressions: [node.probability] } as const]
        : [],
    ),
  ]
  let isMissing = false
  for (const { expressions, ...place } of users) {
    const name = expressions.flatMap(parametersIn).find((each) => !byId.has(each))
    if (name === undefined) continue
    isMissing = true
    const message = `${place.id} uses the parameter ${name}, which is not there.`
    yield { message, advice: 'Add this parameter, or correct the formula.', ...place }
  }
  if (isMissing) return undefined
  const id = cycleIn(byId.keys(), (name) => parametersIn(byId.get(name)!.value))
  if (id !== undefined)
    yield {
      message: `The parameter ${id} would depend on itself.`,
      advice: 'Remove a parameter from its formula.',
      of: 'parameters',
      id,
      field: 'value',
    }
}
