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
 * Reads CarBus Analyzer's trace: a line `@ TEXT @ …`, then `seconds,milliseconds channel flags id dlc bytes` separated
 * by tabs. An id of more than three digits is extended; it contains no direction.
 */
export function carbusReader({ startMs = 0 }: ReaderOptions): CaptureReader {
  return readLines((line) => {
    if (line.startsWith('@')) return nothing
    const [time = '', channel = '', , idText = '', length = '', words = ''] = line
      .split('\t')
      .map((cell) => cell.trim())
    const id = numberOf(idText, 16)
    const dlc = numberOf(length, 10)
    if (!/^\d{1,9}[.,]\d{1,6}$/.test(time) || id === undefined || dlc === undefined)
      return refused('not a line of CarBus Analyzer: expected time, channel, flags, id, dlc and bytes between tabs')
    const data = bytesOf(
      words.split(/\s+/).filter((word) => word !== ''),
      16,
    )
    if (!data) return refused('the data is not hexadecimal')
    return frameOf({
      ts: timeFrom(startMs, Number(time.replace(',', '.')) * 1000),
      bus: busOf(channel),
      id,
      flags: idText.length > 3 ? canFlags.ext : 0,
      dlc,
      data,
    })
  })
}
