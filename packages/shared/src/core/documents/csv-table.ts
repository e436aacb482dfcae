// the build for browsers runs in Node, too; the other one needs its Buffer
import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { type Parsed, parsed, refused } from '../parsed.ts'
import { delimiterOf } from './csv-text.ts'
import { fused } from './formula-text.ts'

export interface CsvRow {
  /** The line that it begins at, from 1. */
  readonly line: number
  /** As they were before `csvText` wrote them. */
  readonly cells: readonly string[]
}

export interface CsvTable {
  readonly delimiter: string
  /** All rows but those without a text. */
  readonly rows: readonly CsvRow[]
}

/** The maximum number of columns of a table. */
const mostColumns = 500

/**
 * Reads CSV as `csvText` or a spreadsheet writes it, with or without a byte order mark; or states why it is none, with
 * its line (rule DOCUMENT-30). What has more than `mostRows` rows is refused before it is read to its end.
 */
export function readCsv(text: string, mostRows: number): Parsed<CsvTable> {
  if (/[\0\uFFFD]/.test(text)) return refused('The file is not UTF-8 text. Save it as CSV in UTF-8.')
  const delimiter = delimiterOf(text.slice(0, 64 * 1024).split(/[\r\n]/, 1)[0]!)
  try {
    const records = parse(text, {
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: 1024 * 1024,
      to: mostRows + 1,
      info: true,
    }) as unknown as readonly { readonly record: readonly string[]; readonly info: { readonly lines: number } }[]
    if (records.length > mostRows)
      return refused(`The file has more than ${mostRows.toLocaleString('en')} rows. Divide it.`)
    const wide = records.findIndex(({ record }) => record.length > mostColumns)
    if (wide >= 0) return refused(`Line ${records[wide]!.info.lines} has more than ${mostColumns} columns.`)
    const rows = records.map(({ record }, i) => ({
      line: i === 0 ? 1 : records[i - 1]!.info.lines + 1,
      cells: record.map(fused),
    }))
    return parsed({ delimiter, rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')) })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return refused(`Line ${Number(error.lines) || 1}: this is not CSV. ${error.message}.`)
  }
}
