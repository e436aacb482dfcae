import { z } from 'zod'
import { channel } from '../../core/live/channel.ts'
import { endpoint } from '../../core/endpoint.ts'
import { cursor, limit, dateTime, oneOrMore, queryBoolean, queryDateTime, someTexts } from '../../core/wire.ts'
import { resolutions } from '../alerts/alerts.ts'
import { Alert } from '../alerts/alerts.contract.ts'
import { severities } from '../severity.ts'
import { CaseEvidence } from './case-evidence.contract.ts'
import { CaseLink } from './case-links.contract.ts'
import { StoryEntry } from './case-story.contract.ts'
import { CaseTask } from './case-tasks.contract.ts'
import { FieldValues, oneLine, Person, StatusBadge, Tags, Timers } from './case-values.contract.ts'
import { caseChangeKinds, caseLimits, caseStages, paps, tlps } from './cases.ts'

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
  /** The organisation's own status under the stage; null: only the stage. */
  status: StatusBadge.nullable(),
  resolution: z.enum(resolutions).nullable(),
  tlp: z.enum(tlps),
  pap: z.enum(paps),
  tags: z.array(z.string()),
  /** Only its owner, its members and administrators see it. */
  need_to_know: z.boolean(),
  members: z.array(Person),
  tasks: z.object({ total: z.int(), done: z.int(), overdue: z.int() }),
  template: z.object({ uuid: z.uuid(), name: z.string() }).nullable(),
  timers: Timers,
  /** The case into which it is merged; its items are there. */
  merged_into: z.object({ uuid: z.uuid(), number: z.int(), title: z.string() }).nullable(),
  created_by: Person.nullable(),
  created_at: dateTime,
  /** Time of its latest change. */
  updated_at: dateTime,
  closed_at: dateTime.nullable(),
  revision: z.int(),
})
export type Case = z.infer<typeof Case>

/** A case with its texts. */
export const CaseDetails = Case.extend({
  /** Texts are Markdown. */
  description: z.string(),
  impact: z.string(),
  causes: z.string(),
  lessons: z.string(),
  /** Values of the organisation's own fields, by the field's uuid. */
  fields: FieldValues,
  /** The cases that are merged into it, the latest first. */
  merged: z.array(z.object({ uuid: z.uuid(), number: z.int(), title: z.string(), at: dateTime, by: z.string() })),
})
export type CaseDetails = z.infer<typeof CaseDetails>

/** One entry of a case's timeline. */
export const CaseChange = z.object({
  /** The case in which it happened, if that is merged into this one. */
  from: z.object({ uuid: z.uuid(), number: z.int() }).nullable(),
  seq: z.int(),
  at: dateTime,
  kind: z.enum(caseChangeKinds),
  actor: z.string(),
  detail: z.record(z.string(), z.unknown()),
})
export type CaseChange = z.infer<typeof CaseChange>

/** Which cases are meant. All conditions must hold. */
const caseFilter = {
  stage: oneOrMore(caseStages).optional(),
  /** Uuids of statuses; `none`: only the stage. */
  status: someTexts(30, 36).optional(),
  severity: oneOrMore(severities).optional(),
  owner: z.union([z.uuid(), z.enum(['me', 'none'])]).optional(),
  member: z.union([z.uuid(), z.literal('me')]).optional(),
  tag: z.string().trim().min(1).max(64).optional(),
  tlp: oneOrMore(tlps).optional(),
  template: z.uuid().optional(),
  /** A limit of its service level is missed, or a task is overdue. */
  overdue: queryBoolean.optional(),
  /** Opened since, and before. */
  from: queryDateTime.optional(),
  to: queryDateTime.optional(),
  /** Search words for the title, or a number (CAS-1204). */
  q: z.string().trim().max(200).optional(),
  /** Also cases that are merged into another. */
  merged: queryBoolean.default(false),
}

export const listCases = endpoint({
  method: 'GET',
  path: 'msoc/v1/cases',
  summary: 'Cases, the latest first',
  access: 'MSOC',
  input: z.object({ ...caseFilter, cursor: cursor.optional(), limit: limit(200, 50) }),
  output: z.object({ cases: z.array(Case), next_cursor: z.string().nullable(), total: z.int() }),
})

/** A column of the board: a stage, or a status of the organisation under it. */
export const BoardColumn = z.object({
  stage: z.enum(caseStages),
  status: StatusBadge.nullable(),
  total: z.int(),
  /** The latest first. */
  cases: z.array(Case),
})
export type BoardColumn = z.infer<typeof BoardColumn>

