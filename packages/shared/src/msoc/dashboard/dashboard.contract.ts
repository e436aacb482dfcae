import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { queryDateTime, dateTime } from '../../core/wire.ts'
import { Case } from '../cases/cases.contract.ts'
import { healths, severities } from '../severity.ts'

/** A KPI timer: the time needed, over the alerts of the window; null where no alert got that far. */
const Timer = z.object({ p50_ms: z.number().nullable(), p95_ms: z.number().nullable(), alerts: z.int() })

/** Target times of the SOC, ms (docs/operating.md). */
export const targets = { acknowledgeMs: 5 * 60_000, resolveMs: 8 * 3_600_000 }

export const getDashboard = endpoint({
  method: 'GET',
  path: 'msoc/v1/dashboard',
  summary: 'SOC figures that no channel sends: unassigned work, timers, top rules, vehicles at risk, tactics, cases',
  access: 'MSOC',
  /** Default: the last 24 hours. */
  input: z.object({ from: queryDateTime.optional(), to: queryDateTime.optional() }),
  output: z.object({
    /** Currently open. */
    unassigned: z.object({ critical: z.int(), high: z.int(), oldest_critical: dateTime.nullable() }),
    /** Critical and high alerts raised in the last hour. */
    raised_last_hour: z.object({ critical: z.int(), high: z.int() }),
    /**
     * Vehicles that are compromised now, minus those that were at the start of the window; null if none were counted
     * then.
     */
    compromised_change: z.int().nullable(),
    /** From the vehicle's time of the event to the alert. */
    detect: Timer,
    acknowledge: Timer,
    resolve: Timer,
    /** By the number of alerts raised in the window, at most ten. */
    rules: z.array(z.object({ rule: z.string(), title: z.string(), severity: z.enum(severities), alerts: z.int() })),
    /** Risk at the end of the window, decayed, with its course up to then. At most ten. */
    vehicles: z.array(
      z.object({
        uuid: z.uuid(),
        vin: z.string(),
        model: z.string(),
        health: z.enum(healths),
        risk: z.number(),
        trend: z.array(z.number()),
      }),
    ),
    /** Open alerts by tactic. */
    tactics: z.array(z.object({ tactic: z.string(), alerts: z.int() })),
    cases: z.object({ open: z.int(), latest: z.array(Case) }),
  }),
})
