import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { dateTime, queryDateTime, vehicleName } from '../../core/wire.ts'
import { resolutions } from '../alerts/alerts.ts'
import { severities } from '../severity.ts'

export const getVehicleRisk = endpoint({
  method: 'GET',
  path: 'msoc/v1/assets/risk',
  summary: 'The risk score of a vehicle, how it came about and how it was over time',
  access: 'MSOC',
  /** The window of the history. Default: the last 24 hours. */
  input: z.object({ vehicle: vehicleName, from: queryDateTime.optional(), to: queryDateTime.optional() }),
  output: z.object({
    score: z.number(),
    /** Whether passing `raise_at` raises an alert. */
    active: z.boolean(),
    raise_at: z.number(),
    clear_below: z.number(),
    half_life_hours: z.number(),
    from: dateTime,
    to: dateTime,
    /** The score at equal steps of the window, as far as it is not in the future. */
    points: z.array(z.object({ at: dateTime, score: z.number() })),
    /** The alerts that add most now, and those that were taken back, at most 100. */
    contributions: z.array(
      z.object({
        uuid: z.uuid(),
        number: z.int(),
        title: z.string(),
        rule: z.string(),
        severity: z.enum(severities),
        raised_at: dateTime,
        last_seen: dateTime,
        resolution: z.enum(resolutions).nullable(),
        weight: z.number(),
        /** What is left of the weight now; 0 for one that was taken back. */
        left: z.number(),
      }),
    ),
  }),
})
