import { z } from 'zod'
import { channel } from '../../core/live/channel.ts'
import { endpoint } from '../../core/endpoint.ts'
import { queryBbox, queryDateTime, cursor, limit, dateTime, someTexts, vehicleName } from '../../core/wire.ts'
import { severities } from '../severity.ts'
import { idsKinds, plottedAtOnce, rejectStates } from './history.ts'

/** A window over one vehicle's past; by default the last hour. */
const window = {
  vehicle: vehicleName,
  from: queryDateTime.optional(),
  to: queryDateTime.optional(),
  cursor: cursor.optional(),
}
const page = { next_cursor: z.string().nullable() }
/** The end of the window at which a page begins. */
const order = z.enum(['oldest', 'newest']).default('oldest')

export const PositionRow = z.object({
  ts: dateTime,
  received_at: dateTime,
  lat: z.number(),
  lon: z.number(),
  speed_kph: z.number().nullable(),
  heading_deg: z.number().nullable(),
  altitude_m: z.number().nullable(),
  hdop: z.number().nullable(),
  clock_suspect: z.boolean(),
  /** What the vehicle's clock showed, where `ts` is the arrival because that cannot be right; else null. */
  device_ts: dateTime.nullable(),
})

export const listPositions = endpoint({
  method: 'GET',
  path: 'msoc/v1/positions',
  summary: 'Where a vehicle was, oldest first',
  access: 'MSOC',
  input: z.object({ ...window, limit: limit(10_000, 1_000) }),
  output: z.object({ positions: z.array(PositionRow), ...page }),
})

export const CanFrameRow = z.object({
  ts: dateTime,
  bus: z.string(),
  id: z.int(),
  ext: z.boolean(),
  fd: z.boolean(),
  rtr: z.boolean(),
  /** Hexadecimal, upper case. */
  data: z.string(),
})
export type CanFrameRow = z.infer<typeof CanFrameRow>

export const listCanFrames = endpoint({
  method: 'GET',
  path: 'msoc/v1/can/frames',
  summary: 'CAN frames of a vehicle, oldest first',
  access: 'MSOC',
  input: z.object({
    ...window,
    bus: z.string().max(32).optional(),
    /** Decimal, or hexadecimal with 0x. */
    id: z
      .string()
      .regex(/^(0x[0-9a-fA-F]{1,8}|\d{1,9})$/)
      .transform(Number)
      .refine((id) => id <= 0x1fffffff, 'An arbitration id has at most 29 bits.')
      .optional(),
    limit: limit(20_000, 1_000),
  }),
  output: z.object({ frames: z.array(CanFrameRow), ...page }),
})

export const SyslogRow = z.object({
  ts: dateTime,
  vin: z.string().nullable(),
  facility: z.int(),
  severity: z.int(),
  hostname: z.string().nullable(),
  app_name: z.string().nullable(),
  proc_id: z.string().nullable(),
  msg_id: z.string().nullable(),
  structured_data: z.record(z.string(), z.record(z.string(), z.string())).nullable(),
  message: z.string(),
})
export type SyslogRow = z.infer<typeof SyslogRow>

export const listSyslog = endpoint({
  method: 'GET',
  path: 'msoc/v1/syslog',
  summary:
    'Log lines of one vehicle or of all, by default oldest first; `severity` is the least severe one (RFC 5424, ' +
    '0 to 7)',
  access: 'MSOC',
  input: z.object({
    ...window,
    vehicle: vehicleName.optional(),
    q: z.string().trim().max(200).optional(),
    severity: z.coerce.number().int().min(0).max(7).optional(),
    order,
    limit: limit(5_000, 500),
  }),
  output: z.object({ events: z.array(SyslogRow), ...page }),
})

export const IdsRow = z.object({
  ts: dateTime,
  vin: z.string().nullable(),
  kind: z.enum(idsKinds),
  event_id: z.int(),
  name: z.string(),
  severity: z.enum(severities),
  idsm_instance: z.int(),
  sensor_instance: z.int(),
  count: z.int(),
  /** Hexadecimal. */
  context: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()).nullable(),
})

