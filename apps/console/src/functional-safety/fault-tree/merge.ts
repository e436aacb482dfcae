import { parametersIn } from '@carapace/shared/functional-safety/fault-tree/expression'
import type {
  CommonCauseGroup,
  FaultNode,
  GateNode,
  Parameter,
  StoredTree,
} from '@carapace/shared/functional-safety/fault-tree/tree'
import { partsOf, whyNotTree } from '@carapace/shared/functional-safety/fault-tree/whole-tree'
import { isSame } from '@carapace/shared/graph/artefacts/changes'
import { mergedList } from '../../graph/tree/merged-list.ts'
import { asEvent, isEvent, mostFactors } from './edits.ts'

/**
 * Merges two users' versions of one tree, node by node and field by field. Where both changed the same field, mine wins
 * (rule FTA-UI-7).
 */
export function mergedTrees(base: StoredTree, mine: StoredTree, theirs: StoredTree): StoredTree {
  if (isSame(base, theirs)) return mine
  if (isSame(base, mine)) return theirs
  const merged = {
    top: mine.top === base.top ? theirs.top : mine.top,
    missionTime: mine.missionTime === base.missionTime ? theirs.missionTime : mine.missionTime,
    nodes: mergedById(base.nodes, mine.nodes, theirs.nodes),
    groups: mergedById(base.groups, mine.groups, theirs.groups),
    parameters: mergedById(base.parameters, mine.parameters, theirs.parameters),
  }
  return repaired(merged, [...theirs.parameters, ...mine.parameters, ...base.parameters])
}

interface Part {
  readonly id: string
}

function mergedById<T extends Part>(base: readonly T[], mine: readonly T[], theirs: readonly T[]): T[] {
  const [was, my, their] = [base, mine, theirs].map((all) => new Map(all.map((each) => [each.id, each])))
  return [...new Set([...their!.keys(), ...my!.keys()])].flatMap(
    (id) => mergedPart(was!.get(id), my!.get(id), their!.get(id)) ?? [],
  )
}

function mergedPart<T extends Part>(base: T | undefined, mine: T | undefined, theirs: T | undefined): T | undefined {
  if (!base) return mine ?? theirs
  // what one user changed is kept, even if the other removed it
  if (!mine) return theirs && !isSame(theirs, base) ? theirs : undefined
  if (!theirs) return isSame(mine, base) ? undefined : mine
  if (mine === base || isSame(mine, base)) return theirs
  if (isSame(theirs, base)) return mine
  return mergedFields(base as unknown as Fields, mine as unknown as Fields, theirs as unknown as Fields) as unknown as T
}

type Fields = Readonly<Record<string, unknown>>

function mergedFields(was: Fields, my: Fields, their: Fields): Fields {
  // another kind of node has other fields: of the one before, only its words count
  if (my.kind !== their.kind) {
    const parts = mergedList(inputsOf(was), inputsOf(my), inputsOf(their))
    // a gate that one side took the last input from stays one if the other side gave it an input
    const isStillGate = was.kind === 'gate' && parts.length > 0
    const isTheirs = isStillGate ? their.kind === 'gate' : my.kind === was.kind
    const [winner, other] = isTheirs ? [their, my] : [my, their]
    const words = ['title', 'note', 'at'].filter((name) => !isSame(other[name], was[name]))
    const isLast = (name: string) => other === my || isSame(my[name], was[name])
    return {
      ...winner,
      ...(isStillGate && winner.kind === 'gate' && { parts }),
      ...Object.fromEntries(words.filter(isLast).map((name) => [name, other[name]])),
    }
  }
  const base: Fields = my.kind === was.kind ? was : { title: was.title, note: was.note, at: was.at, parts: [] }
  const merged: Record<string, unknown> = { ...their }
  for (const name of new Set([...Object.keys(base), ...Object.keys(my)]))
    if (isList(name, my))
      merged[name] = mergedList(base[name] as string[], my[name] as string[], their[name] as string[])
    else if (!isSame(my[name], base[name])) {
      if (name in my) merged[name] = my[name]
      else delete merged[name]
    }
  return merged
}

const inputsOf = ({ parts }: Fields) => (Array.isArray(parts) ? (parts as string[]) : [])

const isList = (name: string, of: Fields) => (name === 'parts' || name === 'members') && Array.isArray(of[name])

