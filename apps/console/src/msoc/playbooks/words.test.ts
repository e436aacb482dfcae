import { expect, test } from 'vitest'
import { portText, runStateText, startedText, triggerText, versionText } from './words.ts'

test.for([
  { trigger: { kind: 'alert', matchers: null }, text: 'New alert' },
  {
    trigger: { kind: 'alert', matchers: { rules: ['can-spoof'], severities: ['high', 'critical'] } },
    text: 'New alert: can-spoof, high, critical',
  },
  { trigger: { kind: 'case', on: ['opened', 'closed'] }, text: 'Case opened, closed' },
  { trigger: { kind: 'schedule', schedule: { kind: 'interval', minutes: 15 } }, text: 'Every 15 min' },
  { trigger: { kind: 'schedule', schedule: { kind: 'interval', minutes: 120 } }, text: 'Every 2 h' },
  {
    trigger: {
      kind: 'schedule',
      schedule: { kind: 'cron', minute: '5', hour: '6', day: '*', month: '*', weekday: '*' },
    },
    text: 'Daily at 06:05 UTC',
  },
  {
    trigger: {
      kind: 'schedule',
      schedule: { kind: 'cron', minute: '0', hour: '*/2', day: '*', month: '*', weekday: '1-5' },
    },
    text: 'Cron 0 */2 * * 1-5',
  },
  { trigger: { kind: 'manual', subject: 'alert' }, text: 'By hand, from an alert' },
  { trigger: { kind: 'manual', subject: null }, text: 'By hand' },
] as const)('[PLAYBOOK-UI-2] a trigger in words: $text', ({ trigger, text }) => {
  expect(triggerText(structuredClone(trigger) as Parameters<typeof triggerText>[0])).toBe(text)
})

test('[PLAYBOOK-UI-2] the enabled version, and the newest if that is another', () => {
  expect(versionText({ enabled_version: 2, latest_version: 2 })).toBe('v2')
  expect(versionText({ enabled_version: 1, latest_version: 3 })).toBe('v1, newest v3')
  expect(versionText({ enabled_version: null, latest_version: 3 })).toBe('v3')
})

test('[PLAYBOOK-UI-20] a run that waits for people names that; who started it is a person or a trigger', () => {
  expect(runStateText({ state: 'WAITING', needs_people: 1 })).toBe('Waiting for a person')
  expect(runStateText({ state: 'FAILED', needs_people: 1 })).toBe('Failed')
  expect(startedText({ started_by_kind: 'manual', started_by: 'Ada' })).toBe('Ada')
  expect(startedText({ started_by_kind: 'schedule', started_by: null })).toBe('Schedule')
})

test('exits have names that people read', () => {
  expect(['true', 'not_confirmed'].map(portText)).toEqual(['yes', 'not confirmed'])
})
