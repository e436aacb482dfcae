import { expect, test } from 'vitest'
import {
  attacked,
  benign,
  every,
  frame,
  later,
  learnedFrom,
  plain,
  victim,
  victimData,
  watchOf,
} from '../bus.fixture.ts'
import { canFlags, type CanFrame } from '../frame.ts'

const rules = (frames: readonly CanFrame[], profile = learnedFrom(benign(120))) => [
  ...new Set(watchOf(frames, { profile }).signs.map(({ detector }) => detector)),
]
const wander = (n: number) => Math.round(800 + 300 * Math.sin(n / 37) + 90 * Math.sin(n / 11))
const isFrom = (id: number, seconds: number) => (one: CanFrame) => one.id === id && one.ts > later + seconds * 1_000

test.for([
  { what: 'five times as fast', ms: 4 },
  { what: 'twice as fast', ms: 10 },
  { what: 'a third as fast', ms: 60 },
])('[CAN-PERIOD-6] a control unit that sends $what in another mode raises nothing', ({ ms }) => {
  const faster = every(ms, victim, (n) => victimData(wander(n), 2 + n), { after: 5, seconds: 15 })
  expect(rules(attacked(faster, { without: isFrom(victim, 5) }))).toEqual([])
})

test('[CAN-PERIOD-6] and neither when it returns to its former rate', () => {
  const faster = every(4, victim, (n) => victimData(wander(n), 2 + n), { after: 5, seconds: 5 })
  const slower = every(20, victim, (n) => victimData(wander(1_250 + n), 4 + n), { after: 10, seconds: 10 })
  expect(rules(attacked([...faster, ...slower], { without: isFrom(victim, 5) }))).toEqual([])
})

test('[CAN-PERIOD-6] at a rate that was learned the content may swing', () => {
  const swinging = (from: number, seconds: number) =>
    Array.from({ length: seconds * 250 }, (_, n) => frame(from + n * 4, plain, [7, 0xd0 + (n & 1), 0, 0x7f]))
  const first = benign(60)
  const begins = first.at(-1)!.ts
  const others = benign(10, { from: begins + 10 }).filter(({ id }) => id !== plain)
  const taught = [...first, ...others, ...swinging(begins + 10, 3)].toSorted((a, b) => a.ts - b.ts)
  const driven = attacked(swinging(later + 5_000, 10), { without: isFrom(plain, 5) })
  expect(rules(driven, learnedFrom(taught))).toEqual([])
  expect(rules(driven)).toContain('can-period')
})

test('[CAN-PERIOD-6] frames injected halfway between the genuine ones are no faster rate', () => {
  const between = Array.from({ length: 250 }, (_, n) => frame(later + 5_010 + n * 20, victim, victimData(2_000, 7)))
  expect(rules(attacked(between))).toContain('can-period')
  const other = Array.from({ length: 500 }, (_, n) => frame(later + 5_005 + n * 10, plain, [0x22, 0x33, 0, 0x7f]))
  expect(rules(attacked(other))).toContain('can-period')
})

test('[CAN-PERIOD-6] frames injected into a faster mode are found too', () => {
  const faster = every(4, victim, (n) => victimData(wander(n), 2 + n), { after: 5, seconds: 15 })
  const injected = every(7, victim, (n) => victimData(9_000, n), { after: 10, seconds: 5 })
  expect(rules(attacked([...faster, ...injected], { without: isFrom(victim, 5) }))).toContain('can-period')
})

test('[CAN-SUPPRESSION-4] of an id without a counter a slower rate is believed if it was seen while learning', () => {
  const slow = (from: number, seconds: number) =>
    Array.from({ length: seconds * 20 }, (_, n) => frame(from + n * 50, plain, [7, 0xd0, 0, 0x7f]))
  const first = benign(60)
  const begins = first.at(-1)!.ts
  const others = benign(20, { from: begins + 10 }).filter(({ id }) => id !== plain)
  const taught = [...first, ...others, ...slow(begins + 10, 18)].toSorted((a, b) => a.ts - b.ts)
  const driven = attacked(slow(later + 5_000, 15), { without: isFrom(plain, 5) })
  expect(rules(driven, learnedFrom(taught))).not.toContain('can-suppression')
  expect(rules(driven)).toContain('can-suppression')
})

