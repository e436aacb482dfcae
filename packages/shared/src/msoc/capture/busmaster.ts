import { refused } from '../../core/parsed.ts'
import { canFlags } from '../can/frame.ts'
import {
  bytesOf,
  busOf,
  type CaptureReader,
  frameOf,
  nothing,
  numberOf,
  type Read,
  type ReaderOptions,
  readLines,
  timeFrom,
  utcOf,
} from './reader.ts'

/**
 * Reads BusMaster's log: `hours:minutes:seconds:fraction Rx|Tx channel id s|x[r] dlc bytes`, with headers in `***`. The
 * times are times of day (system mode), or since the start (absolute), or since the previous frame (relative).
 */
export function busmasterReader({ startMs = 0 }: ReaderOptions): CaptureReader {
  let base: 10 | 16 = 16
  let mode = 'SYSTEM'
  let start: number | undefined
  let last = 0

  function readHeader(line: string): Read {
    const [, day, month, year, hour, minute, second, ms] =
      /START DATE AND TIME (\d+):(\d+):(\d+) (\d+):(\d+):(\d+)(?::(\d{1,3}))?/.exec(line) ?? []
    if (year) {
      start = utcOf(
        Number(year),
        Number(month),
        Number(day),
        Number(hour),
        Number(minute),
        Number(second),
        Number(ms ?? 0),
      )
      last = 0
    }
    if (/^\*\*\*(?:HEX|DEC)\*\*\*/.test(line)) base = line.startsWith('***DEC') ? 10 : 16
    mode = /^\*\*\*(SYSTEM|ABSOLUTE|RELATIVE) MODE\*\*\*/.exec(line)?.[1] ?? mode
    return nothing
  }

  function timeOf(ms: number): number {
    if (mode === 'RELATIVE') last += ms
    // a time of day starts again from 0 after midnight
    else last = mode === 'SYSTEM' && ms < last - 43_200_000 ? ms + Math.ceil((last - ms) / 86_400_000) * 86_400_000 : ms
    if (start === undefined) return timeFrom(startMs, last)
    return timeFrom((mode === 'SYSTEM' ? Math.floor(start / 86_400_000) * 86_400_000 : start) + last, 0)
  }

  return readLines((line) => {
    if (line.startsWith('***')) return readHeader(line)
    const match = LINE.exec(line)
    if (!match) return refused('not a BusMaster line: expected time, Rx or Tx, channel, id, type, dlc and bytes')
    const [
      ,
      hours,
      minutes,
      seconds,
      fraction = '',
      direction,
      channel = '',
      idText = '',
      type = '',
      length = '',
      rest = '',
    ] = match
    const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + msIn(fraction)
    const id = numberOf(idText, base)
    const dlc = numberOf(length, base)
    const data = bytesOf(
      rest.split(' ').filter((word) => word !== ''),
      base,
    )
    if (id === undefined || dlc === undefined || !data)
      return refused(`id, dlc or data are not numbers to the base ${base}`)
    const isRemote = /r/i.test(type)
    const flags =
      (/^x/i.test(type) ? canFlags.ext : 0) | (isRemote ? canFlags.rtr : 0) | (direction === 'Tx' ? canFlags.tx : 0)
    return frameOf({ ts: timeOf(ms), bus: busOf(channel), id, flags, dlc, data })
  })
}

/** Up to three digits are milliseconds, which some writers don't pad; more are a fraction of the second. */
const msIn = (fraction: string) =>
  fraction.length <= 3 ? Number(fraction) : Number(fraction) / 10 ** (fraction.length - 3)

const LINE = /^(\d{1,4}):(\d\d):(\d\d):(\d{1,6}) +(Rx|Tx) +(\d{1,3}) +(\w+) +([sx]r?) +(\w{1,2})((?: +\w{1,4})*) *$/
