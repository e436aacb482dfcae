import { z } from 'zod'
import { channel } from '../core/live/channel.ts'
import { endpoint } from '../core/endpoint.ts'
import { cursor, limit, dateTime, oneOrMore } from '../core/wire.ts'
import { jobStatuses } from './jobs.ts'

/** Long work that a user started: it continues after a restart, and reports its progress and its result. */
export const Job = z.object({
  uuid: z.uuid(),
  /** The name of the work: `alerts.update`, `vehicles.import` … */
  kind: z.string(),
  title: z.string(),
  status: z.enum(jobStatuses),
  done: z.int(),
  /** Null: not known yet. */
  total: z.int().nullable(),
  /** How many items had which outcome: `updated`, `unchanged` … */
  outcome: z.record(z.string(), z.int()),
  /** Messages about single items, the first hundred. */
  messages: z.array(z.string()),
  error: z.string().nullable(),
  created_by: z.string(),
  created_at: dateTime,
  started_at: dateTime.nullable(),
  finished_at: dateTime.nullable(),
})
export type Job = z.infer<typeof Job>

export const listJobs = endpoint({
  method: 'GET',
  path: 'v2/app/jobs',
  summary: 'Jobs, the latest first',
  access: 'member',
  input: z.object({ status: oneOrMore(jobStatuses).optional(), cursor: cursor.optional(), limit: limit(200, 50) }),
  output: z.object({ jobs: z.array(Job), next_cursor: z.string().nullable(), total: z.int() }),
})

export const cancelJob = endpoint({
  method: 'POST',
  path: 'v2/app/jobs/cancel',
  summary: 'Stop a job; what it did stays done',
  access: 'member',
  needs: 'jobs.manage',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ success: z.literal(true), job: Job }),
})

export const retryJob = endpoint({
  method: 'POST',
  path: 'v2/app/jobs/retry',
  summary: 'Start a failed job again, from where it stopped',
  access: 'member',
  needs: 'jobs.manage',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ success: z.literal(true), job: Job }),
})

export const jobsChannel = channel({
  name: 'app.jobs',
  delivery: 'state',
  access: 'member',
  params: z.object({}),
  /** The unfinished jobs, and the latest fifty finished ones. */
  snapshot: z.object({ jobs: z.array(Job) }),
  change: Job,
})
