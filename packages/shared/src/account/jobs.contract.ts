import { z } from 'zod'
import { channel } from '../core/live/channel.ts'
import { endpoint } from '../core/endpoint.ts'
import { cursor, limit, dateTime, oneOrMore } from '../core/wire.ts'
import { jobStatuses } from './jobs.ts'

/** Long work that somebody asked for: it goes on after a restart, and says how far it is and what came of it. */
export const Job = z.object({
  uuid: z.uuid(),
  /** What it does, by name: `alerts.update`, `vehicles.import` … */
  kind: z.string(),
  title: z.string(),
  status: z.enum(jobStatuses),
  done: z.int(),
  /** Null while it is not known yet. */
  total: z.int().nullable(),
  /** Counts by what became of the things it went through: `updated`, `unchanged` … */
  outcome: z.record(z.string(), z.int()),
  /** What it has to say of single things, the first hundred. */
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
  /** Those that are not finished, and the latest fifty that are. */
  snapshot: z.object({ jobs: z.array(Job) }),
  change: Job,
})
