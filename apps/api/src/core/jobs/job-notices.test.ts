import { expect, test } from 'vitest'
import { jobNotification } from './job-notices.ts'

const job = { uuid: 'j', title: 'Import of 10 vehicles', startedAt: new Date(0), by: { uuid: 'ada' } }

test('[JOB-10] a failed job is reported to its user with the reason', () => {
  expect(jobNotification({ ...job, startedAt: null }, { status: 'FAILED', error: 'The file is gone.' })).toMatchObject({
    kind: 'job-failed',
    title: 'Failed: Import of 10 vehicles',
    text: 'The file is gone.',
    to: { users: ['ada'] },
  })
})

test('[JOB-10] a finished job is reported if it took half a minute; progress is not', () => {
  expect(jobNotification(job, { status: 'COMPLETED', finishedAt: new Date(30_000) })).toMatchObject({
    kind: 'job-finished',
    title: 'Finished: Import of 10 vehicles',
  })
  expect(jobNotification(job, { status: 'COMPLETED', finishedAt: new Date(29_999) })).toBe(undefined)
  expect(jobNotification(job, { status: 'RUNNING' })).toBe(undefined)
})
