import { describe, expect, test } from 'vitest'
import { bubbleRadius, passing, ringOf } from './clusters.ts'
import { allShown } from '../vehicles/picking.ts'
import { ringsAt, isMoving, isOver, pulses } from '../alerts/pulses.ts'
import { serverClock } from '../vehicles/server-clock.ts'
import { codeOf } from '../vehicles/vehicle-store.ts'

const cluster = { id: 'c', lat: 0, lon: 0, count: 1_000, compromised: 1, degraded: 100, offline: 50 }

describe('a bubble', () => {
  test.for([
    [0, 11],
    [100, 15.2],
    [2_500, 32],
    [90_000, 34],
  ] as const)('[MAP-UI-24] %i vehicles: radius %f', ([count, radius]) => {
    expect(bubbleRadius(count)).toBeCloseTo(radius, 6)
  })

  test('[MAP-UI-24] its ring is a full circle, compromised first', () => {
    const ring = ringOf(passing(cluster, allShown))
    expect(ring.map(({ health }) => health)).toEqual(['compromised', 'degraded', 'offline', 'healthy'])
    expect(ring[0]?.from).toBe(0)
    expect(ring.at(-1)?.to).toBeCloseTo(2 * Math.PI, 9)
  })

  test('[MAP-UI-25] one in a thousand is still visible', () => {
    const [compromised] = ringOf(passing(cluster, allShown))
    expect(compromised!.to - compromised!.from).toBeCloseTo(Math.PI / 30, 9)
  })

  test('a bubble with a single health is one arc', () => {
    expect(ringOf({ healthy: 7, degraded: 0, compromised: 0, offline: 0 })).toEqual([
      { health: 'healthy', from: 0, to: 2 * Math.PI },
    ])
  })

  test('[MAP-UI-26] counts the vehicles that pass the filter', () => {
    expect(passing(cluster, allShown)).toEqual({
      compromised: 1,
      degraded: 100,
      offline: 50,
      healthy: 849,
      count: 1_000,
    })
    expect(passing(cluster, 1 << codeOf('degraded')).count).toBe(100)
    expect(passing({ ...cluster, compromised: 0 }, 1 << codeOf('compromised')).count).toBe(0)
  })
})

describe('a pulse', () => {
  const pulse = { severity: 'critical', since: 1_000 } as const

  test('[MAP-UI-27] is shown for critical and high only', () => {
    expect((['critical', 'high', 'medium', 'low', 'info'] as const).filter(pulses)).toEqual(['critical', 'high'])
  })

  test('[MAP-UI-27] moves for two seconds, stays for a minute', () => {
    expect([isMoving(pulse, 2_999, false), isMoving(pulse, 3_000, false)]).toEqual([true, false])
    expect([isOver(pulse, 60_999), isOver(pulse, 61_000)]).toEqual([false, true])
    expect(ringsAt(pulse, 1_100, false)).not.toEqual(ringsAt(pulse, 1_400, false))
    expect(ringsAt(pulse, 5_000, false)).toBe(ringsAt(undefined, 9_000, false))
    expect(ringsAt(pulse, 1_100, false)).toHaveLength(3)
  })

  test('[MAP-UI-28] has no animation if reduced motion is preferred', () => {
    expect(isMoving(pulse, 1_100, true)).toBe(false)
    expect(ringsAt(pulse, 1_100, true)).toBe(ringsAt(undefined, 0, true))
  })
})

describe('[MAP-UI-29] the server clock', () => {
  test("is the local clock until the first sample, then the server's; the least delayed sample counts", () => {
    let browser = 10_000
    const clock = serverClock(() => browser)
    expect(clock.now()).toBe(10_000)
    clock.addSample(14_000) // 5 s ahead, 1 s delay
    browser = 11_000
    clock.addSample(16_000) // 5 s ahead, no delay
    expect(clock.now()).toBe(16_000)
    browser = 12_000
    clock.addSample(16_500) // half a second delay
    expect(clock.now()).toBe(17_000)
  })

  test('is adjusted when the local clock is set', () => {
    let browser = 0
    const clock = serverClock(() => browser)
    clock.addSample(0)
    browser = 60_000
    for (let each = 0; each < 600; each++) clock.addSample(1_000)
    expect(clock.now()).toBe(1_000)
  })
})
