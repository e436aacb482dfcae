import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { dateTime } from '../../core/wire.ts'
import { resolutions } from '../alerts/alerts.ts'
import { severities } from '../severity.ts'
import { heldBackDays, sensitivityBounds } from './false-alerts.ts'

/** False alerts a vehicle and month, of all detectors of CAN traffic together. */
const falseAlerts = z.number().min(sensitivityBounds.least).max(sensitivityBounds.most)

const Sensitivity = z.object({
  /** What the organisation accepts; null: every finding of the detectors is raised. */
  false_alerts_at_most: falseAlerts.nullable(),
  /** Counts the changes; 0: nothing was ever chosen. */
  revision: z.int(),
})

export const getSensitivity = endpoint({
  method: 'GET',
  path: 'msoc/v1/detection/sensitivity',
  summary: 'How many false alerts of the CAN detectors the organisation accepts',
  access: 'MSOC',
  input: z.object({}),
  output: Sensitivity,
})

export const saveSensitivity = endpoint({
  method: 'POST',
  path: 'msoc/v1/detection/sensitivity/save',
  summary: 'Choose how many false alerts a vehicle and month are accepted; ingest applies it within five seconds',
  access: 'MSOC',
  needs: 'organisation.manage',
  input: z.object({
    false_alerts_at_most: falseAlerts.nullable(),
    /** The revision that was read: refused if somebody has changed it since. */
    revision: z.int().min(0).max(2_147_483_647),
  }),
  output: Sensitivity.extend({ success: z.literal(true) }),
})

/** How many alerts a setting raises, and how many of these are known to be false. */
const Counted = z.object({ alerts: z.int(), false_positives: z.int() })

/** A finding that a setting would raise, or not raise, unlike what happened. */
const Different = z.object({
  /** The alert that was raised; null for what was held back. */
  alert: z.object({ uuid: z.uuid(), number: z.int(), resolution: z.enum(resolutions).nullable() }).nullable(),
  title: z.string(),
  severity: z.enum(severities),
  rule: z.string(),
  vin: z.string().nullable(),
  last_seen: dateTime,
  expected_false_alerts: z.number(),
})
export type DifferentAlert = z.infer<typeof Different>

/** Alerts that `previewSensitivity` lists one by one. */
export const differencesListed = 200

export const previewSensitivity = endpoint({
  method: 'GET',
  path: 'msoc/v1/detection/sensitivity/preview',
  summary: "What a setting would have raised of the CAN detectors' findings of the last days",
  access: 'MSOC',
  input: z.object({
    /** Absent: everything is raised. */
    false_alerts_at_most: z.coerce.number().min(sensitivityBounds.least).max(sensitivityBounds.most).optional(),
    days: z.coerce.number().int().min(1).max(heldBackDays).default(28),
  }),
  output: z.object({
    /** The vehicles that sent CAN traffic or anything else in these days. */
    vehicles: z.int(),
    /** What was raised, and what this setting would have raised. */
    raised: Counted,
    tried: Counted,
    detectors: z.array(z.object({ rule: z.string(), raised: Counted, tried: Counted })),
    /** By day (UTC), only days with a finding. */
    by_day: z.array(z.object({ day: z.string(), raised: z.int(), tried: z.int() })),
    /** Alerts that would not have been raised, the latest first, and findings held back that would have been. */
    gone: z.array(Different),
    more: z.array(Different),
    /** Alerts of other sources, which the setting does not concern. */
    others: z.int(),
  }),
})
