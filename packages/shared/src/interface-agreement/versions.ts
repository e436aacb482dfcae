import { isNegotiated, type Negotiation } from './negotiation.ts'
import { type AgreementRow, type RowField, rowFields, type WorkProductRow } from './row.ts'

/** The agreed rows, by their number. */
export const agreedRows = ({ rows }: Negotiation): readonly AgreementRow[] =>
  [...rows].map(([id, row]) =>
    isNegotiated(row) ? row.row : { id, is_heading: true, title: row.heading, colspan: 21 },
  )

export interface RowDifference {
  readonly row: number
  readonly title: string
  /** `added`, `removed`: the whole row. */
  readonly what: 'added' | 'removed' | 'changed'
  /** Of a changed row. */
  readonly fields: readonly {
    readonly field: RowField
    readonly before: string | boolean
    readonly after: string | boolean
  }[]
}

/** What changed between two versions, by the number of the row; headings are not compared (rule AGREEMENT-8). */
export function differencesOf(
  before: readonly AgreementRow[],
  after: readonly AgreementRow[],
): readonly RowDifference[] {
  const [old, now] = [productsOf(before), productsOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .toSorted((a, b) => a - b)
    .flatMap((row): RowDifference[] => {
      const [one, other] = [old.get(row), now.get(row)]
      const title = (other ?? one)!.work_product
      if (!one || !other) return [{ row, title, what: one ? 'removed' : 'added', fields: [] }]
      const fields = rowFields
        .filter((field) => one[field] !== other[field])
        .map((field) => ({ field, before: one[field], after: other[field] }))
      return fields.length > 0 ? [{ row, title, what: 'changed', fields }] : []
    })
}

const productsOf = (rows: readonly AgreementRow[]) =>
  new Map(rows.flatMap((row): [number, WorkProductRow][] => (row.is_heading ? [] : [[row.id, row]])))
