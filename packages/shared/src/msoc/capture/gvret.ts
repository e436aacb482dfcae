import { refused } from '../../core/parsed.ts'
import { canFlags } from '../can/frame.ts'
import {
  bytesOf,
  busOf,
  type CaptureReader,
  frameOf,
  nothing,
  numberOf,
  type ReaderOptions,
  readLines,
  timeFrom,
} from './reader.ts'

/**
 * Reads GVRET's CSV, as SavvyCAN writes it: `Time Stamp,ID,Extended[,Dir],Bus,LEN,D1,…`, microseconds, hexadecimal,
 * padded to eight bytes. It has no remote frames.
 */
export function gvretReader({ bus, startMs = 0 }: ReaderOptions): CaptureReader {
  let columns = ['time stamp', 'id', 'extended', 'bus', 'len', 'd1']
  return readLines((line) => {
    const cells = line.split(',').map((cell) => cell.trim())
    if (/^time ?stamp$/i.test(cells[0]!)) {
      columns = cells.map((cell) => cell.toLowerCase())
      return nothing
    }
    const cellOf = (name: string) => cells[columns.indexOf(name)] ?? ''
    const time = cellOf('time stamp')
    const id = numberOf(cellOf('id'), 16)
    const length = numberOf(cellOf('len'), 10)
    if (!/^\d{1,17}$/.test(time) || id === undefined || length === undefined)
      return refused('time, id or length are not numbers')
    const from = columns.indexOf('d1')
    const data = bytesOf(cells.slice(from, from + length), 16)
    if (!data || data.length < length) return refused(`the data is not ${length} bytes`)
    const flags =
      (/^(?:true|1)$/i.test(cellOf('extended')) ? canFlags.ext : 0) |
      (/^tx$/i.test(cellOf('dir')) ? canFlags.tx : 0) |
      (length > 8 ? canFlags.fd : 0)
    return frameOf({
      ts: timeFrom(startMs, Number(time) / 1000),
      bus: cellOf('bus') === '' ? bus : busOf(cellOf('bus')),
      id,
      flags,
      data,
    })
  })
}
