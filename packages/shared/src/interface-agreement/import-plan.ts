import { cellValue, codeIn, marksOf, plain } from './import-cells.ts'
import type { FoundHeader, ImportTarget } from './import-columns.ts'
import { markField, marks, type RowField, type RowValues, type Side, whyNotRow } from './row.ts'
import { fieldTitles, isMark, sideTitles } from './titles.ts'

/** A row of the agreement, as the side sees it that imports. */
export interface ImportRow {
  readonly id: number
  /** The agreed values: what an export shows. */
  readonly agreed: RowValues
  /** What the own side has typed instead, or proposed. */
  readonly typed: Partial<RowValues>
  /** Fields whose values the person may not see: they are never changed. */
  readonly hidden: readonly RowField[]
}

type Value = string | boolean

export interface CellChange {
  readonly row: number
  readonly field: RowField
  /** What the own side sees now. */
  readonly before: Value
  readonly value: Value
}

/** Something in the file that is not taken over. */
export interface ImportProblem {
  /** Its place in the file: the row from 1, the column as a letter; the column is absent for a whole row. */
  readonly line: number
  readonly column?: string
  /** What is there. */
  readonly value: string
  /** Why it is not taken over, and what to do. */
  readonly message: string
}

export interface ImportPlan {
  readonly changes: readonly CellChange[]
  /** Rows of the file that are no row of the agreement. */
  readonly unmatched: readonly ImportProblem[]
  /** Values that do not fit. */
  readonly problems: readonly ImportProblem[]
  /** How many rows of the file were found in the agreement. */
  readonly matched: number
}

interface ImportInput {
  /** The file's rows, the titles among them. */
  readonly cells: readonly (readonly string[])[]
  readonly header: FoundHeader
  readonly rows: readonly ImportRow[]
  /** The numbers of the agreement's headings. */
  readonly headings: readonly number[]
}

/**
 * What an import would change (rules AGREEMENT-60 to AGREEMENT-63). Only cells that differ both from what the own side
 * sees and from what is agreed count as edited: an export shows agreed values, so that what it has for a cell with a
 * draft is no edit.
 */
export function planImport({ cells, header, rows, headings }: ImportInput): ImportPlan {
  const find = finder(header, rows, new Set(headings))
  const changes: CellChange[] = []
  const unmatched: ImportProblem[] = []
  const problems: ImportProblem[] = []
  const lines = new Map<number, number>()
  for (const [at, line] of cells.entries()) {
    if (at <= header.row || isSection(line)) continue
    const found = find(line)
    if (found === 'heading') continue
    const value = shownAs(header, line)
    if (found === undefined) {
      unmatched.push({ line: at + 1, value, message: 'No row of the agreement matches. Add it there first.' })
      continue
    }
    const first = lines.get(found.id)
    if (first !== undefined) {
      problems.push({
        line: at + 1,
        value,
        message: `Row ${found.id} is in line ${first} already: leave one of both in the file.`,
      })
      continue
    }
    lines.set(found.id, at + 1)
    const edited = editsOf(found, line, header)
    changes.push(...edited.changes)
    problems.push(...edited.problems.map((problem) => ({ line: at + 1, ...problem })))
  }
  return { changes, unmatched, problems, matched: lines.size }
}

/** A line with one text only is a heading of the file. */
const isSection = (line: readonly string[]) => line.filter((cell) => cell.trim() !== '').length <= 1

const at = (header: FoundHeader, target: ImportTarget) => header.columns.indexOf(target)
const textAt = (header: FoundHeader, line: readonly string[], target: ImportTarget): string =>
  plain(line[at(header, target)] ?? '')

const shownAs = (header: FoundHeader, line: readonly string[]): string =>
  textAt(header, line, 'work_product') || textAt(header, line, 'iso_reference') || textAt(header, line, 'number')

const spelled = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Finds the row of a line: by its number, else the work product's code, else the title. A number of another layout
 * counts only together with the code or the title: other tables count differently.
 */
