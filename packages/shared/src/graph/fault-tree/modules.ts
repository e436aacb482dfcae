import { type Network, type NetworkGate, nodeOf } from './network.ts'
import { inserted, usesOf } from './simplify.ts'

/**
 * A gate that shares nothing below it with the rest of the tree, with all that lies between it and its inputs, which
 * are basic events and other modules.
 */
export interface Module {
  /** The module's gate in the network. */
  readonly node: number
  /** Nodes of the network, in the order of a depth-first search. */
  readonly inputs: readonly number[]
  /**
   * Each after its parts, the module's own last. In their literals, nodes have other numbers: first the inputs from 0,
   * then the gates.
   */
  readonly gates: readonly NetworkGate[]
}

/**
 * The modules of a network, each after the modules below it, the top's last; by the dates of the first and the last
 * visit of a depth-first search (Dutuit and Rauzy 1996, "A linear-time algorithm to find modules of fault trees").
 */
export function modulesOf(network: Network): Module[] {
  if (nodeOf(network.top) <= network.events.length) return [withoutGates(network)]
  const is = moduleNodes(network)
  const isInput = (node: number) => node <= network.events.length || is[node] === 1
  const found: Module[] = []
  for (let node = network.events.length + 1; node < is.length; node++)
    if (is[node] === 1) found.push(moduleAt(network, node, isInput))
  return found
}

/** The top is an event or a constant: as a module with one gate, whose complement the network's top may be. */
function withoutGates({ top }: Network): Module {
  const inputs = nodeOf(top) === 0 ? [] : [nodeOf(top)]
  return { node: nodeOf(top), inputs, gates: [{ kind: 'and', parts: inputs.map((_, i) => i * 2), least: 0 }] }
}

function moduleAt({ events, gates }: Network, top: number, isInput: (node: number) => boolean): Module {
  const gateAt = (node: number) => gates[node - events.length - 1]!
  const seen = new Set<number>([top])
  const inner: number[] = []
  const inputs: number[] = []
  const stack = [{ node: top, at: 0 }]
  while (stack.length > 0) {
    const current = stack.at(-1)!
    const part = gateAt(current.node).parts[current.at++]
    if (part === undefined) inner.push(stack.pop()!.node)
    else if (!seen.has(nodeOf(part))) {
      seen.add(nodeOf(part))
      if (isInput(nodeOf(part))) inputs.push(nodeOf(part))
      else stack.push({ node: nodeOf(part), at: 0 })
    }
  }
  const numbers = new Map([...inputs, ...inner].map((node, i) => [node, i]))
  const moved = (part: number) => numbers.get(nodeOf(part))! * 2 + (part & 1)
  return { node: top, inputs, gates: inner.map(gateAt).map((gate) => ({ ...gate, parts: gate.parts.map(moved) })) }
}

/** 1 at each node that is a reached gate and a module. */
function moduleNodes({ events, gates, top }: Network): Uint8Array {
  const many = events.length + 1 + gates.length
  const first = new Int32Array(many)
  const second = new Int32Array(many) // when a gate's visit ended
  const last = new Int32Array(many)
  const stack: { node: number; at: number }[] = []
  let date = 0
  function visit(node: number): void {
    last[node] = ++date
    if (first[node]! > 0) return
    first[node] = date
    if (node > events.length) stack.push({ node, at: 0 })
  }
  visit(nodeOf(top))
  while (stack.length > 0) {
    const current = stack.at(-1)!
    const part = gates[current.node - events.length - 1]!.parts[current.at++]
    if (part !== undefined) visit(nodeOf(part))
    else {
      second[current.node] = last[current.node] = ++date
      stack.pop()
    }
  }
  const earliest = first.slice()
  const latest = last.slice()
  const is = new Uint8Array(many)
  for (let node = events.length + 1; node < many; node++) {
    if (first[node] === 0) continue
    let min = Infinity
    let max = 0
    for (const part of gates[node - events.length - 1]!.parts) {
      min = Math.min(min, earliest[nodeOf(part)]!)
      max = Math.max(max, latest[nodeOf(part)]!)
    }
    if (min > first[node]! && max < second[node]!) is[node] = 1
    earliest[node] = Math.min(earliest[node]!, min)
    latest[node] = Math.max(latest[node]!, max)
  }
  return is
}

/**
 * An equivalent network in which parts of AND and OR gates that are independent of the gate's other parts are under
 * gates of their own: these are modules.
 */
export function partitioned(network: Network): Network {
  const { events, gates } = network
  const is = moduleNodes(network)
  const uses = usesOf(network)
  const isInput = (node: number) => node <= events.length || is[node] === 1
  const insertions = gates.flatMap(({ kind, parts }, i) => {
    const node = events.length + 1 + i
    if (uses[node] === 0 || parts.length < 3 || (kind !== 'and' && kind !== 'or')) return []
    const groups = is[node] === 1 ? components(network, node, isInput) : [parts.filter(isOwn)]
    return groups
      .flatMap((group) => (group.length > mostOwn ? chunksOf(group) : [group]))
      .filter((group) => group.length > 1 && group.length < parts.length)
      .map((group) => ({ parents: [node], parts: group }))
  })
  return insertions.length === 0 ? network : inserted(network, insertions)

  function isOwn(part: number): boolean {
    return uses[nodeOf(part)] === 1 && isInput(nodeOf(part))
  }
}

/** A gate of more independent parts is divided: diagrams are as deep as a module has inputs, and so is the stack. */
const mostOwn = 1_000

function chunksOf(group: readonly number[]): number[][] {
  const many = Math.ceil(group.length / mostOwn)
  return Array.from({ length: many }, (_, i) => group.slice(i * mostOwn, (i + 1) * mostOwn))
}

/** The parts of a module's gate, grouped by what they share; those that share nothing are one group. */
function components(network: Network, node: number, isInput: (node: number) => boolean): number[][] {
  const { gates, events } = network
  const { parts } = gates[node - events.length - 1]!
  const owner = new Map<number, number>() // node: index of a part that reaches it
  const leader = parts.map((_, i) => i)
  const find = (i: number): number => (leader[i] === i ? i : (leader[i] = find(leader[i]!)))
  parts.forEach((part, i) => {
    const stack = [nodeOf(part)]
    while (stack.length > 0) {
      const current = stack.pop()!
      const before = owner.get(current)
      if (before !== undefined) {
        leader[find(i)] = find(before)
        continue
      }
      owner.set(current, i)
      if (!isInput(current)) stack.push(...gates[current - events.length - 1]!.parts.map(nodeOf))
    }
  })
  const groups = [...Map.groupBy(parts, (_, i) => find(i)).values()]
  const single = groups.filter((group) => group.length === 1)
  return [...groups.filter((group) => group.length > 1), single.map(([part]) => part!)]
}
