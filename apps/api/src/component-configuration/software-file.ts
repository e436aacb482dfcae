import { Failure } from '@carapace/shared/core/failure'
import { keptText } from '../core/documents/kept-text.ts'
import { openTable } from '../core/documents/tables.ts'

/** A row of an import: what is declared for a control unit. */
export interface SoftwareRow {
  readonly row: number
  readonly vin: string
  readonly ecu: string
  readonly software: string
  readonly version: string
  readonly hardwarePart: string
  readonly rxswin: string
}

export interface RowRefused {
  readonly row: number
  readonly reason: string
}

/** Column, maximum length, and whether it must be filled. */
const columns = [
  ['vin', 64, true],
  ['ecu', 64, true],
  ['software', 200, true],
  ['version', 100, true],
  ['hardware_part', 100, false],
  ['rxswin', 100, false],
] as const

export const softwareColumns = columns.map(([name]) => name)
const mostRows = 100_000

/**
 * Reads the software of vehicles from a file. Columns are found by their names, in any order; others are ignored (rule
 * VARIANT-13).
 *
 * @throws {Failure} INVALID_INPUT for a file that is no table or lacks a column, RULE_REFUSED for too many rows
 */
export async function readSoftwareFile(
  path: string,
  form: 'csv' | 'xlsx',
): Promise<{ rows: SoftwareRow[]; refused: RowRefused[] }> {
  const table = await openTable(path, form, undefined)
  try {
    const names = table.columns.map((name) => name.toLowerCase().replaceAll(/[\s-]+/g, '_'))
    const places = columns.map(([name]) => names.indexOf(name))
    const missing = columns.filter(([, , isNeeded], i) => isNeeded && places[i] === -1).map(([name]) => name)
    if (missing.length > 0)
      throw new Failure('INVALID_INPUT', {
        message:
          `The table has no column ${missing.join(', ')}. ` +
          `Its first row names the columns ${softwareColumns.join(', ')}.`,
      })
    const rows: SoftwareRow[] = []
    const refused: RowRefused[] = []
    const units = new Set<string>()
    const keep = keptText()
    for await (const { row, cells } of table.rows) {
      if (cells.every((cell) => cell.trim() === '')) continue
      const values = places.map((place) => (place === -1 ? '' : (cells[place] ?? '').trim()))
      const reason = faultOf(values) ?? repeated(units, values)
      if (reason === undefined) rows.push(rowOf(row, values))
      else refused.push({ row, reason })
      keep(values.reduce((sum, value) => sum + value.length, 0))
      if (rows.length + refused.length > mostRows)
        throw new Failure('RULE_REFUSED', {
          message: `This table has more than ${mostRows.toLocaleString('en')} rows. Import it in parts.`,
        })
    }
    return { rows, refused }
  } finally {
    table.close()
  }
}

function faultOf(values: readonly string[]): string | undefined {
  for (const [i, [name, most, isNeeded]] of columns.entries()) {
    const value = values[i]!
    if (isNeeded && value === '') return `${name} is empty.`
    if (value.length > most) return `${name} has more than ${most} characters.`
    if (!value.isWellFormed()) return `${name} has half of a character.`
  }
  return undefined
}

function repeated(units: Set<string>, [vin, ecu]: readonly string[]): string | undefined {
  const key = `${vin} ${ecu}`
  if (units.has(key)) return `${ecu} of ${vin} is in an earlier row.`
  units.add(key)
  return undefined
}

function rowOf(row: number, values: readonly string[]): SoftwareRow {
  const [vin, ecu, software, version, hardwarePart, rxswin] = values as [string, string, string, string, string, string]
  return { row, vin, ecu, software, version, hardwarePart, rxswin }
}
