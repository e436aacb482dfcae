import { parse } from 'csv-parse'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { delimiterOf } from '@carapace/shared/core/documents/csv-text'
import { fused } from '@carapace/shared/core/documents/formula-text'
import { Failure } from '@carapace/shared/core/failure'
import { mostColumns, openWorkbook } from './xlsx-reader.ts'

export interface TableRow {
  /** Row number as in a spreadsheet, from 1. */
  readonly row: number
  readonly cells: readonly string[]
}

/** A table from an untrusted source: its first non-empty row names its columns. */
export interface Table {
  readonly sheets: readonly string[]
  readonly columns: readonly string[]
  readonly rows: AsyncGenerator<TableRow>
  close(): void
}

/** Opens a table in a file: CSV, or a sheet of a workbook (the first one, unless `sheet` names one). */
export async function openTable(path: string, form: 'csv' | 'xlsx', sheet: string | undefined): Promise<Table> {
  const opened = await openRows(path, form, sheet)
  try {
    return await withHead(opened)
  } catch (error) {
    opened.close()
    throw error
  }
}

/** The rows of a table whose titles are found by its reader: as they are in the file, each with its number. */
export async function openRows(
  path: string,
  form: 'csv' | 'xlsx',
  sheet: string | undefined,
): Promise<Omit<Table, 'columns'>> {
  if (form === 'csv') return { sheets: [], rows: csvRows(path), close: () => undefined }
  const book = await openWorkbook(path)
  if (sheet === undefined || book.sheets.includes(sheet))
    return { sheets: book.sheets, rows: book.rows(sheet ?? book.sheets[0]!), close: () => book.close() }
  book.close()
  throw new Failure('INVALID_INPUT', { errors: { sheet: 'The workbook has no sheet of this name.' } })
}

async function withHead({ sheets, rows, close }: Omit<Table, 'columns'>): Promise<Table> {
  for (let step = await rows.next(); !step.done; step = await rows.next()) {
    if (step.value.cells.some((cell) => cell.trim() !== ''))
      return { sheets, columns: columnNames(step.value.cells), rows, close }
  }
  throw new Failure('INVALID_INPUT', { message: 'The table is empty.' })
}

/** Column names, made unique. */
function columnNames(cells: readonly string[]): string[] {
  const taken = new Set<string>()
  return cells.slice(0, mostColumns).map((cell, i) => {
    const name = cell.trim().replaceAll(/\s+/g, ' ').slice(0, 180) || `Column ${i + 1}`
    const free = taken.has(name) ? `${name} (${i + 1})` : name
    taken.add(free)
    return free
  })
}

const headBytes = 64 * 1024

async function* csvRows(path: string): AsyncGenerator<TableRow> {
  const { delimiter, start } = await headOf(path)
  const parser = createReadStream(path, { start }).pipe(
    parse({
      delimiter,
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: 1024 * 1024,
      info: true,
      encoding: null,
    }),
  )
  let row = 0
  try {
    for await (const { record } of parser as AsyncIterable<{ record: Buffer[] }>) {
      row += 1
      if (record.length > mostColumns)
        throw new Failure('INVALID_INPUT', { message: `Row ${row} has more than ${mostColumns} columns.` })
      yield { row, cells: record.map(cellText) }
    }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('INVALID_INPUT', {
      message: `This CSV is not read after row ${row}: ${error instanceof Error ? error.message : 'it is broken'}`,
      cause: error,
    })
  }
}

function cellText(cell: Buffer): string {
  const text = textOf(cell)
  if (text.includes('\0')) throw notText()
  return fused(text)
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw notText()
  }
}

const notText = () => new Failure('INVALID_INPUT', { message: 'The file is not UTF-8 text. Save it as CSV in UTF-8.' })

/** The delimiter, and the offset of the text after the byte order mark that some tools write. */
async function headOf(path: string): Promise<{ delimiter: string; start: number }> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    const head = buffer.subarray(0, bytesRead)
    if (head[0] === 0xff || head[0] === 0xfe || head.subarray(0, 2).toString() === 'PK') throw notText()
    const [line = ''] = head.toString('latin1').split(/\r?\n/)
    return { delimiter: delimiterOf(line), start: head.subarray(0, 3).equals(Buffer.from('\ufeff')) ? 3 : 0 }
  } finally {
    await file.close()
  }
}