export const listIdsEvents = endpoint({
  method: 'GET',
  path: 'msoc/v1/ids/events',
  summary: "Events of the vehicles' own intrusion detection, oldest first",
  access: 'MSOC',
  input: z.object({
    ...window,
    vehicle: vehicleName.optional(),
    kind: z.enum(idsKinds).optional(),
    order,
    limit: limit(5_000, 500),
  }),
  output: z.object({ events: z.array(IdsRow), ...page }),
})

export const SignalPoint = z.object({ ts: dateTime, value: z.union([z.number(), z.string()]).nullable() })

export const listSignals = endpoint({
  method: 'GET',
  path: 'msoc/v1/signals',
  summary: 'One signal of a vehicle over time, oldest first',
  access: 'MSOC',
  input: z.object({ ...window, path: z.string().max(200), limit: limit(10_000, 1_000) }),
  output: z.object({ points: z.array(SignalPoint), ...page }),
})

export const plotSignals = endpoint({
  method: 'GET',
  path: 'msoc/v1/signals/plot',
  summary: 'Numeric signals of a vehicle over time, thinned to what a screen can show',
  access: 'MSOC',
  input: z.object({
    vehicle: vehicleName,
    paths: someTexts(plottedAtOnce, 200),
    from: queryDateTime.optional(),
    to: queryDateTime.optional(),
    points: z.coerce.number().int().min(10).max(2_000).default(600),
  }),
  output: z.object({
    from: dateTime,
    step_ms: z.int(),
    /** Per signal and step with values: its start (ms after `from`), the minimum, the mean and the maximum. */
    series: z.array(
      z.object({ path: z.string(), points: z.array(z.tuple([z.int(), z.number(), z.number(), z.number()])) }),
    ),
  }),
})

/** Limits of a replay: it is for viewing, not for archiving. */
export const replayedVehicles = 2_000
export const replayedPoints = 200_000

export const replayPositions = endpoint({
  method: 'GET',
  path: 'msoc/v1/positions/replay',
  summary: 'Where vehicles went in a window, thinned to one place a step',
  access: 'MSOC',
  input: z.object({
    from: queryDateTime,
    to: queryDateTime,
    /** One vehicle; absent: all vehicles that were in the box, or all. */
    vehicle: vehicleName.optional(),
    bbox: queryBbox.optional(),
  }),
  output: z.object({
    from: dateTime,
    step_ms: z.int(),
    /** Number of vehicles that moved there; more than `tracks` where the limits were reached. */
    total: z.int(),
    tracks: z.array(
      z.object({
        vin: z.string(),
        uuid: z.uuid(),
        model: z.string(),
        /** ms after `from`, ascending; the other columns have the same length. */
        t: z.array(z.int()),
        lat: z.array(z.number()),
        lon: z.array(z.number()),
        speed_kph: z.array(z.number().nullable()),
        heading_deg: z.array(z.number().nullable()),
      }),
    ),
  }),
})

export const RejectRow = z.object({
  id: z.int(),
  state: z.enum(rejectStates),
  retried_by: z.string().nullable(),
  retried_at: dateTime.nullable(),
  /** Why the retry was refused. */
  retry_reason: z.string().nullable(),
  at: dateTime,
  source: z.string(),
  vehicle: z.string().nullable(),
  line: z.int().nullable(),
  reason: z.string(),
  event: z.string(),
})

export const listRejects = endpoint({
  method: 'GET',
  path: 'msoc/v1/rejects',
  summary: 'Events that were not stored, and why; the latest first',
  access: 'MSOC',
  input: z.object({
    from: queryDateTime.optional(),
    to: queryDateTime.optional(),
    state: z.enum(rejectStates).optional(),
    source: z.string().max(64).optional(),
    q: z.string().trim().max(200).optional(),
    cursor: cursor.optional(),
    limit: limit(500, 100),
  }),
  output: z.object({ rejects: z.array(RejectRow), ...page }),
})

