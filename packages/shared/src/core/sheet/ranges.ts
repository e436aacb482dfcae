import { canonicalJson } from '../canonical-json.ts'
import { type Parsed, parsed, refused } from '../parsed.ts'
import { tsvOf } from './tsv.ts'

/** A column of a sheet, and how texts state its values. */
export interface SheetColumn {
  readonly key: string
  readonly title: string
  /** False: it is computed, or belongs to something that the sheet only shows. */
  readonly isWritable: boolean
  /** The value of a cell that is emptied. */
  readonly initial: unknown
  /** A value as text, for the screen and the clipboard; empty: there is none. */
  readonly textOf: (value: unknown) => string
  /** The value that a text states, checked; `textOf` and this are inverse. */
  readonly valueOf: (text: string) => Parsed<unknown>
}

/** A cell: the value of the column in `target`, such as a uuid, which several rows may show. Values are JSON. */
export interface SheetCell {
  readonly target: string
  readonly value: unknown
  /** Why the viewer may not change it now: approved, locked by another. */
  readonly locked?: string
}

export interface Sheet {
  readonly columns: readonly SheetColumn[]
  /** Cells by the keys of columns; none: the row has nothing there yet. */
  readonly rows: readonly Readonly<Record<string, SheetCell | undefined>>[]
}

