import { expect, test } from 'vitest'
import type { Resolution } from '../alerts.ts'
import { type ClosedAlert, proposalsOf } from './proposals.ts'

const settings = { at_least: 5, of_last: 6 }
let closed = 0
const alert = (resolution: Resolution, more: Partial<ClosedAlert> = {}): ClosedAlert => ({
  uuid: `alert ${++closed}`,
  rule: 'can-flood',
  model: 'Falcon',
  observables: [],
  resolution,
  closedAt: 1_000 - closed,
  ...more,
})
const several = (count: number, resolution: Resolution, more: (i: number) => Partial<ClosedAlert> = () => ({})) =>
  Array.from({ length: count }, (_, i) => alert(resolution, more(i)))
const proposed = (alerts: readonly ClosedAlert[], declined = new Map<string, number>()) =>
  proposalsOf(alerts, settings, declined).map(({ matchers, harmless }) => [matchers, harmless])

test('[SILENCE-PROPOSAL-1] five harmless ones of the last six closings propose a silence, four do not', () => {
  const ofMany = (i: number) => ({ model: `Model ${i}` })
  const mixed = (harmless: number) => [
    ...several(harmless, 'FALSE_POSITIVE', ofMany),
    ...several(6 - harmless, 'TRUE_POSITIVE_WITHOUT_IMPACT', ofMany),
  ]
  expect(proposed(mixed(5))).toEqual([[{ rules: ['can-flood'] }, 5]])
  expect(proposed(mixed(4))).toEqual([])
  expect(proposed(several(5, 'LEGITIMATE', ofMany))).toEqual([[{ rules: ['can-flood'] }, 5]])
  expect(proposed(several(4, 'LEGITIMATE', ofMany))).toEqual([])
})

test('[SILENCE-PROPOSAL-1] only the latest closings count, and one that decides nothing is not harmless', () => {
  expect(proposed([...several(2, 'TRUE_POSITIVE_WITH_IMPACT'), ...several(9, 'FALSE_POSITIVE')])).toEqual([])
  expect(proposed([...several(2, 'UNKNOWN'), ...several(9, 'FALSE_POSITIVE')])).toEqual([])
})

test('[SILENCE-PROPOSAL-2] it is as narrow as its closings are alike', () => {
  expect(proposed(several(6, 'FALSE_POSITIVE'))).toEqual([[{ rules: ['can-flood'], models: ['Falcon'] }, 6]])
  const observables = [
    { kind: 'arbitration_id' as const, value: '0x2C1' },
    { kind: 'bus' as const, value: 'can0' },
  ]
  expect(proposed(several(6, 'FALSE_POSITIVE', () => ({ observables })))).toEqual([
    [{ rules: ['can-flood'], observables: ['arbitration_id:0x2C1'] }, 6],
  ])
  const two = (i: number) => ({ model: i % 2 === 0 ? 'Falcon' : 'Hawk' })
  expect(proposed(several(20, 'FALSE_POSITIVE', two))).toEqual([[{ rules: ['can-flood'] }, 6]])
})

test('[SILENCE-PROPOSAL-2] of a rule that harms on one model only the other model is proposed', () => {
  const harmful = several(6, 'TRUE_POSITIVE_WITH_IMPACT', () => ({ model: 'Hawk' }))
  const harmless = several(6, 'FALSE_POSITIVE')
  expect(proposed([...harmful, ...harmless])).toEqual([[{ rules: ['can-flood'], models: ['Falcon'] }, 6]])
})

test('[SILENCE-PROPOSAL-3] what was declined is proposed again only by later closings', () => {
  const alerts = several(6, 'FALSE_POSITIVE', () => ({ model: null }))
  const { key } = proposalsOf(alerts, settings, new Map())[0]!
  expect(proposed(alerts, new Map([[key, alerts[0]!.closedAt]]))).toEqual([])
  expect(proposed(alerts, new Map([[key, alerts[4]!.closedAt - 1]]))).toHaveLength(1)
  expect(proposed(alerts, new Map([[key, alerts[4]!.closedAt]]))).toEqual([])
})

test('[SILENCE-PROPOSAL-3] the same closings do not propose for the rule what was declined for a model', () => {
  const alerts = several(6, 'FALSE_POSITIVE')
  const { key } = proposalsOf(alerts, settings, new Map())[0]!
  expect(proposed(alerts, new Map([[key, alerts[0]!.closedAt]]))).toEqual([])
})
