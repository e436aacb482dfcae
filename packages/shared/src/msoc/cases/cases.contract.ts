import { z } from 'zod'
import { channel } from '../../core/live/channel.ts'
import { endpoint } from '../../core/endpoint.ts'
import { cursor, limit, dateTime, oneOrMore } from '../../core/wire.ts'
import { resolutions } from '../alerts/alerts.ts'
import { Alert } from '../alerts/alerts.contract.ts'
import { caseChangeKinds, caseStages } from './cases.ts'
import { severities } from '../severity.ts'

const Person = z.object({ uuid: z.uuid(), name: z.string() })

export const Case = z.object({
  uuid: z.uuid(),
  number: z.int(),
  title: z.string(),
  stage: z.enum(caseStages),
  severity: z.enum(severities),
  owner: Person.nullable(),
  /** Number of linked alerts, and of their vehicles. */
  alerts: z.int(),
  vehicles: z.int(),
  comments: z.int(),
  created_by: Person.nullable(),
  created_at: dateTime,
  /** Time of its latest change. */
  updated_at: dateTime,
  closed_at: dateTime.nullable(),
  revision: z.int(),
})
export type Case = z.infer<typeof Case>

/** One entry of a case's timeline. */
export const CaseChange = z.object({
  seq: z.int(),
  at: dateTime,
  kind: z.enum(caseChangeKinds),
  actor: z.string(),
  detail: z.record(z.string(), z.unknown()),
})
export type CaseChange = z.infer<typeof CaseChange>

export const listCases = endpoint({
  method: 'GET',
  path: 'msoc/v1/cases',
  summary: 'Cases, the latest first',
  access: 'MSOC',
  input: z.object({
    stage: oneOrMore(caseStages).optional(),
    severity: oneOrMore(severities).optional(),
    owner: z.union([z.uuid(), z.enum(['me', 'none'])]).optional(),
    /** Search words for the title, or a number (CAS-1204). */
    q: z.string().trim().max(200).optional(),
    cursor: cursor.optional(),
    limit: limit(200, 50),
  }),
  output: z.object({ cases: z.array(Case), next_cursor: z.string().nullable(), total: z.int() }),
})

export const getCase = endpoint({
  method: 'GET',
  path: 'msoc/v1/cases/get',
  summary: 'One case with its alerts and its timeline',
  access: 'MSOC',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({
    case: Case,
    /** The latest 500 linked alerts. */
    alerts: z.array(Alert),
    /** The latest first, at most 1,000. */
    timeline: z.array(CaseChange),
  }),
})

export const createCase = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/create',
  summary: 'Open a case over alerts; they become escalated',
  access: 'MSOC',
  needs: 'cases.work',
  input: z.object({ title: z.string().trim().min(1).max(200), alert_uuids: z.array(z.uuid()).min(1).max(500) }),
  output: z.object({ success: z.literal(true), case: Case }),
})

export const updateCase = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/update',
  summary: 'Change a case: its title, stage, owner or severity',
  access: 'MSOC',
  needs: 'cases.work',
  input: z
    .object({
      uuid: z.uuid(),
      revision: z.int32(),
      title: z.string().trim().min(1).max(200).optional(),
      stage: z.enum(caseStages).optional(),
      owner: z.union([z.uuid(), z.literal('me'), z.null()]).optional(),
      severity: z.enum(severities).optional(),
      /** When the case closes: also close its open alerts, with this resolution. */
      close_alerts: z.enum(resolutions).optional(),
    })
    .refine((input) => input.close_alerts === undefined || input.stage === 'CLOSED', {
      message: 'Only a case that closes closes its alerts.',
      path: ['close_alerts'],
    }),
  output: z.object({ success: z.literal(true), case: Case }),
})

export const linkAlerts = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/link',
  summary: 'Add alerts to a case, which escalates them, or take them out of it',
  access: 'MSOC',
  needs: 'cases.work',
  input: z
    .object({
      uuid: z.uuid(),
      add: z.array(z.uuid()).max(500).default([]),
      remove: z.array(z.uuid()).max(500).default([]),
    })
    .refine(({ add, remove }) => add.length + remove.length > 0, 'Name at least one alert.'),
  output: z.object({ success: z.literal(true), case: Case }),
})

export const commentCase = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/comment',
  summary: 'Say something on a case',
  access: 'MSOC',
  needs: 'cases.work',
  input: z.object({ uuid: z.uuid(), text: z.string().trim().min(1).max(10_000) }),
  output: z.object({ success: z.literal(true), case: Case }),
})

export const casesChannel = channel({
  name: 'msoc.cases',
  delivery: 'event',
  access: 'MSOC',
  params: z.object({}),
  snapshot: z.object({ cases: z.array(Case) }),
  change: z.object({ seq: z.int(), kind: z.enum(caseChangeKinds), uuid: z.uuid(), case: Case.nullable() }),
})
