import { bytesIn, type Row, type Table } from './csv-table.ts'

/** Determined from many lines: from one line alone 100 and 0x100 cannot be distinguished. */
export interface Habits {
  readonly idBase: 10 | 16
  /** 64: the data of a frame is one text in base 64 (RFC 4648). */
  readonly byteBase: 10 | 16 | 64
  readonly unit: number
}

/** Returns how ids, bytes and times are written in these rows. */
export function habitsOf(rows: readonly Row[], table: Table): Habits {
  const ids = rows.map(({ cells }) => cells[table.id] ?? '')
  const bytes = rows.flatMap((row) => bytesIn(row, table))
  const times = rows.map(({ cells }) => cells[table.time] ?? '')
  const unit = table.unit ?? unitOf(times)
  if (table.tool === 'vehicle-spy') return { idBase: 16, byteBase: 16, unit }
  return { idBase: idBaseOf(ids), byteBase: isBase64(rows, table) ? 64 : byteBaseOf(bytes), unit }
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

const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/
const HEX = /^(?:0x)?[\dA-Fa-f]+$/

/** Returns true if one column of data is base 64 as long as its frames state, and not as many hexadecimal digits. */
function isBase64(rows: readonly Row[], { data, dlc, tool }: Table): boolean {
  if (data < 0 || tool !== undefined) return false
  const filled = rows
    .map(({ cells }) => ({ text: cells[data] ?? '', bytes: Number((cells[dlc] ?? '') || Number.NaN) }))
    .filter(({ text }) => text !== '')
  const isHex = ({ text, bytes }: (typeof filled)[number]) =>
    HEX.test(text) && !(text.length !== 2 * bytes && lengthOf64(text) === bytes)
  return filled.some(({ text }) => BASE64.test(text)) && !filled.some(isHex)
}

const lengthOf64 = (text: string): number => (text.length / 4) * 3 - (/=*$/.exec(text)?.[0].length ?? 0)
