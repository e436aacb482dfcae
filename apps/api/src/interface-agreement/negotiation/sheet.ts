import { hiddenFields, maySee, type Reader, takesPart } from '@carapace/shared/interface-agreement/access'
import type { SheetRow } from '@carapace/shared/interface-agreement/agreements.contract'
import {
  isNegotiated,
  type Negotiation,
  type NegotiatedRow,
  type RowChanges,
  stateOf,
} from '@carapace/shared/interface-agreement/negotiation'
import { type RowField, type Side, sides, type WorkProductRow } from '@carapace/shared/interface-agreement/row'
import type { CountOfRow } from './sheet.queries.ts'

/** What lies beside the rows of an agreement. */
export interface BesideRows {
  readonly comments: readonly CountOfRow[]
  readonly files: readonly CountOfRow[]
  readonly deliveries: readonly CountOfRow[]
  readonly notes: readonly number[]
}

/**
 * The part of a negotiation in which somebody takes part: all of it, or a third party's rows with the headings above
 * them.
 */
export function partOf(negotiation: Negotiation, party: Reader): Negotiation {
  if (party.access !== 'third-party') return negotiation
  const kept: [number, Negotiation['rows'] extends ReadonlyMap<number, infer Row> ? Row : never][] = []
  let heading: (typeof kept)[number] | undefined
  for (const [id, row] of negotiation.rows) {
    if (!isNegotiated(row)) heading = [id, row]
    else if (takesPart(party, id)) {
      if (heading) kept.push(heading)
      heading = undefined
      kept.push([id, row])
    }
  }
  return { ...negotiation, rows: new Map(kept) }
}

/** The fields of a row that somebody may not see. Before an agreement is sent there is no other side. */
export function hiddenIn({ isSent }: Pick<Negotiation, 'isSent'>, row: WorkProductRow, party: Reader) {
  return isSent || party.access === 'third-party' ? hiddenFields(row, party) : []
}

/** The rows as somebody sees them: hidden values are empty. */
export function sheetOf(negotiation: Negotiation, party: Reader, beside: BesideRows): SheetRow[] {
  const [comments, files, deliveries] = [beside.comments, beside.files, beside.deliveries].map((counts) =>
    Map.groupBy(counts, ({ row }) => row),
  )
  const notes = new Set(beside.notes)
  return [...partOf(negotiation, party).rows].map(([id, row]) => {
    if (!isNegotiated(row)) return { ...empty, row: { id, is_heading: true, title: row.heading, colspan: 21 } }
    const seenBy = (counts: readonly CountOfRow[] = []) =>
      sumOf(counts, (side) => maySee(row.row.level_of_confidentiality, side, party, id))
    return {
      ...withoutHidden(row, hiddenIn(negotiation, row.row, party)),
      comments: sumOf(comments!.get(id) ?? [], () => true),
      files: seenBy(files!.get(id)),
      deliveries: seenBy(deliveries!.get(id)),
      has_note: notes.has(id),
    }
  })
}

function sumOf(counts: readonly CountOfRow[], isSeen: (side: Side) => boolean): number {
  return counts.reduce((sum, { side, all }) => sum + (isSeen(side) ? all : 0), 0)
}

/** Nothing is agreed about a heading. */
const empty = {
  state: 'accepted' as const,
  open: {},
  accepted_by: [],
  declined: null,
  added_by: null,
  hidden: [],
  comments: 0,
  files: 0,
  deliveries: 0,
  has_note: false,
}

function withoutHidden(negotiated: NegotiatedRow, hidden: readonly RowField[]) {
  const { row, open, acceptedBy, declined, addedBy } = negotiated
  const blank = Object.fromEntries(hidden.map((field) => [field, '']))
  const shown = sides.flatMap((side) => {
    const proposal = open[side]
    return proposal ? [[side, { changes: visibleChanges(proposal.changes, hidden), note: proposal.note }] as const] : []
  })
  return {
    row: { ...row, ...blank },
    state: stateOf(negotiated),
    open: Object.fromEntries(shown),
    accepted_by: [...acceptedBy],
    declined: declined ?? null,
    added_by: addedBy ?? null,
    hidden: [...hidden],
  }
}

/** Changes without those of hidden fields. */
export function visibleChanges(changes: RowChanges, hidden: readonly RowField[]): RowChanges {
  return hidden.length === 0
    ? changes
    : Object.fromEntries(Object.entries(changes).filter(([field]) => !hidden.includes(field as RowField)))
}
