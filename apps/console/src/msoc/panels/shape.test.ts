import { PanelQuery } from '@carapace/shared/msoc/panels/panel-query'
import type { PanelResult } from '@carapace/shared/msoc/panels/panels.contract'
import { expect, test } from 'vitest'
import { changeOf, hoursText, shapeOf, valueText } from './shape.ts'

const result = (groups: PanelResult['groups'], fields: Partial<PanelResult> = {}): PanelResult => ({
  from: '2026-06-01T08:30:00.000Z',
  to: '2026-06-01T11:30:00.000Z',
  groups,
  total: 10,
  before: 8,
  ...fields,
})
const query = (fields: object) => PanelQuery.parse({ subject: 'alerts', measure: 'count', ...fields })
const key = (text: string) => ({ key: text, label: text })

test('[PANEL-UI-2] steps of time without an alert are zero, not missing', () => {
  const at = '2026-06-01T10:00:00.000Z'
  const shape = shapeOf(result([{ group: key(at), split: null, value: 4 }]), query({ group_by: 'hour', hours: 3 }))
  expect(shape.groups.map((group) => shape.valueOf(group, shape.splits[0]!))).toEqual([0, 0, 4, 0])
  expect(shape.highest).toBe(4)
})

test('[PANEL-UI-2] a split has a value for each group, and a missing duration is none', () => {
  const groups = [
    { group: key('a'), split: key('x'), value: 1 },
    { group: key('b'), split: key('y'), value: 2 },
  ]
  const counted = shapeOf(result(groups), query({ group_by: 'rule', split_by: 'model' }))
  expect(counted.valueOf(key('a'), key('y'))).toBe(0)
  const timed = shapeOf(result(groups), query({ measure: 'median_resolve', group_by: 'rule', split_by: 'model' }))
  expect(timed.valueOf(key('a'), key('y'))).toBeNull()
  expect(timed.splits.map(({ label }) => label)).toEqual(['x', 'y'])
})

test('[PANEL-UI-2] without a group there is one value', () => {
  const shape = shapeOf(result([{ group: null, split: null, value: 7 }]), query({}))
  expect(shape.groups.map((group) => shape.valueOf(group, shape.splits[0]!))).toEqual([7])
})

test.for([
  { value: 1_234, measure: 'count', text: '1,234' },
  { value: 90_000, measure: 'median_resolve', text: '1:30 min' },
  { value: 0.25, measure: 'false_positive_ratio', text: '25 %' },
  { value: 0.025, measure: 'false_positive_ratio', text: '2.5 %' },
  { value: null, measure: 'median_resolve', text: '–' },
] as const)('[PANEL-UI-3] $value of $measure is shown as $text', ({ value, measure, text }) => {
  expect(valueText(value, measure).replaceAll(/\s/g, ' ')).toBe(text)
})

test('[PANEL-UI-3] a number shows its change against as long a time before', () => {
  expect(changeOf(result([]), 'count')).toBe('+2 (+25 %)')
  expect(changeOf(result([], { total: 4 }), 'count')).toBe('−4 (−50 %)')
  expect(changeOf(result([], { total: 0.5, before: 0.25 }), 'false_positive_ratio')).toBe('+25.0 points')
  expect(changeOf(result([], { before: null }), 'count')).toBeUndefined()
  expect([hoursText(24), hoursText(168)]).toEqual(['24 h', '7 d'])
})
