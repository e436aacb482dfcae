import { type Parsed, parsed, refused } from '../core/parsed.ts'
import {
  type AgreementRow,
  otherSide,
  type RowField,
  type RowValues,
  type Side,
  sides,
  whyNotRow,
  type WorkProductRow,
} from './row.ts'

/** New values of some fields of a row. */
export type RowChanges = Readonly<Partial<RowValues>>

/**
 * One step of a negotiation. Steps are only added, in one order for both sides; the agreement is what they lead to
 * (rule AGREEMENT-4).
 */
export type Step =
  /** Before the agreement is sent to the other side, its author changes rows freely. */
  | { readonly what: 'edited'; readonly row: number; readonly changes: RowChanges }
  | { readonly what: 'sent' }
  /** A new row behind another one (0: at the top). Once it was sent, the other side has to accept it. */
  | { readonly what: 'row-added'; readonly side: Side; readonly after: number; readonly added: AgreementRow }
  | { readonly what: 'row-removed'; readonly side: Side; readonly row: number }
  | {
      readonly what: 'proposed'
      readonly side: Side
      readonly row: number
      readonly changes: RowChanges
      readonly note: string
    }
  | { readonly what: 'withdrawn'; readonly side: Side; readonly row: number; readonly fields: readonly RowField[] }
  /** The answer to the other side's proposal, field by field. */
  | { readonly what: 'accepted'; readonly side: Side; readonly row: number; readonly fields: readonly RowField[] }
  | {
      readonly what: 'declined'
      readonly side: Side
      readonly row: number
      readonly fields: readonly RowField[]
      readonly reason: string
    }
  /** A side agrees to a row as it is, or does not. */
  | { readonly what: 'row-accepted'; readonly side: Side; readonly row: number }
  | { readonly what: 'row-declined'; readonly side: Side; readonly row: number; readonly reason: string }

export interface OpenProposal {
  readonly changes: RowChanges
  readonly note: string
}

export const rowStates = ['draft', 'proposed', 'accepted', 'not-accepted'] as const
export type RowState = (typeof rowStates)[number]

interface Refusal {
  readonly of: 'row' | 'proposal'
  readonly side: Side
  readonly reason: string
}

/** A work product in negotiation. */
export interface NegotiatedRow {
  /** The agreed values: both sides agreed to each change of them. */
  readonly row: WorkProductRow
  /** What each side proposes and the other has not answered. */
  readonly open: Readonly<Partial<Record<Side, OpenProposal>>>
  /** Which sides agree to the row with its present values. */
  readonly acceptedBy: readonly Side[]
  /** The last refusal of the row, or of a proposal for it, until somebody agrees or proposes again. */
  readonly declined: Refusal | undefined
  /** The side that added the row, until both sides agreed to it. */
  readonly addedBy?: Side | undefined
}

type AnyRow = NegotiatedRow | { readonly heading: string }

export interface Negotiation {
  /** Whether it was sent to the other side: from then on values change only by agreement. */
  readonly isSent: boolean
  /** Headings and work products by their number, in their order. */
  readonly rows: ReadonlyMap<number, AnyRow>
}

export const isNegotiated = (row: AnyRow): row is NegotiatedRow => 'row' in row

/** A negotiation as JSON. */
export interface StoredNegotiation {
  readonly isSent: boolean
  readonly rows: readonly (readonly [number, AnyRow])[]
}
export const stored = ({ isSent, rows }: Negotiation): StoredNegotiation => ({ isSent, rows: [...rows] })
export const restored = ({ isSent, rows }: StoredNegotiation): Negotiation => ({ isSent, rows: new Map(rows) })

/** A negotiation that begins with the rows of a template. */
export function begun(template: readonly AgreementRow[]): Negotiation {
  return { isSent: false, rows: new Map(template.map((row) => [row.id, fresh(row)])) }
}

const fresh = (row: AgreementRow): AnyRow =>
  row.is_heading ? { heading: row.title } : { row, open: {}, acceptedBy: [], declined: undefined }

/** The state of a row (rule AGREEMENT-7). */
export function stateOf({ open, acceptedBy, declined }: NegotiatedRow): RowState {
  if (open.customer || open.supplier) return 'proposed'
  if (declined) return 'not-accepted'
  return acceptedBy.length === 2 ? 'accepted' : acceptedBy.length === 1 ? 'proposed' : 'draft'
}

