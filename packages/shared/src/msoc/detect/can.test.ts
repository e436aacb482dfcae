import { expect, test } from 'vitest'
import { benign, benignProfile, learnedFrom } from '../can/bus.fixture.ts'
import { hexOf, type CanFrame } from '../can/frame.ts'
import { watchStatus, type SavedWatches } from '../can/watch-state.ts'
import type { CanEvent, PackedFrame } from '../events/events.ts'
import { can as canDetector } from './can.ts'
import { can, position, t0, watching } from './detector.fixture.ts'

const frames = (count: number, id: (i: number) => number = (i) => i % 10): PackedFrame[] =>
  Array.from({ length: count }, (_, i) => [i, id(i), 'AB'])
/** A minute and a thousand frames of ten ids, in steps that no detector takes for a pause of the bus. */
const lesson = (bus = 'can0') =>
  Array.from({ length: 62 }, (_, second) => can(frames(20), { bus, ts: t0 + second * 1_000 }))
const later = (fields: Partial<CanEvent> & { frames: readonly PackedFrame[] }) =>
  can(fields.frames, { ts: t0 + 62_000, ...fields })

function learned(saved?: unknown, known = {}) {
  const world = watching(canDetector, known, saved)
  if (saved === undefined) world.see(...lesson())
  return world
}

/** Returns frames as a vehicle packs them: one event per half second. */
function packed(all: readonly CanFrame[], deviceTs = false): CanEvent[] {
  return [...Map.groupBy(all, ({ ts }) => Math.floor(ts / 500)).entries()].map(([half, some]) =>
    can(
      some.map(({ ts, id, data }): PackedFrame => [(ts - half * 500) * 1000, id, hexOf(data)]),
      deviceTs ? { ts: t0, deviceTs: half * 500 } : { ts: half * 500 },
    ),
  )
}

test('[CAN-1] a bus being learned gives no findings; afterwards an unknown id does, with its frame count', () => {
  const world = watching(canDetector)
  expect(world.see(...lesson().slice(0, 40), can([[0, 0x666, '']], { ts: t0 + 40_000 }))).toEqual([])
  expect(
    learned().see(
      later({
        frames: [
          [0, 1, 'AB'],
          [500, 0x666, 'DEAD'],
          [900, 0x666, 'BEEF'],
        ],
      }),
    ),
  ).toMatchObject([
    {
      rule: 'can-unknown-id',
      key: 'can:can0:1638',
      title: 'Unknown arbitration id 0x666 on can0',
      severity: 'high',
      count: 2,
      ts: t0 + 62_000.5,
      bus: 'can0',
      evidence: 'can',
      observables: [{ kind: 'vin' }, { kind: 'bus', value: 'can0' }, { kind: 'arbitration_id', value: '0x666' }],
    },
  ])
})

test('[CAN-1] with an active profile of the vehicle model a bus is watched at once', () => {
  const { see } = watching(canDetector, { profileOf: (bus) => (bus === 'can0' ? benignProfile() : undefined) })
  expect(see(can([[0, 0x666, '']]))).toMatchObject([{ rule: 'can-unknown-id' }])
  expect(see(can([[0, 0x666, '']], { bus: 'can1' }))).toEqual([])
})

test('[CAN-1] each bus is learned separately, and an unknown id stays unknown', () => {
  const { see } = learned()
  expect(see(later({ frames: [[0, 0x666, '']] }), later({ frames: [[0, 0x666, '']], ts: t0 + 65_000 }))).toHaveLength(2)
  expect(see(later({ frames: [[0, 0x666, '']], bus: 'can1' }))).toEqual([])
})

test("[CAN-2] with a suspect clock detectors use its seconds, and findings have the record's time", () => {
  const { see } = watching(canDetector, { profileOf: () => benignProfile() })
  expect(see(...packed(benign(20), true))).toEqual([])
  expect(see(can([[2_000, 0x666, '']], { deviceTs: 7 }))).toMatchObject([{ ts: t0 + 2 }])
})

