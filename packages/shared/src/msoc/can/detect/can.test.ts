import { expect, test } from 'vitest'
import {
  attacked,
  benign,
  benignProfile,
  chance,
  every,
  frame,
  later,
  learnedFrom,
  plain,
  victim,
  victimData,
  watchOf,
} from '../bus.fixture.ts'
import type { Finding } from '../../detect/detector.ts'
import type { CanFrame } from '../frame.ts'

const rules = ({ findings }: ReturnType<typeof watchOf>) => [...new Set(findings.map(({ rule }) => rule))]
const share = (blamed: readonly CanFrame[], injected: readonly CanFrame[]) => ({
  recall: injected.filter((one) => blamed.includes(one)).length / injected.length,
  precision: blamed.filter((one) => injected.includes(one)).length / blamed.length,
})

test('[WATCH-1] benign traffic gives no sign', () => {
  expect(watchOf(attacked([], { seconds: 30 })).signs).toEqual([])
})

test('[CAN-UNKNOWN-1] an unknown id is reported at its first frame', () => {
  const unknownFrames = every(200, 0x666, () => [0xde, 0xad])
  const result = watchOf(attacked(unknownFrames))
  expect(result.signs[0]).toMatchObject({ detector: 'can-unknown-id', key: 0x666, ts: unknownFrames[0]!.ts })
  expect(result.findings[0]).toMatchObject({
    rule: 'can-unknown-id',
    severity: 'high',
    title: 'Unknown arbitration id 0x666 on can0',
    key: 'can:can0:1638',
    evidence: 'can',
  })
  expect(result.findings[0]!.explanation).toEqual([
    { field: 'can.id', observed: '0x666', expected: 'one of 10 learned ids' },
    { field: 'data', observed: 'DEAD', expected: '' },
  ])
  expect(share(result.blamed, unknownFrames)).toEqual({ recall: 1, precision: 1 })
})

test('[CAN-UNKNOWN-2] after two seconds of learning only a new id that could not be missed is reported', () => {
  const profile = learnedFrom(benign(2))
  expect(watchOf(attacked(every(1_000, 0x666, () => [1])), { profile }).signs).toEqual([])
  const quick = every(5, 0x666, () => [1])
  expect(share(watchOf(attacked(quick), { profile }).blamed, quick)).toEqual({ recall: 1, precision: 1 })
})

test('[CAN-UNKNOWN-3] diagnostics on ids of ISO 15765-4 are not unknown; other payloads on these ids are', () => {
  expect(watchOf(attacked([frame(later + 5_000, 0x7e0, [2, 0x10, 3, 0, 0, 0, 0, 0])])).signs).toEqual([])
  expect(watchOf(attacked([frame(later + 5_000, 0x7e0, [0xff, 0x10, 3, 0, 0, 0, 0, 0])])).signs).toMatchObject([
    { detector: 'can-unknown-id' },
  ])
})

test('[CAN-FLOOD-1] the 500th frame of an id within a second is a flood, which absorbs its other signs', () => {
  const flood = every(0.5, 0x000, () => [0, 0, 0, 0, 0, 0, 0, 0])
  const result = watchOf(attacked(flood))
  expect(result.alerts).toEqual(new Set(['can:can0:0']))
  expect(result.findings.at(-1)).toMatchObject({ severity: 'critical', rule: 'can-flood' })
  expect(share(result.blamed, flood)).toEqual({ recall: 1, precision: 1 })
})

test('[CAN-FLOOD-2] far more frames on the bus than ever before are a flood, whatever their ids', () => {
  const known = [victim, plain, 0x200, 0x210, 0x220, 0x230]
  expect(
    rules(watchOf(attacked(every(0.25, 0, () => [0]).map((one, i) => ({ ...one, id: known[i % 6]! }))))),
  ).toContain('can-flood')
})

test('[CAN-FUZZING-1] random ids and payloads are one fuzzing attack, not one alert per id', () => {
  const random = chance(5)
  const bytes = () => Array.from({ length: 8 }, () => Math.floor(random() * 256))
  const fuzz = every(5, 0, bytes).map((one) => ({ ...one, id: 0x300 + Math.floor(random() * 0x400) }))
  const result = watchOf(attacked(fuzz))
  expect(result.findings[0]).toMatchObject({ rule: 'can-fuzz', severity: 'critical', title: 'Fuzzing on can0' })
  expect(result.alerts.size).toBe(1)
  const { recall, precision } = share(result.blamed, fuzz)
  expect([recall, precision]).toEqual([expect.closeTo(1, 1), expect.closeTo(1, 1)])
})

