import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { fused } from '@carapace/shared/core/documents/formula-text'
import { saveVehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'

/** The vehicle fields that an import can set; a field without a column stays unchanged. */
export const vehicleFields = [
  'device_id',
  'name',
  'model',
  'platform',
  'software_version',
  'reports_every_seconds',
] as const
type Field = (typeof vehicleFields)[number]

export interface VehicleRow extends Partial<Record<Exclude<Field, 'device_id' | 'reports_every_seconds'>, string>> {
  readonly line: number
  readonly vin: string
  readonly device_id?: string | null
  readonly reports_every_seconds?: number | null
}

export interface LineError {
  readonly line: number
  readonly reason: string
}

const rowsAtMost = 50_000
const Row = saveVehicle.input.omit({ uuid: true, revision: true })

/** Parses an import's CSV: the rows, and each invalid line with the reason (rules BULK-7 to BULK-8). */
export async function readVehicleCsv(csv: string): Promise<{ rows: VehicleRow[]; errors: LineError[] }> {
  const read = createReader()
  const parser = Readable.from(piecesOf(csv)).pipe(
    parse({ bom: true, relax_column_count: true, skip_empty_lines: true, info: true }),
  )
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (
        !read.take(
          record.map((cell) => fused(cell.trim())),
          info.lines,
        )
      )
        break
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    read.errors.push({ line: Number(error.lines) || 1, reason: `This is not CSV: ${error.message}` })
  }
  if (read.rows.length === 0 && read.errors.length === 0)
    read.errors.push({ line: 1, reason: 'There is no vehicle in it.' })
  return read
}

const pieceLength = 64 * 1024

/** The file in pieces, yielding to other work between them: a large file must not block the process. */
async function* piecesOf(csv: string): AsyncGenerator<string> {
  for (let at = 0; at < csv.length; at += pieceLength) {
    yield csv.slice(at, at + pieceLength)
    await setImmediate()
  }
}

function createReader() {
  const rows: VehicleRow[] = []
  const errors: LineError[] = []
  const seen = { vin: new Map<string, number>(), device_id: new Map<string, number>() }
  let columns: string[] | undefined

  function addRow(cells: string[], line: number): void {
    if (cells.length > columns!.length)
      return void errors.push({ line, reason: `It has ${cells.length} cells, the header has ${columns!.length}.` })
    const row = rowOf(columns!, cells, line)
    const reason = typeof row === 'string' ? row : twinOf(row)
    if (reason === undefined) rows.push(row as VehicleRow)
    else errors.push({ line, reason })
  }

  function twinOf(row: VehicleRow): string | undefined {
    for (const field of ['vin', 'device_id'] as const) {
      const name = row[field]
      if (!name) continue
      const first = seen[field].get(name)
      if (first !== undefined) return `${field}: ${name} is already in line ${first}.`
      seen[field].set(name, row.line)
    }
    return undefined
  }

  return {
    rows,
    errors,
    /** Returns false if reading further is useless. */
    take(cells: string[], line: number): boolean {
      if (columns) {
        if (rows.length + errors.length >= rowsAtMost) {
          errors.unshift({ line, reason: `At most ${rowsAtMost.toLocaleString('en')} vehicles at once.` })
          return false
        }
        addRow(cells, line)
        return true
      }
      columns = cells.map((name) => name.toLowerCase())
      const fault = headerFault(columns)
      if (fault) errors.push({ line, reason: fault })
      return fault === undefined
    },
  }
}

function headerFault(columns: readonly string[]): string | undefined {
  if (!columns.includes('vin')) return 'The first line must name the columns, and one of them must be vin.'
  const twice = ['vin', ...vehicleFields].find((field) => columns.filter((column) => column === field).length > 1)
  return twice && `The column ${twice} is there twice.`
}

/** The row of a line, or the reason why it is invalid. */
function rowOf(columns: readonly string[], cells: readonly string[], line: number): VehicleRow | string {
  const byColumn = Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']))
  const seconds = byColumn.reports_every_seconds || null
  if (seconds !== null && !/^\d{1,5}$/.test(seconds))
    return 'reports_every_seconds: a whole number of seconds up to 86400, or empty.'
  const read = Row.safeParse({
    ...byColumn,
    device_id: byColumn.device_id || null,
    reports_every_seconds: seconds && Number(seconds),
  })
  if (!read.success) return read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(' ')
  const { vin, ...fields } = read.data
  return {
    line,
    vin,
    ...Object.fromEntries(vehicleFields.filter((field) => field in byColumn).map((field) => [field, fields[field]])),
  }
}
