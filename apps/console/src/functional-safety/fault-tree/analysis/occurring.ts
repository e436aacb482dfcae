import type { FaultGate, FaultTree } from '@carapace/shared/graph/fault-tree/fault-tree'

/**
 * The gates and events from the top downwards that occur if these basic events do, and no others. Empty: the top does
 * not occur.
 */
export function occurring({ top, gates, house }: FaultTree, events: ReadonlySet<string>): string[] {
  const states = new Map<string, boolean>(house)
  // an explicit stack: a chain of gates may be as long as the tree is large
  const open = [top]
  while (open.length > 0) {
    const name = open.at(-1)!
    const gate = gates.get(name)
    const missing = gate?.parts.filter((part) => !states.has(part)) ?? []
    if (missing.length > 0) {
      open.push(...missing)
      continue
    }
    open.pop()
    if (!states.has(name)) states.set(name, gate === undefined ? events.has(name) : occurs(gate, states))
  }
  if (!states.get(top)) return []
  const found = new Set([top])
  for (const name of found) for (const part of gates.get(name)?.parts ?? []) if (states.get(part)) found.add(part)
  return [...found]
}

function occurs({ gate, parts, least = 1 }: FaultGate, states: ReadonlyMap<string, boolean>): boolean {
  const count = parts.reduce((sum, part) => sum + Number(states.get(part)!), 0)
  switch (gate) {
    case 'and':
    case 'inhibit':
      return count === parts.length
    case 'or':
      return count > 0
    case 'at-least':
      return count >= least
    case 'xor':
      return count === 1
    case 'not':
      return count === 0
  }
}
