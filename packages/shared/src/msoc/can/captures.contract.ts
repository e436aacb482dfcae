import { z } from 'zod'
import { Job } from '../../account/jobs.contract.ts'
import { endpoint } from '../../core/endpoint.ts'
import { queryDateTime, cursor, limit, dateTime, vehicleName } from '../../core/wire.ts'
import { captureFormats, captureLimits, captureStates, exportFormats, replayStates } from './captures.ts'

export const Replay = z.object({
  uuid: z.uuid(),
  vehicle: z.object({ uuid: z.uuid(), vin: z.string() }),
  state: z.enum(replayStates),
  speed: z.number(),
  sent: z.int(),
  error: z.string().nullable(),
  created_by: z.string(),
  created_at: dateTime,
  finished_at: dateTime.nullable(),
})
export type Replay = z.infer<typeof Replay>

export const Capture = z.object({
  uuid: z.uuid(),
  name: z.string(),
  file_name: z.string(),
  format: z.enum([...captureFormats, 'record']).nullable(),
  state: z.enum(captureStates),
  /** While the capture is being read: the share already read, 0 to 1. */
  progress: z.number().nullable(),
  error: z.string().nullable(),
  bytes: z.int(),
  /** SHA-256 of the file, hexadecimal; null while the file is not complete. */
  sha256: z.string().nullable(),
  frames: z.int(),
  started_at: dateTime.nullable(),
  ended_at: dateTime.nullable(),
  buses: z.array(z.object({ bus: z.string(), frames: z.int() })),
  rejected: z.int(),
  rejects: z.array(z.object({ line: z.int(), reason: z.string() })),
  vehicle: z.object({ uuid: z.uuid(), vin: z.string(), model: z.string() }).nullable(),
  case: z.object({ uuid: z.uuid(), number: z.int(), title: z.string() }).nullable(),
  created_by: z.string(),
  created_at: dateTime,
  revision: z.int(),
})
export type Capture = z.infer<typeof Capture>

export const listCaptures = endpoint({
  method: 'GET',
  path: 'msoc/v1/captures',
  summary: 'Captures, the latest first',
  access: 'MSOC',
  input: z.object({
    q: z.string().trim().max(200).optional(),
    case: z.uuid().optional(),
    vehicle: vehicleName.optional(),
    cursor: cursor.optional(),
    limit: limit(200, 50),
  }),
  output: z.object({ captures: z.array(Capture), next_cursor: z.string().nullable(), total: z.int() }),
})

export const getCapture = endpoint({
  method: 'GET',
  path: 'msoc/v1/captures/get',
  summary: 'One capture and how it is being replayed',
  access: 'MSOC',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ capture: Capture, replays: z.array(Replay) }),
})

export const uploadCapture = endpoint({
  method: 'POST',
  path: 'msoc/v1/captures/upload',
  summary:
    'Upload a capture file as the body, of any size up to 1 GiB; it is read as a job. The format is detected ' +
    'unless given',
  access: 'MSOC',
  needs: 'can.manage',
  bodyLimit: captureLimits.fileBytes,
  /** The input is the query string; the body is read as a stream. */
  takes: 'application/octet-stream',
  input: z.object({
    file_name: z.string().trim().min(1).max(200),
    name: z.string().trim().min(1).max(200).optional(),
    format: z.enum(captureFormats).optional(),
    vehicle: vehicleName.optional(),
    /** The name of the bus where the file does not state one. */
    bus: z
      .string()
      .regex(/^[\w.:-]{1,32}$/)
      .default('can0'),
  }),
  output: z.object({ success: z.literal(true), capture: Capture, job: Job }),
})

export const keepWindow = endpoint({
  method: 'POST',
  path: 'msoc/v1/captures/keep',
  summary:
    "Keep a window of a vehicle's record as a capture, before retention drops it, up to 24 hours and 50 million " +
    'frames; done as a job',
  access: 'MSOC',
  needs: 'can.manage',
  input: z.object({
    vehicle: vehicleName,
    from: dateTime,
    to: dateTime,
    bus: z.string().max(32).optional(),
    name: z.string().trim().min(1).max(200),
  }),
  output: z.object({ success: z.literal(true), capture: Capture, job: Job }),
})

