import { expect, test } from 'vitest'
import { createRandom } from '../../core/random.fixture.ts'
import { analysed, type Analysis, type Importance, reevaluated } from './analysis.ts'
import { type FaultGate, type FaultTree, gateKinds } from './fault-tree.ts'
import { sensitivityOf } from './sensitivity.ts'
import { occurs, randomTree } from './tree.fixture.ts'

/** The committed size takes a few seconds; FAULT_TREES=10000 runs more. */
const rounds = Number(process.env.FAULT_TREES ?? 2_000)

/** All states of the basic events, by trying each. */
function byTrying(tree: FaultTree, names: readonly string[], given: ReadonlyMap<string, number>) {
  const p = names.map((name) => given.get(name)!)
  const states = Array.from({ length: 1 << names.length }, (_, mask) =>
    occurs(tree, tree.top, new Set(names.filter((_, i) => (mask >> i) & 1))),
  )
  /** The top's probability if that of one event is `value`. */
  const probability = (fixed = -1, value = 0) =>
    states.reduce((sum, isOn, mask) => {
      if (!isOn) return sum
      const product = p.reduce((all, own, i) => {
        const q = i === fixed ? value : own
        return all * ((mask >> i) & 1 ? q : 1 - q)
      }, 1)
      return sum + product
    }, 0)
  return { sets: smallest(states), probability }
}

/** The states that are true and have no true state with fewer events within them. */
function smallest(states: readonly boolean[]): number[] {
  const above = new Uint8Array(states.length) // a true state is within this one
  const found: number[] = []
  for (let mask = 0; mask < states.length; mask++) {
    for (let rest = mask; rest > 0; rest &= rest - 1) above[mask]! |= above[mask ^ (rest & -rest)]!
    if (states[mask] && above[mask] === 0) found.push(mask)
    if (states[mask]) above[mask] = 1
  }
  return found
}

const gate = (kind: FaultGate['gate'], parts: string, least?: number): FaultGate => ({
  gate: kind,
  parts: parts.split(' '),
  ...(least === undefined ? {} : { least }),
})
const treeOf = (gates: Record<string, FaultGate>, house: Record<string, boolean> = {}): FaultTree => ({
  top: 'top',
  gates: new Map(Object.entries(gates)),
  house: new Map(Object.entries(house)),
})
const tenth = new Map('abcdefgh'.split('').map((name) => [name, 0.1]))
const setsOf = (tree: FaultTree, options = {}) =>
  analysed(tree, tenth, options)
    .best(100, 'order')
    .map(({ events }) => events.toSorted().join(''))
    .toSorted()

test('[FAULT-TREE-1] [FAULT-TREE-2] [FAULT-TREE-3] [FAULT-TREE-4] random trees equal all states tried', () => {
  const below = createRandom(11)
  for (let round = 0; round < rounds; round++) {
    const { tree, probabilities } = randomTree(below, round % 10 === 0 ? 12 : 7)
    const analysis = analysed(tree, probabilities)
    const { events } = analysis.evaluator!
    const { sets, probability } = byTrying(tree, events, probabilities)
    const label = `tree ${round}: ${JSON.stringify([...tree.gates])}`
    const names = sets.map((mask) => events.filter((_, i) => (mask >> i) & 1))

    const found = analysis.best(sets.length + 1, 'order')
    expect(found.map((set) => set.events.toSorted().join()).toSorted(), label).toEqual(
      names.map((set) => set.toSorted().join()).toSorted(),
    )
    expect(analysis.sets.count, label).toBe(BigInt(sets.length))
    const byOrder = Object.groupBy(names, (set) => set.length)
    expect(analysis.sets.byOrder.map(Number), label).toEqual(
      analysis.sets.byOrder.map((_, order) => byOrder[order]?.length ?? 0),
    )

    const exact = probability()
    expect(analysis.complete, label).toBe(true)
    expect(analysis.probability.exact, label).toBeCloseTo(exact, 12)
    const each = names.map((set) => set.reduce((product, name) => product * probabilities.get(name)!, 1))
    expect(analysis.probability.rareEvent, label).toBeCloseTo(
      each.reduce((sum, p) => sum + p, 0),
      10,
    )
    expect(analysis.probability.minCutUpperBound, label).toBeCloseTo(
      1 - each.reduce((rest, p) => rest * (1 - p), 1),
      10,
    )

    const importance = analysis.importance()
    events.forEach((name, i) => {
      const measures = importance.get(name)!
      const [on, off] = [probability(i, 1), probability(i, 0)]
      const expected = expectedImportance(on, off, exact, probabilities.get(name)!)
      for (const [measure, value] of Object.entries(expected))
        if (exact > 1e-9 && (off > 1e-9 || measure !== 'riskReductionWorth'))
          expect(measures[measure as keyof Importance], `${measure} of ${name}, ${label}`).toBeCloseTo(value, 7)
      const p = probabilities.get(name)!
      const { divided, multiplied } = sensitivityOf(measures, p, exact, 10)
      expect(divided, `sensitivity to ${name}, ${label}`).toBeCloseTo(probability(i, p / 10), 10)
      expect(multiplied, `sensitivity to ${name}, ${label}`).toBeCloseTo(probability(i, Math.min(1, 10 * p)), 10)
    })
  }
})