test('[CAN-FUZZING-2] many ids that go on in their own rhythm with content never seen are not fuzzed', () => {
  const random = chance(11)
  const started = attacked([], { seconds: 20 }).map((one) =>
    one.id >= 0x200 && one.ts > later + 10_000
      ? { ...one, data: one.data.map((byte, at) => (at < 3 ? byte : 256 * random())) }
      : one,
  )
  expect(watchOf(started).signs.filter(({ detector }) => detector === 'can-fuzz')).toEqual([])
})

test('[CAN-FUZZING-3] constant bits that have another value from the beginning are not fuzzing', () => {
  const moved = attacked([]).map((one) =>
    one.id >= 0x200 ? { ...one, data: Uint8Array.from(one.data, (byte) => byte ^ 0xa5) } : one,
  )
  expect(watchOf(moved).signs.filter(({ detector }) => detector === 'can-fuzz')).toEqual([])
})

test('[CAN-LENGTH-1] a payload with a length that the id never had is reported', () => {
  const short = every(500, victim, () => [1, 2])
  expect(watchOf(attacked(short)).signs.filter(({ detector }) => detector === 'can-dlc')).toHaveLength(short.length)
})

test.for([
  { ms: 2, what: 'ten times' },
  { ms: 10, what: 'twice' },
  { ms: 20, what: 'once' },
  { ms: 40, what: 'half' },
])(
  '[CAN-PERIOD-1] frames injected into a genuine cycle of 20 ms, $what as many, are blamed, the genuine ones are not',
  ({ ms }) => {
    const spoofed = every(ms, victim, (n) => victimData(9_000, n))
    const result = watchOf(attacked(spoofed))
    const { recall, precision } = share(result.blamed, spoofed)
    expect(recall).toBeGreaterThan(0.95)
    expect(precision).toBeGreaterThan(0.95)
    expect(result.alerts).toEqual(new Set([`can:can0:${victim}`]))
  },
)

test('[CAN-PERIOD-2] late and lost frames are not an injection', () => {
  const random = chance(9)
  const uneven = attacked([], { seconds: 60, without: () => random() < 0.03 }).map((one) => ({
    ...one,
    ts: one.ts + (random() < 0.02 ? 8 : 0),
  }))
  expect(watchOf(uneven.sort((a, b) => a.ts - b.ts)).signs.filter(({ detector }) => detector === 'can-period')).toEqual(
    [],
  )
})

test('[CAN-PERIOD-9] a control unit that starts again may send at once what it had queued', () => {
  const paused = ({ id, ts }: CanFrame) => id === plain && ts > later + 5_000 && ts < later + 9_000
  const queued = (count: number) =>
    Array.from({ length: count }, (_, n) => frame(later + 9_000 + n / 2, plain, [8, n, 0, 0x7f]))
  const ofPeriod = (count: number) =>
    watchOf(attacked(queued(count), { without: paused })).signs.filter(({ detector }) => detector === 'can-period')
  expect(ofPeriod(20)).toEqual([])
  expect(ofPeriod(40)).not.toEqual([])
})

test('[CAN-SUPPRESSION-1] a cyclic id that falls silent while others continue is reported once, without blame', () => {
  const result = watchOf(attacked([], { without: ({ id, ts }) => id === victim && ts > later + 5_000 }))
  expect(result.signs).toMatchObject([{ detector: 'can-suppression', key: victim, blamed: [] }])
  expect(result.findings[0]!.explanation[0]).toMatchObject({
    field: 'time between frames',
    expected: expect.stringMatching(/^(20\.0|19\.9) ms/),
  })
})

test('[CAN-SUPPRESSION-2] an id that sends a third as often is reported', () => {
  let n = 0
  expect(
    rules(watchOf(attacked([], { without: ({ id, ts }) => id === victim && ts > later + 5_000 && n++ % 3 !== 0 }))),
  ).toContain('can-suppression')
})

test('[CAN-SUPPRESSION-2] a recorder that loses two frames of three of all ids suppresses none', () => {
  let n = 0
  const lossy = attacked([], { seconds: 40, without: ({ ts }) => ts > later + 5_000 && n++ % 3 !== 0 })
  expect(rules(watchOf(lossy))).not.toContain('can-suppression')
})

test('[CAN-SUPPRESSION-3] a bus on which one control unit after another falls asleep is not suppressed', () => {
  const asleep = (id: number) => later + 10_000 + (id % 7) * 280
  expect(watchOf(attacked([], { without: ({ id, ts }) => ts > asleep(id) && ts < later + 17_000 })).signs).toEqual([])
})

