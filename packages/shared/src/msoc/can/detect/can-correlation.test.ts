import { expect, test } from 'vitest'
import { chance, frame, later, learnedFrom, watchOf } from '../bus.fixture.ts'
import type { CanFrame } from '../frame.ts'
import type { CanProfile } from '../profile.ts'

/** The value that a sensor sends at a given speed; `ms` counts from the beginning of the drive. */
type Say = (speed: number, ms: number) => number

/**
 * Returns the frames of three ids that send the speed in different scales, every 20 ms. A sensor that is given replaces
 * the plain speed.
 */
function drive(
  seconds: number,
  seed: number,
  sensors: { readonly wheel?: Say; readonly dash?: Say; readonly motor?: Say } = {},
  from = later,
): CanFrame[] {
  const random = chance(seed)
  const plain = (speed: number) => speed
  const { wheel = plain, dash = plain, motor = plain } = sensors
  const two = (value: number) => [Math.max(0, Math.round(value)) >> 8, Math.max(0, Math.round(value)) & 255]
  return Array.from({ length: seconds * 50 }, (_, n) => n * 20).flatMap((ms) => {
    const speed = 900 + 800 * Math.sin(ms / 8_000 + seed) + 60 * Math.sin(ms / 740)
    return [
      frame(from + ms, 0x110, two(wheel(speed, ms) * 4 + 6 * random())),
      frame(from + ms + 5, 0x220, two(dash(speed, ms) + 2 * random())),
      frame(from + ms + 9, 0x330, two(motor(speed, ms) * 2 + 5 * random())),
    ]
  })
}

let known: CanProfile | undefined
const profile = (): CanProfile => (known ??= learnedFrom(drive(360, 1, {}, later - 3_600_000)))

const inAttack = (ms: number) => ms >= 20_000 && ms < 30_000
const during =
  (say: Say): Say =>
  (speed, ms) =>
    inAttack(ms) ? say(speed, ms) : speed

/** Watches a drive. `recall`: blamed share of the forged frames; `precision`: forged share of the blamed frames. */
function judged(sensors: Parameters<typeof drive>[2], id: number) {
  const frames = drive(40, 2, sensors)
  const result = watchOf(frames, { profile: profile() })
  const forged = frames.filter(
    (one) => one.id === id && inAttack(one.ts - later - (one.id === 0x110 ? 0 : one.id === 0x220 ? 5 : 9)),
  )
  const hit = result.blamed.filter((one) => forged.includes(one)).length
  return { ...result, recall: hit / forged.length, precision: hit / result.blamed.length }
}

test('[CAN-RELATION-5] a drive like the learned one gives no sign', () => {
  expect(profile().correlations!.length).toBeGreaterThan(1)
  expect(watchOf(drive(60, 3), { profile: profile() }).signs).toEqual([])
})

test.for<{ way: string; say: Say }>([
  { way: 'drifts away', say: (speed, ms) => speed + (ms - 20_000) * 0.05 },
  { way: 'is scaled down', say: (speed) => speed * 0.7 },
  { way: 'has a constant offset', say: (speed) => speed + 150 },
])('[CAN-RELATION-5] a number that $way is detected by its partners, and they are not blamed', ({ say }) => {
  const { recall, precision, findings } = judged({ dash: during(say) }, 0x220)
  expect(recall).toBeGreaterThan(0.6)
  expect(precision).toBeGreaterThan(0.95)
  expect(findings[0]).toMatchObject({
    rule: 'can-masquerade',
    severity: 'high',
    title: 'Implausible content of 0x220 on can0',
  })
})

test('[CAN-RELATION-6] the explanation lists the numbers that contradict it, and the difference', () => {
  const { signs } = judged({ dash: during((speed) => speed * 0.7) }, 0x220)
  const [{ field, observed, expected }] = signs.find(({ explanation }) => explanation[0]!.expected.includes('±'))!
    .explanation as [{ field: string; observed: string; expected: string }]
  expect(field).toMatch(/^(bytes|bits) /)
  expect(observed).toMatch(/^[\d,]+$/)
  expect(expected).toMatch(/^[\d,]+ ± [\d,]+ by (bytes|bits) .+ of 0x(110|330)$/)
})

test('[CAN-RELATION-7] a contradiction that lasts longer than twenty seconds becomes normal behaviour', () => {
  const { signs } = watchOf(drive(180, 2, { dash: (speed, ms) => (ms >= 20_000 ? speed * 0.7 : speed) }), {
    profile: profile(),
  })
  expect(signs.length).toBeGreaterThan(0)
  expect(Math.max(...signs.map(({ ts }) => ts)) - later).toBeLessThan(60_000)
})

test('[CAN-RELATION-8] a profile without learned correlations is watched without them', () => {
  const { correlations: _, ...older } = profile()
  expect(
    watchOf(drive(40, 2, { dash: during((speed) => speed + 150 * Math.min(1, speed / 900)) }), {
      profile: older,
    }).signs.every(({ explanation }) => !explanation[0]!.expected.includes('±')),
  ).toBe(true)
})

/** Returns the frames of a demand, and of a torque and a pressure that follow it 400 ms and 600 ms later. */
function followed(seconds: number, seed: number, torque: Say = (demand) => demand, from = later): CanFrame[] {
  const random = chance(seed)
  const demand = (ms: number) => 2_000 + 1_500 * Math.sin(ms / 900 + seed) + 400 * Math.sin(ms / 610)
  const two = (value: number) => [Math.round(value) >> 8, Math.round(value) & 255]
  return Array.from({ length: seconds * 50 }, (_, n) => n * 20).flatMap((ms) => [
    frame(from + ms, 0x110, two(demand(ms) + 10 * random())),
    frame(from + ms + 5, 0x220, two(torque(demand(ms - 400), ms) * 0.5 + 5 * random())),
    frame(from + ms + 9, 0x330, two(demand(ms - 600) * 2 + 10 * random())),
  ])
}

let knownToFollow: CanProfile | undefined
const followProfile = () => (knownToFollow ??= learnedFrom(followed(600, 1, undefined, later - 3_600_000)))

test('[CAN-RELATION-9] a number that follows another one is found with its lag', () => {
  const lags = followProfile().correlations!.map(({ x, y, lagMs = 0 }) => [x.id, y.id, lagMs])
  expect(lags).toContainEqual([0x110, 0x220, 400])
  expect(lags).toContainEqual([0x220, 0x330, 200])
})

test('[CAN-RELATION-9] numbers with lags that go on as they were learned give no sign', () => {
  expect(watchOf(followed(120, 4), { profile: followProfile() }).signs).toEqual([])
})

test('[CAN-RELATION-9] one that no longer follows is found, and the others are not blamed', () => {
  const forged = followed(
    40,
    2,
    during((demand) => 0.6 * demand),
  )
  const { blamed } = watchOf(forged, { profile: followProfile() })
  const attacked = forged.filter(({ id, ts }) => id === 0x220 && inAttack(ts - later - 5))
  expect(blamed.filter((one) => attacked.includes(one)).length / attacked.length).toBeGreaterThan(0.5)
  expect(blamed.filter((one) => attacked.includes(one)).length / blamed.length).toBeGreaterThan(0.95)
})

test('[CAN-RELATION-10] a number that leaves its lag for a fifth of a second gives no sign', () => {
  const jumps = followed(60, 3, (demand, ms) => (ms % 5_000 < 200 ? 0.6 * demand : demand))
  const { signs } = watchOf(jumps, { profile: followProfile() })
  expect(signs.filter(({ explanation }) => explanation[0]!.expected.includes('±'))).toEqual([])
})
