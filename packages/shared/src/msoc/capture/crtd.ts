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
 * Reads CRTD, of the Open Vehicle Monitoring System: `seconds.fraction [bus]R11|R29|T11|T29 id bytes`; comments and
 * events (C…) are skipped. It has no remote or CAN FD frames.
 */
export function crtdReader({ bus, startMs = 0 }: ReaderOptions): CaptureReader {
  return readLines((line) => {
    const [time = '', kind = '', idText = '', ...words] = line.trim().split(/\s+/)
    if (!/^\d{1,12}(?:\.\d{1,9})?$/.test(time)) return refused('not a CRTD line: it begins with seconds')
    if (/^\d?C[A-Z]{2}$/.test(kind)) return nothing
    const match = /^(\d{0,2})([RT])(11|29)$/.exec(kind)
    if (!match) return refused(`${kind.slice(0, 20)} is no kind of CRTD record that is known`)
    const id = numberOf(idText, 16)
    const data = bytesOf(words, 16)
    if (id === undefined || !data) return refused('the id or the data are not hexadecimal')
    const [, channel = '', direction, bits] = match
    const flags = (bits === '29' ? canFlags.ext : 0) | (direction === 'T' ? canFlags.tx : 0)
    return frameOf({
      ts: timeFrom(startMs, Number(time) * 1000),
      bus: channel === '' ? bus : busOf(channel),
      id,
      flags,
      data,
    })
  })
}
