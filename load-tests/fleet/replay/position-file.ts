import { UsageError } from '../cli.ts'
import { csvRecords, type CsvRecord } from './csv.ts'
import { readTime } from './zoned-time.ts'

/** The columns of a CSV file for vehicle, position and time. */
export interface Columns {
  vehicle: string
  lat: string
  lon: string
  time: string
}

interface Position {
  vehicle: string
  at: number
  lat: number
  lon: number
}

/**
 * Reads a complete CSV file of positions, sorted by time (rows with the same time stay in file order). Invalid input is
 * refused with its line number before anything is sent.
 */
export async function readPositions(
  text: AsyncIterable<string>,
  columns: Columns,
  offsetAt: (localMs: number) => number,
): Promise<Position[]> {
  const positions: Position[] = []
  let read: ((record: CsvRecord) => Position) | undefined
  for await (const record of csvRecords(text)) {
    if (read) positions.push(read(record))
    else read = rowReader(record.fields, columns, offsetAt)
  }
  if (positions.length === 0) throw new UsageError('The file holds no positions')
  return positions.sort((a, b) => a.at - b.at)
}

function rowReader(
  header: string[],
  columns: Columns,
  offsetAt: (localMs: number) => number,
): (record: CsvRecord) => Position {
  const names = header.map((name) => name.trim())
  const missing = Object.entries(columns).filter(([, name]) => !names.includes(name))
  if (missing.length > 0) {
    const wanted = missing
      .map(([what, name]) => `${name} (--${what === 'vehicle' ? 'vehicle-column' : what})`)
      .join(', ')
    throw new UsageError(`The file has no column ${wanted}. Its columns: ${names.join(', ')}`)
  }
  const [vehicleAt, latAt, lonAt, timeAt] = [columns.vehicle, columns.lat, columns.lon, columns.time].map((name) =>
    names.indexOf(name),
  ) as [number, number, number, number]
  return ({ line, fields }) => {
    const at = readTime(fields[timeAt] ?? '', offsetAt)
    if (at === undefined) throw new UsageError(`Line ${line}: cannot read the time "${fields[timeAt] ?? ''}"`)
    const vehicle = (fields[vehicleAt] ?? '').trim()
    if (vehicle === '') throw new UsageError(`Line ${line}: no vehicle`)
    return {
      vehicle,
      at,
      lat: degrees(fields[latAt], 90, 'latitude', line),
      lon: degrees(fields[lonAt], 180, 'longitude', line),
    }
  }
}

function degrees(text: string | undefined, most: number, what: string, line: number): number {
  const value = Number(text)
  if (!text?.trim() || !(Math.abs(value) <= most))
    throw new UsageError(`Line ${line}: cannot read the ${what} "${text ?? ''}"`)
  return value
}
