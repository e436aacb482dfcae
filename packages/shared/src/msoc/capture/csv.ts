import { parsed, refused, type Parsed } from '../../core/parsed.ts'
import { canFlags, type CanFrame, hexOf } from '../can/frame.ts'
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

/**
 * Reads CSV of any origin (rules CAPTURE-20 to CAPTURE-24 of ./SPEC.md). The columns are found by the names in the
 * first line; without such a line they are time, id, dlc, bytes and direction. Cells end at commas, semicolons or tabs,
 * whichever occurs most in the first line. The base of ids and bytes, and the unit of the times, are determined from
 * the first thousand lines together.
 */
export function csvReader(options: ReaderOptions): CaptureReader {
  let table: Table | undefined
  let rows: Row[] = []
  let habits: Habits | undefined

  const lateRead = (row: Row): LateRead => ({ line: row.line, read: readRow(row, table!, habits!, options) })

  function decide(): readonly LateRead[] {
    if (table) habits ??= habitsOf(rows, table)
    const late = rows.map(lateRead)
    rows = []
    return late
  }

  return readLines((line, number) => {
    if (/^\s*(?:#|\/\/)/.test(line)) return []
    const separator = table?.separator ?? separatorOf(line)
    const cells = line.split(separator, cellsAtMost).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
    if (!table) {
      table = tableOf(cells, separator)
      if (table.isNamed) return []
    }
    const row = { line: number, cells }
    if (habits) return [lateRead(row)]
    return rows.push(row) < decidedAfter ? [] : decide()
  }, decide)
}

const decidedAfter = 1_000
const cellsAtMost = 200

interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

/** Indexes of the columns; -1: missing. */
interface Table {
  readonly separator: string
  readonly isNamed: boolean
  readonly time: number
  readonly id: number
  readonly dlc: number
  readonly bus: number
  readonly ext: number
  readonly flags: number
  /**
   * One column of all bytes (`data`), or one column per byte (`bytes`). Without names, the columns of bytes are all up
   * to the end of the line.
   */
  readonly data: number
  readonly bytes: readonly number[]
  /** The unit of the times in ms, if the name of the column states it. */
  readonly unit: number | undefined
}

/** Determined from many lines: from one line alone 100 and 0x100 cannot be distinguished. */
interface Habits {
  readonly idBase: 10 | 16
  readonly byteBase: 10 | 16
  readonly unit: number
}

const names = {
  time: ['time', 'timestamp', 'ts', 't', 'abstime', 'offset', 'seconds', 'timeoffset', 'datetime'],
  id: [
    'id',
    'canid',
    'arbitrationid',
    'arbid',
    'identifier',
    'messageid',
    'msgid',
    'frameid',
    'arbitrationidhex',
    'idhex',
    'canidhex',
  ],
  dlc: ['dlc', 'len', 'length', 'datalength', 'size', 'bytes'],
  bus: ['bus', 'channel', 'interface', 'iface', 'chn', 'can'],
  ext: ['ext', 'extended', 'isextended', 'isextendedid', 'ide'],
  flags: ['flags', 'flag', 'dir', 'direction', 'type', 'rxtx', 'txrx'],
  data: ['data', 'databytes', 'payload', 'datafield', 'datahex', 'message', 'bytesdata'],
}

function tableOf(cells: readonly string[], separator: string): Table {
  const plain = cells.map((cell) =>
    cell
      .replace(/[[(].*/, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ''),
  )
  const find = (some: readonly string[]) =>
    plain.findIndex((name) => some.includes(name.replace(/(?<=^(?:time|timestamp|ts))(?:s|ms|us|ns)$/, '')))
  const id = find(names.id)
  if (id < 0)
    return {
      separator,
      isNamed: false,
      time: 0,
      id: 1,
      dlc: 2,
      bus: -1,
      ext: -1,
      flags: -1,
      data: -1,
      bytes: [],
      unit: undefined,
    }
  const time = find(names.time)
  const bytes = plain.flatMap((name, i) => (/^(?:data|d|byte|b|databyte)\d{1,2}$/.test(name) ? [i] : []))
  return {
    separator,
    isNamed: true,
    time,
    id,
    dlc: find(names.dlc),
    bus: find(names.bus),
    ext: find(names.ext),
    flags: find(names.flags),
    data: bytes.length > 0 ? -1 : find(names.data),
    bytes,
    unit: time < 0 ? undefined : unitIn(cells[time]!),
  }
}

function separatorOf(line: string): string {
  const counts = [',', ';', '\t'].map((separator) => ({ separator, count: line.split(separator).length }))
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).separator
}

function unitIn(name: string): number | undefined {
  const unit = /(?:^|[^a-z])(s|sec|seconds|ms|us|µs|ns)[^a-z]*$/i.exec(name.replace('Âµ', 'µ'))?.[1]?.toLowerCase()
  return unit === undefined ? undefined : ({ ms: 1, us: 1e-3, µs: 1e-3, ns: 1e-6 }[unit] ?? 1000)
}

function habitsOf(rows: readonly Row[], table: Table): Habits {
  const ids = rows.map(({ cells }) => cells[table.id] ?? '')
  const bytes = rows.flatMap((row) => bytesIn(row, table))
  const times = rows.map(({ cells }) => cells[table.time] ?? '')
  return { idBase: idBaseOf(ids), byteBase: byteBaseOf(bytes), unit: table.unit ?? unitOf(times) }
}

/**
 * Returns 16 if an id has a letter or 0x, if an id has a leading zero and all have three, four or eight digits, or if a
 * number exceeds 29 bits; otherwise 10.
 */
function idBaseOf(ids: readonly string[]): 10 | 16 {
  if (ids.some((id) => /^0x/i.test(id) || /^[\da-f]*[a-f][\da-f]*$/i.test(id))) return 16
  const digits = ids.filter((id) => /^\d+$/.test(id))
  const isPadded =
    digits.some((id) => id.length > 1 && id.startsWith('0')) && digits.every((id) => [3, 4, 8].includes(id.length))
  return isPadded || digits.some((id) => Number(id) > 0x1fffffff) ? 16 : 10
}

/**
 * Returns 16 if a byte has a letter. Otherwise 10 if a byte has three digits, or a single digit; else 16.
 */
function byteBaseOf(bytes: readonly string[]): 10 | 16 {
  if (bytes.some((byte) => /[a-fx]/i.test(byte))) return 16
  return bytes.some((byte) => /^\d$|^[12]\d\d$/.test(byte)) ? 10 : 16
}

/**
 * Returns the unit in ms: a decimal point means seconds; integers have the unit that makes them a plausible date, and
 * otherwise milliseconds.
 */
function unitOf(times: readonly string[]): number {
  if (times.some((time) => /^\d+[.]\d+$/.test(time))) return times.some((time) => Number(time) > 1e11) ? 1 : 1000
  const largest = times.reduce((most, time) => Math.max(most, Number(time) || 0), 0)
  if (largest > 1e17) return 1e-6
  if (largest > 1e14) return 1e-3
  return largest > 1e11 || largest < 1e9 ? 1 : 1000
}

/** Returns a row's bytes as words; none for a column of digits without gaps, because its base cannot be determined. */
function bytesIn({ cells }: Row, { data, bytes, isNamed }: Table): readonly string[] {
  if (!isNamed) return cells.slice(3).filter((cell) => /^(?:0x)?[\da-f]{1,3}$/i.test(cell))
  if (data < 0) return bytes.map((column) => cells[column] ?? '').filter((cell) => cell !== '')
  const words = (cells[data] ?? '').split(/[ .:_-]+/).filter((word) => word !== '')
  return words.length === 1 && words[0]!.length > 3 ? [] : words
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
  const data = isData ? dataOf(row, table, byteBase) : parsed(noData)
  if (!data.ok) return data
  const dlc = numberOf(cellOf(table.dlc), 10)
  const bits = data.value.length > 8 ? flags | canFlags.fd : flags
  return frameOf({
    ts: timeFrom(startMs, ms),
    bus: cellOf(table.bus) === '' ? bus : busOf(cellOf(table.bus)),
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
  if (/^\d{1,20}(?:\.\d{1,9})?$/.test(text)) return Number(text) * unit
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

/** Without a column for it, the value decides whether an id is extended: several tools write eight digits always. */
function flagsOf({ cells }: Row, { ext, flags }: Table, id: number): number {
  const namedFlags = (cells[flags] ?? '')
    .toLowerCase()
    .split(/[ +|]+/)
    .reduce((sum, word) => sum | (words[word] ?? 0), 0)
  const isExtended = ext >= 0 ? /^(?:1|true|yes|x|29)$/i.test(cells[ext] ?? '') : id > 0x7ff
  return namedFlags | (isExtended ? canFlags.ext : 0)
}

function dataOf(row: Row, table: Table, base: 10 | 16): Parsed<Uint8Array> {
  const { cells } = row
  const dlc = numberOf(cells[table.dlc] ?? '', 10)
  const whole = table.data < 0 ? '' : (cells[table.data] ?? '').replace(/^0x/i, '')
  const isRun = (whole.length > 3 && /^[\da-f]+$/i.test(whole)) || (whole.length === 2 && base === 16)
  const words = table.isNamed ? bytesIn(row, table) : cells.slice(3, 3 + (dlc ?? 0))
  const data = isRun
    ? bytesOfHex(whole)
    : bytesOf(table.data < 0 && dlc !== undefined && dlc <= 64 ? words.slice(0, dlc) : words, base)
  return data ? parsed(data) : refused(`the data is not bytes to the base ${base}`)
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
