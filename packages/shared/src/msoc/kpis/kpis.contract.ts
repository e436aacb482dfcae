import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { dateTime, queryDateTime } from '../../core/wire.ts'
import { Shift } from '../alerts/pipeline/shift.ts'
import { severities } from '../severity.ts'
import { matrixNames } from './attack-matrices.ts'

const bySeverity = { critical: z.int(), high: z.int(), medium: z.int(), low: z.int(), info: z.int() }

/** A duration over alerts: half of them, and 90 % of them, took at most this long. */
const Timer = z.object({ median_ms: z.number().nullable(), p90_ms: z.number().nullable(), alerts: z.int() })
export type KpiTimer = z.infer<typeof Timer>

const timers = { alerts: z.int(), detect: Timer, acknowledge: Timer, resolve: Timer }

/** Upper ends of the classes of the backlog's age, hours; null: older. */
export const backlogAges = [1, 8, 24, 72, 168, null] as const

export const Kpis = z.object({
  from: dateTime,
  to: dateTime,
  timers: z.object(timers),
  by_severity: z.array(z.object({ severity: z.enum(severities), ...timers })),
  /** At most 50, those with most alerts first. */
  by_owner: z.array(z.object({ owner: z.object({ uuid: z.uuid(), name: z.string() }).nullable(), ...timers })),
  backlog: z.object({
    open: z.int(),
    median_age_ms: z.number().nullable(),
    oldest: dateTime.nullable(),
    ages: z.array(z.object({ up_to_hours: z.int().nullable(), ...bySeverity })),
  }),
  /** Alerts that were raised and closed on each day of the window. */
  days: z.array(z.object({ day: z.iso.date(), at: dateTime, opened: z.int(), closed: z.int() })),
  /** At most 30, those with most false positives first. */
  false_positives: z.array(
    z.object({
      rule: z.string(),
      title: z.string(),
      closed: z.int(),
      false_positives: z.int(),
      /** From 0 to 1. */
      ratio: z.number(),
    }),
  ),
  /** At most 20, those with most alerts first. */
  vehicles: z.array(
    z.object({
      uuid: z.uuid(),
      vin: z.string(),
      model: z.string(),
      alerts: z.int(),
      /** How often the conditions of these alerts were met. */
      repeats: z.int(),
      false_positives: z.int(),
    }),
  ),
  escalations: z.object({
    /** Alerts that were added to a case in the window. */
    escalated: z.int(),
    /** Alerts whose escalation timer ran out in the window. */
    overdue: z.object(bySeverity),
    /** Alerts raised in the window, as the base of both. */
    raised: z.int(),
  }),
})
export type Kpis = z.infer<typeof Kpis>

export const getKpis = endpoint({
  method: 'GET',
  path: 'msoc/v1/kpis',
  summary: 'Key figures of the operations over a time: timers, backlog, false positives, noisy vehicles, escalations',
  access: 'MSOC',
  input: z.object({
    /** Default: the last 7 days; at most 400 days. */
    from: queryDateTime.optional(),
    to: queryDateTime.optional(),
    /** In which days are counted. */
    zone: Shift.shape.zone.default('UTC'),
  }),
  output: Kpis,
})

const counts = { rules: z.int(), detectors: z.int(), scenarios: z.int() }

export const Coverage = z.object({
  matrices: z.array(
    z.object({
      name: z.enum(matrixNames),
      title: z.string(),
      /** Number of its techniques, and of those that something covers. */
      techniques: z.int(),
      covered: z.int(),
      tactics: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          techniques: z.array(z.object({ id: z.string(), name: z.string(), ...counts, by: z.array(z.string()) })),
        }),
      ),
    }),
  ),
  /** Techniques of no matrix here that enabled rules name, the most frequent first. */
  others: z.array(z.object({ technique: z.string(), rules: z.int() })),
  /** Number of enabled rules, and of those that name no technique. */
  rules: z.int(),
  untagged: z.int(),
  /** Whether threat scenarios are known here: the organisation has the module that keeps them. */
  has_scenarios: z.boolean(),
})
export type Coverage = z.infer<typeof Coverage>

export const getCoverage = endpoint({
  method: 'GET',
  path: 'msoc/v1/kpis/coverage',
  summary: 'The attack techniques that enabled rules, detectors and threat scenarios cover, and the gaps',
  access: 'MSOC',
  input: z.object({}),
  output: Coverage,
})
