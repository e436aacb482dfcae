import { z } from 'zod'
import { channel } from '../../core/live/channel.ts'
import { endpoint } from '../../core/endpoint.ts'
import { Job } from '../../account/jobs.contract.ts'
import {
  queryDateTime,
  queryBoolean,
  cursor,
  limit,
  dateTime,
  oneOrMore,
  someTexts,
  vehicleName,
} from '../../core/wire.ts'
import { alertOrders, alertSources, alertStatuses, changeKinds, observableKinds, resolutions } from './alerts.ts'
import { DbcName } from '../can/dbc.contract.ts'
import { suppressingKinds } from './pipeline/alert-steps.ts'
import { escalationStops } from './pipeline/escalation.ts'
import { mergedAtOnce } from './merge.ts'
import { severities } from '../severity.ts'

const Person = z.object({ uuid: z.uuid(), name: z.string() })

const Observable = z.object({ kind: z.enum(observableKinds), value: z.string() })

export const Alert = z.object({
  uuid: z.uuid(),
  number: z.int(),
  seq: z.int(),
  title: z.string(),
  severity: z.enum(severities),
  source: z.enum(alertSources),
  rule: z.string(),
  /** The detection rule that raised it; it may have been deleted since. */
  rule_uuid: z.uuid().nullable(),
  vehicle: z
    .object({ uuid: z.uuid(), vin: z.string(), name: z.string(), model: z.string(), software_version: z.string() })
    .nullable(),
  ecu: z.string().nullable(),
  bus: z.string().nullable(),
  dedup_key: z.string(),
  count: z.int(),
  first_seen: dateTime,
  last_seen: dateTime,
  status: z.enum(alertStatuses),
  resolution: z.enum(resolutions).nullable(),
  acknowledged_by: Person.nullable(),
  acknowledged_at: dateTime.nullable(),
  cleared_at: dateTime.nullable(),
  owner: Person.nullable(),
  tags: z.array(z.string()),
  tactics: z.array(z.string()),
  observables: z.array(Observable),
  explanation: z.array(z.object({ field: z.string(), observed: z.string(), expected: z.string() })),
  risk: z.int(),
  /**
   * False alerts a vehicle and month that are to be expected where alerts like this one are raised: the smaller, the
   * more certain. Null for rules and for what the vehicle reports itself.
   */
  expected_false_alerts: z.number().nullable(),
  case_uuid: z.uuid().nullable(),
  raised_at: dateTime,
  closed_at: dateTime.nullable(),
  previous_uuid: z.uuid().nullable(),
  /** The step of the alert pipeline that keeps it out of the queue; null if none does. `until`: null without an end. */
  suppressed_by: z
    .object({
      uuid: z.uuid(),
      kind: z.enum(suppressingKinds),
      author: z.string(),
      reason: z.string(),
      until: dateTime.nullable(),
    })
    .nullable(),
  /** The alert of the fleet that this one is a part of; null if it is not. */
  folded_into: z.object({ uuid: z.uuid(), number: z.int(), title: z.string() }).nullable(),
  /** Of an alert of the fleet: the number of alerts that are folded into it. */
  folded: z.int(),
  /** The alert into which it is merged. */
  merged_into: z.object({ uuid: z.uuid(), number: z.int(), title: z.string() }).nullable(),
  /** Number of alerts that are merged into it. */
  parts: z.int(),
  /** When the timer of an escalation ran out; it stays when the alert is acknowledged or closed later. */
  overdue_at: dateTime.nullable(),
  revision: z.int(),
})
export type Alert = z.infer<typeof Alert>

export const AlertChange = z.object({
  seq: z.int(),
  at: dateTime,
  kind: z.enum(changeKinds),
  actor: z.string(),
  detail: z.record(z.string(), z.unknown()),
})
export type AlertChange = z.infer<typeof AlertChange>

