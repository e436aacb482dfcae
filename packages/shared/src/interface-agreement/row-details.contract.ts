import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { cursor, dateTime, limit } from '../core/wire.ts'
import { field, licence, ofAgreement, ok, rowNumber, side } from './agreements.contract.ts'
import { agreementLimits, EvidenceItem } from './exchange.ts'
import { deliverableTypes, RowValues } from './row.ts'

const ofRow = ofAgreement.extend({ row: rowNumber })
const ofRowOrWhole = ofAgreement.extend({ row: z.int().min(0).max(999) })
const queryRow = ofAgreement.extend({ row: z.coerce.number().int().min(0).max(999) })

/** An entry of the history: a step of the negotiation, or an entry of the log beside it. */
export const HistoryEntry = z.object({
  at: dateTime,
  side,
  /** The organisation's name. */
  party: z.string(),
  actor: z.string(),
  row: z.int().nullable(),
  /** The title of the row. */
  title: z.string(),
  /** `edited`, `sent`, `proposed`, `accepted` … of a step; `cover-changed`, `signed`, `file-added` … of the log. */
  what: z.string(),
  changes: RowValues.partial(),
  fields: z.array(field),
  /** What changed on cover, glossary and team, in words; at most 50. */
  differences: z.array(z.object({ where: z.string(), before: z.string(), after: z.string() })),
  note: z.string(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const getAgreementHistory = endpoint({
  method: 'GET',
  path: 'v2/app/get-agreement-history',
  summary: 'What both sides did, the latest first: of the whole agreement or of one row',
  access: licence,
  input: ofAgreement.extend({
    row: z.coerce.number().int().min(1).max(999).optional(),
    cursor: cursor.optional(),
    limit: limit(200, 50),
  }),
  output: z.object({ entries: z.array(HistoryEntry), next_cursor: z.string().nullable() }),
})

const Comment = z.object({
  uuid: z.uuid(),
  side,
  author: z.string(),
  text: z.string(),
  at: dateTime,
  is_mine: z.boolean(),
})

const File = z.object({
  uuid: z.uuid(),
  side,
  name: z.string(),
  content_type: z.string(),
  bytes: z.int(),
  /** Hexadecimal. */
  sha256: z.string(),
  author: z.string(),
  at: dateTime,
  delivery_uuid: z.uuid().nullable(),
  is_mine: z.boolean(),
})
export type AgreementFile = z.infer<typeof File>

export const Delivery = z.object({
  uuid: z.uuid(),
  row: rowNumber,
  /** The title of the row. */
  title: z.string(),
  /** Who handed over. */
  side,
  party: z.string(),
  kind: z.enum(deliverableTypes),
  version: z.string(),
  note: z.string(),
  evidence: z.array(EvidenceItem),
  files: z.array(File),
  author: z.string(),
  at: dateTime,
  receipt: z
    .object({ verdict: z.enum(['received', 'returned']), reason: z.string(), by: z.string(), at: dateTime })
    .nullable(),
})
export type Delivery = z.infer<typeof Delivery>

/** An artefact of the caller's program that the row's work product consists of. */
const Evidence = EvidenceItem.extend({
  kind: z.string(),
  status: z.string(),
  changed_at: dateTime,
  /** Changed after the own side's last delivery of the row. */
  is_changed: z.boolean(),
  is_suspect: z.boolean(),
})
export type Evidence = z.infer<typeof Evidence>

export const getAgreementRow = endpoint({
  method: 'GET',
  path: 'v2/app/get-agreement-row',
  summary: 'What belongs to a row, as far as the caller may see it: comments, files, deliveries, own note and evidence',
  access: licence,
  input: queryRow,
  output: z.object({
    comments: z.array(Comment),
    files: z.array(File),
    deliveries: z.array(Delivery),
    events: z.array(z.object({ day: z.iso.date(), side, reason: z.string(), author: z.string() })),
    note: z.object({ text: z.string(), author: z.string().nullable(), at: dateTime.nullable(), revision: z.int() }),
    evidence: z.array(Evidence),
    /** How many artefacts there are; the list has at most 200. */
    evidence_total: z.int(),
    /** Files and deliveries of the other side exist that the caller may not see. */
    is_limited: z.boolean(),
  }),
})

export type RowDetails = z.output<typeof getAgreementRow.output>

export const addAgreementComment = endpoint({
  method: 'POST',
  path: 'v2/app/add-agreement-comment',
  summary: 'Write to both sides about a row, or about the whole agreement (row 0)',
  access: licence,
  needs: 'agreements.work',
  input: ofRowOrWhole.extend({ text: z.string().trim().min(1).max(4_000) }),
  output: ok.extend({ uuid: z.uuid() }),
})

export const removeAgreementComment = endpoint({
  method: 'POST',
  path: 'v2/app/remove-agreement-comment',
  summary: "Remove one's own comment; that there was one stays in the history",
  access: licence,
  needs: 'agreements.work',
  input: ofAgreement.extend({ uuid: z.uuid() }),
  output: ok,
})

export const saveAgreementNote = endpoint({
  method: 'POST',
  path: 'v2/app/save-agreement-note',
  summary: "Write the own side's note about a row, which the other side never sees",
  access: licence,
  needs: 'agreements.work',
  input: ofRow.extend({ text: z.string().trim().max(10_000), revision: z.int().min(0).max(2_147_483_646) }),
  output: ok.extend({ revision: z.int() }),
})

export const uploadAgreementFile = endpoint({
  method: 'POST',
  path: 'v2/app/upload-agreement-file',
  summary: 'Attach a file to a row: the body is the file, up to 64 MiB',
  access: licence,
  needs: 'agreements.work',
  bodyLimit: agreementLimits.fileBytes,
  takes: 'application/octet-stream',
  input: queryRow.extend({
    row: z.coerce.number().int().min(1).max(999),
    file_name: z.string().trim().min(1).max(200),
    content_type: z
      .string()
      .regex(/^[\w.+-]{1,60}\/[\w.+-]{1,60}$/)
      .default('application/octet-stream'),
  }),
  output: ok.extend({ file: File }),
})

export const downloadAgreementFile = endpoint({
  method: 'GET',
  path: 'v2/app/download-agreement-file',
  summary: 'A file of a row; the download is an entry of the history',
  access: licence,
  input: ofAgreement.extend({ uuid: z.uuid() }),
  output: z.string(),
  produces: 'application/octet-stream',
})

export const removeAgreementFile = endpoint({
  method: 'POST',
  path: 'v2/app/remove-agreement-file',
  summary: "Remove the own side's file, unless it was handed over",
  access: licence,
  needs: 'agreements.work',
  input: ofAgreement.extend({ uuid: z.uuid() }),
  output: ok,
})

export const handOver = endpoint({
  method: 'POST',
  path: 'v2/app/hand-over-deliverable',
  summary: 'Hand a work product over with files and artefacts, or open it for inspection or insight',
  access: licence,
  needs: 'agreements.work',
  input: ofRow.extend({
    kind: z.enum(deliverableTypes),
    version: z.string().trim().max(60).default(''),
    note: z.string().trim().max(2_000).default(''),
    /** Files that the own side attached to the row before. */
    files: z.array(z.uuid()).max(20).default([]),
    /** Artefacts of the own program. */
    artefacts: z.array(z.uuid()).max(200).default([]),
  }),
  output: ok.extend({ uuid: z.uuid() }),
})

export const giveReceipt = endpoint({
  method: 'POST',
  path: 'v2/app/give-deliverable-receipt',
  summary: "Confirm the other side's delivery, or return it with a reason",
  access: licence,
  needs: 'agreements.work',
  input: ofAgreement.extend({
    uuid: z.uuid(),
    verdict: z.enum(['received', 'returned']),
    reason: z.string().trim().max(2_000).default(''),
  }),
  output: ok,
})

export const listDeliveries = endpoint({
  method: 'GET',
  path: 'v2/app/list-deliverables',
  summary: 'What both sides handed over, the latest first',
  access: licence,
  input: ofAgreement.extend({ cursor: cursor.optional(), limit: limit(200, 50) }),
  output: z.object({ deliveries: z.array(Delivery), next_cursor: z.string().nullable() }),
})

export const reportEvent = endpoint({
  method: 'POST',
  path: 'v2/app/report-agreement-event',
  summary: 'Report that something happened that calls for an update of a work product',
  access: licence,
  needs: 'agreements.work',
  input: ofRow.extend({ day: z.iso.date(), reason: z.string().trim().min(1).max(500) }),
  output: ok,
})

const ComplianceRow = z.object({
  row: rowNumber,
  /** The heading that it is under. */
  section: z.string(),
  title: z.string(),
  iso_reference: z.string(),
  status: z.string(),
  /** The sides that are responsible. */
  responsible: z.array(side),
  deliverable_type: z.string(),
  update_cycle: z.string(),
  is_tailored: z.boolean(),
  /** The latest delivery that was not returned. */
  last: z.object({ side, day: z.iso.date(), has_receipt: z.boolean() }).nullable(),
  due: z.iso.date().nullable(),
  is_overdue: z.boolean(),
  /** Artefacts of the own program in this work product; changed since the own side's last delivery; suspect. */
  evidence: z.object({ total: z.int(), changed: z.int(), suspect: z.int() }).nullable(),
})
export type ComplianceRow = z.infer<typeof ComplianceRow>

export const getAgreementCompliance = endpoint({
  method: 'GET',
  path: 'v2/app/get-agreement-compliance',
  summary: 'For each work product when its exchange is due, what was exchanged, and whether its evidence exists',
  access: licence,
  input: ofAgreement,
  output: z.object({ rows: z.array(ComplianceRow), today: z.iso.date(), program: z.string().nullable() }),
})

/** Agreement rows that an artefact is evidence of: from a threat, a vulnerability or a goal to what was promised. */
export const getAgreementRowsOfArtefacts = endpoint({
  method: 'GET',
  path: 'v2/app/get-agreement-rows-of-artefacts',
  summary: 'The agreement rows whose work products artefacts belong to, in agreements that the caller takes part in',
  access: licence,
  input: z.object({ program_uuid: z.uuid(), kinds: z.string().max(500) }),
  output: z.object({
    rows: z.array(
      z.object({
        agreement_uuid: z.uuid(),
        code: z.string(),
        title: z.string(),
        other_party: z.string(),
        row: rowNumber,
        work_product: z.string(),
        iso_reference: z.string(),
        responsible: z.array(side),
        my_side: side,
        due: z.iso.date().nullable(),
        is_overdue: z.boolean(),
      }),
    ),
  }),
})