export const retryRejects = endpoint({
  method: 'POST',
  path: 'msoc/v1/rejects/retry',
  summary: 'Send rejected events again, with corrections where given',
  access: 'MSOC',
  needs: 'rejects.retry',
  bodyLimit: 1024 * 1024,
  input: z.object({
    rejects: z
      .array(z.object({ id: z.int().min(1), event: z.string().min(2).max(65_536).optional() }))
      .min(1)
      .max(500),
  }),
  output: z.object({ success: z.literal(true), retrying: z.int(), not_found: z.int() }),
})

export const getRollups = endpoint({
  method: 'GET',
  path: 'msoc/v1/rollups',
  summary: 'Events by kind, alerts by severity and vehicles by health, by minute or by hour',
  access: 'MSOC',
  input: z.object({
    step: z.enum(['minute', 'hour']).default('minute'),
    from: queryDateTime.optional(),
    to: queryDateTime.optional(),
  }),
  output: z.object({
    step: z.enum(['minute', 'hour']),
    events: z.array(z.object({ bucket: dateTime, kind: z.string(), events: z.int() })),
    alerts: z.array(z.object({ bucket: dateTime, severity: z.enum(severities), alerts: z.int() })),
    health: z.array(
      z.object({ bucket: dateTime, healthy: z.int(), degraded: z.int(), compromised: z.int(), offline: z.int() }),
    ),
  }),
})

export const canChannel = channel({
  name: 'msoc.can',
  delivery: 'firehose',
  access: 'MSOC',
  params: z.object({ vehicle: vehicleName, bus: z.string().max(32).optional() }),
  snapshot: z.object({ frames: z.array(CanFrameRow) }),
  change: CanFrameRow,
})

export const syslogChannel = channel({
  name: 'msoc.syslog',
  delivery: 'firehose',
  access: 'MSOC',
  params: z.object({ vehicle: vehicleName.optional() }),
  snapshot: z.object({ events: z.array(SyslogRow) }),
  change: SyslogRow,
})

export const Counters = z.object({
  /** Events stored a second, over the last five seconds, by kind. */
  rates: z.record(z.string(), z.number()),
  /** Time from arrival to commit of the latest batch, ms. */
  lag_ms: z.number().nullable(),
  /** Number of rejects since these counters were opened. */
  rejected: z.int(),
  vehicles: z.object({ healthy: z.int(), degraded: z.int(), compromised: z.int(), offline: z.int() }),
  alerts: z.object({
    open: z.int(),
    unacknowledged: z.int(),
    critical: z.int(),
    high: z.int(),
    medium: z.int(),
    low: z.int(),
    info: z.int(),
  }),
  alert_seq: z.int(),
  /** The server's clock, epoch ms. */
  at: z.number(),
})
export type Counters = z.infer<typeof Counters>

export const countersChannel = channel({
  name: 'msoc.counters',
  delivery: 'state',
  access: 'MSOC',
  params: z.object({}),
  snapshot: Counters,
  change: Counters,
})

/** One source of events: what arrives through it, and how well. Rates and delays are of the last 60 s. */
export const PipelineSource = z.object({
  /** `http`, `syslog udp`, `candump` … */
  source: z.string(),
  /** Events stored a second. */
  rate: z.number(),
  /** Events stored in each of the last 60 s, oldest first. */
  history: z.array(z.int()),
  /** Time from a batch's first row to its commit: 99th percentile, ms. */
  commit_p99_ms: z.number().nullable(),
  /** Time from arrival to commit of the latest batch, ms. */
  lag_ms: z.number().nullable(),
  /** In the last 60 s. */
  rejected: z.int(),
  /** Time at which something last arrived. */
  last_at: dateTime.nullable(),
})
export type PipelineSource = z.infer<typeof PipelineSource>

export const pipelineChannel = channel({
  name: 'msoc.pipeline',
  delivery: 'state',
  access: 'MSOC',
  params: z.object({}),
  snapshot: z.object({ sources: z.array(PipelineSource), at: z.number() }),
  change: z.object({ sources: z.array(PipelineSource), at: z.number() }),
})
