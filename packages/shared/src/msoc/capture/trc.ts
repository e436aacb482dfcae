import { refused } from '../../core/parsed.ts'
import { canFlags, lengthOfDlc } from '../can/frame.ts'
import {
  bytesOf,
  busOf,
  type CaptureReader,
  frameOf,
  noData,
  nothing,
  numberOf,
  protocolError,
  type Read,
  type ReaderOptions,
  readLines,
  timeFrom,
  utcOf,
} from './reader.ts'

/**
 * Reads PEAK's trace (TRC 1.0 to 2.1). The columns follow from the version; 2.x states them itself (`;$COLUMNS=`): N
 * number, O offset in ms, T type, B bus, I id (up to four digits, or more when extended), d direction, R reserved, L
 * data length code, l length in bytes, D data.
 */
export function trcReader({ bus, startMs = 0 }: ReaderOptions): CaptureReader {
  let columns = columnsOf['1.0']!
  let start: number | undefined

  function readHeader(line: string): Read {
    const [, name = '', value = ''] = /^;\$(\w+)=(.*)$/.exec(line) ?? []
    if (name === 'FILEVERSION') columns = columnsOf[value.trim()] ?? columns
    if (name === 'COLUMNS') columns = value.trim().split(',')
    // days since the end of 1899
    if (name === 'STARTTIME' && Number(value) > 25_569 && Number(value) < 75_000)
      start = Math.round((Number(value) - 25_569) * 86_400_000)
    const [, day, month, year, hour, minute, second, ms = '0'] =
      /^; +Start time: (\d+)\.(\d+)\.(\d{4}) (\d+):(\d+):(\d+)(?:\.(\d{1,3}))?/.exec(line) ?? []
    if (year)
      start ??= utcOf(
        Number(year),
        Number(month),
        Number(day),
        Number(hour),
        Number(minute),
        Number(second),
        Number(ms),
      )
    return nothing
  }

  return readLines((line) => {
    if (line.startsWith(';')) return readHeader(line)
    const words = line.trim().split(/\s+/)
    const wordOf = (column: string) => words[columns.indexOf(column)] ?? ''
    const offset = wordOf('O')
    if (!/^\d{1,12}(?:\.\d{1,6})?$/.test(offset))
      return refused("not a line of PEAK's trace: the time offset is missing")
    const ts = start === undefined ? timeFrom(startMs, Number(offset)) : timeFrom(start + Number(offset), 0)
    return readEntry(wordOf, words.slice(columns.indexOf('D')), ts, wordOf('B') === '' ? bus : busOf(wordOf('B')))
  })
}

const columnsOf: Readonly<Record<string, string[]>> = {
  '1.0': ['N', 'O', 'I', 'L', 'D'],
  '1.1': ['N', 'O', 'd', 'I', 'L', 'D'],
  '1.2': ['N', 'O', 'B', 'd', 'I', 'L', 'D'],
  '1.3': ['N', 'O', 'B', 'd', 'I', 'R', 'L', 'D'],
  '2.0': ['N', 'O', 'T', 'I', 'd', 'l', 'D'],
  '2.1': ['N', 'O', 'T', 'B', 'I', 'd', 'R', 'L', 'D'],
}

/** Data and remote frames by type; other types (status, counters, events) are not frames. */
const flagsOf: Readonly<Record<string, number>> = {
  DT: 0,
  RR: canFlags.rtr,
  FD: canFlags.fd,
  FB: canFlags.fd | canFlags.brs,
  FE: canFlags.fd | canFlags.esi,
  BI: canFlags.fd | canFlags.brs | canFlags.esi,
}

function readEntry(wordOf: (column: string) => string, words: readonly string[], ts: number, bus: string): Read {
  const direction = wordOf('d')
  const type = wordOf('T') === '' ? 'DT' : wordOf('T')
  if (type === 'ER' || direction === 'Error')
    return frameOf({ ts, bus, id: protocolError, flags: canFlags.error, dlc: 0, data: noData })
  const ofType = flagsOf[type]
  const idText = wordOf('I')
  if (ofType === undefined || direction === 'Warng' || idText === 'FFFFFFFF') return nothing
  const id = /^[\dA-Fa-f]{3,8}$/.test(idText) ? numberOf(idText, 16) : undefined
  const length = numberOf(wordOf('L') === '' ? wordOf('l') : wordOf('L'), 10)
  if (id === undefined || length === undefined) return refused('the id or the length are missing')
  const flags =
    ofType |
    (words[0] === 'RTR' ? canFlags.rtr : 0) |
    (idText.length > 4 ? canFlags.ext : 0) |
    (/^Tx/i.test(direction) ? canFlags.tx : 0)
  const dlc = wordOf('L') === '' ? undefined : length
  if ((flags & canFlags.rtr) !== 0) return frameOf({ ts, bus, id, flags, dlc: length, data: noData })
  const bytes =
    dlc === undefined ? length : (flags & canFlags.fd) === 0 ? Math.min(length, 8) : (lengthOfDlc[length] ?? 0)
  const data = bytesOf(words.slice(0, bytes), 16)
  return data && data.length === bytes
    ? frameOf({ ts, bus, id, flags, ...(dlc !== undefined && { dlc }), data })
    : refused(`the data is not ${bytes} bytes`)
}
