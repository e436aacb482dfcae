import type { FaultTree, Probabilities } from '../../graph/fault-tree/fault-tree.ts'
import { expandTree, type ExpandedTree } from './expand.ts'
import type { Expression } from './expression.ts'
import { type EventNode, type FaultNode, type GateNode, StoredTree } from './tree.ts'

export const gate = (id: string, kind: GateNode['gate'], parts: string[], least?: number): GateNode => ({
  id,
  title: '',
  note: '',
  kind: 'gate',
  gate: kind,
  parts,
  ...(least !== undefined && { least }),
})

export const basic = (id: string, probability: Expression | null = null, also: Partial<EventNode> = {}): EventNode => ({
  id,
  title: '',
  note: '',
  kind: 'basic',
  probability,
  artefact: null,
  ...also,
})

/** A tree whose first node is its top event; the mission takes 1,000 hours. */
export const treeOf = (nodes: FaultNode[], also: Partial<StoredTree> = {}): StoredTree =>
  StoredTree.parse({ top: nodes[0]!.id, missionTime: 1_000, nodes, ...also })

/** The uuid under which `expanded` has its tree. */
export const uuid = '7d2c4f5e-0000-4000-8000-000000000001'

export function expanded(tree: StoredTree, others: ReadonlyMap<string, StoredTree> = new Map()): ExpandedTree {
  const result = expandTree(uuid, new Map([[uuid, tree], ...others]))
  if (!result.ok) throw new Error(result.reason)
  return result.value
}

/** The probability of the top event by all combinations of its events: exact, and slow beyond 16 events. */
export function exactProbability(tree: FaultTree, probabilities: Probabilities): number {
  const events = [...probabilities.keys()]
  let sum = 0
  for (let bits = 0; bits < 2 ** events.length; bits++) {
    const states = new Map([...tree.house, ...events.map((name, i) => [name, (bits & (1 << i)) !== 0] as const)])
    if (!occurs(tree, tree.top, states)) continue
    sum += events.reduce((product, name) => {
      const probability = probabilities.get(name)!
      return product * (states.get(name)! ? probability : 1 - probability)
    }, 1)
  }
  return sum
}

/** Whether an event occurs in these states of the basic events; the states of gates are added. */
function occurs(tree: FaultTree, name: string, states: Map<string, boolean>): boolean {
  const known = states.get(name)
  if (known !== undefined) return known
  const { gate: kind, parts, least } = tree.gates.get(name)!
  const count = parts.filter((part) => occurs(tree, part, states)).length
  const state = {
    and: count === parts.length,
    inhibit: count === parts.length,
    or: count > 0,
    'at-least': count >= (least ?? 0),
    xor: count === 1,
    not: count === 0,
  }[kind]
  states.set(name, state)
  return state
}