test('[CAN-3] at most 16 buses are watched', () => {
  const { memory, see } = watching(canDetector)
  for (let i = 0; i < 100_000; i++) see(can([[0, 1, '']], { bus: `bus${i}` }))
  expect(memory.buses.size).toBe(16)
})

test("[CAN-4] a bus that is cut while the vehicle moves is found at the vehicle's next position", () => {
  const { see } = watching(canDetector, { profileOf: () => benignProfile() })
  const calm = packed(benign(5))
  const end = calm.at(-1)!.ts + 500
  see(position({ ts: end - 1_000, speedKph: 50 }), ...calm)
  expect(see(position({ ts: end + 1_000, speedKph: 0 }), position({ ts: end + 3_000, speedKph: 0 }))).toEqual([])
  expect(see(position({ ts: end + 4_000, speedKph: 50 }))).toMatchObject([{ rule: 'can-bus-silent' }])
})

test('[CAN-SILENCE-2] after a gap of the whole vehicle its first position is no sign of a silent bus', () => {
  const { see } = watching(canDetector, { profileOf: () => benignProfile() })
  const calm = packed(benign(5))
  const end = calm.at(-1)!.ts + 500
  see(position({ ts: end - 1_000, speedKph: 50 }), ...calm)
  const afterwards = packed(benign(5).map((one) => ({ ...one, ts: one.ts + 120_000 })))
  const positions = [0, 1, 2, 3].map((s) => position({ ts: end + 120_000 - 5_000 + s * 1_000, speedKph: 50 }))
  const rules = see(positions[0]!, ...afterwards, ...positions).map(({ rule }) => rule)
  expect(rules).not.toContain('can-bus-silent')
})

test('[CAN-5] the learned state survives a restart, also as JSON, and includes its progress', () => {
  const saved = JSON.parse(JSON.stringify(learned().save())) as SavedWatches
  expect(watchStatus(saved)).toMatchObject([{ bus: 'can0', state: 'OWN', neededSeconds: 60, ids: 10 }])
  expect(
    learned(saved).see(
      later({
        frames: [
          [0, 1, 'AB'],
          [0, 0x666, ''],
        ],
      }),
    ),
  ).toMatchObject([{ key: 'can:can0:1638' }])
})

test('[CAN-5] learning continues where it stopped', () => {
  const before = watching(canDetector)
  before.see(...lesson().slice(0, 45))
  const saved = before.save() as SavedWatches
  expect(watchStatus(saved)).toMatchObject([{ state: 'LEARNING' }])
  const after = watching(canDetector, {}, saved)
  after.see(...lesson().slice(20))
  expect(after.see(later({ frames: [[0, 0x666, '']] }))).toHaveLength(1)
})

test('[CAN-5] nothing is saved without a change', () => {
  const world = learned()
  expect(world.save()).toBeDefined()
  expect(world.save()).toBeUndefined()
  world.see(later({ frames: [[0, 1, 'AB']] }))
  expect(world.save()).toBeUndefined()
})

test('[CAN-5] [CAN-UNKNOWN-4] a new id is saved as seen, and not reported again', () => {
  const world = learned()
  expect(world.see(later({ frames: [[0, 0x666, '']] }))).toMatchObject([{ key: 'can:can0:1638' }])
  const saved = world.save() as SavedWatches
  expect(saved.buses['can0']!.newcomers).toEqual([0x666])
  expect(watching(canDetector, {}, saved).see(later({ frames: [[0, 0x666, '']] }))).toEqual([])
})

test('[CAN-5] a vehicle with a higher generation is learned again', () => {
  const saved = learned().save() as SavedWatches
  const world = watching(canDetector, { canGeneration: 1 }, saved)
  expect(world.see(later({ frames: [[0, 0x666, '']] }))).toEqual([])
  expect(watchStatus(saved, 1)).toEqual([])
})

test('[PROFILE-8] the profile of a saved bus equals what was learned', () => {
  const { see, save } = watching(canDetector)
  const calm = benign(62)
  see(...packed(calm))
  const [status] = watchStatus(save() as SavedWatches)
  expect(status!.profile().ids.map(({ id }) => id)).toEqual(learnedFrom(calm).ids.map(({ id }) => id))
})
