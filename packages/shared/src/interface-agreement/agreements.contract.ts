import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { channel } from '../core/live/channel.ts'
import { dateTime } from '../core/wire.ts'
import { accesses } from './access.ts'
import { agreementLimits } from './exchange.ts'
import { rowStates } from './negotiation.ts'
import { AgreementRow, type RowField, rowFields, RowValues, sides } from './row.ts'

export const licence = 'CYBERSEC_INTERFACE_AGREEMENT'
export const ok = z.object({ success: z.literal(true) })
export const ofAgreement = z.object({ agreement_uuid: z.uuid() })
export const rowNumber = z.int().min(1).max(999)
export const side = z.enum(sides)
export const field = z.enum(rowFields as [RowField, ...RowField[]])
/** A value of a cell; which one is right for a field is checked with the row. */
export const CellValue = z.union([z.string().max(4_000), z.boolean()])
const reason = z.string().trim().max(2_000).default('')

const Party = z.object({
  side,
  /** The organisation's name, or the invited mail address while nobody has accepted. */
  name: z.string(),
  joined_at: dateTime.nullable(),
})

export const AgreementSummary = z.object({
  uuid: z.uuid(),
  /** CIA-0031 */
  code: z.string(),
  title: z.string(),
  item: z.string(),
  /** The side of the caller's organisation. */
  side,
  /** Customer and supplier; the other side is absent until it is invited. */
  parties: z.array(Party),
  state: z.enum(rowStates),
  /** The number of the last signed version; 0: none. */
  version: z.int(),
  /** Whether something changed since the last signed version. */
  is_amended: z.boolean(),
  agreed: z.int(),
  rows: z.int(),
  /** Open proposals of the other side. */
  waiting: z.int(),
  /** The caller's program that is its evidence. */
  program_uuid: z.uuid().nullable(),
  changed_at: dateTime,
})
export type AgreementSummary = z.infer<typeof AgreementSummary>

/** An invitation to the caller's mail address. */
const Invited = z.object({
  uuid: z.uuid(),
  title: z.string(),
  code: z.string(),
  /** The organisation that invites. */
  from: z.string(),
  invited_by: z.string(),
  message: z.string(),
  /** The side that the caller's organisation would be. */
  side,
  created_at: dateTime,
  expires_at: dateTime,
})

export const listAgreements = endpoint({
  method: 'GET',
  path: 'v2/app/list-agreements',
  summary: 'The interface agreements of which the caller is a team member, the latest changed first; and invitations',
  access: licence,
  input: z.object({ program_uuid: z.uuid().optional() }),
  output: z.object({ agreements: z.array(AgreementSummary), invitations: z.array(Invited) }),
})

export const createAgreement = endpoint({
  method: 'POST',
  path: 'v2/app/create-agreement',
  summary: 'Begin an interface agreement from the shipped template, an own one, or another agreement',
  access: licence,
  needs: 'agreements.work',
  input: z.object({
    title: z.string().trim().min(1).max(200),
    item: z.string().trim().max(200).default(''),
    side,
    program_uuid: z.uuid().nullable().default(null),
    from: z
      .discriminatedUnion('what', [
        z.object({ what: z.literal('standard') }),
        z.object({ what: z.literal('template'), uuid: z.uuid() }),
        /** Its rows as they are agreed, without status and day. */
        z.object({ what: z.literal('agreement'), uuid: z.uuid() }),
      ])
      .default({ what: 'standard' }),
  }),
  output: ok.extend({ uuid: z.uuid() }),
})

/** Only an agreement that was never sent can be deleted. */
export const deleteAgreement = endpoint({
  method: 'POST',
  path: 'v2/app/delete-agreement',
  summary: 'Delete an agreement that was never sent to another side',
  access: licence,
  needs: 'agreements.work',
  input: ofAgreement,
  output: ok,
})

const OpenChanges = z.object({ changes: RowValues.partial(), note: z.string() })

