import type { FaultGate, FaultTree, GateKind } from './fault-tree.ts'
import { gateKinds } from './fault-tree.ts'

/** A random tree of all kinds of gates over at most `most` basic events, with house events and shared inputs. */
export function randomTree(
  below: (limit: number) => number,
  most: number,
  kinds: readonly GateKind[] = gateKinds,
): { tree: FaultTree; probabilities: Map<string, number> } {
  const basics = Array.from({ length: 1 + below(most) }, (_, i) => `e${i}`)
  const house = new Map(Array.from({ length: below(3) }, (_, i) => [`h${i}`, below(2) === 1] as const))
  const gates = new Map<string, FaultGate>()
  for (let i = 0, made = 1 + below(10); i < made; i++) {
    const known = [...basics, ...basics, ...gates.keys(), ...gates.keys(), ...house.keys()]
    const gate = kinds[below(kinds.length)]!
    const many = gate === 'not' ? 1 : gate === 'xor' ? 2 : 1 + below(5)
    const parts = Array.from({ length: many }, () => known[below(known.length)]!)
    gates.set(`g${i}`, gate === 'at-least' ? { gate, parts, least: 1 + below(many) } : { gate, parts })
  }
  return {
    tree: { top: `g${gates.size - 1}`, gates, house },
    probabilities: new Map(basics.map((name) => [name, below(20) === 0 ? below(2) : below(1000) / 1000])),
  }
}

/** Whether a node occurs when these basic events do, and no others. */
export function occurs(tree: FaultTree, name: string, events: ReadonlySet<string>): boolean {
  const gate = tree.gates.get(name)
  if (!gate) return tree.house.get(name) ?? events.has(name)
  const many = gate.parts.filter((part) => occurs(tree, part, events)).length
  switch (gate.gate) {
    case 'and':
    case 'inhibit':
      return many === gate.parts.length
    case 'or':
      return many > 0
    case 'at-least':
      return many >= gate.least!
    case 'xor':
      return many % 2 === 1
    case 'not':
      return many === 0
  }
}