/** Selects alerts. All fields that are present must match. */
export const AlertFilter = z.object({
  status: oneOrMore(alertStatuses).optional(),
  severity: oneOrMore(severities).optional(),
  vehicle: vehicleName.optional(),
  source: oneOrMore(alertSources).optional(),
  /** Bounds of the time at which the alert was last seen. */
  from: queryDateTime.optional(),
  to: queryDateTime.optional(),
  /** Search words for the title, the VIN, the rule or an observable. */
  q: z.string().trim().max(200).optional(),
  owner: z.union([z.uuid(), z.enum(['me', 'none'])]).optional(),
  acknowledged: queryBoolean.optional(),
  case: z.uuid().optional(),
  /** Names of rules or detectors, or uuids of detection rules. */
  rule: someTexts(20, 100).optional(),
  model: someTexts(20, 100).optional(),
  tag: someTexts(20, 40).optional(),
  tactic: someTexts(20, 40).optional(),
  /** An observable that the alert must have, as `kind:value`: `arbitration_id:0x2C1`. */
  observable: z
    .string()
    .trim()
    .regex(/^[a-z_]{2,20}:.{1,200}$/, 'Write it as kind:value.')
    .optional(),
  /** True: alerts that a step of the pipeline suppresses. False, the default: the others. `any`: both. */
  suppressed: z.union([queryBoolean, z.literal('any')]).optional(),
  /** The alerts that are folded into this alert of the fleet, which are in no other list. */
  folded_into: z.uuid().optional(),
  /** Whether the timer of an escalation has run out. */
  overdue: queryBoolean.optional(),
  not_severity: oneOrMore(severities).optional(),
  not_source: oneOrMore(alertSources).optional(),
  not_status: oneOrMore(alertStatuses).optional(),
  not_rule: someTexts(20, 100).optional(),
  not_model: someTexts(20, 100).optional(),
  not_vehicle: someTexts(20, 64).optional(),
})
export type AlertFilter = z.output<typeof AlertFilter>

