import { refused } from '../../core/parsed.ts'
import { canFlags } from '../can/frame.ts'
import {
  bytesOf,
  type CaptureReader,
  frameOf,
  nothing,
  numberOf,
  type ReaderOptions,
  readLines,
  timeFrom,
  utcOf,
} from './reader.ts'

/**
 * Reads logs of Microchip's CAN analyzer: `milliseconds;RX|TX;id;dlc;bytes;` after a header with its date. It contains
 * neither bus nor id format: an id above 7FF is extended.
 */
export function microchipReader({ bus, startMs = 0 }: ReaderOptions): CaptureReader {
  let start: number | undefined
  let isHeader = true
  return readLines((line) => {
    const match = /^\s*(\d{1,12}(?:\.\d{1,6})?);(RX|TX);(0x[\dA-F]+)x?;(\d{1,2});(.*)$/i.exec(line)
    if (!match) {
      const [, day, month, year, hour, minute, second] =
        /Logging Started: *(\d+)\/(\d+)\/(\d+) (\d+):(\d+):(\d+)/.exec(line) ?? []
      if (year) start = utcOf(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second))
      return isHeader || line.startsWith('//')
        ? nothing
        : refused("not a line of Microchip's analyzer: expected milliseconds;RX or TX;id;dlc;bytes")
    }
    isHeader = false
    const [, time, direction = '', idText = '', length, rest = ''] = match
    const id = numberOf(idText, 16)
    const data = bytesOf(
      rest
        .split(';')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
      16,
    )
    if (id === undefined || !data) return refused('the id or the data are not hexadecimal')
    const ts = start === undefined ? timeFrom(startMs, Number(time)) : timeFrom(start + Number(time), 0)
    return frameOf({
      ts,
      bus,
      id,
      flags: (id > 0x7ff ? canFlags.ext : 0) | (direction.toUpperCase() === 'TX' ? canFlags.tx : 0),
      dlc: Number(length),
      data,
    })
  })
}
