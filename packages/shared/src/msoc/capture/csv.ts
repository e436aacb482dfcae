import { parsed, refused, type Parsed } from '../../core/parsed.ts'
import { canFlags, type CanFrame, hexOf } from '../can/frame.ts'
import { type Habits, habitsOf } from './csv-habits.ts'
import { bytesIn, type Row, separatorOf, type Table, tableOf } from './csv-table.ts'
import {
  bytesOf,
  bytesOfHex,
  busOf,
  type CaptureReader,
  frameOf,
  type LateRead,
  noData,
  numberOf,
  type Read,
  type ReaderOptions,
  readLines,
  timeFrom,
} from './reader.ts'
import { isXlEvent, readXlEvent } from './xl-event.ts'

/**
 * Reads CSV of any origin (rules CAPTURE-20 to CAPTURE-24 and CAPTURE-52 of ./SPEC.md). The columns are found by the
 * names in the first line that has some; a file that begins with a frame has the columns time, id, dlc, bytes and
 * direction. Cells end at commas, semicolons or tabs, whichever occurs most in that line. The base of ids and bytes,
 * and the unit of the times, are determined from the first thousand lines together.
 */
export function csvReader(options: ReaderOptions): CaptureReader {
  let { startMs = 0 } = options
  let table: Table | undefined
  let rows: Row[] = []
  let habits: Habits | undefined
  /** Number of the first line that is neither names nor a frame, before any of these. */
  let prefaceFrom: number | undefined

  const lateRead = (row: Row): LateRead => ({
    line: row.line,
    read: readRow(row, table!, habits!, { ...options, startMs }),
  })

  function decide(): readonly LateRead[] {
    if (!table) return prefaceFrom === undefined ? [] : [{ line: prefaceFrom, read: refused(noNames) }]
    habits ??= habitsOf(rows, table)
    const late = rows.map(lateRead)
    rows = []
    return late
  }

  /** Finds the columns; returns true if the line is a row of them already. */
  function isRow(line: string, number: number): boolean {
    if (table && (rows.length > 0 || habits)) return true
    const separator = separatorOf(line)
    const found = tableOf(cellsOf(line, separator), separator)
    if (!found.isNamed && table) return !isHeading(line)
    if (found.isNamed || isBareRow(cellsOf(line, separator))) {
      // a tool that writes the names of several kinds of networks: those of CAN hold
      if (table?.tool === undefined) table = found
      return !found.isNamed
    }
    startMs = dateIn(line) ?? startMs
    prefaceFrom ??= number
    return false
  }

  return readLines((line, number) => {
    if (/^\s*(?:#|\/\/)/.test(line)) return []
    if (!table && isXlEvent(line)) return readXlEvent(line, startMs)
    if (!isRow(line, number)) return []
    const row = { line: number, cells: cellsOf(line, table!.separator) }
    if (habits) return [lateRead(row)]
    return rows.push(row) < decidedAfter ? [] : decide()
  }, decide)
}

const decidedAfter = 1_000
const cellsAtMost = 200
const noNames = 'no line names the columns: an id is needed'

function cellsOf(line: string, separator: string): string[] {
  return line.split(separator, cellsAtMost).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
}

/** Another line of names of Vehicle Spy: of a kind of networks without arbitration ids. */
const isHeading = (line: string): boolean => /^"?Line"?,/i.test(line)

/** Returns true if cells without names begin with a time, an id and a length. */
function isBareRow([time = '', id = '', dlc = '']: readonly string[]): boolean {
  return timeOf(time, 1) !== undefined && /^(?:0x)?[\da-f]{1,8}[xh]?$/i.test(id) && /^\d{0,2}$/.test(dlc)
}

/** The date of a Vehicle Spy file, in a line before its columns. */
function dateIn(line: string): number | undefined {
  const [, date, time] = /^"?ISO8601 Timestamp"?,"?(\d{4}[/-]\d\d[/-]\d\d)T([\d:.]{8,18})/i.exec(line) ?? []
  return date === undefined ? undefined : timeOf(`${date.replaceAll('/', '-')}T${time}`, 1)
}

function readRow(
  row: Row,
  table: Table,
  { idBase, byteBase, unit }: Habits,
  { bus, startMs = 0 }: ReaderOptions,
): Read {
  const cellOf = (column: number) => row.cells[column] ?? ''
  const idText = cellOf(table.id)
  const id = numberOf(idText.replace(/[xh]$/i, ''), idBase)
  if (id === undefined) return refused(`${idText.slice(0, 40) || 'nothing'} is no id to the base ${idBase}`)
  const ms = table.time < 0 ? row.line : timeOf(cellOf(table.time), unit)
  if (ms === undefined) return refused(`${cellOf(table.time).slice(0, 40) || 'nothing'} is no time`)
  const flags = flagsOf(row, table, id)
  const isData = (flags & canFlags.rtr) === 0
  const data = isData ? dataOf(row, table, byteBase, (flags & canFlags.fd) !== 0) : parsed(noData)
  if (!data.ok) return data
  const dlc = numberOf(cellOf(table.dlc), 10)
  const bits = data.value.length > 8 ? flags | canFlags.fd : flags
  return frameOf({
    ts: timeFrom(startMs, ms),
    bus: cellOf(table.bus) === '' ? bus : busOf(cellOf(table.bus).replaceAll(/\s+/g, '_')),
    id,
    flags: bits,
    ...dlcIn(dlc, bits, data.value),
    data: data.value,
  })
}

/** A column of lengths may hold codes or bytes: above 8 they differ, and the data decides. */
function dlcIn(statedDlc: number | undefined, flags: number, data: Uint8Array): { dlc?: number } {
  if (statedDlc === undefined || ((flags & canFlags.fd) !== 0 && statedDlc === data.length)) return {}
  return { dlc: statedDlc }
}

function timeOf(text: string, unit: number): number | undefined {
  if (/^\d{1,20}(?:\.\d{1,15})?(?:E[+-]?\d{1,2})?$/i.test(text)) return Number(text) * unit
  const date = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?$/.test(text)
    ? Date.parse(/[Z]|[+-]\d\d:?\d\d$/.test(text.slice(19)) ? text : `${text.replace(' ', 'T')}Z`)
    : Number.NaN
  if (Number.isNaN(date)) return undefined
  const fraction = /\.\d{3}(\d{1,6})/.exec(text)?.[1]
  return date + (fraction === undefined ? 0 : Number(`0.${fraction}`))
}

const words: Readonly<Record<string, number>> = {
  ...canFlags,
  t: canFlags.tx,
  remote: canFlags.rtr,
  extended: canFlags.ext,
}

/** Returns the flags that the parts of a cell state. */
function markedIn(cell: string, flags: readonly number[]): number {
  const parts = cell.split(/[/ -]+/)
  return flags.reduce((sum, flag, i) => sum | (TRUE.test(parts[i] ?? '') ? flag : 0), 0)
}

const TRUE = /^(?:1|t|true|yes|x|29)$/i

/** Without a column for it, the value decides whether an id is extended: several tools write eight digits always. */
function flagsOf({ cells }: Row, { id: idColumn, ext, flags, marks }: Table, id: number): number {
  const namedFlags = (cells[flags] ?? '')
    .toLowerCase()
    .split(/[ +|]+/)
    .reduce((sum, word) => sum | (words[word] ?? 0), 0)
  const markedFlags = marks.reduce((sum, [column, parts]) => sum | markedIn(cells[column] ?? '', parts), 0)
  const isExtended = ext >= 0 ? TRUE.test(cells[ext] ?? '') : id > 0x7ff || /x$/i.test(cells[idColumn] ?? '')
  return namedFlags | markedFlags | (isExtended ? canFlags.ext : 0)
}

function dataOf(row: Row, table: Table, base: Habits['byteBase'], isFd: boolean): Parsed<Uint8Array> {
  const { cells } = row
  if (base === 64) return dataOf64(cells[table.data] ?? '')
  const dlc = numberOf(cells[table.dlc] ?? '', 10)
  const whole = table.data < 0 ? '' : (cells[table.data] ?? '').replace(/^0x/i, '')
  const isRun = (whole.length > 3 && /^[\da-f]+$/i.test(whole)) || (whole.length === 2 && base === 16)
  const words = table.isNamed ? bytesIn(row, table) : cells.slice(3, 3 + (dlc ?? 0))
  if (isFd && table.rest >= 0) words.push(...(cells[table.rest] ?? '').split(' ').filter((word) => word !== ''))
  const data = isRun
    ? bytesOfHex(whole)
    : bytesOf(table.data < 0 && dlc !== undefined && dlc <= 64 ? words.slice(0, dlc) : words, base)
  return data ? parsed(data) : refused(`the data is not bytes to the base ${base}`)
}

/** Reads base 64 as python-can writes it. */
function dataOf64(text: string): Parsed<Uint8Array> {
  if (text.length > 88 || !/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(text))
    return refused('the data is not base 64')
  return parsed(Uint8Array.from(atob(text), (character) => character.codePointAt(0)!))
}

export const csvHeader = 'time,bus,id,ext,dlc,flags,data\n'

/** Returns a frame as a line of our own CSV, after `csvHeader`: seconds, hexadecimal with 0x, flags as words. */
export function csvLine({ ts, bus, id, flags, dlc, data }: CanFrame): string {
  const flagNames = Object.entries(canFlags).flatMap(([word, flag]) =>
    word !== 'ext' && (flags & flag) !== 0 ? [word] : [],
  )
  const ext = (flags & canFlags.ext) === 0 ? 0 : 1
  return `${(ts / 1000).toFixed(6)},${bus.replaceAll(/[",;]/g, '_')},0x${id
    .toString(16)
    .toUpperCase()
    .padStart(ext === 1 ? 8 : 3, '0')},${ext},${dlc},${flagNames.join(' ')},${hexOf(data, ' ')}\n`
}