/**
 * A valid tree, made of one that may be invalid (rule FTA-UI-7). Inputs that are not there are dropped, and no node is
 * below itself; a gate whose number of inputs does not fit becomes OR or AND, or without inputs an undeveloped event.
 * An event stays in the first of its groups, whose total counts; a parameter that is used comes back from `known`.
 * Groups that still do not fit are dissolved.
 */
export function repaired(tree: StoredTree, known: readonly Parameter[]): StoredTree {
  const nodes = new Map(tree.nodes.map((node) => [node.id, node]))
  const top = nodes.has(tree.top) ? tree.top : tree.nodes[0]!.id
  const kept = new Map(acyclic(nodes, top))
  const fitting = new Map(tree.nodes.map((node) => [node.id, withFittingGate(node, kept.get(node.id) ?? [])]))
  const groups = fittingGroups(tree.groups, fitting)
  for (const { members } of groups)
    for (const member of members) {
      const node = fitting.get(member)
      if (isEvent(node) && node.probability !== null) fitting.set(member, { ...node, probability: null })
    }
  const whole = withParameters({ ...tree, top, nodes: [...fitting.values()], groups }, known)
  return whyNotTree(whole) === undefined ? whole : { ...whole, groups: [] }
}

/** The inputs of each gate without those that are not there, repeated, or above it. */
function acyclic(nodes: ReadonlyMap<string, FaultNode>, top: string): [string, string[]][] {
  const parts = new Map<string, string[]>()
  const above = new Set<string>()
  for (const start of [top, ...nodes.keys()]) enter(start)
  return [...parts]

  // an explicit stack: a chain may be as long as the tree is large
  function enter(start: string): void {
    if (parts.has(start)) return
    const open: { id: string; left: string[] }[] = []
    const begin = (id: string) => {
      parts.set(id, [])
      above.add(id)
      open.push({ id, left: [...new Set(partsOf(nodes.get(id)))] })
    }
    begin(start)
    while (open.length > 0) {
      const { id, left } = open.at(-1)!
      const part = left.shift()
      if (part === undefined) {
        above.delete(id)
        open.pop()
      } else if (nodes.has(part) && !above.has(part)) {
        parts.get(id)!.push(part)
        if (!parts.has(part)) begin(part)
      }
    }
  }
}

function withFittingGate(node: FaultNode, parts: readonly string[]): FaultNode {
  if (node.kind !== 'gate') return node
  if (parts.length === 0) return asEvent(node, 'undeveloped')
  const { least, ...rest } = node
  const gate: GateNode = { ...rest, parts: [...parts] }
  const count = parts.length
  if (node.gate === 'at-least') return { ...gate, least: Math.max(1, Math.min(least ?? 1, count)) }
  if ((node.gate === 'xor' && count !== 2) || (node.gate === 'not' && count !== 1)) return { ...gate, gate: 'or' }
  return node.gate === 'inhibit' && count < 2 ? { ...gate, gate: 'and' } : gate
}

function fittingGroups(groups: readonly CommonCauseGroup[], nodes: ReadonlyMap<string, FaultNode>): CommonCauseGroup[] {
  const taken = new Set<string>()
  return groups.flatMap((group) => {
    const members = [...new Set(group.members)].filter((member) => isEvent(nodes.get(member)) && !taken.has(member))
    if (members.length < 2) return []
    for (const member of members) taken.add(member)
    return [{ ...group, members, factors: group.factors.slice(0, mostFactors(group.model, members.length)) }]
  })
}

/** The tree with all parameters that it uses. */
function withParameters(tree: StoredTree, known: readonly Parameter[]): StoredTree {
  const parameters = new Map(tree.parameters.map((parameter) => [parameter.id, parameter]))
  const spare = new Map(known.map((parameter) => [parameter.id, parameter]))
  const used = new Set([
    ...tree.nodes.flatMap((node) => (isEvent(node) && node.probability !== null ? parametersIn(node.probability) : [])),
    ...tree.groups.flatMap(({ total, factors }) => [total, ...factors].flatMap(parametersIn)),
    ...tree.parameters.flatMap(({ value }) => parametersIn(value)),
  ])
  for (const id of used) {
    const missing = parameters.has(id) ? undefined : spare.get(id)
    if (!missing) continue
    parameters.set(id, missing)
    for (const other of parametersIn(missing.value)) used.add(other)
  }
  return parameters.size === tree.parameters.length ? tree : { ...tree, parameters: [...parameters.values()] }
}