/** The state of the whole: the least advanced of its rows, and not accepted if one row is (rule AGREEMENT-7). */
export function wholeStateOf({ isSent, rows }: Negotiation): RowState {
  if (!isSent) return 'draft'
  const states = [...rows.values()].filter(isNegotiated).map(stateOf)
  if (states.includes('not-accepted')) return 'not-accepted'
  return states.every((state) => state === 'accepted') ? 'accepted' : 'proposed'
}

export interface NegotiationFigures {
  readonly state: RowState
  /** Work products, and how many of them both sides agreed to. */
  readonly rows: number
  readonly agreed: number
  /** Fields for which each side proposes a value that the other has not answered. */
  readonly proposed: Readonly<Record<Side, number>>
}

/** How far a negotiation has come, in figures. */
export function figuresOf(negotiation: Negotiation): NegotiationFigures {
  const rows = [...negotiation.rows.values()].filter(isNegotiated)
  const proposedBy = (side: Side) =>
    rows.reduce((sum, { open }) => sum + (open[side] ? fieldsOf(open[side].changes).length : 0), 0)
  return {
    state: wholeStateOf(negotiation),
    rows: rows.length,
    agreed: rows.filter((row) => stateOf(row) === 'accepted').length,
    proposed: { customer: proposedBy('customer'), supplier: proposedBy('supplier') },
  }
}

/** The negotiation after one more step, or why the step is not possible (rules AGREEMENT-4 to AGREEMENT-6). */
export function afterStep(before: Negotiation, step: Step): Parsed<Negotiation> {
  if (step.what === 'sent') return before.isSent ? refused('It was sent already.') : parsed({ ...before, isSent: true })
  if (step.what === 'row-added') return rowAdded(before, step)
  if (step.what === 'row-removed') return rowRemoved(before, step)
  const row = before.rows.get(step.row)
  if (!row || !isNegotiated(row)) return refused(`The agreement has no work product with the number ${step.row}.`)
  if (step.what === 'edited' && before.isSent)
    return refused('It was sent: its values change by proposals that both sides agree to.')
  if (step.what !== 'edited' && !before.isSent) return refused('It was not sent to the other side yet.')
  const after = rowAfter(row, step)
  return after.ok ? parsed({ ...before, rows: new Map(before.rows).set(step.row, settled(after.value)) }) : after
}

type RowStep = Exclude<Step, { readonly what: 'sent' | 'row-added' | 'row-removed' }>

/** A row to which both sides agreed belongs to both. */
const settled = ({ addedBy, ...row }: NegotiatedRow): NegotiatedRow =>
  addedBy === undefined || row.acceptedBy.length === 2 ? row : { ...row, addedBy }

/** Adds a row, to which its side then agrees (rule AGREEMENT-13). */
function rowAdded(before: Negotiation, { side, after, added }: Extract<Step, { what: 'row-added' }>) {
  const row = fresh(added)
  if (before.rows.has(added.id)) return refused(`The number ${added.id} is taken.`)
  if (after !== 0 && !before.rows.has(after)) return refused(`The agreement has no row with the number ${after}.`)
  if (before.isSent && !isNegotiated(row)) return refused('It was sent: headings stay as they are.')
  const [why] = isNegotiated(row) ? Object.values(whyNotRow(row.row)) : []
  if (why !== undefined) return refused(why)
  const rows = [...before.rows]
  const at = rows.findIndex(([id]) => id === after) + 1
  const placed = before.isSent && isNegotiated(row) ? { ...row, acceptedBy: [side], addedBy: side } : row
  return parsed({ ...before, rows: new Map(rows.toSpliced(at, 0, [added.id, placed])) })
}

/** Removes a row; once it was sent, only one that its side has added and the other has not accepted. */
function rowRemoved(before: Negotiation, { side, row: id }: Extract<Step, { what: 'row-removed' }>) {
  const row = before.rows.get(id)
  if (!row) return refused(`The agreement has no row with the number ${id}.`)
  if (before.isSent && !(isNegotiated(row) && row.addedBy === side))
    return refused('It was sent: tailor the row instead of removing it.')
  return parsed({ ...before, rows: new Map([...before.rows].filter(([each]) => each !== id)) })
}

function rowAfter(before: NegotiatedRow, step: RowStep): Parsed<NegotiatedRow> {
  switch (step.what) {
    case 'edited':
      return withValues(before, step.changes)
    case 'proposed':
      return proposed(before, step)
    case 'withdrawn':
      return answered(before, step.side, step.fields, () => parsed(before))
    case 'accepted':
      return accepted(before, step)
    case 'declined':
      return answered(before, otherSide(step.side), step.fields, () =>
        parsed({ ...before, declined: { of: 'proposal', side: step.side, reason: step.reason } }),
      )
    case 'row-accepted':
      return rowAccepted(before, step.side)
    case 'row-declined':
      return parsed({
        ...before,
        acceptedBy: before.acceptedBy.filter((side) => side !== step.side),
        declined: { of: 'row', side: step.side, reason: step.reason },
      })
  }
}

