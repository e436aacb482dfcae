import type { CsvRow, CsvTable } from '../../../core/documents/csv-table.ts'
import { treeColumns, type TreeColumn } from '../csv.ts'
import type { Expression } from '../expression.ts'
import { readFormulaText } from '../formula-text.ts'
import { nodeId } from '../tree.ts'

/** What is wrong in a row of a tree as CSV, and what to do. Without a column it concerns the whole row. */
export interface RowProblem {
  readonly line: number
  readonly column?: TreeColumn
  readonly message: string
}

/** Where the columns of a tree are in a table. */
export interface Header {
  readonly places: ReadonlyMap<TreeColumn, number>
  readonly width: number
  /** Whether numbers may have a comma before their decimals: where it does not separate cells. */
  readonly hasDecimalComma: boolean
}

const needed = ['kind', 'id', 'inputs', 'value'] as const satisfies readonly TreeColumn[]

/** Reads the names of the columns, in any order, large or small; others are noted and not read. */
export function readHeader(
  { cells, line }: CsvRow,
  { delimiter }: CsvTable,
  notes: string[],
  problems: RowProblem[],
): Header {
  const places = new Map<TreeColumn, number>()
  const others: string[] = []
  for (const [place, cell] of cells.entries()) {
    const name = cell.trim().toLowerCase()
    const column = treeColumns.find((each) => each === name)
    if (column === undefined) {
      if (name !== '') others.push(shown(cell.trim()))
    } else if (places.has(column))
      problems.push({ line, column, message: 'This column is there twice. Remove one of them.' })
    else places.set(column, place)
  }
  const missing = needed.filter((column) => !places.has(column))
  if (missing.length > 0)
    problems.push({
      line,
      message:
        `Columns that are missing: ${missing.join(', ')}. ` +
        `Name them in the first row; all columns are ${treeColumns.join(', ')}.`,
    })
  else if (others.length > 0) notes.push(`Columns that are not read: ${others.slice(0, 20).join(', ')}.`)
  return { places, width: cells.length, hasDecimalComma: delimiter !== ',' }
}

export type RowReader = ReturnType<typeof rowReader>

/** Reads the cells of one row; what is wrong is added to the problems, and has some valid value. */
export function rowReader({ line, cells }: CsvRow, header: Header, problems: RowProblem[]) {
  const problem = (column: TreeColumn | undefined, message: string) =>
    void problems.push({ line, message, ...(column && { column }) })
  const raw = (column: TreeColumn) => cells[header.places.get(column) ?? -1] ?? ''
  const text = (column: TreeColumn) => raw(column).trim()

  function idIn(column: TreeColumn, id: string): string {
    if (!nodeId.safeParse(id).success)
      problem(
        column,
        id === ''
          ? 'The id is missing. Write one, such as Pump_1.'
          : `“${shown(id)}” is no id. It has letters, digits, _ and single hyphens, a letter first, and no spaces.`,
      )
    return id
  }

  /** A number with a comma before its decimals as one with a point. */
  const pointed = (cell: string) => (header.hasDecimalComma && decimal.test(cell) ? cell.replace(',', '.') : cell)

  /** @param what What to write instead. */
  function formula(column: TreeColumn, cell: string, what: string): Expression {
    const found = readFormulaText(pointed(cell))
    if (found.ok) return found.value
    problem(column, `${found.reason} ${what}`)
    return 0
  }

  return {
    line,
    problem,
    raw,
    text,
    /** The id of what the row is about. */
    id: () => idIn('id', text('id')),
    /** Ids that are separated by spaces, commas or semicolons. */
    ids: () =>
      text('inputs')
        .split(/[\s,;]+/)
        .filter((id) => id !== '')
        .map((id) => idIn('inputs', id)),
    formula,
    number: (cell: string) => Number(pointed(cell)),
    /** Refuses text in columns that a row of this kind does not use. */
    only: (kind: string, ...columns: TreeColumn[]) => {
      for (const column of treeColumns)
        if (column !== 'kind' && !columns.includes(column) && text(column) !== '')
          problem(column, `A row of the kind ${kind} has no ${column}. Leave the cell empty, or change the kind.`)
      if (cells.slice(header.width).some((cell) => cell.trim() !== ''))
        problem(undefined, `The row has ${cells.length} cells, and the first row ${header.width}. Remove the others.`)
    },
  }
}

/** A number as spreadsheets of some countries write it. */
const decimal = /^[-+]?\d+,\d+(e[-+]?\d+)?$/i

export const shown = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
