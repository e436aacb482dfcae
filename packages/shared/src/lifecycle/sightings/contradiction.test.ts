import { expect, test } from 'vitest'
import { contradictionOf } from './contradiction.ts'
import { defaultMethod } from '../methods/default-method.ts'
import { feasibilities } from '../methods/method.ts'

const rated = (feasibility: (typeof feasibilities)[number] | null) => ({ impact: 'severe' as const, feasibility })
const field = (vehicles: number, confirmed: number) => ({
  alerts: Math.max(1, vehicles),
  vehicles,
  confirmed,
  blocked: 0,
})

test.for([
  ['very-low', 2, 0, null],
  ['very-low', 3, 0, 'medium'],
  ['low', 3, 0, 'medium'],
  ['low', 1, 1, 'medium'],
  ['low', 0, 1, 'medium'],
  ['low', 3, 1, 'high'],
  ['very-low', 40, 9, 'high'],
  ['medium', 40, 9, null],
  ['high', 40, 9, null],
  [null, 40, 9, null],
] as const)(
  '[SIGHTING-8] rated %s, seen on %s vehicles and confirmed %s times: %s is proposed',
  ([feasibility, vehicles, confirmed, proposed]) => {
    expect(contradictionOf(defaultMethod, rated(feasibility), field(vehicles, confirmed))?.feasibility ?? null).toBe(
      proposed,
    )
  },
)

test('[SIGHTING-8] a proposal states its reason and the resulting risk', () => {
  expect(
    contradictionOf(defaultMethod, rated('very-low'), { alerts: 1_204, vehicles: 4, confirmed: 2, blocked: 3 }),
  ).toEqual({
    feasibility: 'high',
    risk: 5,
    before: { feasibility: 'very-low', risk: 2 },
    reason:
      '1,204 alerts on 4 vehicles, 2 confirmed with impact and 3 blocked, within 30 days, while it is rated very low.',
  })
  expect(contradictionOf(defaultMethod, rated('low'), field(1, 1))).toMatchObject({
    risk: 4,
    reason: '1 alert on 1 vehicle, 1 confirmed with impact, within 30 days, while it is rated low.',
  })
  expect(contradictionOf(defaultMethod, { impact: null, feasibility: 'low' }, field(3, 0))).toMatchObject({
    feasibility: 'medium',
    risk: null,
  })
})

test('[SIGHTING-8] blocked attempts contradict nothing, however many', () => {
  const blocked = { alerts: 40, vehicles: 0, confirmed: 0, blocked: 40 }
  expect(contradictionOf(defaultMethod, rated('very-low'), blocked)).toBeNull()
})
