import { expect, test } from 'vitest'
import { createRandom } from '../../core/random.fixture.ts'
import { analysed } from './analysis.ts'
import { type FaultTree, gateKinds, type GateKind } from './fault-tree.ts'
import { frequencyOf, type Intensity } from './frequency.ts'
import { occurs, randomTree } from './tree.fixture.ts'

const coherentKinds = gateKinds.filter((kind) => kind !== 'not' && kind !== 'xor')
const flat = (gate: GateKind, parts: string, least?: number): FaultTree => ({
  top: 'top',
  gates: new Map([['top', { gate, parts: parts.split(' '), ...(least !== undefined && { least }) }]]),
  house: new Map(),
})

/** The frequency by trying each state of the other events. */
function byTrying(tree: FaultTree, events: readonly string[], p: ArrayLike<number>, intensities: readonly Intensity[]) {
  let sum = 0
  events.forEach((_name, event) => {
    const [on, off] = [1 << event, 0]
    for (let mask = 0; mask < 1 << events.length; mask++) {
      if (mask & on) continue
      const names = (also: number) => new Set(events.filter((_, i) => ((mask | also) >> i) & 1))
      const with_ = occurs(tree, tree.top, names(on))
      const without = occurs(tree, tree.top, names(off))
      const weight = events.reduce(
        (product, _, i) => (i === event ? product : product * ((mask >> i) & 1 ? p[i]! : 1 - p[i]!)),
        1,
      )
      if (with_ && !without) sum += weight * intensities[event]!.failures
      if (!with_ && without) sum += weight * intensities[event]!.repairs!
    }
  })
  return sum
}

test.for([
  { name: 'all kinds of gates', kinds: gateKinds, seed: 21 },
  { name: 'coherent trees', kinds: coherentKinds, seed: 22 },
])('[FAULT-TREE-12] the frequency of random trees equals all states tried: $name', ({ kinds, seed }) => {
  const below = createRandom(seed)
  let positive = 0
  for (let round = 0; round < 1_000; round++) {
    const { tree, probabilities } = randomTree(below, 7, kinds)
    const { evaluator } = analysed(tree, probabilities)
    const { events } = evaluator!
    const given = Float64Array.from(events, (name) => probabilities.get(name)!)
    const intensities = events.map(() => ({ failures: below(100) / 1e4, repairs: below(100) / 1e4 }))
    const found = frequencyOf(evaluator!, { probabilities: given, intensities })
    const label = `tree ${round}: ${JSON.stringify([...tree.gates])}`
    const expected = byTrying(tree, events, given, intensities)
    expect(found, label).toEqual({ perHour: expect.closeTo(expected, 12) })
    if (expected > 0) positive++
    const { with: up, against } = evaluator!.criticality(given)!
    const birnbaum = evaluator!.birnbaum(given)
    events.forEach((name, i) => expect(up[i]! - against[i]!, `${name}, ${label}`).toBeCloseTo(birnbaum[i]!, 12))
    if (kinds === coherentKinds) expect(against, label).toEqual(new Float64Array(events.length))
  }
  expect(positive).toBeGreaterThan(500)
})

test('[FAULT-TREE-12] a tree without NOT and XOR needs no repairs; with them, an unknown repair is named', () => {
  const tenth = new Map('abc'.split('').map((name) => [name, 0.1]))
  const intensities = Array.from({ length: 3 }, () => ({ failures: 1e-3, repairs: undefined }))
  const frequency = (tree: FaultTree) => {
    const { evaluator } = analysed(tree, tenth)
    const probabilities = new Float64Array(evaluator!.events.length).fill(0.1)
    return frequencyOf(evaluator!, { probabilities, intensities: intensities.slice(0, probabilities.length) })
  }
  expect(frequency(flat('at-least', 'a b c', 2))).toEqual({ perHour: expect.closeTo(3 * 2 * 0.09 * 1e-3, 15) })
  expect(frequency(flat('or', 'a b'))).toEqual({ perHour: expect.closeTo(2 * 0.9 * 1e-3, 15) })
  expect(frequency(flat('xor', 'a b'))).toEqual({ unknown: 0 })
  const none = { probabilities: new Float64Array(), intensities: [] }
  expect(frequencyOf({ criticality: () => undefined }, none)).toEqual({ isTooLarge: true })
})

test('[FAULT-TREE-12] an XOR of many events is a small diagram; its frequency is that of an odd number', () => {
  const names = Array.from({ length: 60 }, (_none, i) => `e${i}`)
  const gates: FaultTree['gates'] = new Map(
    names.slice(1).map((name, i) => {
      const before = i === 0 ? 'e0' : `g${i}`
      return [i === names.length - 2 ? 'top' : `g${i + 1}`, { gate: 'xor', parts: [before, name] }] as const
    }),
  )
  const { evaluator } = analysed({ top: 'top', gates, house: new Map() }, new Map(names.map((name) => [name, 0.01])))
  const even = (1 + 0.98 ** 59) / 2
  const found = frequencyOf(evaluator!, {
    probabilities: new Float64Array(60).fill(0.01),
    intensities: names.map(() => ({ failures: 1e-4, repairs: 1e-5 })),
  })
  expect(found).toEqual({ perHour: expect.closeTo(60 * (even * 1e-4 + (1 - even) * 1e-5), 12) })
})
