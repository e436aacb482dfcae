import type { Job } from '@carapace/shared/account/jobs.contract'
import { expect, test, vi } from 'vitest'
import { nextNumber } from './notices.ts'

for (const storage of ['localStorage', 'sessionStorage'])
  vi.stubGlobal(storage, { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
const { dismissJob, followJob, isUndoable, latestUpdate } = await import('./jobs.ts')

const job = (uuid: string, changes: Partial<Job> = {}): Job => ({
  uuid,
  kind: 'alerts.update',
  title: 'Close 3 alerts',
  status: 'COMPLETED',
  done: 3,
  total: 3,
  outcome: { updated: 3 },
  messages: [],
  error: null,
  created_by: 'Ana Kuo',
  created_at: '2026-05-12T10:00:00Z',
  started_at: null,
  finished_at: null,
  ...changes,
})

test.for<{ changes: Partial<Job>; undoable: boolean }>([
  { changes: {}, undoable: true },
  { changes: { status: 'CANCELLED' }, undoable: true },
  { changes: { status: 'RUNNING' }, undoable: false },
  { changes: { outcome: { updated: 0, unchanged: 3 } }, undoable: false },
  { changes: { kind: 'alerts.undo', outcome: { restored: 3 } }, undoable: false },
])('[QUEUE-82] $changes can be undone: $undoable', ({ changes, undoable }) => {
  expect(isUndoable(job('a', changes))).toBe(undoable)
})

test('[QUEUE-82] the key undoes the latest action, a job or one with a notice', () => {
  followJob(job('first'))
  const notice = nextNumber()
  expect(latestUpdate()!.number).toBeLessThan(notice)
  followJob(job('second', { status: 'RUNNING' }))
  followJob(job('undone', { kind: 'alerts.undo' }))
  expect(latestUpdate()).toMatchObject({ job: { uuid: 'second' } })
  expect(latestUpdate()!.number).toBeGreaterThan(notice)
  dismissJob('second')
  expect(latestUpdate()).toMatchObject({ job: { uuid: 'first' } })
})