/** The side must not propose something else; a refusal of the row stands until that side agrees itself. */
function rowAccepted(before: NegotiatedRow, side: Side): Parsed<NegotiatedRow> {
  if (before.open[side] || before.open[otherSide(side)])
    return refused('Proposals for this row are open: answer or withdraw them first.')
  const isStanding = before.declined?.of === 'row' && before.declined.side !== side
  return parsed({
    ...before,
    acceptedBy: [...before.acceptedBy.filter((each) => each !== side), side],
    declined: isStanding ? before.declined : undefined,
  })
}

/** Takes over fields of the other side's proposal. A side without a proposal of its own then agrees to the row. */
function accepted(before: NegotiatedRow, { side, fields }: Extract<Step, { what: 'accepted' }>): Parsed<NegotiatedRow> {
  const after = answered(before, otherSide(side), fields, (changes) => withValues(before, changes))
  if (!after.ok) return after
  const { open } = after.value
  return parsed({ ...after.value, acceptedBy: sides.filter((each) => !open[each]) })
}

/** Sets agreed values; who had agreed to the row agreed to another one. */
function withValues(before: NegotiatedRow, changes: RowChanges): Parsed<NegotiatedRow> {
  const row = { ...before.row, ...changes }
  const [why] = Object.values(whyNotRow(row))
  if (why !== undefined) return refused(why)
  return parsed({ ...before, row, acceptedBy: [], declined: undefined })
}

/** Adds to what a side proposes. For a field that the other side proposes, this is the counter-proposal: that ends. */
function proposed(
  before: NegotiatedRow,
  { side, changes, note }: Extract<Step, { what: 'proposed' }>,
): Parsed<NegotiatedRow> {
  const fields = Object.keys(changes) as RowField[]
  const own = { ...before.open[side]?.changes, ...changes }
  const differing = fieldsOf(own).filter((field) => own[field] !== before.row[field])
  if (fields.length === 0) return refused('Nothing is proposed.')
  const [why] = Object.values(whyNotRow({ ...before.row, ...own }))
  if (why !== undefined) return refused(why)
  const open = {
    ...before.open,
    [side]: proposalOf(picked(own, differing), note),
    [otherSide(side)]: without(before.open[otherSide(side)], fields),
  }
  const acceptedBy = before.acceptedBy.filter((each) => each !== side)
  return parsed({ ...before, open: kept(open), acceptedBy, declined: undefined })
}

/** Ends a side's proposal for some fields, and continues with `then`. */
function answered(
  before: NegotiatedRow,
  side: Side,
  fields: readonly RowField[],
  then: (changes: RowChanges) => Parsed<NegotiatedRow>,
): Parsed<NegotiatedRow> {
  const proposal = before.open[side]
  const missing = fields.find((field) => proposal === undefined || !(field in proposal.changes))
  if (fields.length === 0) return refused('Name the fields.')
  if (missing !== undefined) return refused(`There is no open proposal of the ${side} for ${missing}.`)
  const after = then(picked(proposal!.changes, fields))
  return after.ok
    ? parsed({ ...after.value, open: kept({ ...before.open, [side]: without(proposal, fields) }) })
    : after
}

const fieldsOf = (changes: RowChanges) => Object.keys(changes) as RowField[]

const picked = (changes: RowChanges, fields: readonly RowField[]): RowChanges =>
  Object.fromEntries(fields.map((field) => [field, changes[field]]))

function proposalOf(changes: RowChanges, note: string): OpenProposal | undefined {
  return fieldsOf(changes).length === 0 ? undefined : { changes, note }
}

function without(proposal: OpenProposal | undefined, fields: readonly RowField[]): OpenProposal | undefined {
  if (!proposal) return undefined
  const left = fieldsOf(proposal.changes).filter((field) => !fields.includes(field))
  return proposalOf(picked(proposal.changes, left), proposal.note)
}

function kept(open: Readonly<Partial<Record<Side, OpenProposal | undefined>>>): NegotiatedRow['open'] {
  return { ...(open.customer && { customer: open.customer }), ...(open.supplier && { supplier: open.supplier }) }
}
