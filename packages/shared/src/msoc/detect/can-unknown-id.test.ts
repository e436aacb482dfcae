import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CanEvent, PackedFrame } from '../events.ts'
import { canUnknownId, idText } from './can-unknown-id.ts'
import { can, t0, watching } from './detector.fixture.ts'

const frames = (count: number, id: (i: number) => number = (i) => i % 10): PackedFrame[] => Array.from({ length: count }, (_, i) => [i, id(i), 'AB'])
const first = (bus = 'can0') => can(frames(999), { bus })
const last = (bus = 'can0') => can([[0, 1, '']], { bus, ts: t0 + 60_000 })
const later = (fields: Partial<CanEvent> & { frames: readonly PackedFrame[] }) => can(fields.frames, { ts: t0 + 61_000, ...fields })

/** A vehicle whose bus was learned: ids 0 to 9. */
function learned(saved?: unknown) {
  const world = watching(canUnknownId, {}, saved)
  if (saved === undefined) world.see(first(), last())
  return world
}

test.for([
  { what: '60 s and 1,000 frames', frames: 999, ms: 60_000, found: 1 },
  { what: '60 s and 999 frames', frames: 998, ms: 60_000, found: 0 },
  { what: '59.999 s and 1,000 frames', frames: 999, ms: 59_999, found: 0 },
])('[U1] after $what an unknown id makes $found findings', ({ frames: count, ms, found }) => {
  const { see } = watching(canUnknownId)
  expect(see(can(frames(count)), can([[0, 1, '']], { ts: t0 + ms }))).toEqual([])
  expect(see(can([[0, 0x666, '']], { ts: t0 + ms }))).toHaveLength(found)
})

test('[U1] ids of the event that completes the learning are learned too', () => {
  const { see } = watching(canUnknownId)
  see(first(), can([[0, 0x777, '']], { ts: t0 + 60_000 }))
  expect(see(later({ frames: [[0, 0x777, '']] }))).toEqual([])
})

test('[U2] an unknown id is a finding with how often the event has it, at its first frame', () => {
  expect(learned().see(later({ frames: [[0, 1, ''], [500, 0x666, 'DEAD'], [900, 0x666, 'BEEF']] }))).toMatchObject([{
    key: 'can-unknown-id:can0:1638', title: 'Unknown arbitration id 0x666 on can0', severity: 'high', count: 2, ts: t0 + 61_000.5, bus: 'can0', evidence: 'can',
    explanation: [{ observed: '0x666', expected: 'one of 10 learned ids' }, { field: 'data', observed: 'DEAD' }],
    observables: [{ kind: 'vin' }, { kind: 'bus', value: 'can0' }, { kind: 'arbitration_id', value: '0x666' }],
  }])
})

test('[U2] an unknown id stays unknown, and buses are learned by themselves', () => {
  const { see } = learned()
  expect(see(later({ frames: [[0, 0x666, '']] }), later({ frames: [[0, 0x666, '']] }))).toHaveLength(2)
  expect(see(later({ frames: [[0, 0x666, '']], bus: 'can1' }))).toEqual([])
})

test('[U3] of a hundred thousand buses 16 are remembered, and the others are not looked at', () => {
  const { memory, see } = watching(canUnknownId)
  for (let i = 0; i < 100_000; i++) see(can([[0, 1, '']], { bus: `bus${i}` }))
  expect(memory.buses.size).toBe(16)
  expect(see(first('bus99'), last('bus99'), later({ frames: [[0, 0x666, '']], bus: 'bus99' }))).toEqual([])
})

test('[U3] of a hundred thousand ids 2,048 are learned, and no more than 32 unknown ones remembered', () => {
  const { memory, see } = watching(canUnknownId)
  for (let i = 0; i < 5; i++) see(can(frames(20_000, (j) => i * 20_000 + j)))
  see(last())
  const bus = memory.buses.get('can0')!
  expect(bus.known.size).toBe(2_048)
  expect(see(later({ frames: frames(20_000, (j) => 200_000 + j) })).length).toBe(2_048)
  expect(bus.unknown.size).toBe(32)
})

test('[U4] from the 33rd unknown id on, one critical alert a bus stands for all that were not told yet', () => {
  const { see } = learned()
  expect(new Set(see(later({ frames: frames(32, (i) => 0x400 + i) })).map(({ key }) => key)).size).toBe(32)
  const fuzzed = see(later({ frames: frames(500, (i) => 0x500 + i) }))
  expect(new Set(fuzzed.map(({ key }) => key))).toEqual(new Set(['can-unknown-id:can0:many']))
  expect(fuzzed[0]).toMatchObject({ severity: 'critical', title: 'Many unknown arbitration ids on can0' })
  expect(fuzzed[0]!.observables.map(({ kind }) => kind)).toEqual(['vin', 'bus'])
  expect(see(later({ frames: [[0, 0x400, '']] }))).toMatchObject([{ key: 'can-unknown-id:can0:1024', severity: 'high' }])
})

test('[U5] what was learned survives a restart, also as JSON', () => {
  const saved: unknown = JSON.parse(JSON.stringify(learned().save()))
  expect(learned(saved).see(later({ frames: [[0, 1, ''], [0, 0x666, '']] }))).toMatchObject([{ key: 'can-unknown-id:can0:1638' }])
})

test('[U5] learning goes on where it stopped', () => {
  const before = watching(canUnknownId)
  before.see(first())
  const after = watching(canUnknownId, {}, before.save())
  after.see(last())
  expect(after.see(later({ frames: [[0, 0x666, '']] }))).toHaveLength(1)
})

test('[U5] nothing is saved where nothing changed', () => {
  const world = learned()
  expect(world.save()).toBeDefined()
  expect(world.save()).toBeUndefined()
  world.see(later({ frames: [[0, 0x666, '']] }))
  expect(world.save()).toBeUndefined()
})

const buses = fc.constantFrom('can0', 'can1', '__proto__', 'constructor')
const traffic = fc.array(fc.record({ bus: buses, ids: fc.array(fc.nat(0x1fffffff), { minLength: 1, maxLength: 5 }) }), { minLength: 1, maxLength: 20 })

test('[U5] what is saved starts a memory that saves the same', () => {
  fc.assert(fc.property(traffic, (events) => {
    const world = watching(canUnknownId)
    world.see(...events.map(({ bus, ids }, i) => can(ids.map((id): PackedFrame => [0, id, '']), { bus, ts: t0 + i })))
    const saved = JSON.stringify(world.save())
    const again = canUnknownId.start(JSON.parse(saved), { vin: '', areas: [], meaningOf: () => undefined, lastPosition: null })
    again.changed = true
    expect(JSON.stringify(canUnknownId.save!(again))).toBe(saved)
  }))
})

test('[U2] an arbitration id is written with three digits, or eight above 11 bits', () => {
  expect([0, 0x7ff, 0x800, 0x1fffffff].map(idText)).toEqual(['0x000', '0x7FF', '0x00000800', '0x1FFFFFFF'])
})
