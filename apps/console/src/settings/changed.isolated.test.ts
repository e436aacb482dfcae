import { beforeEach, expect, test, vi } from 'vitest'

const called = vi.fn()
vi.mock('../core/call/call.ts', () => ({ call: called }))
const { changesOf, conflictText, whoChanged } = await import('./changed.ts')

beforeEach(() => called.mockReset())

test('[SETTINGS-4] a conflict states what is different now, without the fields that nobody sees', () => {
  const before = { role: 'VIEWER', active: true, revision: 1 }
  const words = {
    role: (role: string) => `role is now ${role}`,
    active: (active: boolean) => (active ? 'reactivated' : 'deactivated'),
  }
  expect(changesOf(before, { role: 'ANALYST', active: false, revision: 2 }, words)).toBe(
    'role is now ANALYST, deactivated',
  )
  expect(changesOf(before, { ...before, revision: 2 }, words)).toBe('')
})

test.for([
  { who: 'Maya Rao', changes: 'deactivated', expected: 'Maya Rao changed this meanwhile: deactivated.' },
  { who: undefined, changes: '', expected: 'Someone else changed this meanwhile. You now see its current state.' },
])('[SETTINGS-4] states $expected', ({ who, changes, expected }) => {
  expect(conflictText(who, changes)).toBe(expected)
})

test('[SETTINGS-4] the person who changed it comes from the latest log entry', async () => {
  called.mockResolvedValue({
    entries: [
      { subject: 'view', subject_uuid: 'b', actor: 'X' },
      { subject: 'user', subject_uuid: 'a', actor: 'Maya' },
      { subject: 'user', subject_uuid: 'a', actor: 'Old' },
    ],
  })
  expect(await whoChanged(({ subject_uuid: uuid }) => uuid === 'a')).toBe('Maya')
  expect(await whoChanged(() => false)).toBeUndefined()
})