function finder(header: FoundHeader, rows: readonly ImportRow[], headings: ReadonlySet<number>) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byCode = onlyOnes(rows, ({ agreed }) => agreed.iso_reference)
  const byTitle = onlyOnes(rows, ({ agreed }) => spelled(agreed.work_product))
  return (line: readonly string[]): ImportRow | 'heading' | undefined => {
    const title = textAt(header, line, 'work_product')
    const code = codeIn(textAt(header, line, 'iso_reference')) ?? codeIn(title)
    const number = Number(textAt(header, line, 'number') || Number.NaN)
    const numbered = byId.get(number)
    if (header.isOwn && headings.has(number)) return 'heading'
    const isSame =
      numbered && (numbered.agreed.iso_reference === code || spelled(numbered.agreed.work_product) === spelled(title))
    if (numbered && (header.isOwn || isSame)) return numbered
    return (code === undefined ? undefined : byCode.get(code)) ?? byTitle.get(spelled(title.replace(/\[.*?\]/, '')))
  }
}

/** Rows by a text that only one of them has. */
function onlyOnes(rows: readonly ImportRow[], textOf: (row: ImportRow) => string): ReadonlyMap<string, ImportRow> {
  const groups = Map.groupBy(rows, textOf)
  return new Map([...groups].flatMap(([text, [row, ...more]]) => (row && more.length === 0 ? [[text, row]] : [])))
}

type Problem = Omit<ImportProblem, 'line'>

/** Columns of another layout that find rows: it has its own words for titles. */
const finding: readonly ImportTarget[] = ['work_product', 'iso_reference']

function editsOf(row: ImportRow, line: readonly string[], header: FoundHeader) {
  const changes: CellChange[] = []
  const problems: Problem[] = []
  for (const [position, target] of header.columns.entries()) {
    if (target === null || target === 'number' || (!header.isOwn && finding.includes(target))) continue
    const cell = plain(line[position] ?? '')
    const column = columnName(position)
    const refuse = (message: string) => void problems.push({ column, value: cell, message })
    if (target === 'customer_marks' || target === 'supplier_marks') {
      changes.push(...sideMarks(row, target === 'customer_marks' ? 'customer' : 'supplier', cell, refuse))
      continue
    }
    // in another layout an empty cell states nothing, except for a mark: there it states that there is none
    if (cell === '' && !header.isOwn && !isMark(target)) continue
    if (row.hidden.includes(target)) {
      if (cell !== '') refuse('You may not see the agreed value of this cell, so that it cannot be imported.')
      continue
    }
    // what is as it was needs no check: a title that other layouts write with its code is no edit
    if (isSame(row, target, cell)) continue
    const read = cellValue(target, cell)
    if (!read.ok) refuse(`${fieldTitles[target]}: ${read.reason}`)
    else changes.push(...changeOf(row, target, read.value))
  }
  return checked(row, changes, problems, header)
}

/** Whether a text states what is agreed or typed already. */
function isSame({ agreed, typed }: ImportRow, field: RowField, cell: string): boolean {
  return [typed[field], agreed[field]].some((value) => typeof value === 'string' && plain(value) === cell)
}

function changeOf({ id, agreed, typed }: ImportRow, field: RowField, value: Value): CellChange[] {
  const before = typed[field] ?? agreed[field]
  return value === before || value === agreed[field] ? [] : [{ row: id, field, before, value }]
}

function sideMarks(row: ImportRow, side: Side, cell: string, refuse: (message: string) => void): CellChange[] {
  const found = marksOf(cell)
  if (found) return marks.flatMap((mark) => changeOf(row, markField(side, mark), found.has(mark)))
  refuse(`${sideTitles[side]}: write letters of R, S, I and A, such as R, A; or leave the cell empty.`)
  return []
}

/** Leaves out a tailoring that would lack its justification. */
function checked(row: ImportRow, changes: readonly CellChange[], problems: readonly Problem[], header: FoundHeader) {
  const after = {
    ...row.agreed,
    ...row.typed,
    ...Object.fromEntries(changes.map(({ field, value }) => [field, value])),
  }
  const why = Object.values(whyNotRow(after))[0]
  const tailoring: readonly RowField[] = ['tailoring_applicable', 'tailoring_justification']
  const concerned = changes.filter(({ field }) => tailoring.includes(field))
  if (why === undefined || concerned.length === 0) return { changes, problems }
  const column = columnName(Math.max(0, at(header, 'tailoring_applicable')))
  return {
    changes: changes.filter((change) => !concerned.includes(change)),
    problems: [...problems, { column, value: 'Yes', message: why }],
  }
}

/** A, B … Z, AA … */
const columnName = (position: number): string =>
  position < 26
    ? String.fromCharCode(65 + position)
    : columnName(Math.floor(position / 26) - 1) + String.fromCharCode(65 + (position % 26))
