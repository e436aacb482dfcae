import { type Parsed, parsed, refused } from '../core/parsed.ts'
import type { SheetColumn } from '../core/sheet/ranges.ts'
import type { Field } from '../graph/artefacts/fields.ts'
import { cellOf, namedBy, valueOfCell } from '../lifecycle/exchange/cells.ts'

interface FieldOfColumn {
  readonly key: string
  readonly title: string
  /** Its valid values, and how cells state them. */
  readonly field: Field
  readonly isWritable: boolean
  /** For a rating: the criteria of 1 to 10, whose titles stand for their numbers. */
  readonly criteria?: readonly { readonly title: string }[]
}

/** A column of the worksheet that shows a field of an artefact. */
export type WorksheetColumn = SheetColumn & FieldOfColumn

/** The column of a field: its texts are those of the field's exchange (rule FMEA-17). */
export function worksheetColumn(of: FieldOfColumn): WorksheetColumn {
  const { field } = of
  return {
    ...of,
    initial: field.initial,
    textOf: (value) => String(cellOf(field, value) ?? ''),
    valueOf: (text) => valueOfText(of, text),
  }
}

/**
 * The value that a text states for a column, checked by the rules of its field. A number may have its symbol before it
 * and an explanation behind it (`S 8 - driving function lost`), or be the title of its criterion; choices are named by
 * key, label or synonym (rule FMEA-17).
 */
function valueOfText({ field, criteria }: FieldOfColumn, text: string): Parsed<unknown> {
  const read = valueOfCell(field, field.input === 'number' ? numberIn(field, criteria, text.trim()) : text)
  if (!read.ok) return read
  const checked = field.schema.safeParse(read.value)
  return checked.success ? parsed(checked.data) : refused(`${field.title}: ${checked.error.issues[0]!.message}`)
}

function numberIn(field: Field, criteria: FieldOfColumn['criteria'] = [], text: string): string {
  const [, symbol = '', digits] = /^([a-z]?)\s*[=:]?\s*(-?\d+(?:[.,]\d+)?)\s*(?:[-–—:(].*)?$/is.exec(text) ?? []
  if (digits !== undefined && ['', field.title[0]!.toLowerCase()].includes(symbol.toLowerCase()))
    return digits.replace(',', '.')
  const named = criteria.flatMap(({ title }, i) => (namedBy(text, [{ key: title, label: title }]) ? [i + 1] : []))
  return named.length === 1 ? String(named[0]) : text
}
