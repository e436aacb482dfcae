import { expect, test } from 'vitest'
import { createRandom } from '../../core/random.fixture.ts'
import type { CorrelationRule } from './model.ts'
import { documentsOf, ruleWith } from './sigma.fixture.ts'
import { createWindow } from './windows.ts'

const timespanMs = 60_000

function ruleOf(type: string): CorrelationRule {
  const [rule] = documentsOf(
    `title: c\ncorrelation:\n    type: ${type}\n    rules: [a]\n    group-by: [host]\n    timespan: 1m\n` +
      `    condition: {field: v, gte: 1}\n---\n${ruleWith('s: {e: a}\ncondition: s', 'name: a\n')}`,
  )
  return rule as CorrelationRule
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** The figures as the specification states them, formed from all values of the timespan. */
const figures = {
  value_sum: (numbers: readonly number[]) => sumOf(numbers),
  value_avg: (numbers: readonly number[]) => sumOf(numbers) / numbers.length,
  value_percentile: (numbers: readonly number[], newest: number) => {
    const same = numbers.filter((number) => number === newest).length
    return (100 * (numbers.filter((number) => number < newest).length + same / 2)) / numbers.length
  },
} as const

test.for(Object.keys(figures) as (keyof typeof figures)[])(
  '[SIGMA-45] [SIGMA-46] %s is that of all values of the timespan, also where values come late and leave',
  (type) => {
    const random = createRandom(type.length)
    const window = createWindow(ruleOf(type))
    const all: { ts: number; value: number }[] = []
    let ts = 0
    for (let n = 0; n < 2_000; n += 1) {
      ts += random(3_000)
      const event = { ts: ts - (random(10) === 0 ? 5_000 : 0), value: random(50) / 10 }
      all.push(event)
      const newest = Math.max(...all.map((one) => one.ts))
      const within = all.filter((one) => one.ts >= newest - timespanMs).map(({ value }) => value)
      expect(window.add(event.ts, 0, [event.value])).toBeCloseTo(figures[type](within, event.value), 8)
      expect(window.size).toBe(within.length)
    }
  },
)
