import { refused } from '../../core/parsed.ts'
import { canFlags, type CanFrame, hexOf, lengthOfDlc } from '../can/frame.ts'
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
 * Vector's text log (ASC; the classical and the CAN FD lines that CANoe 7 and later write).
 *
 *   header    date <day> <month> <day> <time> [am|pm] <year>; base hex|dec timestamps absolute|relative
 *   frame     seconds channel id[x] Rx|Tx d dlc bytes …        remote: r [dlc] instead of d dlc bytes
 *   FD        seconds CANFD channel Rx|Tx id[x] [name] brs esi dlc length bytes … [duration bits flags …]
 *   error     seconds channel ErrorFrame … | seconds CANFD channel Rx|Tx ErrorFrame …
 *
 * Other events that begin with a time (status, statistics, system variables, other buses) are skipped.
 */
export function ascReader({ startMs = 0 }: ReaderOptions): CaptureReader {
  let base: 10 | 16 = 16
  let isRelative = false
  let start: number | undefined
  let last = 0

  function readHeader(line: string): Read {
    const [, baseName, how] = /^\s*base\s+(hex|dec)(?:\s+timestamps\s+(absolute|relative))?/i.exec(line) ?? []
    if (baseName) {
      base = baseName.toLowerCase() === 'dec' ? 10 : 16
      isRelative = how?.toLowerCase() === 'relative'
      return nothing
    }
    if (/^\s*(?:date|begin trigger\s?block)\b/i.test(line)) {
      start ??= dateIn(line)
      return nothing
    }
    return HEADER.test(line) ? nothing : refused('neither a time with a frame or event, nor a header that is known')
  }

  return readLines((line) => {
    const event = /^\s*(\d{1,12}(?:\.\d{1,9})?)\s+(.*)$/.exec(line)
    if (!event) return readHeader(line)
    const ms = Number(event[1]) * 1000 + (isRelative ? last : 0)
    last = ms
    return readEvent(event[2]!, start === undefined ? timeFrom(startMs, ms) : timeFrom(start + ms, 0), base)
  })
}

