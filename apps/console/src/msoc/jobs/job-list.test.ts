import type { Job } from '@carapace/shared/account/jobs.contract'
import { expect, test } from 'vitest'
import { withJob } from './job-list.ts'

const job = (uuid: string, status: Job['status'], more: Partial<Job> = {}): Job => ({
  uuid,
  status,
  kind: 'alerts.update',
  title: uuid,
  done: 0,
  total: null,
  outcome: {},
  messages: [],
  error: null,
  created_by: 'Anna',
  created_at: '2026-01-01T00:00:00.000Z',
  started_at: null,
  finished_at: null,
  ...more,
})

test('[JOB-UI-3] a job is updated in place, a new job comes first, a finished job leaves', () => {
  const jobs = [job('b', 'RUNNING', { created_at: '2026-01-01T00:00:02.000Z' }), job('a', 'QUEUED')]
  expect(withJob(jobs, 'current', job('a', 'RUNNING', { done: 3 })).map(({ uuid, done }) => [uuid, done])).toEqual([
    ['b', 0],
    ['a', 3],
  ])
  expect(
    withJob(jobs, 'current', job('c', 'QUEUED', { created_at: '2026-01-01T00:00:03.000Z' })).map(({ uuid }) => uuid),
  ).toEqual(['c', 'b', 'a'])
  expect(withJob(jobs, 'current', job('a', 'COMPLETED')).map(({ uuid }) => uuid)).toEqual(['b'])
  expect(withJob([], 'failed', job('a', 'COMPLETED'))).toEqual([])
})
