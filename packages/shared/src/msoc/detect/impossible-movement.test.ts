import { expect, test } from 'vitest'
import { position, t0, watching } from './detector.fixture.ts'
import { impossibleMovement } from './impossible-movement.ts'

/** Approximate degrees of latitude per kilometre. */
const km = 1 / 111.195

const at = (lat: number, seconds: number) => position({ lat, ts: t0 + seconds * 1000 })

test.for([
  { what: '499 km in an hour', distance: 499, seconds: 3600, found: 0 },
  { what: '501 km in an hour', distance: 501, seconds: 3600, found: 1 },
  { what: '1.9 km in a second, which noise may be', distance: 1.9, seconds: 1, found: 0 },
  { what: '2.1 km in a second', distance: 2.1, seconds: 1, found: 1 },
  { what: '2.1 km in no time', distance: 2.1, seconds: 0, found: 1 },
  { what: '1.9 km in no time', distance: 1.9, seconds: 0, found: 0 },
])('[MOVEMENT-1] $what give $found findings', ({ distance, seconds, found }) => {
  expect(watching(impossibleMovement).see(at(48, 0), at(48 + distance * km, seconds))).toHaveLength(found)
})

test('[MOVEMENT-1] a finding states the distance, the speed and the previous position', () => {
  const [finding] = watching(impossibleMovement).see(at(48, 0), at(48 + 1000 * km, 3600))
  expect(finding).toMatchObject({
    rule: 'impossible-movement',
    key: 'impossible-movement',
    severity: 'high',
    title: 'Impossible movement: 1000 km in 3600 s',
    ts: t0 + 3_600_000,
    evidence: 'position',
  })
  expect(finding!.explanation.map(({ observed }) => observed)).toEqual(['56.99321, 11.00000', '1,000 km/h'])
})

test('[MOVEMENT-1] two places at once are reported as text, not as an infinite speed', () => {
  const [finding] = watching(impossibleMovement).see(at(48, 0), at(50, 0))
  expect(finding!.explanation[1]!.observed).toBe('two places at once')
})

test('[MOVEMENT-1] the first position that a vehicle ever sends is not a jump from nowhere', () => {
  expect(watching(impossibleMovement).see(at(48, 0))).toEqual([])
})

test('[MOVEMENT-2] a position of a suspect clock is neither checked nor remembered', () => {
  const { see } = watching(impossibleMovement)
  expect(see(at(48, 0), position({ lat: 10, ts: t0 + 1000, deviceTs: 5 }), at(48.001, 2))).toEqual([])
})

test('[MOVEMENT-2] an older position is neither checked nor remembered', () => {
  const { see } = watching(impossibleMovement)
  expect(see(at(48, 10), at(10, 5), at(48.001, 11))).toEqual([])
})

test('[MOVEMENT-3] the jump there and the jump back are both reported, with the same key', () => {
  const found = watching(impossibleMovement).see(at(48, 0), at(10, 1), at(48, 2), at(48, 3))
  expect(found.map(({ key }) => key)).toEqual(['impossible-movement', 'impossible-movement'])
})

test('[MOVEMENT-3] after a restart the stored position is the previous one', () => {
  const { see } = watching(impossibleMovement, { lastPosition: { lat: 10, lon: 11, ts: t0 - 1000 } })
  expect(see(at(48, 0))).toHaveLength(1)
})