function expectedImportance(on: number, off: number, top: number, p: number): Importance {
  return {
    birnbaum: on - off,
    criticality: ((on - off) * p) / top,
    fussellVesely: (top - off) / top,
    diagnostic: (p * on) / top,
    riskAchievementWorth: on / top,
    riskReductionWorth: top / off,
  }
}

test('[FAULT-TREE-1] the kinds of gates', () => {
  expect(setsOf(treeOf({ top: gate('at-least', 'a b c', 2) }))).toEqual(['ab', 'ac', 'bc'])
  expect(setsOf(treeOf({ top: gate('inhibit', 'a b') }))).toEqual(['ab'])
  expect(setsOf(treeOf({ top: gate('or', 'h a'), h: gate('and', 'b on') }, { on: true }))).toEqual(['a', 'b'])
  expect(setsOf(treeOf({ top: gate('or', 'h a'), h: gate('and', 'b off') }, { off: false }))).toEqual(['a'])
  expect(setsOf(treeOf({ top: gate('and', 'a off') }, { off: false }))).toEqual([])
  expect(setsOf(treeOf({ top: gate('or', 'a on') }, { on: true }))).toEqual([''])
})

test('[FAULT-TREE-2] without coherence, a cut set is the positive part of a prime implicant', () => {
  expect(setsOf(treeOf({ top: gate('xor', 'a b') }))).toEqual(['a', 'b'])
  expect(setsOf(treeOf({ top: gate('and', 'a none'), none: gate('not', 'b') }))).toEqual(['a'])
  expect(setsOf(treeOf({ top: gate('not', 'a') }))).toEqual([''])
  expect(analysed(treeOf({ top: gate('not', 'a') }), tenth).probability.exact).toBeCloseTo(0.9, 15)
})

test('[FAULT-TREE-5] the most probable sets come first, and only those asked for are enumerated', () => {
  const many = Array.from({ length: 60 }, (_, i) => [`g${i}`, gate('or', `x${i} y${i}`)] as const)
  const tree: FaultTree = {
    top: 'top',
    gates: new Map([...many, ['top', gate('and', many.map(([name]) => name).join(' '))]]),
    house: new Map(),
  }
  const given = new Map(many.flatMap((_, i) => [[`x${i}`, 0.9] as const, [`y${i}`, 0.1 + i / 1000] as const]))
  const analysis = analysed(tree, given)
  expect(analysis.sets.count).toBe(2n ** 60n)
  expect(analysis.sets.byOrder[60]).toBe(2n ** 60n)
  const [first, second, third] = analysis.best(3, 'probability')
  expect(first!.events).toEqual(many.map((_, i) => `x${i}`))
  expect(second!.events).toContain('y59')
  expect(third!.events).toContain('y58')
  expect(second!.probability).toBeGreaterThan(third!.probability)
})

test('[FAULT-TREE-6] a cut-off drops sets by order and probability, and states what it left out', () => {
  const below = createRandom(5)
  for (let round = 0; round < 300; round++) {
    const { tree, probabilities } = randomTree(
      below,
      10,
      gateKinds.filter((kind) => kind !== 'not' && kind !== 'xor'),
    )
    const all = analysed(tree, probabilities).best(5_000, 'order')
    const order = below(4)
    const probability = 10 ** -below(5)
    const kept = all.filter((set) => set.events.length <= order && set.probability >= probability * (1 - 1e-9))
    const analysis = analysed(tree, probabilities, { cutOff: { order, probability } })
    const label = JSON.stringify([order, probability, [...tree.gates]])
    expect(analysis.sets.count, label).toBe(BigInt(kept.length))
    expect(analysis.sets.leftOut.count, label).toBe(BigInt(all.length - kept.length))
    const sum = (sets: typeof all) => sets.reduce((total, set) => total + set.probability, 0)
    expect(analysis.sets.leftOut.probability, label).toBeCloseTo(Math.min(1, sum(all) - sum(kept)), 9)
    expect(analysis.complete).toBe(true)
  }
})

test('[FAULT-TREE-7] the same diagrams serve other probabilities', () => {
  const below = createRandom(3)
  for (let round = 0; round < 100; round++) {
    const { tree, probabilities } = randomTree(below, 8)
    const others = new Map([...probabilities].map(([name, p]) => [name, p / 2]))
    const again = reevaluated(analysed(tree, probabilities), others)
    const fresh = analysed(tree, others)
    expect(again.probability).toEqual(fresh.probability)
    expect(again.importance()).toEqual(fresh.importance())
    const values = fresh.evaluator!.events.map((name) => others.get(name)!)
    expect(again.evaluator!.probability(values)).toBe(fresh.probability.exact)
  }
})