test('[CAN-MASQUERADE-1] frames that replace the genuine ones and whose counter is constant are blamed', () => {
  const span = { after: 5, seconds: 5 }
  const false_ = every(20, victim, () => victimData(2_000, 3), span)
  const result = watchOf(
    attacked(false_, { without: ({ id, ts }) => id === victim && ts > later + 5_000 && ts < later + 10_000 }),
  )
  expect(rules(result)).toContain('can-masquerade')
  expect(share(result.blamed, false_).recall).toBeGreaterThan(0.9)
  expect(share(result.blamed, false_).precision).toBeGreaterThan(0.9)
})

test.for([
  { what: 'moved only a few times', every: 700, from: 0, seconds: 420, leaps: false },
  { what: 'moved often', every: 1, from: 0, seconds: 420, leaps: true },
  { what: 'moved often for five minutes', every: 1, from: 0, seconds: 301, leaps: true },
  { what: 'moved often, but only in the last minutes', every: 1, from: 300, seconds: 420, leaps: false },
])('[CAN-MASQUERADE-1] a leap of a number that $what while it was learned: $leaps', (number) => {
  // a byte between 40 and 80 that steps by one
  const level = (n: number) => 40 + Math.abs((Math.floor(n / number.every) % 80) - 40)
  const withLevel = (seconds: number, from: number, of = level) =>
    [
      ...benign(seconds, { from }),
      ...Array.from({ length: seconds * 50 }, (_, n) => frame(from + n * 20 + 0.5, 0x180, [level(0), of(n), 0, 9])),
    ].sort((a, b) => a.ts - b.ts)
  const profile = learnedFrom(
    withLevel(number.seconds, later - 3_600_000, (n) => level(Math.max(0, n - number.from * 50))),
  )
  const { signs } = watchOf(
    withLevel(20, later, (n) => (n > 500 && n < 600 ? 250 - (n & 1) : level(n))),
    { profile },
  )
  expect(signs.some(({ detector, key }) => detector === 'can-masquerade' && key === 0x180)).toBe(number.leaps)
})

test('[CAN-MASQUERADE-1] the same false frame now and then does not become the genuine one', () => {
  const false_ = [5, 15, 25, 35].map((second) => frame(later + second * 1_000 + 7.5, plain, [0x0f, 0, 0, 0x7f]))
  const { recall, precision } = share(watchOf(attacked(false_, { seconds: 40 })).blamed, false_)
  expect(recall).toBeGreaterThanOrEqual(0.75)
  expect(precision).toBe(1)
})

test('[CAN-MASQUERADE-6] a number that is where it never was does not come from the genuine source', () => {
  // what another detector found just before excuses the return of the genuine source only
  const odd = frame(later + 4_501, victim, [1, 2, 3])
  const span = { after: 5, seconds: 5 }
  const false_ = every(20, victim, (n) => victimData(3_900 - (n & 3), n), span)
  const result = watchOf(
    attacked([odd, ...false_], { without: ({ id, ts }) => id === victim && ts > later + 5_000 && ts < later + 10_000 }),
  )
  expect(result.signs[0]).toMatchObject({ detector: 'can-dlc' })
  expect(share(result.blamed, [odd, ...false_]).recall).toBeGreaterThan(0.9)
})

test('[CAN-MASQUERADE-2] checksums that do not match are reported', () => {
  const false_ = every(20, victim, (n) => [...victimData(2_000, n).slice(0, 4), 0x77], { after: 5, seconds: 5 })
  const result = watchOf(
    attacked(false_, { without: ({ id, ts }) => id === victim && ts > later + 5_000 && ts < later + 10_000 }),
  )
  expect(result.findings[0]).toMatchObject({ rule: 'can-masquerade', explanation: [{ field: 'checksum' }] })
})

test('[CAN-RANGE-1] a signal outside its DBC range is reported by name, unless it is a short glitch', () => {
  const profile = benignProfile()
  const speed = {
    name: 'Speed',
    startBit: 7,
    length: 16,
    isIntel: false,
    isSigned: false,
    min: 0,
    max: 5_000,
    maxStep: null,
    repeats: 0,
  }
  const ids = profile.ids.map((id) => (id.id === victim ? { ...id, name: 'Motion', signals: [speed] } : id))
  const false_ = every(20, victim, (n) => victimData(9_000, n), { after: 5, seconds: 1 })
  const result = watchOf(attacked(false_, { without: ({ id, ts }) => id === victim && ts > later + 5_000 }), {
    profile: { ...profile, ids },
  })
  const ranged = result.signs.filter(({ detector }) => detector === 'can-range')
  expect(ranged).toHaveLength(false_.length - 2)
  expect(ranged[0]!.explanation).toEqual([{ field: 'Speed', observed: '9000 (raw)', expected: '0 to 5000 (raw)' }])
})

