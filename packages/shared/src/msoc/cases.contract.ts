import { z } from 'zod'
import { channel } from '../core/channel.ts'
import { endpoint } from '../core/endpoint.ts'
import { cursor, limit, moment } from '../core/wire.ts'
import { severities } from './severity.ts'

export const Case = z.object({
  uuid: z.uuid(),
  number: z.int(),
  title: z.string(),
  stage: z.enum(['NEW', 'IN_PROGRESS', 'CLOSED']),
  severity: z.enum(severities),
  owner: z.object({ uuid: z.uuid(), name: z.string() }).nullable(),
  alerts: z.int(),
  created_at: moment,
  revision: z.int(),
})
export type Case = z.infer<typeof Case>

export const listCases = endpoint({
  method: 'GET',
  path: 'msoc/v1/cases',
  summary: 'Cases, the latest first',
  access: 'MSOC',
  input: z.object({ cursor: cursor.optional(), limit: limit(200, 50) }),
  output: z.object({ cases: z.array(Case), next_cursor: z.string().nullable() }),
})

export const createCase = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/create',
  summary: 'Open a case over alerts; they become escalated',
  access: 'MSOC',
  roles: ['ADMIN', 'ANALYST'],
  input: z.object({ title: z.string().trim().min(1).max(200), alert_uuids: z.array(z.uuid()).min(1).max(500) }),
  output: z.object({ success: z.literal(true), case: Case }),
})

export const casesChannel = channel({
  name: 'msoc.cases',
  delivery: 'event',
  access: 'MSOC',
  params: z.object({}),
  snapshot: z.object({ cases: z.array(Case) }),
  change: z.object({ seq: z.int(), kind: z.enum(['open', 'link', 'stage']), uuid: z.uuid(), case: Case.nullable() }),
})