/** A row with its negotiation. Values that the caller may not see are empty, and named in `hidden`. */
const Row = z.object({
  row: AgreementRow,
  state: z.enum(rowStates),
  open: z.object({ customer: OpenChanges.optional(), supplier: OpenChanges.optional() }),
  accepted_by: z.array(side),
  declined: z.object({ of: z.enum(['row', 'proposal']), side, reason: z.string() }).nullable(),
  added_by: side.nullable(),
  hidden: z.array(field),
  comments: z.int(),
  files: z.int(),
  deliveries: z.int(),
  /** Whether the caller's side has noted something for itself. */
  has_note: z.boolean(),
})
export type SheetRow = z.infer<typeof Row>

/** A value that the caller's side has typed and not sent. */
const Draft = z.object({ row: rowNumber, field, value: CellValue, author: z.string(), at: dateTime })
export type Draft = z.infer<typeof Draft>

export const Agreement = AgreementSummary.extend({
  /** The number of steps: what a writer names as the state that it saw. */
  seq: z.int(),
  is_sent: z.boolean(),
  sheet: z.array(Row),
  drafts: z.array(Draft),
  /** What the caller may do here. */
  access: z.enum(accesses),
  may_edit: z.boolean(),
  may_sign: z.boolean(),
  invitation: z
    .object({ email: z.string(), name: z.string(), expires_at: dateTime, state: z.enum(['open', 'declined']) })
    .nullable(),
  /** Of the last signed version, and signatures under the present content. */
  signed: z.array(z.object({ side, name: z.string(), role: z.string(), version: z.int().nullable(), at: dateTime })),
})
export type Agreement = z.infer<typeof Agreement>

export const getAgreement = endpoint({
  method: 'GET',
  path: 'v2/app/get-agreement',
  summary: 'An interface agreement with its table: agreed values, open proposals, and what the own side has not sent',
  access: licence,
  input: ofAgreement,
  output: z.object({ agreement: Agreement }),
})

const Cell = z.object({
  row: rowNumber,
  field,
  /** What the writer saw, so that nobody's value is overwritten unseen. */
  before: CellValue,
  value: CellValue,
})

export const saveAgreementCells = endpoint({
  method: 'POST',
  path: 'v2/app/save-agreement-cells',
  summary: 'Type values: at once before it is sent, afterwards as drafts of the own side that are sent together',
  access: licence,
  needs: 'agreements.work',
  bodyLimit: 2 * 1024 * 1024,
  input: ofAgreement.extend({ cells: z.array(Cell).min(1).max(6_000) }),
  output: ok.extend({
    seq: z.int(),
    /** Cells that are not stored: somebody changed them meanwhile, or the value does not fit. */
    refused: z.array(
      z.object({ row: rowNumber, field, why: z.enum(['changed', 'invalid']), message: z.string(), now: CellValue }),
    ),
  }),
})

export const addAgreementRow = endpoint({
  method: 'POST',
  path: 'v2/app/add-agreement-row',
  summary: 'Add a work product or a heading behind another row; once it was sent, the other side has to accept it',
  access: licence,
  needs: 'agreements.work',
  input: ofAgreement.extend({
    /** The number of the row before it; 0: the first. */
    after: z.int().min(0).max(999),
    title: z.string().trim().min(1).max(200),
    is_heading: z.boolean().default(false),
  }),
  output: ok.extend({ row: rowNumber }),
})

export const removeAgreementRow = endpoint({
  method: 'POST',
  path: 'v2/app/remove-agreement-row',
  summary: 'Remove a row that both sides have not agreed to yet',
  access: licence,
  needs: 'agreements.work',
  input: ofAgreement.extend({ row: rowNumber }),
  output: ok,
})

export const sendProposals = endpoint({
  method: 'POST',
  path: 'v2/app/send-agreement-proposals',
  summary: 'Send what the own side has typed to the other side, as proposals',
  access: licence,
  needs: 'agreements.work',
  input: ofAgreement.extend({
    /** Absent: all rows with drafts. */
    rows: z.array(rowNumber).max(agreementLimits.rows).optional(),
    note: reason,
  }),
  output: ok.extend({ seq: z.int(), sent: z.int() }),
})

export const discardDrafts = endpoint({
  method: 'POST',
  path: 'v2/app/discard-agreement-drafts',
  summary: 'Discard what the own side has typed and not sent',
  access: licence,
  needs: 'agreements.work',
  input: ofAgreement.extend({ rows: z.array(rowNumber).max(agreementLimits.rows).optional() }),
  output: ok.extend({ discarded: z.int() }),
})

