import { Failure } from '@carapace/shared/core/failure'
import { openRows } from '../../core/documents/tables.ts'

/** More rows than an agreement has, with those that a form has above and below. */
const mostRows = 1_000
const mostColumns = 60
/** A longer text fits no cell: its beginning is enough to say so, in characters. */
const longestCell = 4_001
/** Maximum text of all cells, in characters: the answer is held in memory. */
const mostText = 4_000_000

/** @throws {Failure} INVALID_INPUT when the name is neither that of a workbook nor of CSV */
export function tableForm(fileName: string): 'csv' | 'xlsx' {
  const [, ending = ''] = /\.([a-z]+)$/i.exec(fileName) ?? []
  const form = ending.toLowerCase()
  if (form === 'csv' || form === 'xlsx') return form
  throw new Failure('INVALID_INPUT', {
    errors: {
      file_name: 'Choose a workbook (.xlsx) or a table as text (.csv). Save other files as one of both first.',
    },
  })
}

/** The sheets of a file, and the cells of one of them; rows stay where they are in the file. */
export async function readTable(path: string, form: 'csv' | 'xlsx', sheet: string | undefined) {
  const table = await openRows(path, form, sheet)
  try {
    const rows: string[][] = []
    let text = 0
    for await (const { row, cells } of table.rows) {
      const kept = withoutEnd(cells)
      if (kept.length === 0) continue
      if (row > mostRows) throw tooMuch(`${mostRows.toLocaleString('en')} rows`)
      if (kept.length > mostColumns) throw tooMuch(`${mostColumns} columns (row ${row})`)
      while (rows.length < row - 1) rows.push([])
      rows[row - 1] = kept.map((cell) => cell.slice(0, longestCell))
      text += kept.reduce((sum, cell) => sum + Math.min(cell.length, longestCell), 0)
      if (text > mostText) throw tooMuch(`${mostText.toLocaleString('en')} characters`)
    }
    if (rows.length === 0) throw new Failure('INVALID_INPUT', { message: 'The table is empty.' })
    return { sheets: [...table.sheets], sheet: sheet ?? table.sheets[0] ?? '', rows }
  } finally {
    table.close()
  }
}

const withoutEnd = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)

const tooMuch = (what: string) =>
  new Failure('RULE_REFUSED', { message: `This table has more than ${what}: leave the agreement's rows only.` })