/** Frames of the victim that come again 15 s later, in the place of those that were due. */
function again(calm: readonly CanFrame[]): CanFrame[] {
  const span = (one: CanFrame) => one.id === victim && one.ts > later + 5_000 && one.ts < later + 15_000
  return calm.filter(span).map((one) => ({ ...one, ts: one.ts + 15_003 }))
}

function replayed(calm = attacked([], { seconds: 40 }), replay = again(calm)): CanFrame[] {
  const instead = calm.filter(({ id, ts }) => id !== victim || ts < later + 20_000 || ts > later + 30_003)
  return [...instead, ...replay].sort((a, b) => a.ts - b.ts)
}

test('[CAN-REPLAY-1] payloads that come again in the same order and rhythm are a replay', () => {
  const calm = attacked([], { seconds: 40 })
  const replay = again(calm)
  const result = watchOf(replayed(calm, replay))
  expect(result.signs.find(({ detector }) => detector === 'can-replay')).toMatchObject({
    key: victim,
    explanation: [{ field: expect.stringMatching(/^payloads/), observed: 'as 15 s before' }],
  })
  expect(share(result.blamed, replay).precision).toBeGreaterThan(0.9)
})

test('[CAN-REPLAY-1] [PROFILE-10] a profile from a DBC cannot tell a replay from counters that come round', () => {
  const { learned, ...rest } = benignProfile()
  const ids = rest.ids.map((id) => ({ ...id, counters: [], checksums: [] }))
  const replaysWith = (frames: number) =>
    watchOf(replayed(), { profile: { ...rest, ids, learned: { ...learned, frames } } }).signs.filter(
      ({ detector }) => detector === 'can-replay',
    ).length
  expect(replaysWith(learned.frames)).toBeGreaterThan(0)
  expect(replaysWith(0)).toBe(0)
})

test('[CAN-SILENCE-1] a bus that is silent while driving is reported by the other events of the vehicle', () => {
  const drive = (isMoving: boolean | undefined, until: number) => {
    const one = watchOf(attacked([], { seconds: 5 }), { isMoving })
    const emit = (finding: Finding) => one.findings.push(finding)
    for (const s of [5.5, 6.5, 7.5, 8.5].filter((second) => second < until)) one.watch.tick(later + s * 1_000, emit)
    one.watch.step(frame(later + 9_000, victim, victimData(0, later + 9_000)), emit)
    one.watch.flush(emit)
    return one.findings.filter(({ rule }) => rule === 'can-bus-silent').map(({ ts }) => ts - later)
  }
  expect(drive(true, 9)[0]).toBe(7_500)
  expect(drive(undefined, 9)).toEqual([])
  expect(drive(true, 7)).toEqual([])
})

test('[CAN-SILENCE-2] a gap in everything that arrives is no silence of the bus', () => {
  const lost = attacked([], { without: ({ ts }) => ts > later + 5_000 && ts < later + 125_000, seconds: 130 })
  expect(watchOf(lost, { isMoving: true }).signs).toEqual([])
})

test('[CAN-SILENCE-2] positions that arrive before the frames of their time are no sign of a silent bus', () => {
  const frames = attacked([], { seconds: 15 })
  const [before, after] = [
    frames.filter(({ ts }) => ts < later + 5_000),
    frames.filter(({ ts }) => ts >= later + 5_000),
  ]
  const drive = (rest: readonly CanFrame[]) => {
    const one = watchOf(before, { isMoving: true })
    const emit = (finding: Finding) => one.findings.push(finding)
    const arrival = { at: later + 15_000, isLate: true }
    for (let s = 5; s < 15; s++) one.watch.tick(later + s * 1_000 + 300, emit, arrival)
    for (const each of rest) one.watch.step(each, emit)
    one.watch.flush(emit)
    return one.findings.map(({ rule }) => rule)
  }
  expect(drive(after)).toEqual([])
  expect(drive(after.filter(({ ts }) => ts > later + 10_000))).toContain('can-bus-silent')
})

test('[WATCH-6] an exception of a reviewer is not reported', () => {
  const exceptions = [{ id: 0x666, ext: false, detector: 'can-unknown-id' }]
  const result = watchOf(attacked(every(200, 0x666, () => [1])), { profile: { ...benignProfile(), exceptions } })
  expect(result.signs).toEqual([])
})