const engineFaults = 0x18feca00
const noFaults = [0, 0xff, 0, 0, 0, 0, 0xff, 0xff]
const oneFault = [0x04, 0xff, 0x6e, 0, 3, 1, 0xff, 0xff]
const torque = 0x0c000003
const componentId = 0x18feeb00

/** Returns a profile of a truck's bus on which engine faults, and torque requests for some of the time, were seen. */
function truck(): ReturnType<typeof learnedFrom> {
  const began = benign(120)
  const at = began[0]!.ts
  const more = [
    ...Array.from({ length: 120 }, (_, n) => frame(at + n * 1_000, engineFaults, noFaults)),
    ...Array.from({ length: 12_000 }, (_, n) => frame(at + n * 10, torque, [1, 0, 0x80, 0x7d, 0xff, 0xff, 0xff, 0xff])),
    ...Array.from({ length: 1_200 }, (_, n) => frame(at + n * 100, componentId, [65, 66, 67, 42, 1, 2, 3, 4])),
  ]
  return learnedFrom([...began, ...more].toSorted((a, b) => a.ts - b.ts))
}

test('[CAN-PERIOD-7] faults that come and go (DM1), and torque control that ends, raise nothing', () => {
  const faults = Array.from({ length: 40 }, (_, n) =>
    frame(later + n * 450, engineFaults, n % 4 === 1 ? oneFault : noFaults),
  )
  const component = every(100, componentId, () => [65, 66, 67, 42, 1, 2, 3, 4], { after: 0, seconds: 20 })
  const limited = every(10, torque, () => [1, 0, 0x80, 0x7d, 0xff, 0xff, 0xff, 0xff], { after: 2, seconds: 3 })
  expect(rules(attacked([...faults, ...component, ...limited]), truck())).toEqual([])
})

test('[CAN-PERIOD-7] an answer to a request of a service tool is no injection and no unknown id, more are', () => {
  const request = (group: number) => (n: number) => [
    frame(later + 3_000 + n * 150, 0x18ea00f9, [group & 0xff, group >> 8, 0], canFlags.ext),
    frame(later + 3_020 + n * 150, 0x18000000 | (group << 8), [65, 66, 67, 42, 1, 2, 3, 5]),
  ]
  const asked = (group: number) => Array.from({ length: 20 }, (_, n) => request(group)(n)).flat()
  const component = every(100, componentId, () => [65, 66, 67, 42, 1, 2, 3, 4], { after: 0, seconds: 20 })
  const profile = truck()
  const ids = [
    ...profile.ids,
    { ...profile.ids[0]!, id: 0x18ea00f9, ext: true, lengths: [3], cycle: null, bytes: [], signals: [] },
  ]
  const driven = attacked([...component, ...asked(0xfeeb), ...asked(0xfee5)])
  const known = { ...profile, ids }
  expect(rules(driven, known).filter((rule) => rule !== 'can-suppression')).toEqual([])
  const forged = every(30, 0x18fee500, () => [9, 9, 9, 9, 9, 9, 9, 9], { after: 3, seconds: 3 })
  expect(rules(attacked([...component, ...asked(0xfee5), ...forged]), known)).toContain('can-unknown-id')
})

/** A transfer by J1939-21: its announcement, and so many packets. */
function transfer(at: number, from: number, to: number, control: readonly number[], packets: number): CanFrame[] {
  const id = (group: number) => 0x18000000 + (group << 16) + (to << 8) + from
  return [
    frame(at, id(0xec), control, canFlags.ext),
    ...Array.from({ length: packets }, (_, n) =>
      frame(at + 10 * (n + 1), id(0xeb), [n + 1, n, 2 * n, 3 * n, 5 * n, 7 * n, 11 * n, 13 * n], canFlags.ext),
    ),
  ]
}
const component = every(100, componentId, () => [65, 66, 67, 42, 1, 2, 3, 4], { after: 0, seconds: 20 })
const faultsOf = (node: number) =>
  Array.from({ length: 10 }, (_, n) =>
    transfer(later + 3_000 + n * 1_000, node, 0xff, [0x20, 10, 0, 2, 0xff, 0xca, 0xfe, 0], 2),
  ).flat()

