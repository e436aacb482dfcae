import { expect, test } from 'vitest'
import { createChance } from './chance.ts'
import { createSchedule } from './schedule.ts'

const hour = 3_600_000
const messages = 400
const from = 1_700_000_000_000
const cycleMs = 20

/** By how much each message is off its beat during an hour, ms. */
const off = Array.from({ length: messages }, (_, i) => {
  const schedule = createSchedule(cycleMs, createChance(i), createChance(1_000 + i))
  return Array.from({ length: hour / cycleMs }, (_, n) => schedule(from + n * cycleMs))
})

test('most messages keep to their beat; some move to another task and back, some wander', () => {
  const [kept, left] = [
    off.filter((all) => all.every((ms) => ms === 0)),
    off.filter((all) => all.some((ms) => ms !== 0)),
  ]
  expect(kept.length / messages).toBeGreaterThan(0.7)
  expect(left.length / messages).toBeGreaterThan(0.1)
  expect(left.every((all) => all.every((ms) => Math.abs(ms) <= 2.4))).toBe(true)
  const moved = left.filter((all) => new Set(all).size === 2)
  expect(moved.length / messages).toBeGreaterThan(0.08)
  for (const all of moved) {
    const away = all.filter((ms) => ms !== 0).length / all.length
    expect([away > 0, away < 0.2]).toEqual([true, true])
  }
})

test('the same seeds give the same schedule', () => {
  const again = createSchedule(cycleMs, createChance(3), createChance(1_003))
  expect(off[3]).toEqual(off[3]!.map((_, n) => again(from + n * cycleMs)))
})
