import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileDbc } from '@carapace/shared/msoc/dbc/compile'
import { parseDbc } from '@carapace/shared/msoc/dbc/parse'
import { createModel, trafficOf, type Trip } from './traffic.ts'

const { dbc } = parseDbc(readFileSync(join(import.meta.dirname, '..', 'fleet', 'fleet.dbc'), 'utf8'))
const compiled = compileDbc(dbc!)
const model = createModel(compiled, 7, 600)
const trip: Trip = { bus: 'can0', seed: 3, startMs: 1_700_000_000_000, awakeMs: 20_000, habits: 'drive' }
const hour = 3_600_000

test('the same seeds give the same traffic, other seeds different traffic', () => {
  const first = [...trafficOf(model, trip)]
  expect([...trafficOf(createModel(compiled, 7, 600), trip)]).toEqual(first)
  expect([...trafficOf(model, { ...trip, seed: 4 })]).not.toEqual(first)
  expect(first.length).toBeGreaterThan(5_000)
})

test("frames are in order of time, with their message's length, about as often as the database defines", () => {
  const frames = [...trafficOf(model, trip)]
  expect(frames.every((frame, i) => i === 0 || frame.ts >= frames[i - 1]!.ts)).toBe(true)
  expect(frames.every(({ id, data }) => compiled.messageOf(id, false)!.length === data.length)).toBe(true)
  for (const { message, cycleMs, way } of model.plans.filter(
    ({ way, cycleMs, stationaryCycleMs: standingMs }) => way === 'cyclic' && cycleMs === standingMs,
  )) {
    const share = (frames.filter(({ id }) => id === message.id).length * cycleMs) / trip.awakeMs
    // nodes wake up within a third of a second, and fall asleep within the last two
    expect([message.name, way, share > 0.86 && share < 1.01 + cycleMs / trip.awakeMs]).toEqual([
      message.name,
      way,
      true,
    ])
  }
})

test('signals stay in the ranges that the database allows', () => {
  const outside = [...trafficOf(model, trip)].flatMap((frame) => {
    const message = compiled.messageOf(frame.id, false)!
    const values = new Float64Array(message.signals.length)
    message.decode(frame.data, values)
    return message.signals
      .filter(
        ({ min, max }, i) =>
          min !== undefined && max !== undefined && (values[i]! < min - 1e-6 || values[i]! > max + 1e-6),
      )
      .map(({ name }) => name)
  })
  expect([...new Set(outside)]).toEqual([])
})

test('counters count up by one', () => {
  const plan = model.plans.find(({ counters, way }) => counters.length > 0 && way === 'cyclic')!
  const signal = plan.signals.find(({ name }) => /counter/i.test(name))!
  const counted = [...trafficOf(model, trip)]
    .filter(({ id }) => id === plan.message.id)
    .map(({ data }) => signal.raw(data))
  const { modulo } = plan.counters[0]!
  const steps = counted.slice(1).filter((value, i) => value === (counted[i]! + 1) % modulo)
  expect(steps.length / counted.length).toBeGreaterThan(0.98)
})

test('with the habits of a life the vehicle sleeps, and testers are connected', () => {
  const { dbc } = parseDbc(
    'BU_: A\nBO_ 291 Slow: 2 A\n SG_ Level : 0|16@1+ (1,0) [0|1000] "" A\nBA_DEF_ BO_ "GenMsgCycleTime" INT 0 ' +
      '10000;\nBA_ "GenMsgCycleTime" BO_ 291 1000;\n',
  )
  const gaps: number[] = []
  let last = trip.startMs
  let requestCount = 0
  for (const { ts, id } of trafficOf(createModel(compileDbc(dbc!), 7, 20), {
    ...trip,
    awakeMs: 6 * hour,
    habits: 'life',
  })) {
    if (ts - last > 60_000) gaps.push(ts - last)
    if (id >= 0x7df && id <= 0x7e7) requestCount += 1
    last = ts
  }
  expect(gaps.length).toBeGreaterThan(5)
  expect(requestCount).toBeGreaterThan(10)
})

test('messages of one control unit share its clock, other units run faster or slower', () => {
  const long = { ...trip, awakeMs: 60_000 }
  const cyclic = model.plans.filter(
    ({ way, cycleMs, stationaryCycleMs }) =>
      way === 'cyclic' && cycleMs === stationaryCycleMs && cycleMs >= 20 && cycleMs <= 50,
  )
  const times = new Map(cyclic.map(({ message }) => [message.id, [] as number[]]))
  for (const { id, ts } of trafficOf(model, long)) times.get(id)?.push(ts)
  const skews = new Map<string, number[]>()
  for (const { message, ecu, cycleMs } of cyclic) {
    const at = times.get(message.id)!
    const begin = Math.min(...at.slice(0, 50).map((ts, n) => ts - n * cycleMs))
    const count = Math.round((at.at(-1)! - at[0]!) / cycleMs)
    const end = Math.min(...at.slice(-50).map((ts) => ts - (count + Math.round((ts - at.at(-1)!) / cycleMs)) * cycleMs))
    skews.set(ecu, [...(skews.get(ecu) ?? []), ((end - begin) / (count * cycleMs)) * 1e6])
  }
  const means = [...skews.values()].map((all) => all.reduce((sum, one) => sum + one, 0) / all.length)
  for (const all of skews.values()) expect(Math.max(...all) - Math.min(...all)).toBeLessThan(8)
  expect(means.length).toBeGreaterThan(1)
  expect(Math.max(...means) - Math.min(...means)).toBeGreaterThan(10)
})