export const caseBoard = endpoint({
  method: 'GET',
  path: 'msoc/v1/cases/board',
  summary: 'Cases by stage and status, for a board',
  access: 'MSOC',
  input: z.object({ ...caseFilter, limit: limit(100, 30) }),
  output: z.object({ columns: z.array(BoardColumn) }),
})

export const getCase = endpoint({
  method: 'GET',
  path: 'msoc/v1/cases/get',
  summary: 'One case with its alerts and its timeline',
  access: 'MSOC',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({
    case: CaseDetails,
    tasks: z.array(CaseTask),
    evidence: z.array(CaseEvidence),
    links: z.array(CaseLink),
    story: z.array(StoryEntry),
    /** The latest 500 linked alerts. */
    alerts: z.array(Alert),
    /** The latest first, at most 1,000; with that of the cases merged into it. */
    timeline: z.array(CaseChange),
  }),
})

export const createCase = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/create',
  summary: 'Open a case, usually over alerts, which become escalated',
  access: 'MSOC',
  needs: 'cases.work',
  bodyLimit: 256 * 1024,
  input: z.object({
    title: oneLine(200),
    /** Without any, it begins empty. */
    alert_uuids: z.array(z.uuid()).max(500),
    /** What is not given is taken from the template. */
    template_uuid: z.uuid().optional(),
    /** Absent: the template's, or the worst of the alerts, or medium. */
    severity: z.enum(severities).optional(),
    description: z.string().max(20_000).optional(),
    tlp: z.enum(tlps).optional(),
    pap: z.enum(paps).optional(),
    tags: Tags.optional(),
    need_to_know: z.boolean().optional(),
    members: z.array(z.uuid()).max(caseLimits.members).optional(),
  }),
  output: z.object({ success: z.literal(true), case: Case }),
})

export const updateCase = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/update',
  summary: 'Change a case; absent fields stay unchanged',
  access: 'MSOC',
  needs: 'cases.work',
  bodyLimit: 512 * 1024,
  input: z
    .object({
      uuid: z.uuid(),
      revision: z.int32(),
      title: z.string().trim().min(1).max(200).optional(),
      stage: z.enum(caseStages).optional(),
      owner: z.union([z.uuid(), z.literal('me'), z.null()]).optional(),
      severity: z.enum(severities).optional(),
      /** A status of the organisation, which sets the stage; null: only the stage. */
      status: z.uuid().nullable().optional(),
      resolution: z.enum(resolutions).nullable().optional(),
      tlp: z.enum(tlps).optional(),
      pap: z.enum(paps).optional(),
      tags: Tags.optional(),
      need_to_know: z.boolean().optional(),
      description: z.string().max(20_000).optional(),
      impact: z.string().max(20_000).optional(),
      causes: z.string().max(20_000).optional(),
      lessons: z.string().max(20_000).optional(),
      /** Only the fields that change; null empties one. */
      fields: FieldValues.optional(),
      /** Stops and restarts the clock, with the reason. */
      paused: z.boolean().optional(),
      pause_reason: z.string().trim().max(500).optional(),
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
  summary: 'Comment on a case in Markdown; `@[Name](user:uuid)` mentions a member, who is notified',
  access: 'MSOC',
  needs: 'cases.work',
  input: z.object({ uuid: z.uuid(), text: z.string().trim().min(1).max(10_000) }),
  output: z.object({ success: z.literal(true), case: Case }),
})

export const saveCaseMembers = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/members',
  summary: 'Add members to a case, or remove them; the owner stays one',
  access: 'MSOC',
  needs: 'cases.work',
  input: z.object({
    uuid: z.uuid(),
    add: z.array(z.uuid()).max(caseLimits.members).default([]),
    remove: z.array(z.uuid()).max(caseLimits.members).default([]),
  }),
  output: z.object({ success: z.literal(true), case: Case }),
})

export const casesChannel = channel({
  name: 'msoc.cases',
  delivery: 'event',
  access: 'MSOC',
  params: z.object({}),
  snapshot: z.object({ cases: z.array(Case) }),
  /** `case` is null for viewers who may no longer see it: it leaves their lists. */
  change: z.object({ seq: z.int(), kind: z.enum(caseChangeKinds), uuid: z.uuid(), case: Case.nullable() }),
})
