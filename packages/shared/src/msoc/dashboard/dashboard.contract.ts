import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { queryDateTime, dateTime } from '../../core/wire.ts'
import { Case } from '../cases/cases.contract.ts'
import { healths, severities } from '../severity.ts'

/** A KPI timer: how long it took, over the alerts of the window; null where none got that far. */
const Timer = z.object({ p50_ms: z.number().nullable(), p95_ms: z.number().nullable(), alerts: z.int() })

/** What the SOC aims for, ms (docs/operating.md). */
export const targets = { acknowledgeMs: 5 * 60_000, resolveMs: 8 * 3_600_000 }

export const getDashboard = endpoint({
  method: 'GET',
  path: 'msoc/v1/dashboard',
  summary:
    'What a SOC watches that no channel tells: unassigned work, timers, top rules, vehicles at risk, tactics, cases',
  access: 'MSOC',
  /** The last 24 hours unless told. */
  input: z.object({ from: queryDateTime.optional(), to: queryDateTime.optional() }),
  output: z.object({
    /** Open now. */
    unassigned: z.object({ critical: z.int(), high: z.int(), oldest_critical: dateTime.nullable() }),
    /** Critical and high alerts raised in the last hour. */
    raised_last_hour: z.object({ critical: z.int(), high: z.int() }),
    /** Vehicles that are compromised now, less those that were when the window began. */
    compromised_change: z.int(),
    /** From the vehicle's time of the event to our alert. */
    detect: Timer,
    acknowledge: Timer,
    resolve: Timer,
    /** By alerts raised in the window, at most ten. */
    rules: z.array(z.object({ rule: z.string(), title: z.string(), severity: z.enum(severities), alerts: z.int() })),
    /** Risk at the window's end, decayed; and how it went there. At most ten. */
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