const HEADER = /^\s*(?:\/\/|;|#|(?:no )?internal events|end trigger\s?block|previous log)/i
const CLASSICAL = /^(\d{1,5})\s+(\S+)\s+(Rx|Tx)\s+([dr])\b\s*(.*)$/i
const FD = /^CANFD\s+(\d{1,5})\s+(Rx|Tx)\s+(\S+)\s+(.*)$/i
const ERROR = /^(?:CANFD\s+)?(\d{1,5})\s+(?:(?:Rx|Tx)\s+)?ErrorFrame\b/i

function readEvent(event: string, ts: number, base: 10 | 16): Read {
  const error = ERROR.exec(event)
  if (error)
    return frameOf({ ts, bus: busOf(error[1]!), id: protocolError, flags: canFlags.error, dlc: 0, data: noData })
  const classical = CLASSICAL.exec(event)
  if (classical) return readClassical(classical, ts, base)
  const fd = FD.exec(event)
  if (fd) return readFd(fd, ts, base)
  return /^CANFD\s/i.test(event)
    ? refused('not a CANFD line: expected channel, direction, id, brs, esi, dlc, length and bytes')
    : nothing
}

function readClassical(
  [, channel = '', idText = '', direction = '', kind = '', rest = '']: RegExpExecArray,
  ts: number,
  base: 10 | 16,
): Read {
  const { id, flags } = headOf(idText, direction, base)
  if (id === undefined) return refused(`${idText.slice(0, 40)} is no id to the base ${base}`)
  const [length = '', ...words] = rest.split(/\s+/)
  const dlc = numberOf(length, base)
  if (kind.toLowerCase() === 'r')
    return frameOf({ ts, bus: busOf(channel), id, flags: flags | canFlags.rtr, dlc: dlc ?? 0, data: noData })
  if (dlc === undefined || dlc > 15) return refused('a data length code from 0 to F is missing')
  const data = bytesOf(words.slice(0, Math.min(dlc, 8)), base)
  return data
    ? frameOf({ ts, bus: busOf(channel), id, flags, dlc, data })
    : refused(`the data is not bytes to the base ${base}`)
}

function readFd(
  [, channel = '', direction = '', idText = '', rest = '']: RegExpExecArray,
  ts: number,
  base: 10 | 16,
): Read {
  const { id, flags } = headOf(idText, direction, base)
  if (id === undefined) return refused(`${idText.slice(0, 40)} is no id to the base ${base}`)
  const words = rest.trim().split(/\s+/)
  // the name of a message may precede its bits
  if (!/^[01]$/.test(words[0]!)) words.shift()
  const [brs, esi, code = '', length = ''] = words
  const dlc = numberOf(code, 16)
  const bytes = numberOf(length, 10)
  if (dlc === undefined || dlc > 15 || bytes === undefined || bytes > 64)
    return refused('brs, esi, dlc and length are missing')
  const data = bytesOf(words.slice(4, 4 + bytes), base)
  if (!data || data.length < bytes) return refused(`the data is not ${bytes} bytes to the base ${base}`)
  // after the data: duration, bits, and flags, where bit 12 means FD and bit 4 remote
  const statedFlags = numberOf(words[4 + bytes + 2] ?? '', 16) ?? 0x1000
  // some writers leave bit 12 out, where the rest of the line is possible with FD only
  const isFd = (statedFlags & 0x1000) !== 0 || brs === '1' || esi === '1' || bytes > 8
  const bits = isFd ? canFlags.fd | (brs === '1' ? canFlags.brs : 0) | (esi === '1' ? canFlags.esi : 0) : 0
  const isRemote = bits === 0 && (statedFlags & 0x10) !== 0
  return frameOf({ ts, bus: busOf(channel), id, flags: flags | bits | (isRemote ? canFlags.rtr : 0), dlc, data })
}

function headOf(idText: string, direction: string, base: 10 | 16) {
  const isExtended = /x$/i.test(idText)
  return {
    id: numberOf(isExtended ? idText.slice(0, -1) : idText, base),
    flags: (isExtended ? canFlags.ext : 0) | (direction.toLowerCase() === 'tx' ? canFlags.tx : 0),
  }
}

/** English and German names: Vector writes them in the language of the operating system. */
const months: Readonly<Record<string, number>> = {
  jan: 1,
  feb: 2,
  mar: 3,
  mär: 3,
  mrz: 3,
  apr: 4,
  may: 5,
  mai: 5,
  jun: 6,
  jul: 7,
  aug: 8,
  sep: 9,
  oct: 10,
  okt: 10,
  nov: 11,
  dec: 12,
  dez: 12,
}

function dateIn(line: string): number | undefined {
  const match =
    /\s(\S{3})\S*\s+(\d{1,2})\.?\s+(\d{1,2}):(\d\d):(\d\d)(?:[.,](\d{1,3}))?(?:\s+([ap])m)?\s+(\d{4})\s*$/i.exec(line)
  if (!match) return undefined
  const [, month = '', day, hour, minute, second, ms = '0', half, year] = match
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return utcOf(
    Number(year),
    months[month.toLowerCase()] ?? 0,
    Number(day),
    hours,
    Number(minute),
    Number(second),
    Number(ms.padEnd(3, '0')),
  )
}

const weekDays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * Returns a writer of the lines of an ASC file: its header before the first frame. The date of the file is the whole
 * millisecond of its earliest frame, which is the first one unless `earliestMs` is given: times count from there, and
 * the format has no earlier times. Channels are the numbers in the names of the buses, if they have any.
 */
export function createAscWriter(earliestMs?: number): (frame: CanFrame) => string {
  const channels = new Map<string, number>()
  let start: number | undefined

  function channelOf(bus: string): number {
    const known = channels.get(bus)
    if (known !== undefined) return known
    const taken = new Set(channels.values())
    let channel = Number(/^\D*(\d{1,3})$/.exec(bus)?.[1] ?? 1)
    while (taken.has(channel)) channel += 1
    channels.set(bus, channel)
    return channel
  }

  return (frame) => {
    const isFirst = start === undefined
    start ??= Math.floor(earliestMs ?? frame.ts)
    return (
      (isFirst ? headerOf(start) : '') +
      ascLine(frame, (Math.max(0, frame.ts - start) / 1000).toFixed(6).padStart(11), channelOf(frame.bus))
    )
  }
}

function headerOf(start: number): string {
  const date = new Date(start)
  const time = date.toISOString().slice(11, 23)
  return (
    `date ${weekDays[date.getUTCDay()]} ${monthNames[date.getUTCMonth()]} ${date.getUTCDate()} ` +
    `${time} ${date.getUTCFullYear()}\nbase hex  timestamps absolute\nno internal events logged\n`
  )
}

function ascLine({ id, flags, dlc, data }: CanFrame, time: string, channel: number): string {
  if ((flags & canFlags.error) !== 0) return `${time} ${channel}  ErrorFrame\n`
  const direction = (flags & canFlags.tx) === 0 ? 'Rx' : 'Tx'
  const idText = id.toString(16).toUpperCase() + ((flags & canFlags.ext) === 0 ? '' : 'x')
  const code = dlc.toString(16)
  if ((flags & canFlags.fd) === 0) {
    const kind = (flags & canFlags.rtr) === 0 ? `d ${code} ${hexOf(data, ' ')}` : `r ${code}`
    return `${time} ${channel}  ${idText.padEnd(15)} ${direction}   ${kind}\n`
  }
  const brs = (flags & canFlags.brs) === 0 ? 0 : 1
  const esi = (flags & canFlags.esi) === 0 ? 0 : 1
  // a length without a code is padded, as a controller does
  const padded = new Uint8Array(lengthOfDlc[dlc]!)
  padded.set(data)
  const bits = (0x1000 | (brs << 13) | (esi << 14)).toString(16)
  return (
    `${time} CANFD ${channel} ${direction} ${idText.padStart(9)} ${brs} ${esi} ${code} ` +
    `${padded.length} ${hexOf(padded, ' ')} 0 0 ${bits} 0 0 0 0 0\n`
  )
}
