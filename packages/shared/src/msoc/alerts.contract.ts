import { z } from 'zod'
import { channel } from '../core/channel.ts'
import { endpoint } from '../core/endpoint.ts'
import { askedMoment, cursor, limit, moment, oneOrMore, vehicleName } from '../core/wire.ts'
import { alertSources, alertStatuses, changeKinds, observableKinds, resolutions } from './alerts.ts'
import { severities } from './severity.ts'

const Person = z.object({ uuid: z.uuid(), name: z.string() })

export const Alert = z.object({
  uuid: z.uuid(),
  number: z.int(),
  seq: z.int(),
  title: z.string(),
  severity: z.enum(severities),
  source: z.enum(alertSources),
  rule: z.string(),
  vehicle: z.object({ uuid: z.uuid(), vin: z.string(), name: z.string(), model: z.string(), software_version: z.string() }).nullable(),
  ecu: z.string().nullable(),
  bus: z.string().nullable(),
  dedup_key: z.string(),
  count: z.int(),
  first_seen: moment,
  last_seen: moment,
  status: z.enum(alertStatuses),
  resolution: z.enum(resolutions).nullable(),
  acknowledged_by: Person.nullable(),
  acknowledged_at: moment.nullable(),
  cleared_at: moment.nullable(),
  owner: Person.nullable(),
  tags: z.array(z.string()),
  tactics: z.array(z.string()),
  observables: z.array(z.object({ kind: z.enum(observableKinds), value: z.string() })),
  explanation: z.array(z.object({ field: z.string(), observed: z.string(), expected: z.string() })),
  risk: z.int(),
  case_uuid: z.uuid().nullable(),
  threat_scenario_uuid: z.uuid().nullable(),
  previous_uuid: z.uuid().nullable(),
  revision: z.int(),
})
export type Alert = z.infer<typeof Alert>

export const AlertChange = z.object({
  seq: z.int(),
  at: moment,
  kind: z.enum(changeKinds),
  actor: z.string(),
  detail: z.record(z.string(), z.unknown()),
})
export type AlertChange = z.infer<typeof AlertChange>

/** Which alerts: every part narrows. */
export const AlertFilter = z.object({
  status: oneOrMore(alertStatuses).optional(),
  severity: oneOrMore(severities).optional(),
  vehicle: vehicleName.optional(),
  source: oneOrMore(alertSources).optional(),
  /** By when it was last seen. */
  from: askedMoment.optional(),
  to: askedMoment.optional(),
  /** Words in the title, the VIN, the rule or an observable. */
  q: z.string().trim().max(200).optional(),
  owner: z.union([z.uuid(), z.enum(['me', 'none'])]).optional(),
})
export type AlertFilter = z.output<typeof AlertFilter>

export const listAlerts = endpoint({
  method: 'GET',
  path: 'msoc/v1/alerts',
  summary: 'Alerts, the latest first',
  access: 'MSOC',
  input: AlertFilter.extend({ cursor: cursor.optional(), limit: limit(500, 100) }),
  output: z.object({ alerts: z.array(Alert), next_cursor: z.string().nullable(), total: z.int() }),
})

export const AlertEvidence = z.object({
  kind: z.enum(['can', 'ids', 'syslog', 'position', 'none']),
  bus: z.string().nullable(),
  around: moment,
  /** Null while it is still to be filled. */
  filled_at: moment.nullable(),
  total: z.int().nullable(),
  events: z.array(z.record(z.string(), z.unknown())),
})
export type AlertEvidence = z.infer<typeof AlertEvidence>

export const getAlert = endpoint({
  method: 'GET',
  path: 'msoc/v1/alerts/get',
  summary: 'One alert with its evidence and its history',
  access: 'MSOC',
  input: z.object({
    uuid: z.uuid(),
    /** How many of the evidence's events to answer, around the moment it fired. */
    evidence: limit(20_000, 200),
  }),
  output: z.object({ alert: Alert, evidence: AlertEvidence.nullable(), changes: z.array(AlertChange) }),
})

/** What an analyst may do to alerts. Closing needs a resolution; a closed alert can only be reopened (rule A6). */
export const AlertUpdate = z
  .object({
    acknowledge: z.boolean().optional(),
    owner: z.union([z.uuid(), z.literal('me'), z.null()]).optional(),
    status: z.enum(['NEW', 'ASSIGNED', 'IN_PROGRESS', 'PENDING', 'CLOSED']).optional(),
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
  roles: ['ADMIN', 'ANALYST'],
  input: z
    .object({
      uuids: z.array(z.uuid()).min(1).max(500).optional(),
      query: AlertFilter.optional(),
      /** With a single uuid: refuse when the alert is not at this revision any more. */
      revision: z.int().optional(),
      change: AlertUpdate,
    })
    .refine((ask) => (ask.uuids === undefined) !== (ask.query === undefined), 'Name alerts by uuids or by query, not both.')
    .refine((ask) => ask.revision === undefined || ask.uuids?.length === 1, 'A revision goes with a single uuid.'),
  output: z.object({ success: z.literal(true), updated: z.int(), unchanged: z.int(), not_found: z.int(), alerts: z.array(Alert) }),
})

/** One entry of the live queue: a change, and the alert as it is now; no alert where it does not pass the filter (any more). */
export const LiveAlert = z.object({ seq: z.int(), kind: z.enum(changeKinds), uuid: z.uuid(), alert: Alert.nullable() })
export type LiveAlert = z.infer<typeof LiveAlert>

export const alertsChannel = channel({
  name: 'msoc.alerts',
  delivery: 'event',
  access: 'MSOC',
  params: z.object({ filter: AlertFilter.optional() }),
  /** The newest alerts that pass the filter, at most 500. */
  snapshot: z.object({ alerts: z.array(Alert), total: z.int() }),
  change: LiveAlert,
})
