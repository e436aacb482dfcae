import { combinationsOf, whyNotFactors } from './common-causes.ts'
import { cycleIn } from './cycle.ts'
import { parametersIn } from './expression.ts'
import { type CommonCauseGroup, type FaultNode, type GateNode, StoredTree } from './tree.ts'

/** A valid tree, which may be stored. */
export const WholeStoredTree = StoredTree.superRefine((tree, context) => {
  const message = whyNotTree(tree)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

/** Why a tree is not valid; undefined: it is valid (rules FTA-1 to FTA-8). Other trees are not looked at. */
export function whyNotTree(tree: StoredTree): string | undefined {
  const nodes = new Map(tree.nodes.map((node) => [node.id, node]))
  return (
    twice('nodes', tree.nodes) ??
    twice('common-cause groups', tree.groups) ??
    twice('parameters', tree.parameters) ??
    (nodes.has(tree.top) ? undefined : `The top event, ${tree.top}, is not among the nodes.`) ??
    first(tree.nodes, (node) => (node.kind === 'gate' ? whyNotGate(node, nodes) : undefined)) ??
    whyNotAcyclic(nodes) ??
    whyNotGroups(tree.groups, nodes) ??
    whyNotParameters(tree)
  )
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

function first<T>(all: readonly T[], whyNot: (each: T) => string | undefined): string | undefined {
  for (const each of all) {
    const why = whyNot(each)
    if (why !== undefined) return why
  }
  return undefined
}

/** The first name that is there twice. */
export function repeatedIn(names: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return names.find((name) => seen.size === seen.add(name).size)
}

function twice(what: string, all: readonly { readonly id: string }[]): string | undefined {
  const id = repeatedIn(all.map(({ id }) => id))
  return id && `Two ${what} are called ${id}.`
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

function whyNotGate({ id, gate, parts, least }: GateNode, nodes: Nodes): string | undefined {
  const [fewest, most] = partCounts[gate]
  if (parts.length === 0) return `${id} is a gate without inputs.`
  if (parts.length < fewest || parts.length > most)
    return `${id} has ${parts.length} inputs: ${gate} takes ${fewest === most ? fewest : `${fewest} or more`}.`
  const missing = parts.find((part) => !nodes.has(part))
  if (missing !== undefined) return `${id} has ${missing} as an input, which is not there.`
  const double = repeatedIn(parts)
  if (double !== undefined) return `${id} has ${double} as an input twice.`
  if (gate !== 'at-least')
    return least === undefined ? undefined : `${id} has a number of inputs, but is no at-least gate.`
  if (least === undefined) return `${id} needs a number: how many inputs at least.`
  return least < 1 || least > parts.length
    ? `${id} needs ${least} of ${parts.length} inputs: the number must be from 1 to ${parts.length}.`
    : undefined
}

function whyNotAcyclic(nodes: Nodes): string | undefined {
  const id = cycleIn(nodes.keys(), (name) => partsOf(nodes.get(name)))
  return id && `${id} would be below itself.`
}

function whyNotGroups(groups: readonly CommonCauseGroup[], nodes: Nodes): string | undefined {
  const groupOf = new Map<string, string>()
  const why = first(groups, (group) => {
    const { id, members } = group
    if (members.length < 2) return `${id} is a common-cause group of ${members.length}: it needs two events or more.`
    for (const member of members) {
      const node = nodes.get(member)
      if (node === undefined) return `${id} has ${member} as a member, which is not there.`
      if (node.kind === 'gate' || node.kind === 'transfer' || node.kind === 'house')
        return `${id} has ${member} as a member, which is no basic event.`
      if (node.probability !== null) return `${member} has a probability of its own: that of ${id} would not count.`
      if (groupOf.get(member) === id) return `${id} has ${member} as a member twice.`
      if (groupOf.has(member)) return `${member} is in two common-cause groups, ${groupOf.get(member)} and ${id}.`
      groupOf.set(member, id)
    }
    return whyNotFactors(group)
  })
  return why ?? whyNotCombined(groups)
}

/** The maximum number of combinations of all groups. */
const mostCombined = 20_000

function whyNotCombined(groups: readonly CommonCauseGroup[]): string | undefined {
  const all = groups.reduce((sum, group) => sum + combinationsOf(group), 0)
  return all > mostCombined
    ? `The common-cause groups have ${all.toLocaleString('en')} combinations: ` +
        `${mostCombined.toLocaleString('en')} at most.`
    : undefined
}

function whyNotParameters({ nodes, groups, parameters }: StoredTree): string | undefined {
  const byId = new Map(parameters.map((parameter) => [parameter.id, parameter]))
  const users = [
    ...parameters.map(({ id, value }) => ({ id, expressions: [value] })),
    ...groups.map(({ id, total, factors }) => ({ id, expressions: [total, ...factors] })),
    ...nodes.flatMap((node) =>
      'probability' in node && node.probability !== null ? [{ id: node.id, expressions: [node.probability] }] : [],
    ),
  ]
  const unknown = first(users, ({ id, expressions }) => {
    const name = expressions.flatMap(parametersIn).find((each) => !byId.has(each))
    return name === undefined ? undefined : `${id} uses the parameter ${name}, which is not there.`
  })
  if (unknown !== undefined) return unknown
  const id = cycleIn(byId.keys(), (name) => parametersIn(byId.get(name)!.value))
  return id && `The parameter ${id} would depend on itself.`
}