export const saveCapture = endpoint({
  method: 'POST',
  path: 'msoc/v1/captures/save',
  summary:
    'Rename a capture, set the vehicle of its bus, add it to a case or remove it (null), which requires the ' +
    'permission to work on cases; absent fields stay unchanged',
  access: 'MSOC',
  needs: 'can.manage',
  input: z.object({
    uuid: z.uuid(),
    revision: z.int(),
    name: z.string().trim().min(1).max(200).optional(),
    vehicle: vehicleName.nullable().optional(),
    case_uuid: z.uuid().nullable().optional(),
  }),
  output: z.object({ success: z.literal(true), capture: Capture }),
})

export const deleteCapture = endpoint({
  method: 'POST',
  path: 'msoc/v1/captures/delete',
  summary: 'Delete a capture with its frames; refused while a case has it',
  access: 'MSOC',
  needs: 'can.manage',
  input: z.object({ uuid: z.uuid(), revision: z.int() }),
  output: z.object({ success: z.literal(true) }),
})

export const replayCapture = endpoint({
  method: 'POST',
  path: 'msoc/v1/captures/replay',
  summary:
    'Play a capture into a test vehicle, through detection and storage like live traffic; an unused name creates a ' +
    'new test vehicle',
  access: 'MSOC',
  needs: 'can.manage',
  input: z.object({
    uuid: z.uuid(),
    vehicle: z.string().regex(/^[\w.:-]{1,64}$/),
    /** Model of a test vehicle that is created by this call: its profiles and DBCs apply to it. */
    model: z.string().trim().max(100).default(''),
    /** Speed relative to the recording, from 0.01; 0: as fast as it can be stored. */
    speed: z
      .number()
      .min(0)
      .max(1_000)
      .refine((speed) => speed === 0 || speed >= 0.01, 'A speed is 0 or from 0.01 to 1,000.')
      .default(1),
  }),
  output: z.object({ success: z.literal(true), replay: Replay }),
})

export const cancelReplay = endpoint({
  method: 'POST',
  path: 'msoc/v1/captures/cancel-replay',
  summary: 'Stop playing; what was sent stays',
  access: 'MSOC',
  needs: 'can.manage',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ success: z.literal(true), replay: Replay }),
})

/** Frames in blocks, oldest first: each block is a deflated (RFC 1951) frame block (./frame-block.ts) in base64. */
const Blocks = z.object({
  blocks: z.array(z.object({ from_ms: z.number(), to_ms: z.number(), frames: z.int(), data: z.string() })),
  next_cursor: z.string().nullable(),
})
const window = {
  from: queryDateTime.optional(),
  to: queryDateTime.optional(),
  bus: z.string().max(32).optional(),
  cursor: cursor.optional(),
}

export const readCapture = endpoint({
  method: 'GET',
  path: 'msoc/v1/captures/blocks',
  summary: 'Frames of a capture, oldest first; blocks that overlap the window are returned whole',
  access: 'MSOC',
  input: z.object({ uuid: z.uuid(), ...window }),
  output: Blocks,
})

export const readRecord = endpoint({
  method: 'GET',
  path: 'msoc/v1/can/blocks',
  summary: "Frames of a vehicle's record, oldest first, up to 50,000 a page; by default the last minute",
  access: 'MSOC',
  input: z.object({ vehicle: vehicleName, ...window }),
  output: Blocks,
})

export const exportFrames = endpoint({
  method: 'GET',
  path: 'msoc/v1/can/export',
  summary:
    "Frames of a vehicle's record, of a capture or of an alert's evidence as a file for other tools; refused " +
    "where a record's window has more than 50 million",
  access: 'MSOC',
  input: z
    .object({
      vehicle: vehicleName.optional(),
      capture: z.uuid().optional(),
      alert: z.uuid().optional(),
      from: queryDateTime.optional(),
      to: queryDateTime.optional(),
      bus: z.string().max(32).optional(),
      format: z.enum(exportFormats),
    })
    .refine(
      ({ vehicle, capture, alert }) => [vehicle, capture, alert].filter((value) => value !== undefined).length === 1,
      'Name a vehicle, a capture or an alert.',
    ),
  output: z.string(),
  produces: 'application/octet-stream',
})
