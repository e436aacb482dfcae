import { expect, test } from 'vitest'
import { createRandom } from '../../core/random.fixture.ts'
import { type CutSet, type Gate, minimalCutSets } from './cut-sets.ts'

const bounds = { most: 2_000, mostTried: 100_000 }

function cutSetsOf(root: string, gates: Readonly<Record<string, Gate>>): readonly CutSet[] {
  const found = minimalCutSets(root, new Map(Object.entries(gates)), bounds)
  if (!found.ok) throw new Error(found.reason)
  return found.value.get(root)!
}

/** Whether a node occurs when these basic events occur. */
function happens(name: string, gates: ReadonlyMap<string, Gate>, events: ReadonlySet<string>): boolean {
  const gate = gates.get(name)
  if (!gate) return events.has(name)
  const each = (part: string) => happens(part, gates, events)
  return gate.gate === 'and' ? gate.parts.every(each) : gate.parts.some(each)
}

/** Every minimal set of basic events that is sufficient: all sets are tried. */
function byTrying(root: string, gates: ReadonlyMap<string, Gate>, basics: readonly string[]): string[] {
  const suffices = (mask: number) => happens(root, gates, new Set(basics.filter((_, i) => (mask >> i) & 1)))
  const found: string[] = []
  for (let mask = 0; mask < 1 << basics.length; mask++) {
    if (suffices(mask) && basics.every((_, i) => ((mask >> i) & 1) === 0 || !suffices(mask ^ (1 << i))))
      found.push(basics.filter((_, i) => (mask >> i) & 1).join(' '))
  }
  return found.toSorted()
}

test('[GRAPH-17] OR gates, AND gates, and one within the other', () => {
  expect(cutSetsOf('a', {})).toEqual([['a']])
  expect(cutSetsOf('top', { top: { gate: 'or', parts: ['a', 'b'] } })).toEqual([['a'], ['b']])
  expect(cutSetsOf('top', { top: { gate: 'and', parts: ['a', 'b'] } })).toEqual([['a', 'b']])
  expect(
    cutSetsOf('top', { top: { gate: 'or', parts: ['both', 'a'] }, both: { gate: 'and', parts: ['a', 'b'] } }),
  ).toEqual([['a']])
})

test(
  '[GRAPH-17] at each node of 10,000 random trees, the minimal cut sets equal those of an exhaustive search',
  { timeout: 60_000 },
  () => {
    const below = createRandom(7)
    for (let round = 0; round < 10_000; round++) {
      const basics = Array.from({ length: 1 + below(6) }, (_, i) => `e${i}`)
      const gates = new Map<string, Gate>()
      for (let i = 0, made = 1 + below(6); i < made; i++) {
        const known = [...basics, ...gates.keys()]
        gates.set(`g${i}`, {
          gate: below(2) ? 'and' : 'or',
          parts: Array.from({ length: 1 + below(4) }, () => known[below(known.length)]!),
        })
      }
      const root = `g${gates.size - 1}`
      const found = minimalCutSets(root, gates, bounds)
      if (!found.ok) throw new Error(found.reason)
      for (const [name, sets] of found.value)
        expect(sets.map((set) => set.toSorted().join(' ')).toSorted(), `${name} of tree ${round}`).toEqual(
          byTrying(name, gates, basics),
        )
    }
  },
)

test('[GRAPH-17] more sets than allowed are refused, and 2,000 are allowed', () => {
  const wide = (n: number) => ({ gate: 'or' as const, parts: Array.from({ length: n }, (_, i) => `e${n}-${i}`) })
  expect(cutSetsOf('top', { top: { gate: 'and', parts: ['a', 'b'] }, a: wide(40), b: wide(50) })).toHaveLength(2_000)
  const doubling = new Map<string, Gate>(
    Array.from({ length: 40 }, (_, i) => [`g${i}`, { gate: 'or', parts: [`e${i}`, `f${i}`] }] as const),
  )
  expect(
    minimalCutSets('top', new Map(doubling).set('top', { gate: 'and', parts: [...doubling.keys()] }), bounds),
  ).toMatchObject({ ok: false, reason: expect.stringContaining('2,000') })
})

test('[GRAPH-17] parts that share a sufficient event are found, however many combinations are dropped', () => {
  const parts = Array.from({ length: 50 }, (_, i) => `e${i}`)
  expect(
    cutSetsOf('top', {
      top: { gate: 'and', parts: ['a', 'b', 'c'] },
      a: { gate: 'or', parts },
      b: { gate: 'or', parts },
      c: { gate: 'or', parts },
    }),
  ).toEqual(parts.map((part) => [part]))
})