test('[FAULT-TREE-8] a tree beyond the limits is answered by bounds that hold, and by sets that are cut sets', () => {
  const below = createRandom(17)
  const beyond = { coherent: 0, other: 0 }
  for (let round = 0; round < 60; round++) {
    const kind = round % 2 === 0 ? 'coherent' : 'other'
    const { tree, probabilities } = largeTree(below, kind === 'other')
    const exact = analysed(tree, probabilities)
    const bounded = analysed(tree, probabilities, { limits: { nodes: 300 } })
    expect(exact.complete).toBe(true)
    if (bounded.complete) continue
    beyond[kind]++
    const { lower, upper } = bounded.probability
    expect(lower).toBeLessThanOrEqual(exact.probability.exact! * (1 + 1e-12))
    expect(upper).toBeGreaterThanOrEqual(exact.probability.exact! * (1 - 1e-12))
    const listed = setsIn(bounded, Infinity)
    const all = setsIn(exact, Infinity)
    for (const set of listed) expect(all).toContain(set)
    const { truncation } = bounded.sets
    for (const set of setsIn(exact, 50, truncation * 1.001)) expect(listed).toContain(set)
  }
  expect(beyond.coherent).toBeGreaterThan(10)
  expect(beyond.other).toBeGreaterThan(3)
})

/** The most probable sets, down to a probability. */
function setsIn(analysis: Analysis, many: number, least = 0): Set<string> {
  const sets = analysis.best(Math.min(many, 200_000), 'probability').filter(({ probability }) => probability >= least)
  return new Set(sets.map(({ events }) => events.toSorted().join()))
}

/** With much sharing, and complements of some gates. */
function largeTree(below: (limit: number) => number, withNot = false) {
  const basics = Array.from({ length: 26 }, (_, i) => `e${i}`)
  const pick = (from: readonly string[], many: number) =>
    Array.from({ length: many }, () => from[below(from.length)]!).join(' ')
  const ors = Array.from({ length: 12 }, (_, i) => [`o${i}`, gate('or', pick(basics, 4))] as const)
  const nots = withNot ? ors.slice(0, 4).map(([name]) => [`n${name}`, gate('not', name)] as const) : []
  const some = [...ors, ...nots].map(([name]) => name)
  const ands = Array.from({ length: 8 }, (_, i) => [`a${i}`, gate('and', pick(some, 3))] as const)
  const tree: FaultTree = {
    top: 'top',
    gates: new Map([...ors, ...nots, ...ands, ['top', gate('or', ands.map(([name]) => name).join(' '))]]),
    house: new Map(),
  }
  return { tree, probabilities: new Map(basics.map((name) => [name, below(100) / 1000])) }
}

test('[FAULT-TREE-8] progress is reported, and an error thrown there cancels', () => {
  const stop = new Error('cancelled')
  expect(() =>
    analysed({ top: 'top', gates: wideGates(), house: new Map() }, wideProbabilities(), {
      onProgress: () => {
        throw stop
      },
    }),
  ).toThrow(stop)
})

/** Needs many operations in every order: each OR joins events from far apart. */
function wideGates(): Map<string, FaultGate> {
  const below = createRandom(1)
  const pairs = Array.from(
    { length: 60 },
    (_, i) => [`o${i}`, gate('or', `e${below(40)} e${below(40)} e${below(40)}`)] as const,
  )
  return new Map([...pairs, ['top', gate('at-least', pairs.map(([name]) => name).join(' '), 30)]])
}

function wideProbabilities(): Map<string, number> {
  return new Map(Array.from({ length: 40 }, (_, i) => [`e${i}`, 0.01]))
}

test('[FAULT-TREE-9] a tree that is not valid is refused in words', () => {
  expect(() => analysed(treeOf({ top: gate('and', 'a g'), g: gate('or', 'top b') }), tenth)).toThrow(
    'The gate top is below itself.',
  )
  expect(() => analysed(treeOf({ top: gate('not', 'a b') }), tenth)).toThrow('The gate top (not) has 2 parts.')
  expect(() => analysed(treeOf({ top: gate('or', 'a unknown') }), tenth)).toThrow(
    'The basic event unknown has no probability from 0 to 1.',
  )
})

test('[FAULT-TREE-11] sensitivity at the ends: probabilities stay from 0 to 1, and the ratio may be infinite', () => {
  const slope = { birnbaum: 0.5 }
  expect(sensitivityOf(slope, 0.4, 0.3, 10)).toEqual({
    divided: expect.closeTo(0.12, 12),
    multiplied: expect.closeTo(0.6, 12),
    ratio: expect.closeTo(5, 12),
  })
  expect(sensitivityOf({ birnbaum: 0 }, 0.4, 0, 10)).toEqual({ divided: 0, multiplied: 0, ratio: 1 })
  expect(sensitivityOf({ birnbaum: 1 }, 0.1, 0.09, 10)).toEqual({
    divided: 0,
    multiplied: expect.closeTo(0.99, 12),
    ratio: Infinity,
  })
  expect(sensitivityOf({ birnbaum: -0.5 }, 0.1, 0.5, 2).ratio).toBeLessThan(1)
})