/** Cells by their positions, from 0, both ends included. */
export interface CellRange {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

export interface CellChange {
  readonly target: string
  /** The key of the column. */
  readonly column: string
  readonly before: unknown
  readonly after: unknown
}

export interface CellRefusal {
  readonly row: number
  readonly column: number
  readonly reason: string
}

/** What one input would do: all changes are one step to undo; cells that are refused keep their values. */
export interface SheetChange {
  readonly changes: readonly CellChange[]
  readonly refusals: readonly CellRefusal[]
  /** Rows to add below, each with its values by column. */
  readonly added: readonly Readonly<Record<string, unknown>>[]
}

const mostCells = 20_000

/**
 * What pasting a block of texts into a selection does. A selection whose height and width are multiples of the block's
 * is filled with repetitions; any other selection takes the block at its first cell. Rows below the last one are added
 * where `mayAdd`. Refused as a whole: nothing to paste, too much, or more columns than there are (rules CELLS-3 to
 * CELLS-6).
 */
export function pasteInto(
  sheet: Sheet,
  selection: CellRange,
  block: readonly (readonly string[])[],
  { mayAdd }: { readonly mayAdd: boolean },
): Parsed<SheetChange> {
  const width = Math.max(0, ...block.map((cells) => cells.length))
  if (width === 0) return refused('There is nothing to paste.')
  const { top, left, rows, columns } = filled(selection, block.length, width)
  if (rows * columns > mostCells)
    return refused(`This is more than ${mostCells.toLocaleString('en')} cells. Paste it in parts.`)
  if (left + columns > sheet.columns.length)
    return refused(
      `The copied range has ${counted(columns, 'column')}, and from here there are ${sheet.columns.length - left}.`,
    )
  const writer = sheetWriter(sheet)
  const added: Record<string, unknown>[] = []
  for (let i = 0; i < rows; i += 1) {
    const row = top + i
    if (row >= sheet.rows.length && mayAdd) added.push({})
    for (let j = 0; j < columns; j += 1) {
      // a row may be shorter than others: its missing cells are not touched
      const text = block[i % block.length]![j % width]
      if (text === undefined) continue
      if (row < sheet.rows.length) writer.write(row, left + j, (column) => column.valueOf(text), text.trim() === '')
      else if (mayAdd)
        addCell(added.at(-1)!, sheet.columns[left + j]!, text, (reason) => writer.refuse(row, left + j, reason))
      else writer.refuse(row, left + j, 'The table ends above.')
    }
  }
  return parsed({ ...writer.done(), added: added.filter((values) => Object.keys(values).length > 0) })
}

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

function filled({ top, left, bottom, right }: CellRange, height: number, width: number) {
  const [rows, columns] = [bottom - top + 1, right - left + 1]
  const isMultiple = rows % height === 0 && columns % width === 0
  return { top, left, rows: isMultiple ? rows : height, columns: isMultiple ? columns : width }
}

function addCell(
  values: Record<string, unknown>,
  column: SheetColumn,
  text: string,
  refuse: (reason: string) => void,
): void {
  if (text.trim() === '') return
  if (!column.isWritable) return refuse(notWritable(column))
  const value = column.valueOf(text)
  if (value.ok) values[column.key] = value.value
  else refuse(value.reason)
}

const notWritable = ({ title }: SheetColumn) => `${title} cannot be changed here.`

/**
 * Collects the changes of cells. A target that several rows show is changed once: a second cell with another value is
 * refused, and an empty one after another value is ignored, since merged cells are copied as one value and empty cells
 * (rule CELLS-5).
 */
function sheetWriter({ columns, rows }: Sheet) {
  const changes = new Map<string, CellChange>()
  const refusals: CellRefusal[] = []
  const refuse = (row: number, column: number, reason: string) => void refusals.push({ row, column, reason })
  return {
    refuse,
    write(row: number, at: number, value: (column: SheetColumn) => Parsed<unknown>, isEmpty = false) {
      const column = columns[at]!
      const cell = rows[row]![column.key]
      if (!cell) return isEmpty ? undefined : refuse(row, at, `This row has nothing for ${column.title} yet.`)
      const key = JSON.stringify([cell.target, column.key])
      const earlier = changes.get(key)
      if (earlier && isEmpty) return undefined
      const read = value(column)
      if (read.ok && isEqual(read.value, (earlier ?? { after: cell.value }).after)) {
        // it states the value that it has: what follows must agree with it
        if (column.isWritable) changes.set(key, earlier ?? changeOf(cell, column, cell.value))
        return undefined
      }
      if (!column.isWritable) return isEmpty ? undefined : refuse(row, at, notWritable(column))
      if (cell.locked !== undefined) return refuse(row, at, cell.locked)
      if (!read.ok) return refuse(row, at, read.reason)
      if (earlier) return refuse(row, at, `Another row sets ${column.title} of the same entry to another value.`)
      changes.set(key, changeOf(cell, column, read.value))
      return undefined
    },
    done: (): SheetChange => ({
      changes: [...changes.values()].filter(({ before, after }) => !isEqual(before, after)),
      refusals,
      added: [],
    }),
  }
}

const isEqual = (a: unknown, b: unknown) => a === b || canonicalJson(a) === canonicalJson(b)

const changeOf = ({ target, value }: SheetCell, { key }: SheetColumn, after: unknown): CellChange => ({
  target,
  column: key,
  before: value,
  after,
})

/** What copying the first row of a range into the rows below it does (rule CELLS-7). */
export function fillDown(sheet: Sheet, { top, left, bottom, right }: CellRange): SheetChange {
  const writer = sheetWriter(sheet)
  for (let at = left; at <= right; at += 1) {
    const first = sheet.rows[top]?.[sheet.columns[at]!.key]
    for (let row = top + 1; first && row <= bottom; row += 1) writer.write(row, at, () => parsed(first.value))
  }
  return writer.done()
}

/** What emptying a range does: cells get the initial values of their columns (rule CELLS-7). */
export function clearRange(sheet: Sheet, { top, left, bottom, right }: CellRange): SheetChange {
  const writer = sheetWriter(sheet)
  for (let at = left; at <= right; at += 1)
    for (let row = top; row <= bottom; row += 1) writer.write(row, at, ({ initial }) => parsed(initial), true)
  return writer.done()
}

/** A range as text for the clipboard; pasting it states the same values (rule CELLS-7). */
export function copyRange({ columns, rows }: Sheet, { top, left, bottom, right }: CellRange): string {
  return tsvOf(
    rows
      .slice(top, bottom + 1)
      .map((row) => columns.slice(left, right + 1).map(({ key, textOf }) => textOf(row[key]?.value))),
  )
}