export const listAlerts = endpoint({
  method: 'GET',
  path: 'msoc/v1/alerts',
  summary: 'Alerts, the latest first',
  access: 'MSOC',
  input: AlertFilter.extend({
    sort: z.enum(alertOrders).default('newest'),
    cursor: cursor.optional(),
    limit: limit(500, 100),
    /**
     * Number of rows to skip, for jumping to a page. Alerts that come or go meanwhile shift the rows; a cursor is
     * exact.
     */
    skip: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({ alerts: z.array(Alert), next_cursor: z.string().nullable(), total: z.int() }),
})

export const AlertEvidence = z.object({
  kind: z.enum(['can', 'ids', 'syslog', 'position', 'none']),
  bus: z.string().nullable(),
  around: dateTime,
  /** Null until it is filled. */
  filled_at: dateTime.nullable(),
  total: z.int().nullable(),
  events: z.array(z.record(z.string(), z.unknown())),
  /** CAN only: the database that decodes the bus and the profile that watched it, at the time of the alert. */
  dbc: DbcName.nullable(),
  profile: z.object({ uuid: z.uuid(), model: z.string(), bus: z.string(), version: z.int() }).nullable(),
})
export type AlertEvidence = z.infer<typeof AlertEvidence>

export const getAlert = endpoint({
  method: 'GET',
  path: 'msoc/v1/alerts/get',
  summary: 'One alert with its evidence, its history and the related alerts',
  access: 'MSOC',
  input: z.object({
    uuid: z.uuid(),
    /** Maximum number of evidence events to return, around the time at which the alert fired. */
    evidence: limit(20_000, 200),
  }),
  output: z.object({
    alert: Alert,
    evidence: AlertEvidence.nullable(),
    changes: z.array(AlertChange),
    /** Alerts of the same key and another severity: less or more severe signs of the same incident. */
    related: z.array(Alert),
    /** The alerts that are merged into it, at most 100, those seen last first. */
    parts: z.array(Alert),
    /** The timers of escalations that run, the next one first. */
    timers: z.array(
      z.object({
        step: z.uuid(),
        reason: z.string(),
        author: z.string(),
        due_at: dateTime,
        unless: z.enum(escalationStops),
        hands_over: z.boolean(),
      }),
    ),
  }),
})

/**
 * Changes that an analyst can make to alerts. Closing needs a resolution; a closed alert can only be reopened (rule
 * ALERT-6).
 */
export const AlertUpdate = z
  .object({
    acknowledge: z.boolean().optional(),
    owner: z.union([z.uuid(), z.literal('me'), z.null()]).optional(),
    /** ESCALATED: back to what it was, for an alert that is in a case. */
    status: z.enum(['NEW', 'ASSIGNED', 'IN_PROGRESS', 'PENDING', 'ESCALATED', 'CLOSED']).optional(),
    resolution: z.enum(resolutions).optional(),
    tags: z.array(z.string().trim().min(1).max(40)).max(20).optional(),
    /** Why the alert is closed; part of its activity. */
    comment: z.string().trim().min(1).max(2_000).optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Say what to change.')
  .refine((change) => (change.status === 'CLOSED') === (change.resolution !== undefined), {
    message: 'Closing needs a resolution, and only closing takes one.',
    path: ['resolution'],
  })
  .refine((change) => change.comment === undefined || change.status === 'CLOSED', {
    message: 'Only closing takes a comment.',
    path: ['comment'],
  })
export type AlertUpdate = z.infer<typeof AlertUpdate>

export const updateAlerts = endpoint({
  method: 'POST',
  path: 'msoc/v1/alerts/update',
  summary: 'Acknowledge, assign, move or close alerts, named one by one or by a filter',
  access: 'MSOC',
  needs: 'alerts.work',
  input: z
    .object({
      uuids: z.array(z.uuid()).min(1).max(500).optional(),
      query: AlertFilter.optional(),
      /** With a single uuid: refuse if the alert no longer has this revision. */
      revision: z.int().optional(),
      change: AlertUpdate,
    })
    .refine(
      (input) => (input.uuids === undefined) !== (input.query === undefined),
      'Name alerts by uuids or by query, not both.',
    )
    .refine(
      (input) => input.revision === undefined || input.uuids?.length === 1,
      'A revision goes with a single uuid.',
    ),
  output: z.object({
    success: z.literal(true),
    updated: z.int(),
    unchanged: z.int(),
    not_found: z.int(),
    alerts: z.array(Alert),
  }),
})

export const unfoldAlerts = endpoint({
  method: 'POST',
  path: 'msoc/v1/alerts/unfold',
  summary: 'Take alerts of vehicles out of their alert of the fleet: they are listed again, and not folded again',
  access: 'MSOC',
  needs: 'alerts.work',
  input: z.object({ uuids: z.array(z.uuid()).min(1).max(500) }),
  output: z.object({ success: z.literal(true), unfolded: z.int(), alerts: z.array(Alert) }),
})

const someAlerts = z.array(z.uuid()).min(1).max(mergedAtOnce)

export const mergeAlerts = endpoint({
  method: 'POST',
  path: 'msoc/v1/alerts/merge',
  summary: 'Merge open alerts into another open alert; they keep everything, and can be unmerged',
  access: 'MSOC',
  needs: 'alerts.work',
  input: z.object({ uuids: someAlerts, into: z.uuid() }),
  /** The alert into which they were merged comes first. */
  output: z.object({ success: z.literal(true), merged: z.int(), alerts: z.array(Alert) }),
})

export const unmergeAlerts = endpoint({
  method: 'POST',
  path: 'msoc/v1/alerts/unmerge',
  summary: 'Give merged alerts back the status, owner and acknowledgement that they had',
  access: 'MSOC',
  needs: 'alerts.work',
  input: z.object({ uuids: someAlerts }),
  output: z.object({
    success: z.literal(true),
    unmerged: z.int(),
    /** Not merged, or the same condition has raised another alert meanwhile, which is open. */
    refused: z.int(),
    /** They, and the alerts into which they had been merged. */
    alerts: z.array(Alert),
  }),
})

export const bulkUpdateAlerts = endpoint({
  method: 'POST',
  path: 'msoc/v1/alerts/bulk',
  summary: 'Change every alert that a filter finds now, however many, as a job',
  access: 'MSOC',
  needs: 'alerts.work',
  input: z.object({ query: AlertFilter, change: AlertUpdate }),
  output: z.object({ success: z.literal(true), job: Job }),
})

export const undoBulkUpdate = endpoint({
  method: 'POST',
  path: 'msoc/v1/alerts/bulk/undo',
  summary: 'Give the alerts that a bulk update changed their state before it, as a job; possible for a day',
  access: 'MSOC',
  needs: 'alerts.work',
  input: z.object({ job: z.uuid() }),
  output: z.object({ success: z.literal(true), job: Job }),
})

export const exportAlerts = endpoint({
  method: 'GET',
  path: 'msoc/v1/alerts/export',
  summary: 'The alerts that a filter finds, as CSV',
  access: 'MSOC',
  input: AlertFilter.extend({ sort: z.enum(alertOrders).default('newest') }),
  output: z.string(),
  produces: 'text/csv',
})

export const exportLabelledAlerts = endpoint({
  method: 'GET',
  path: 'msoc/v1/alerts/labelled/export',
  summary: 'The closed alerts with what they turned out to be, as CSV: the labelled set that evaluations read',
  access: 'MSOC',
  needs: 'alerts.work',
  /** Bounds of the time at which the alerts were raised. Default: the last 90 days. */
  input: z.object({ from: queryDateTime.optional(), to: queryDateTime.optional() }),
  output: z.string(),
  produces: 'text/csv',
})

export const getAlertHistogram = endpoint({
  method: 'GET',
  path: 'msoc/v1/alerts/histogram',
  summary: 'How many alerts a filter finds over time, by severity and when they were last seen',
  access: 'MSOC',
  /** The filter's `from` and `to` bound the histogram. Default: the last 24 hours. */
  input: AlertFilter.extend({ buckets: z.coerce.number().int().min(2).max(500).default(144) }),
  output: z.object({
    from: dateTime,
    step_ms: z.int(),
    /** Only buckets that contain an alert, in order of time. */
    buckets: z.array(
      z.object({ at: dateTime, critical: z.int(), high: z.int(), medium: z.int(), low: z.int(), info: z.int() }),
    ),
  }),
})

export const getAlertRules = endpoint({
  method: 'GET',
  path: 'msoc/v1/alerts/rules',
  summary: 'The alerts that a filter finds, counted by the rule that raised them, the most severe first',
  access: 'MSOC',
  input: AlertFilter.extend({ limit: limit(500, 200) }),
  output: z.object({
    rules: z.array(
      z.object({
        rule: z.string(),
        /** The name of the rule. */
        title: z.string(),
        /** The worst of its alerts. */
        severity: z.enum(severities),
        alerts: z.int(),
        /** Of these, how many nobody has acknowledged. */
        unacknowledged: z.int(),
        vehicles: z.int(),
        last_seen: dateTime,
      }),
    ),
    /** Number of rules, listed or not. */
    total: z.int(),
  }),
})

export const getSimilarAlerts = endpoint({
  method: 'GET',
  path: 'msoc/v1/alerts/similar',
  summary: 'Open alerts that share an observable with this one, and how many share each',
  access: 'MSOC',
  input: z.object({ uuid: z.uuid(), limit: limit(100, 20) }),
  output: z.object({
    /** The observables that make alerts similar; a bus, an ECU or the rule is none of them. */
    shared: z.array(z.object({ observable: Observable, alerts: z.int(), vehicles: z.int() })),
    alerts: z.array(Alert),
    total: z.int(),
    vehicles: z.int(),
  }),
})

/** Counting stops at this number; a higher count is not exact. */
export const similarCountedTo = 1_000

export const countSimilarAlerts = endpoint({
  method: 'POST',
  path: 'msoc/v1/alerts/similar-counts',
  summary: 'How many other open alerts share an observable with each of these',
  access: 'MSOC',
  input: z.object({ uuids: z.array(z.uuid()).min(1).max(200) }),
  output: z.object({ counts: z.array(z.object({ uuid: z.uuid(), similar: z.int() })) }),
})

/**
 * One entry of the live queue: a change, and the alert in its current state. `alert` is null where the alert does not,
 * or no longer, pass the filter.
 */
export const LiveAlert = z.object({ seq: z.int(), kind: z.enum(changeKinds), uuid: z.uuid(), alert: Alert.nullable() })
export type LiveAlert = z.infer<typeof LiveAlert>

export const alertsChannel = channel({
  name: 'msoc.alerts',
  delivery: 'event',
  access: 'MSOC',
  /** `limit`: the number of alerts in the snapshot. */
  params: z.object({
    filter: AlertFilter.optional(),
    sort: z.enum(alertOrders).default('newest'),
    limit: limit(500, 500),
  }),
  /** The first alerts that pass the filter; the cursor leads to the next ones. */
  snapshot: z.object({ alerts: z.array(Alert), next_cursor: z.string().nullable(), total: z.int() }),
  change: LiveAlert,
})