test('[CAN-PERIOD-7] more faults than a frame holds are no unknown id if a known node sends them', () => {
  expect(rules(attacked([...component, ...faultsOf(0)]), truck())).not.toContain('can-unknown-id')
  expect(rules(attacked([...component, ...faultsOf(0x17)]), truck())).toContain('can-unknown-id')
})

test('[CAN-PERIOD-7] a long answer to a request is neither an unknown id nor fuzzing, without one it is', () => {
  const profile = truck()
  const tool = { ...profile.ids[0]!, lengths: [], cycle: null, bytes: [], signals: [], ext: true }
  const known = { ...profile, ids: [...profile.ids, { ...tool, id: 0x18ea00f9 }, { ...tool, id: 0x18ec00f9 }] }
  const request = frame(later + 3_000, 0x18ea00f9, [0xe3, 0xfe, 0], canFlags.ext)
  const clear = frame(later + 3_050, 0x18ec00f9, [0x11, 40, 1, 0xff, 0xff, 0xe3, 0xfe, 0], canFlags.ext)
  const [rts, ...data] = transfer(later + 3_020, 0, 0xf9, [0x10, 0x18, 1, 40, 0xff, 0xe3, 0xfe, 0], 40)
  const answer = [rts!, clear, ...data.map((one) => ({ ...one, ts: one.ts + 50 }))]
  expect(rules(attacked([...component, request, ...answer]), known)).toEqual([])
  expect(rules(attacked([...component, ...answer]), known)).toContain('can-unknown-id')
})

/** Id 0x270, sent every 100 ms, and again at once whenever its third byte changes: at these times, ms. */
const onChange = (changes: readonly number[]) => {
  const data = (ts: number) => [7, 0x47, changes.filter((at) => at <= ts).length & 1, 0, 0xff, 0, 0, 0]
  const cyclic = Array.from({ length: 200 }, (_, n) => frame(later + n * 100 + 1, 0x270, data(n * 100 + 1)))
  return [...cyclic, ...changes.map((ts) => frame(later + ts, 0x270, data(ts)))]
}
const own = (one: CanFrame) => one.id === 0x270

test('[CAN-PERIOD-10] a sender that also sends whenever its content changes raises nothing', () => {
  const changes = Array.from({ length: 60 }, (_, n) => 5_030 + 100 * n + ((37 * n) % 50))
  expect(rules(attacked(onChange(changes), { without: own }))).toEqual([])
})

test('[CAN-PERIOD-10] new content that the next frame does not repeat is injected', () => {
  const injected = Array.from({ length: 40 }, (_, n) =>
    frame(later + 5_040 + 100 * n, 0x270, [7, 0x47, n & 255, 0, 0xff, 0, 0, 0]),
  )
  expect(rules(attacked([...onChange([]), ...injected], { without: own }))).toContain('can-period')
  const same = Array.from({ length: 40 }, (_, n) =>
    frame(later + 5_040 + 100 * n, 0x270, [7, 0x47, 0, 0, 0xff, 0, 0, 0]),
  )
  expect(rules(attacked([...onChange([]), ...same], { without: own }))).toContain('can-period')
})

test('[CAN-FLOOD-1] an id of 10 frames a second that changes to 100 is no flood', () => {
  const fast = every(5, 0x270, () => [7, 0x47, 0, 0, 0xff, 0, 0, 0], { after: 5, seconds: 10 })
  expect(rules(attacked(fast, { without: isFrom(0x270, 5) }))).not.toContain('can-flood')
})
