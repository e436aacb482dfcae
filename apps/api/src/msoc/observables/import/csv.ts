import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { fused } from '@carapace/shared/core/documents/formula-text'
import { createRows, type ImportRead } from '@carapace/shared/msoc/observables/import/rows'

const columns = ['type', 'value', 'tlp', 'pap', 'tags', 'note', 'is_ioc', 'expires_at'] as const
const mostColumns = 100
const pieceLength = 64 * 1024
const longestRecord = 64 * 1024

/** Reads observables from CSV: a header with type and value, and any of tlp, pap, tags, note, is_ioc, expires_at. */
export async function readObservableCsv(csv: string): Promise<ImportRead> {
  const rows = createRows()
  const parser = Readable.from(piecesOf(csv)).pipe(
    parse({ bom: true, relax_column_count: true, skip_empty_lines: true, info: true, max_record_size: longestRecord }),
  )
  let header: Header | undefined
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (header === undefined) {
        const names = record.map((name) => fused(name.trim()).toLowerCase())
        const fault = headerFault(names)
        header = headerOf(names)
        if (fault === undefined) continue
        rows.faults.push({ line: info.lines, reason: fault })
        break
      }
      if (rows.isFull()) break
      addRow(rows, header, record, info.lines)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    rows.faults.push({ line: Number(error.lines) || 1, reason: `This is not CSV: ${error.message}` })
  }
  if (rows.rows.length + rows.faults.length === 0)
    rows.faults.push({ line: 1, reason: 'There is no observable in it.' })
  return rows
}

/** Other work comes between the pieces of a large file. */
async function* piecesOf(csv: string): AsyncGenerator<string> {
  for (let at = 0; at < csv.length; at += pieceLength) {
    yield csv.slice(at, at + pieceLength)
    await setImmediate()
  }
}

type Column = (typeof columns)[number]

/** How many columns there are, and where those are that are read. */
interface Header {
  readonly width: number
  readonly places: ReadonlyMap<Column, number>
}

const headerOf = (names: readonly string[]): Header => ({
  width: names.length,
  places: new Map(columns.map((column) => [column, names.indexOf(column)])),
})

function headerFault(names: readonly string[]): string | undefined {
  if (names.length > mostColumns) return `It has more than ${mostColumns} columns.`
  if (!names.includes('type') || !names.includes('value'))
    return 'The first line must name the columns, and two of them must be type and value.'
  const twice = columns.find((column) => names.filter((name) => name === column).length > 1)
  return twice && `The column ${twice} is there twice.`
}

function addRow(
  rows: ReturnType<typeof createRows>,
  { width, places }: Header,
  cells: readonly string[],
  line: number,
): void {
  if (cells.length > width)
    return void rows.faults.push({ line, reason: `It has ${cells.length} cells, the header has ${width}.` })
  const cell = (name: Column) => fused((cells[places.get(name)!] ?? '').trim())
  const isIoc = cell('is_ioc').toLowerCase()
  if (!['', 'true', 'false', 'yes', 'no', '1', '0'].includes(isIoc))
    return void rows.faults.push({ line, reason: 'is_ioc: write true or false.' })
  rows.add(line, {
    type: cell('type').toLowerCase().replaceAll(/[\s-]/g, '_'),
    value: cell('value'),
    tlp: cell('tlp'),
    pap: cell('pap'),
    tags: cell('tags').split(/[;,|]/),
    note: cell('note'),
    isIoc: isIoc === '' ? undefined : ['true', 'yes', '1'].includes(isIoc),
    expiresAt: cell('expires_at'),
  })
}
