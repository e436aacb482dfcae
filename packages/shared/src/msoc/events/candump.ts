import { parsed, refused, type Parsed } from '../../core/parsed.ts'

/**
 * One line of a SocketCAN log (linux-can/can-utils: candump.c writes it, lib.c parse_canframe reads it). Rules
 * CANDUMP-1 to CANDUMP-11 of ../SPEC.md.
 *
 * - log: "(" seconds "." fraction ")" SP bus SP id "#" body [ SP ( "T" | "R" ) ]
 * - screen: "(" stamp ")" SP bus SP [ ( "RX" | "TX" ) SP ( "B" | "-" ) SP ( "E" | "-" ) SP ] id SP "[" length "]" SP
 *   body
 * - id: 3 hex digits: 11 bits | 8 hex digits: 29 bits, or an error frame when bit 29 (0x20000000) is set
 * - body: data, "R" [ length ] for a remote frame, "#" flags data for CAN FD; data may hold "." between bytes
 */
export interface CandumpFrame {
  /** Epoch milliseconds; microseconds are the fraction. */
  readonly ts: number
  readonly bus: string
  /**
   * The arbitration id. An error frame keeps its flag (0x20000000) here, so that its class is not mistaken for an id.
   */
  readonly id: number
  readonly ext: boolean
  readonly fd: boolean
  readonly rtr: boolean
  /** A report of a bus error by the controller itself (linux/can/error.h), not sent by a node. */
  readonly error: boolean
  /** CAN FD: 1 = bit rate switch, 2 = error state indicator. 0 otherwise. */
  readonly flags: number
  /**
   * The data length code: 0-8, or 9-15 for more than 8 bytes (FD), or for 8 bytes with a wrong code (raw classical
   * DLC).
   */
  readonly dlc: number
  /** Upper-case hex, two digits a byte, at most 128; empty for a remote frame. */
  readonly hex: string
}

const ERROR_FLAG = 0x20000000
const MAX_EXTENDED_ID = 0x1fffffff
/**
 * Longer than any line that candump writes (except 64 bytes in binary view): a longer line is not parsed.
 */
const MAX_LINE = 512
/**
 * The year 2106. Up to here a double of milliseconds still resolves microseconds, so that a line is unchanged after
 * reading and writing.
 */
const MAX_SECONDS = 0xffffffff
const FD_LENGTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64]

const LOG = /^ *\((\d{1,19})\.(\d{1,9})\) +([!-~]{1,32}) +([0-9A-Fa-f]+)#([^ ]*)(?: +([TR]))? *$/
const SCREEN = new RegExp(
  String.raw`^ *\((\d{1,19}|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\.(\d{1,9})\) +([!-~]{1,32}) +` +
    String.raw`(?:[RT]X +([B-]) +([E-]) +)?([0-9A-Fa-f]+) +\[(\d{1,2})\] *(.*)$`,
)
const CALENDAR = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
const REMOTE = /^[Rr](\d)?(?:_([9A-Fa-f]))?$/
const DATA = /^(?:[0-9A-Fa-f]{2}\.?)*$/
const SCREEN_DATA = /^((?:[0-9A-Fa-f]{2}(?: |$))*) *(?:'.*'|ERRORFRAME)? *$/

/**
 * Reads a captured frame from one line of candump, in its log format (`-l`, `-L`) or its screen format with `-t a`, `-t
 * A` (as UTC) or `-t z`.
 */
export function parseCandumpLine(line: string): Parsed<CandumpFrame> {
  const text = line.trimEnd()
  if (text === '') return refused('the line is empty')
  if (text.length > MAX_LINE)
    return refused(`the line has ${text.length} characters, a candump line at most ${MAX_LINE}`)

  const log = LOG.exec(text)
  if (log !== null) return logged(log)
  const screen = SCREEN.exec(text)
  if (screen !== null) return shown(screen)
  return refused(
    'not a candump line: expected "(seconds.fraction) bus id#data", or candump\'s screen format with a timestamp',
  )
}

/** Returns the line that `candump -L` writes for this frame. Reading it gives the same frame. */
export function formatCandump(frame: CandumpFrame): string {
  const micros = Math.round(frame.ts * 1000)
  const seconds = Math.floor(micros / 1_000_000)
  const fraction = String(micros - seconds * 1_000_000).padStart(6, '0')
  const id = frame.id
    .toString(16)
    .toUpperCase()
    .padStart(frame.ext || frame.error ? 8 : 3, '0')
  return `(${String(seconds).padStart(10, '0')}.${fraction}) ${frame.bus} ${id}#${bodyOf(frame)}`
}

function bodyOf({ fd, flags, rtr, dlc, hex }: CandumpFrame): string {
  if (fd) return `#${flags.toString(16).toUpperCase()}${hex}`
  const raw = dlc > 8 ? `_${dlc.toString(16).toUpperCase()}` : ''
  if (rtr) return dlc === 0 ? 'R' : `R${Math.min(dlc, 8)}${raw}`
  return hex + raw
}

type Head = Pick<CandumpFrame, 'ts' | 'bus' | 'id' | 'ext' | 'error'>
type Body = Pick<CandumpFrame, 'fd' | 'flags' | 'rtr' | 'dlc' | 'hex'>

function logged([, seconds = '', fraction = '', bus = '', id = '', body = '']: RegExpExecArray): Parsed<CandumpFrame> {
  return joined(headOf(Number(seconds), fraction, bus, id), logBody(body))
}

