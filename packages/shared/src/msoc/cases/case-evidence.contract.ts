import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { dateTime, vehicleName } from '../../core/wire.ts'
import { oneLine } from './case-values.contract.ts'
import { caseLimits, custodyActions } from './cases.ts'

const Vehicle = z.object({ uuid: z.uuid(), vin: z.string() })

/** What an item of evidence refers to. All but a file open in the analyzer. */
export const EvidenceSource = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('file'),
    file_name: z.string(),
    content_type: z.string(),
    bytes: z.int(),
    /** Hexadecimal. */
    sha256: z.string(),
  }),
  /** The events around an alert, which are kept with it. */
  z.object({ kind: z.literal('alert'), alert_uuid: z.uuid(), number: z.int() }),
  z.object({ kind: z.literal('capture'), capture_uuid: z.uuid() }),
  /** A window of a vehicle's recorded CAN frames. */
  z.object({
    kind: z.literal('window'),
    vehicle: Vehicle.nullable(),
    bus: z.string().nullable(),
    from: dateTime,
    to: dateTime,
  }),
])
export type EvidenceSource = z.infer<typeof EvidenceSource>

export const CaseEvidence = z.object({
  uuid: z.uuid(),
  name: z.string(),
  note: z.string(),
  source: EvidenceSource,
  added_by: z.string(),
  added_at: dateTime,
  /** Its bytes or its reference are gone; the entry and its chain of custody stay. */
  removed_at: dateTime.nullable(),
  /** Number of entries in its chain of custody. */
  custody: z.int(),
})
export type CaseEvidence = z.infer<typeof CaseEvidence>

/** One entry of the chain of custody. */
export const CustodyEntry = z.object({
  at: dateTime,
  action: z.enum(custodyActions),
  actor: z.string(),
  detail: z.record(z.string(), z.unknown()),
})
export type CustodyEntry = z.infer<typeof CustodyEntry>

export const uploadEvidence = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/evidence/upload',
  summary: 'Add a file to the evidence of a case: the body is the file, up to 64 MiB',
  access: 'MSOC',
  needs: 'cases.work',
  bodyLimit: caseLimits.fileBytes,
  takes: 'application/octet-stream',
  input: z.object({
    case_uuid: z.uuid(),
    file_name: oneLine(200),
    content_type: z
      .string()
      .regex(/^[\w.+-]{1,60}\/[\w.+-]{1,60}$/)
      .default('application/octet-stream'),
    name: oneLine(200).optional(),
    note: z.string().trim().max(2_000).default(''),
  }),
  output: z.object({ success: z.literal(true), evidence: CaseEvidence }),
})

export const addEvidence = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/evidence/add',
  summary: "Add an alert's events, a capture or a window of recorded CAN frames to the evidence of a case",
  access: 'MSOC',
  needs: 'cases.work',
  input: z.object({
    case_uuid: z.uuid(),
    name: oneLine(200),
    note: z.string().trim().max(2_000).default(''),
    source: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('alert'), alert_uuid: z.uuid() }),
      z.object({ kind: z.literal('capture'), capture_uuid: z.uuid() }),
      z.object({
        kind: z.literal('window'),
        vehicle: vehicleName,
        bus: z.string().max(32).nullable().default(null),
        from: dateTime,
        to: dateTime,
      }),
    ]),
  }),
  output: z.object({ success: z.literal(true), evidence: CaseEvidence }),
})

const item = z.object({ case_uuid: z.uuid(), uuid: z.uuid() })

export const getEvidence = endpoint({
  method: 'GET',
  path: 'msoc/v1/cases/evidence/get',
  summary: 'One item of evidence with its chain of custody, the latest first, at most 1,000 entries',
  access: 'MSOC',
  input: item,
  output: z.object({ evidence: CaseEvidence, custody: z.array(CustodyEntry) }),
})

export const downloadEvidence = endpoint({
  method: 'GET',
  path: 'msoc/v1/cases/evidence/download',
  summary: 'A file of evidence; the download is an entry of its chain of custody',
  access: 'MSOC',
  input: item,
  output: z.string(),
  produces: 'application/octet-stream',
})

export const verifyEvidence = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/evidence/verify',
  summary: 'Hash the stored bytes of a file again and compare; the result is an entry of its chain of custody',
  access: 'MSOC',
  needs: 'cases.work',
  input: item,
  output: z.object({ success: z.literal(true), intact: z.boolean(), sha256: z.string() }),
})

export const removeEvidence = endpoint({
  method: 'POST',
  path: 'msoc/v1/cases/evidence/remove',
  summary: 'Remove an item of evidence; what it was and its chain of custody stay',
  access: 'MSOC',
  needs: 'cases.work',
  input: item.extend({ reason: oneLine(500) }),
  output: z.object({ success: z.literal(true) }),
})
