import type { InputOf, OutputOf } from '@carapace/shared/core/endpoint'
import type { saveAgreementCells } from '@carapace/shared/interface-agreement/agreements.contract'
import { isNegotiated, type Negotiation, type NegotiatedRow } from '@carapace/shared/interface-agreement/negotiation'
import { type RowField, RowValues, type Side, whyNotRow } from '@carapace/shared/interface-agreement/row'

export type Value = string | boolean
type Cell = InputOf<typeof saveAgreementCells>['cells'][number]
export type RefusedCell = OutputOf<typeof saveAgreementCells>['refused'][number]

/** What the cells of a call come to. */
export interface TakenCells {
  /** By row: the fields that change, with their values as they are stored. */
  readonly changes: ReadonlyMap<number, ReadonlyMap<RowField, Value>>
  readonly refused: readonly RefusedCell[]
}

/** What the writer sees and may write. */
interface Writer {
  readonly negotiation: Negotiation
  /** The value that the writer's side sees in a cell. */
  readonly seen: (row: NegotiatedRow, field: RowField) => Value
  /** The fields of a row whose values the writer may not see. */
  readonly hidden: (row: NegotiatedRow) => readonly RowField[]
}

/**
 * The cells of a call, in their order, over what the writer's side sees (rule AGREEMENT-17): a value that does not
 * fit, and one over a value that the writer did not see, is refused; the others change. What equals the present value
 * changes nothing.
 */
export function takeCells(cells: readonly Cell[], { negotiation, seen, hidden }: Writer): TakenCells {
  const changes = new Map<number, Map<RowField, Value>>()
  const refused: RefusedCell[] = []
  for (const { row: id, field, before, value } of cells) {
    const refuse = (why: RefusedCell['why'], message: string, now: Value) =>
      refused.push({ row: id, field, why, message, now })
    const row = negotiation.rows.get(id)
    if (!row || !isNegotiated(row)) {
      refuse('invalid', `The agreement has no work product with the number ${id}.`, '')
      continue
    }
    if (hidden(row).includes(field)) {
      refuse('invalid', 'You may not see this value, which belongs to the other side.', '')
      continue
    }
    const stored = seen(row, field)
    const now = changes.get(id)?.get(field) ?? stored
    const parsed = RowValues.shape[field].safeParse(value)
    if (!parsed.success) refuse('invalid', parsed.error.issues[0]!.message, now)
    else if (before !== now && parsed.data !== now) refuse('changed', 'Somebody changed this cell meanwhile.', now)
    else changes.set(id, (changes.get(id) ?? new Map<RowField, Value>()).set(field, parsed.data))
  }
  return { changes: differing(changes, negotiation, seen), refused }
}

function differing(changes: TakenCells['changes'], negotiation: Negotiation, seen: Writer['seen']) {
  const kept = [...changes].flatMap(([id, fields]): [number, Map<RowField, Value>][] => {
    const row = negotiation.rows.get(id) as NegotiatedRow
    const others = [...fields].filter(([field, value]) => value !== seen(row, field))
    return others.length > 0 ? [[id, new Map(others)]] : []
  })
  return new Map(kept)
}

/**
 * Cells of an agreement that was not sent are stored at once: those with which a row cannot be agreed are refused
 * together (rule AGREEMENT-2).
 */
export function withoutInvalidRows({ changes, refused }: TakenCells, negotiation: Negotiation): TakenCells {
  const kept = new Map<number, ReadonlyMap<RowField, Value>>()
  const invalid: RefusedCell[] = []
  for (const [id, fields] of changes) {
    const { row } = negotiation.rows.get(id) as NegotiatedRow
    const [message] = Object.values(whyNotRow({ ...row, ...Object.fromEntries(fields) }))
    const fit = [...fields].filter(([field]) => message === undefined || !tailoring.has(field))
    if (fit.length > 0) kept.set(id, new Map(fit))
    if (message === undefined) continue
    for (const [field] of fields)
      if (tailoring.has(field)) invalid.push({ row: id, field, why: 'invalid', message, now: row[field] })
  }
  return { changes: kept, refused: [...refused, ...invalid] }
}

const tailoring: ReadonlySet<RowField> = new Set(['tailoring_applicable', 'tailoring_justification'])

/** What a side sees in a cell after sending: its draft, else its open proposal, else the agreed value. */
export function seenBy(side: Side, drafts: ReadonlyMap<string, Value>) {
  return (row: NegotiatedRow, field: RowField): Value =>
    drafts.get(keyOf(row.row.id, field)) ?? row.open[side]?.changes[field] ?? row.row[field]
}

export const keyOf = (row: number, field: RowField): string => `${row} ${field}`

/**
 * Whether a typed value needs no draft: it is what the own side proposes, or, without a proposal, what is agreed.
 * With a proposal, the agreed value is a draft that takes it back.
 */
export function needsNoDraft(side: Side, { row, open }: NegotiatedRow, field: RowField, value: Value): boolean {
  return value === (open[side]?.changes[field] ?? row[field])
}
