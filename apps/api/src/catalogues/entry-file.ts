import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { Catalogue } from '@carapace/shared/catalogues/catalogue.contract'
import { columnsOf, type RowInput, parseRow } from '@carapace/shared/catalogues/entry-table'
import { readStix } from '@carapace/shared/catalogues/stix'
import { fused } from '@carapace/shared/core/documents/formula-text'
import { Failure } from '@carapace/shared/core/failure'
import { refuseUnstorable } from '../core/http/storable.ts'

/** Maximum rows of a file, and maximum characters of a row (rule CATALOGUE-11). */
const rowsAtMost = 5_000
const lettersAtMost = 200_000

/** A valid row: the content of an entry, and its source. */
export interface FileRow extends RowInput {
  readonly row: number
  readonly source: string
  readonly sourceId: string
}

export interface RowRefused {
  readonly row: number
  readonly reason: string
}

export interface FileRead {
  readonly rows: readonly FileRow[]
  readonly refused: readonly RowRefused[]
}

/** The file as a stream of text; throws if it is not UTF-8. */
async function* textsOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decoded = (bytes?: Uint8Array) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new Failure('INVALID_INPUT', { errors: { file: 'The file is not UTF-8 text.' } })
    }
  }
  for await (const bytes of file) yield decoded(bytes)
  yield decoded()
}

/**
 * Reads the entries of a file: the valid rows, and the reason for each invalid row (rules CATALOGUE-8 to CATALOGUE-11).
 * Throws if the file does not have the expected format.
 */
export async function readEntryFile(
  catalogue: Catalogue,
  form: 'csv' | 'stix',
  file: AsyncIterable<Uint8Array>,
): Promise<FileRead> {
  const { rows, refused } = await (form === 'csv' ? readCsv : readBundle)(catalogue, textsOf(file))
  if (rows.length + refused.length > rowsAtMost)
    throw wrongFile(`A file has at most ${rowsAtMost.toLocaleString('en')} rows.`)
  return checkedRows(rows, refused)
}

const wrongFile = (why: string) => new Failure('INVALID_INPUT', { message: why, errors: { file: why } })

/** Of rows with the same code only the first counts; text that a database cannot store is refused. */
function checkedRows(rows: readonly FileRow[], refused: readonly RowRefused[]): FileRead {
  const seen = new Map<string, number>()
  const wrong = [...refused]
  const sound = rows.filter((row) => {
    const first = seen.get(row.code)
    const reason =
      first !== undefined
        ? `${row.code} is already in row ${first}.`
        : isStorable(row)
          ? undefined
          : 'It has a character that is no text.'
    if (reason !== undefined) wrong.push({ row: row.row, reason })
    else seen.set(row.code, row.row)
    return reason === undefined
  })
  return { rows: sound, refused: wrong.sort((a, b) => a.row - b.row) }
}

function isStorable(row: FileRow): boolean {
  try {
    refuseUnstorable(row)
    return true
  } catch {
    return false
  }
}

async function readBundle(
  catalogue: Catalogue,
  texts: AsyncIterable<string>,
): Promise<{ rows: FileRow[]; refused: RowRefused[] }> {
  if (catalogue !== 'attack')
    throw wrongFile('A STIX bundle has attack patterns: read it into the catalogue of attacks.')
  const read = await readStix(texts)
  if (!read.ok) throw wrongFile(read.reason)
  return {
    rows: read.value.flatMap(({ row, result }) => (result.ok ? [{ ...result.value, row }] : [])),
    refused: read.value.flatMap(({ row, result }) => (result.ok ? [] : [{ row, reason: result.reason }])),
  }
}

async function readCsv(
  catalogue: Catalogue,
  texts: AsyncIterable<string>,
): Promise<{ rows: FileRow[]; refused: RowRefused[] }> {
  const rows: FileRow[] = []
  const refused: RowRefused[] = []
  let columns: string[] | undefined
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: lettersAtMost,
  })
  // errors of the pipeline are thrown by the parser
  pipeline(Readable.from(texts), parser, () => undefined)
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const cells = record.map((cell) => fused(cell.trim()))
      if (columns === undefined) columns = headerOf(catalogue, cells)
      else takeRow(catalogue, columns, cells, info.lines)
      if (rows.length + refused.length > rowsAtMost) break
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw wrongFile(
      error.code === 'CSV_MAX_RECORD_SIZE'
        ? `A row has more than ${lettersAtMost.toLocaleString('en')} letters.`
        : `This is not CSV: ${error.message}`,
    )
  }
  if (rows.length + refused.length === 0) throw wrongFile('There is no entry in it.')
  return { rows, refused }

  function takeRow(of: Catalogue, names: readonly string[], cells: readonly string[], row: number): void {
    const parsed =
      cells.length > names.length
        ? undefined
        : parseRow(of, Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ''])))
    if (parsed === undefined)
      refused.push({ row, reason: `It has ${cells.length} cells, the header has ${names.length}.` })
    else if (parsed.ok) rows.push({ ...parsed.value, row, source: '', sourceId: '' })
    else refused.push({ row, reason: parsed.reason })
  }
}

/** The columns by name; an unknown column is refused, not ignored. */
function headerOf(catalogue: Catalogue, cells: readonly string[]): string[] {
  const names = cells.map((name) => name.toLowerCase())
  const known = columnsOf(catalogue)
  if (!names.includes('code')) throw wrongFile('The first line must name the columns, and one of them must be code.')
  const odd = names.find((name) => !known.includes(name))
  if (odd !== undefined)
    throw wrongFile(`The ${catalogue} catalogue has no column ${odd.slice(0, 60)}. It has ${known.join(', ')}.`)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw wrongFile(`The column ${twice} is there twice.`)
  return names
}