function shown([
  ,
  stamp = '',
  fraction = '',
  bus = '',
  brs,
  esi,
  id = '',
  length = '',
  body = '',
]: RegExpExecArray): Parsed<CandumpFrame> {
  const seconds = CALENDAR.test(stamp) ? Date.parse(`${stamp.replace(' ', 'T')}Z`) / 1000 : Number(stamp)
  return joined(
    headOf(seconds, fraction, bus, id),
    screenBody(body, length, (brs === 'B' ? 1 : 0) | (esi === 'E' ? 2 : 0)),
  )
}

function joined(head: Parsed<Head>, body: Parsed<Body>): Parsed<CandumpFrame> {
  if (!head.ok) return head
  if (!body.ok) return body
  const { ts, bus, id, ext, error } = head.value
  const { fd, flags, rtr, dlc, hex } = body.value
  if (error && (rtr || fd)) return refused('an error frame is neither remote nor CAN FD')
  return parsed({ ts, bus, id, ext, fd, rtr, error, flags, dlc, hex })
}

function headOf(seconds: number, fraction: string, bus: string, digits: string): Parsed<Head> {
  if (!(seconds >= 0 && seconds <= MAX_SECONDS)) return refused('the timestamp is not in seconds between 1970 and 2106')
  const ts = seconds * 1000 + Number(fraction) / 10 ** (fraction.length - 3)
  const id = Number.parseInt(digits, 16)
  if (digits.length === 3) {
    return id <= 0x7ff
      ? parsed({ ts, bus, id, ext: false, error: false })
      : refused(`id ${digits} does not fit in 11 bits`)
  }
  if (digits.length !== 8)
    return refused(`id ${digits} has ${digits.length} digits: expected 3 (11 bits) or 8 (29 bits)`)
  if (id <= MAX_EXTENDED_ID) return parsed({ ts, bus, id, ext: true, error: false })
  if (id <= (MAX_EXTENDED_ID | ERROR_FLAG)) return parsed({ ts, bus, id, ext: false, error: true })
  return refused(`id ${digits} does not fit in 29 bits`)
}

function logBody(body: string): Parsed<Body> {
  if (body.startsWith('##')) return refused('CAN XL frames are not read')
  if (body.startsWith('#')) return fdBody(body)
  const remote = REMOTE.exec(body)
  if (remote !== null) return remoteBody(remote[1], remote[2])
  const [data = '', raw] = body.split('_', 2)
  return dataBody(data, raw)
}

function fdBody(body: string): Parsed<Body> {
  const flags = Number.parseInt(body.charAt(1), 16)
  if (Number.isNaN(flags)) return refused('CAN FD: expected one hex digit of flags after "##"')
  const data = body.slice(body[2] === '.' ? 3 : 2)
  if (!DATA.test(data)) return refused('the data is not pairs of hex digits')
  const hex = data.replaceAll('.', '').toUpperCase()
  return hex.length > 128
    ? refused(`${hex.length / 2} bytes of data, CAN FD carries at most 64`)
    : parsed(fdFrame(hex, flags))
}

/** A length that the bus can't carry (such as 9 bytes) gets the code of the next possible one, as drivers pad it. */
function fdFrame(hex: string, flags: number): Body {
  return { fd: true, flags, rtr: false, dlc: FD_LENGTHS.findIndex((length) => length >= hex.length / 2), hex }
}

function remoteBody(length: string | undefined, raw: string | undefined): Parsed<Body> {
  const dlc = Number(length ?? 0)
  if (dlc > 8) return refused(`a remote frame requests at most 8 bytes, not ${dlc}`)
  if (raw !== undefined && dlc !== 8) return refused('a raw DLC goes with 8 bytes only')
  return parsed({ fd: false, flags: 0, rtr: true, dlc: raw === undefined ? dlc : Number.parseInt(raw, 16), hex: '' })
}

function dataBody(data: string, raw: string | undefined): Parsed<Body> {
  if (!DATA.test(data)) return refused('the data is not pairs of hex digits')
  const hex = (data.includes('.') ? data.replaceAll('.', '') : data).toUpperCase()
  const length = hex.length / 2
  if (length > 8) return refused(`${length} bytes of data, a classical frame carries at most 8`)
  if (raw === undefined) return parsed({ fd: false, flags: 0, rtr: false, dlc: length, hex })
  if (length !== 8 || !/^[9A-Fa-f]$/.test(raw)) return refused(`raw DLC ${raw} is not 9-F behind 8 bytes`)
  return parsed({ fd: false, flags: 0, rtr: false, dlc: Number.parseInt(raw, 16), hex })
}

/** candump shows a classical length with one digit and a CAN FD length with two; there is no other difference. */
function screenBody(body: string, length: string, flags: number): Parsed<Body> {
  const fd = length.length === 2
  if (!fd && body.trim() === 'remote request') return remoteBody(length, undefined)
  const data = SCREEN_DATA.exec(body)?.[1]
  if (data === undefined) return refused('the data is not pairs of hex digits (binary and swapped views are not read)')
  const hex = data.replaceAll(' ', '').toUpperCase()
  if (hex.length / 2 !== Number(length))
    return refused(`[${length}] announces ${Number(length)} bytes, ${hex.length / 2} follow`)
  if (!fd) return dataBody(hex, undefined)
  return hex.length > 128
    ? refused(`${hex.length / 2} bytes of data, CAN FD carries at most 64`)
    : parsed(fdFrame(hex, flags))
}