export const withdrawProposal = endpoint({
  method: 'POST',
  path: 'v2/app/withdraw-agreement-proposal',
  summary: 'Take back what the own side has proposed for fields of a row',
  access: licence,
  needs: 'agreements.work',
  input: ofAgreement.extend({ row: rowNumber, fields: z.array(field).min(1).max(21) }),
  output: ok.extend({ seq: z.int() }),
})

/** `seen`: the number of steps that the caller saw, so that nobody accepts a proposal that has changed. */
export const answerAgreementProposal = endpoint({
  method: 'POST',
  path: 'v2/app/answer-agreement-proposal',
  summary: "Accept and decline the other side's proposals for a row, field by field",
  access: licence,
  needs: 'agreements.work',
  input: ofAgreement.extend({
    row: rowNumber,
    seen: z.int(),
    accept: z.array(field).max(21).default([]),
    decline: z.array(field).max(21).default([]),
    reason,
  }),
  output: ok.extend({ seq: z.int() }),
})

export const decideRows = endpoint({
  method: 'POST',
  path: 'v2/app/decide-agreement-rows',
  summary: 'Agree to rows as they are, or refuse them with a reason',
  access: licence,
  needs: 'agreements.work',
  input: ofAgreement.extend({
    rows: z.array(rowNumber).min(1).max(agreementLimits.rows),
    seen: z.int(),
    decision: z.enum(['accept', 'decline']),
    reason,
  }),
  output: ok.extend({ seq: z.int() }),
})

export const sendAgreement = endpoint({
  method: 'POST',
  path: 'v2/app/send-agreement',
  summary:
    'Send an agreement to the other side by inviting a mail address, or invite again; later changes need both sides',
  access: licence,
  needs: 'agreements.work',
  input: ofAgreement.extend({
    email: z.string().trim().toLowerCase().max(200),
    name: z.string().trim().min(1).max(120),
    message: z.string().trim().max(2_000).default(''),
  }),
  output: ok.extend({ message: z.string(), seq: z.int() }),
})

export const answerInvitation = endpoint({
  method: 'POST',
  path: 'v2/app/answer-agreement-invitation',
  summary: "Become the other side of an agreement for one's organisation, or decline",
  access: licence,
  needs: 'agreements.work',
  input: z.object({
    invitation_uuid: z.uuid(),
    answer: z.enum(['accept', 'decline']),
    program_uuid: z.uuid().nullable().default(null),
  }),
  output: ok.extend({ agreement_uuid: z.uuid().nullable() }),
})

export const setAgreementProgram = endpoint({
  method: 'POST',
  path: 'v2/app/set-agreement-program',
  summary: "Choose the program of the own organisation whose artefacts are this agreement's evidence",
  access: licence,
  needs: 'agreements.work',
  input: ofAgreement.extend({ program_uuid: z.uuid().nullable() }),
  output: ok,
})

export const reportRowAtWork = endpoint({
  method: 'POST',
  path: 'v2/app/report-agreement-row-at-work',
  summary: 'Show the others which row the caller is editing; null: none any more',
  access: licence,
  needs: 'agreements.work',
  input: ofAgreement.extend({ row: rowNumber.nullable() }),
  output: ok,
})

const Here = z.object({ uuid: z.uuid(), name: z.string(), side, row: rowNumber.nullable() })

/** What a viewer has to read again, by counters that grow; and who is here. */
export const AgreementChanges = z.object({
  /** Steps, and drafts of the own side. */
  sheet: z.int(),
  /** Cover, glossary, team, signatures. */
  pages: z.int(),
  /** Comments, files, deliveries, events. */
  exchange: z.int(),
  people: z.array(Here),
})
export type AgreementChanges = z.infer<typeof AgreementChanges>

/** A subscriber has the agreement open, and sees who else of both sides has. */
export const agreementChannel = channel({
  name: 'interface-agreement.agreement',
  delivery: 'state',
  access: licence,
  params: ofAgreement,
  snapshot: AgreementChanges,
  change: AgreementChanges,
})
