import { expect, test } from 'vitest'
import { selectionText, stateText, suppressionText } from './step-texts.ts'

const noon = Date.UTC(2026, 4, 1, 12)
const none = { inhibitors: null, assignment: null, escalation: null }
const at = (minutes: number) => new Date(noon + minutes * 60_000).toISOString()

test('[ALERT-PIPELINE-UI-1] matchers are one line', () => {
  const matchers = { vehicles: ['V1', 'V2'], rules: ['can-flood'], title: 'can0' }
  const text = 'rule can-flood · vehicle V1 or V2 · title with can0'
  expect(selectionText({ ...none, matchers })).toBe(text)
  expect(selectionText({ ...none, matchers, inhibitors: { rules: ['silence'] } })).toBe(
    `${text}, while open: rule silence`,
  )
})

test('[ALERT-PIPELINE-UI-1] a step is planned, in effect, over, or ended', () => {
  const step = { active: true, from: at(0), until: at(60) } as never
  expect([-1, 0, 60].map((minutes) => stateText(step, Date.parse(at(minutes))))).toEqual([
    'Planned',
    'In effect',
    'Over',
  ])
  expect(stateText({ active: false, from: at(0), until: at(60) } as never, noon)).toBe('Ended')
})

test('[ALERT-PIPELINE-UI-6] a suppressed alert states by whom, until when and why', () => {
  const by = { uuid: 'x', kind: 'silence' as const, author: 'Ann', reason: 'A known test', until: at(60) }
  expect(suppressionText(by, noon)).toBe('Silenced until 01 May 2026, 01:00 pm by Ann: A known test')
  expect(suppressionText({ ...by, kind: 'maintenance' }, Date.parse(at(61)))).toBe(
    'In maintenance until 01 May 2026, 01:00 pm by Ann: A known test. Not seen again since.',
  )
})

test('[ALERT-PIPELINE-UI-6] an inhibited alert may be so without an end', () => {
  const by = { uuid: 'x', kind: 'inhibition' as const, author: 'Ann', reason: 'A consequence', until: null }
  expect(suppressionText(by, noon)).toBe('Inhibited by Ann: A consequence')
})

test('[ALERT-PIPELINE-UI-1] the line of a step also states to whom it assigns, and when alerts are overdue', () => {
  const matchers = { rules: ['can-flood'] }
  const shift = { days: [1, 5], from: '06:00', to: '14:00', zone: 'UTC' }
  const assignment = { method: 'round_robin' as const, members: ['a', 'b'], shift }
  expect(selectionText({ ...none, matchers, assignment })).toBe(
    'rule can-flood → 2 members in turn, Mon Fri 06:00–14:00 UTC',
  )
  const to = { method: 'fewest_open' as const, members: ['a', 'b'], shift: null }
  const escalation = { after_minutes: 120, unless: 'closed' as const, hand_over: to }
  expect(selectionText({ ...none, matchers, escalation })).toBe(
    'rule can-flood → overdue after 2 h unless closed, then 2 members, fewest open alerts first',
  )
})
