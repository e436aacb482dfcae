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
import { alertSources, alertStatuses, changeKinds, observableKinds, resolutions } from './alerts.ts'
import { DbcName } from '../can/dbc.contract.ts'
import { severities } from '../severity.ts'

const Person = z.object({ uuid: z.uuid(), name: z.string() })

export const Alert = z.object({
  uuid: z.uuid(),
  number: z.int(),
  seq: z.int(),
  title: z.string(),
  severity: z.enum(severities),
  source: z.enum(alertSources),
  rule: z.string(),
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
  observables: z.array(z.object({ kind: z.enum(observableKinds), value: z.string() })),
  explanation: z.array(z.object({ field: z.string(), observed: z.string(), expected: z.string() })),
  risk: z.int(),
  case_uuid: z.uuid().nullable(),
  raised_at: dateTime,
  closed_at: dateTime.nullable(),
  previous_uuid: z.uuid().nullable(),
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
  not_severity: oneOrMore(severities).optional(),
  not_source: oneOrMore(alertSources).optional(),
  not_status: oneOrMore(alertStatuses).optional(),
  not_rule: someTexts(20, 100).optional(),
  not_model: someTexts(20, 100).optional(),
  not_vehicle: someTexts(20, 64).optional(),
})
export type AlertFilter = z.output<typeof AlertFilter>

/**
 * Sort orders of a list of alerts. First come: the latest seen, the earliest seen, the highest risk, the worst
 * severity, the highest number of repeats.
 */
export const alertOrders = ['newest', 'oldest', 'risk', 'severity', 'count'] as const
export type AlertOrder = (typeof alertOrders)[number]

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
  })
  .refine((change) => Object.keys(change).length > 0, 'Say what to change.')
  .refine((change) => (change.status === 'CLOSED') === (change.resolution !== undefined), {
    message: 'Closing needs a resolution, and only closing takes one.',
    path: ['resolution'],
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

export const bulkUpdateAlerts = endpoint({
  method: 'POST',
  path: 'msoc/v1/alerts/bulk',
  summary: 'Change every alert that a filter finds now, however many, as a job',
  access: 'MSOC',
  needs: 'alerts.work',
  input: z.object({ query: AlertFilter, change: AlertUpdate }),
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

/** What alerts can have in common: an observable, or the model of the vehicle. */
const Shared = z.object({ kind: z.enum([...observableKinds, 'model']), value: z.string() })

export const getSimilarAlerts = endpoint({
  method: 'GET',
  path: 'msoc/v1/alerts/similar',
  summary: 'Open alerts that share an observable with this one, and how many share each',
  access: 'MSOC',
  input: z.object({ uuid: z.uuid(), limit: limit(100, 20) }),
  output: z.object({
    shared: z.array(z.object({ observable: Shared, alerts: z.int(), vehicles: z.int() })),
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
