import { z } from 'zod'
import { channel } from '../core/channel.ts'
import { endpoint } from '../core/endpoint.ts'
import { askedMoment, cursor, limit, moment, vehicleName } from '../core/wire.ts'
import { severities } from './severity.ts'

/** A window over one vehicle's past; the last hour unless told. */
const window = { vehicle: vehicleName, from: askedMoment.optional(), to: askedMoment.optional(), cursor: cursor.optional() }
const page = { next_cursor: z.string().nullable() }

export const PositionRow = z.object({
  ts: moment,
  received_at: moment,
  lat: z.number(),
  lon: z.number(),
  speed_kph: z.number().nullable(),
  heading_deg: z.number().nullable(),
  altitude_m: z.number().nullable(),
  hdop: z.number().nullable(),
  clock_suspect: z.boolean(),
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
  ts: moment,
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
    id: z.string().regex(/^(0x[0-9a-fA-F]{1,8}|\d{1,9})$/).transform(Number).refine((id) => id <= 0x1fffffff, 'An arbitration id has at most 29 bits.').optional(),
    limit: limit(20_000, 1_000),
  }),
  output: z.object({ frames: z.array(CanFrameRow), ...page }),
})

export const SyslogRow = z.object({
  ts: moment,
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
  summary: 'Log lines, oldest first: of one vehicle, or of all',
  access: 'MSOC',
  input: z.object({ ...window, vehicle: vehicleName.optional(), q: z.string().trim().max(200).optional(), limit: limit(5_000, 500) }),
  output: z.object({ events: z.array(SyslogRow), ...page }),
})

export const idsKinds = ['ids.can', 'ids.eth', 'ids.host'] as const

export const IdsRow = z.object({
  ts: moment,
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
  summary: 'What the vehicles\' own intrusion detection said, oldest first',
  access: 'MSOC',
  input: z.object({ ...window, vehicle: vehicleName.optional(), kind: z.enum(idsKinds).optional(), limit: limit(5_000, 500) }),
  output: z.object({ events: z.array(IdsRow), ...page }),
})

export const SignalPoint = z.object({ ts: moment, value: z.union([z.number(), z.string()]).nullable() })

export const listSignals = endpoint({
  method: 'GET',
  path: 'msoc/v1/signals',
  summary: 'One signal of a vehicle over time, oldest first',
  access: 'MSOC',
  input: z.object({ ...window, path: z.string().max(200), limit: limit(10_000, 1_000) }),
  output: z.object({ points: z.array(SignalPoint), ...page }),
})

export const RejectRow = z.object({
  at: moment,
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
  input: z.object({ from: askedMoment.optional(), to: askedMoment.optional(), cursor: cursor.optional(), limit: limit(500, 100) }),
  output: z.object({ rejects: z.array(RejectRow), ...page }),
})

export const getRollups = endpoint({
  method: 'GET',
  path: 'msoc/v1/rollups',
  summary: 'Events by kind, alerts by severity and vehicles by health, by minute or by hour',
  access: 'MSOC',
  input: z.object({ step: z.enum(['minute', 'hour']).default('minute'), from: askedMoment.optional(), to: askedMoment.optional() }),
  output: z.object({
    step: z.enum(['minute', 'hour']),
    events: z.array(z.object({ bucket: moment, kind: z.string(), events: z.int() })),
    alerts: z.array(z.object({ bucket: moment, severity: z.enum(severities), alerts: z.int() })),
    health: z.array(z.object({ bucket: moment, healthy: z.int(), degraded: z.int(), compromised: z.int(), offline: z.int() })),
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
  /** From arrival to commit, of the latest batch, ms. */
  lag_ms: z.number().nullable(),
  /** Rejected since ingest started. */
  rejected: z.int(),
  vehicles: z.object({ healthy: z.int(), degraded: z.int(), compromised: z.int(), offline: z.int() }),
  alerts: z.object({ open: z.int(), unacknowledged: z.int(), critical: z.int(), high: z.int(), medium: z.int(), low: z.int(), info: z.int() }),
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
