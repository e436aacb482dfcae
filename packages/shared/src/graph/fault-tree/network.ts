import type { FaultGate, FaultTree } from './fault-tree.ts'

/**
 * A literal: twice the number of a node, plus one for its complement (as in and-inverter graphs). Node 0 is the
 * constant true, nodes 1 to `events.length` are the basic events, the nodes after them are gates.
 */
export type Literal = number
export const TRUE: Literal = 0
export const FALSE: Literal = 1

export interface NetworkGate {
  readonly kind: 'and' | 'or' | 'xor' | 'at-least'
  readonly parts: readonly Literal[]
  /** How many of the parts must hold, for `at-least`; otherwise 0. */
  readonly least: number
}

/** A fault tree over numbers. Gates stand after their parts: each part's node is less than the gate's. */
export interface Network {
  /** Names of the basic events: node i + 1 is `events[i]`. */
  readonly events: readonly string[]
  /** By node minus `events.length + 1`. */
  readonly gates: readonly NetworkGate[]
  readonly top: Literal
}

export const nodeOf = (literal: Literal): number => literal >> 1
export const negated = (literal: Literal): Literal => literal ^ 1

/**
 * The network of a fault tree, not simplified: house events are constants, inhibit gates are AND gates, NOT gates are
 * complements. Events are in the order in which a depth-first search from the top first reaches them.
 *
 * @throws {Error} A gate is below itself, has the wrong number of parts, or an `at-least` gate has no `least`.
 */
export function networkOf(tree: FaultTree): Network {
  const { order, events } = inOrder(tree)
  const literals = new Map<string, Literal>(events.map((name, i) => [name, (i + 1) * 2]))
  for (const [name, occurred] of tree.house) literals.set(name, occurred ? TRUE : FALSE)
  const gates: NetworkGate[] = []
  for (const name of order) {
    const gate = tree.gates.get(name)!
    whyNotGate(name, gate)
    const parts = gate.parts.map((part) => literals.get(part)!)
    if (gate.gate === 'not') literals.set(name, negated(parts[0]!))
    else {
      gates.push({ kind: gate.gate === 'inhibit' ? 'and' : gate.gate, parts, least: gate.least ?? 0 })
      literals.set(name, (events.length + gates.length) * 2)
    }
  }
  return { events, gates, top: literals.get(tree.top)! }
}

function whyNotGate(name: string, { gate, parts, least }: FaultGate): void {
  if (gate === 'not' ? parts.length !== 1 : parts.length === 0)
    throw new Error(`The gate ${name} (${gate}) has ${parts.length} parts.`)
  if (gate === 'at-least' && !Number.isInteger(least)) throw new Error(`The gate ${name} does not state how many.`)
}

/** Gates, each after the gates below it, and basic events. Without recursion: a tree may be deeper than the stack. */
function inOrder({ top, gates, house }: FaultTree): { order: string[]; events: string[] } {
  const order: string[] = []
  const events: string[] = []
  const seen = new Map<string, 'open' | 'done'>()
  const stack: { name: string; at: number }[] = []
  function enter(name: string): void {
    if (seen.get(name) === 'open') throw new Error(`The gate ${name} is below itself.`)
    if (seen.has(name)) return
    if (gates.has(name)) {
      seen.set(name, 'open')
      stack.push({ name, at: 0 })
    } else {
      seen.set(name, 'done')
      if (!house.has(name)) events.push(name)
    }
  }
  enter(top)
  while (stack.length > 0) {
    const current = stack.at(-1)!
    const part = gates.get(current.name)!.parts[current.at++]
    if (part !== undefined) enter(part)
    else {
      seen.set(current.name, 'done')
      order.push(current.name)
      stack.pop()
    }
  }
  return { order, events }
}
