import { parsed, refused, type Parsed } from '../../core/parsed.ts'

/**
 * Syslog as hosts and ECUs send it. Rules SYSLOG-1 to SYSLOG-21 of ../SPEC.md.
 *
 *   RFC 5424  "<" PRI ">1 " TIMESTAMP SP HOSTNAME SP APP-NAME SP PROCID SP MSGID SP ( "-" | 1*SD-ELEMENT ) [ SP MSG ]
 *             SD-ELEMENT = "[" SD-ID *( SP NAME "=" %d34 VALUE %d34 ) "]"
 *   RFC 3164  "<" PRI ">" ( "Mmm dd hh:mm:ss" | ISO 8601 ) SP [ HOSTNAME SP ] [ TAG [ "[" PID "]" ] ":" SP ] CONTENT
 *   bare      anything else that isn't empty
 */
export interface SyslogMessage {
  readonly facility: number
  readonly severity: number
  /** Epoch milliseconds, microseconds in the fraction; the time of arrival if the sender states none. */
  readonly ts: number
  readonly hostname: string | null
  readonly appName: string | null
  readonly procId: string | null
  readonly msgId: string | null
  /** By SD-ID, then by parameter. A parameter that is sent twice has both values, separated by a comma. */
  readonly structuredData: StructuredData | null
  readonly message: string
  readonly format: 'rfc5424' | 'rfc3164' | 'bare'
}

type StructuredData = Record<string, Record<string, string>>
type Body = Omit<SyslogMessage, 'facility' | 'severity'>

/** Marks a message that was cut to 8 KiB (RFC 5424 6.1 lets a receiver truncate; the mark makes it visible). */
export const TRUNCATED = '… [truncated]'
export const MAX_LINE = 65_536
const MAX_MESSAGE = 8192
const MAX_ELEMENTS = 32
const MAX_PARAMS = 64
const USER_NOTICE = 13
const MAX_PRI = 191

const PRI = /^<(\d{1,9})>/
const IS_RFC5424 = /^1 (?:\d{4}-\d\d-\d\dT|-(?: \S+){4} [-[])/
const HEADER = /^1 (\S{1,255}) (\S{1,255}) (\S{1,255}) (\S{1,255}) (\S{1,255}) (?=[-[])/
const SD_ID = /[^ ="\]]{1,255}/y
const SD_PARAM = / ([^ ="\]]{1,255})="([^"\\]*(?:\\.[^"\\]*)*)"/sy
const ISO_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))(?= |$)/
const BSD_TIME = /^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d)(?= |$)/
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const TAG = /^([^\s[\]]{1,128}?)(?:\[([^\]\s]{0,128})\](?::|(?= ))|:(?= |$)) ?/
const HOST = /^([\w:][\w.:%-]{0,254}) +(?=\S)/
const BOM = '\uFEFF'
const LINE_ENDS = '\r\n\0'
const HIDDEN = /[^\P{Cc}\t]/gu

/**
 * Reads one syslog message in any of these forms. `receivedAt` (epoch ms) replaces a missing time and determines a
 * missing year.
 */
export function parseSyslog(line: Buffer | string, receivedAt: number): Parsed<SyslogMessage> {
  if (line.length > MAX_LINE) return refused(`the line has ${line.length} bytes, at most ${MAX_LINE} are read`)
  const text = readable(typeof line === 'string' ? line.toWellFormed() : line.toString('utf8'))
  const pri = PRI.exec(text)
  const priority = pri === null ? USER_NOTICE : Number(pri[1])
  if (priority > MAX_PRI) return refused(`PRI ${priority} is beyond ${MAX_PRI}`)
  const rest = pri === null ? text : text.slice(pri[0].length)
  if (rest.trim() === '') return refused('the line is empty')

  const body = IS_RFC5424.test(rest)
    ? readRfc5424(rest, receivedAt)
    : parsed(readRfc3164(rest, receivedAt, pri !== null))
  return body.ok ? parsed({ facility: priority >> 3, severity: priority & 7, ...body.value }) : body
}

/**
 * Returns printable text: no line end, no NUL (PostgreSQL refuses it), and control characters as visible symbols.
 */
function readable(text: string): string {
  let end = text.length
  // a loop, because /[\r\n\0]+$/ takes quadratic time on a long run of them before another character
  while (end > 0 && LINE_ENDS.includes(text[end - 1]!)) end--
  return text.slice(text.startsWith(BOM) ? 1 : 0, end).replace(HIDDEN, pictureOf)
}

function pictureOf(control: string): string {
  const code = control.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '\u2421' : '\uFFFD'
}

function readRfc5424(rest: string, receivedAt: number): Parsed<Body> {
  const header = HEADER.exec(rest)
  if (header === null)
    return refused(
      'RFC 5424: expected timestamp, hostname, app-name, procid, msgid and structured data, one space apart',
    )
  const [all, time = '', hostname = '', appName = '', procId = '', msgId = ''] = header
  const ts = time === '-' ? receivedAt : isoTime(time)?.ts
  if (ts === undefined) return refused(`RFC 5424: ${time} is not a timestamp`)
  const structured = readStructuredData(rest, all.length)
  if (!structured.ok) return structured
  const { data, next } = structured.value
  if (next < rest.length && rest[next] !== ' ')
    return refused(`RFC 5424: column ${next + 1}: expected a space after the structured data`)
  const message = clipped(rest.slice(rest.startsWith(BOM, next + 1) ? next + 2 : next + 1))
  const names = { hostname: orNull(hostname), appName: orNull(appName), procId: orNull(procId), msgId: orNull(msgId) }
  return parsed({ ts, ...names, structuredData: data, message, format: 'rfc5424' })
}

function orNull(field: string): string | null {
  return field === '-' ? null : field
}

/** Reads RFC 5424 6.3. The records have no prototype, so that an SD-ID of `__proto__` is an ordinary name. */
function readStructuredData(text: string, start: number): Parsed<{ data: StructuredData | null; next: number }> {
  if (text[start] === '-') return parsed({ data: null, next: start + 1 })
  const data: StructuredData = Object.create(null)
  let room = { elements: MAX_ELEMENTS, params: MAX_PARAMS }
  let next = start
  while (text[next] === '[') {
    SD_ID.lastIndex = next + 1
    const id = SD_ID.exec(text)?.[0]
    if (id === undefined) return refused(`RFC 5424: column ${next + 2}: expected the name of a structured data element`)
    if (id in data) return refused(`RFC 5424: structured data element ${id} occurs twice`)
    const element = readParams(text, next + 1 + id.length, room.params)
    if (!element.ok) return element
    room = { elements: room.elements - 1, params: room.params - element.value.count }
    if (room.elements < 0) return refused(`RFC 5424: more than ${MAX_ELEMENTS} structured data elements`)
    data[id] = element.value.params
    next = element.value.next
  }
  return parsed({ data, next })
}

function readParams(
  text: string,
  start: number,
  room: number,
): Parsed<{ params: Record<string, string>; count: number; next: number }> {
  const params: Record<string, string> = Object.create(null)
  let next = start
  for (let count = 0; ; count++) {
    if (text[next] === ']') return parsed({ params, count, next: next + 1 })
    SD_PARAM.lastIndex = next
    const [all, name = '', value = ''] = SD_PARAM.exec(text) ?? []
    if (all === undefined) return refused(`RFC 5424: column ${next + 1}: expected ] or a parameter name="value"`)
    if (count === room) return refused(`RFC 5424: more than ${MAX_PARAMS} structured data parameters`)
    const plain = value.includes('\\') ? value.replace(/\\(["\\\]])/g, '$1') : value
    params[name] = name in params ? `${params[name]},${plain}` : plain
    next += all.length
  }
}

function readRfc3164(rest: string, receivedAt: number, hasPri: boolean): Body {
  const time = isoTime(rest) ?? bsdTime(rest, receivedAt)
  const nothing = { hostname: null, appName: null, procId: null, msgId: null, structuredData: null }
  if (time === undefined) {
    const content = hasPri ? readTag(rest) : { message: clipped(rest) }
    return { ...nothing, ...content, ts: receivedAt, format: 'bare' }
  }
  const after = rest.slice(time.length).trimStart()
  const host = TAG.test(after) ? null : HOST.exec(after)
  return {
    ...nothing,
    ...readTag(after.slice(host?.[0].length ?? 0)),
    ts: time.ts,
    hostname: host?.[1] ?? null,
    format: 'rfc3164',
  }
}

function readTag(content: string): Pick<Body, 'appName' | 'procId' | 'message'> {
  const [all = '', appName = null, procId] = TAG.exec(content) ?? []
  return { appName, procId: procId || null, message: clipped(content.slice(all.length)) }
}

interface Time {
  readonly ts: number
  readonly length: number
}

/** Reads a time of RFC 5424 6.2.3. Digits after microseconds are dropped: refusing the message would be worse. */
function isoTime(text: string): Time | undefined {
  const match = ISO_TIME.exec(text)
  if (match === null) return undefined
  const [all, year, month, day, hour, minute, second, fraction = '', sign, offsetHour = '0', offsetMinute = '0'] = match
  const local = instantOf(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  if (local === undefined || Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -60_000 : 60_000)
  return { ts: local - offset + Number(fraction.slice(0, 6).padEnd(6, '0')) / 1000, length: all.length }
}

/**
 * Reads a time of RFC 3164 4.1.2, as UTC, in the year nearest to the arrival. 29 February looks further: around 1900
 * and 2100 the nearest leap year is 4 years away.
 */
function bsdTime(text: string, receivedAt: number): Time | undefined {
  const match = BSD_TIME.exec(text)
  if (match === null) return undefined
  const [all, name = '', day, hour, minute, second] = match
  const year = new Date(receivedAt).getUTCFullYear()
  const reach = name === 'Feb' && day === '29' ? 4 : 1
  let ts: number | undefined
  for (let candidate = year - reach; candidate <= year + reach; candidate++) {
    const instant = instantOf(
      candidate,
      MONTHS.indexOf(name),
      Number(day),
      Number(hour),
      Number(minute),
      Number(second),
    )
    if (instant !== undefined && (ts === undefined || Math.abs(instant - receivedAt) < Math.abs(ts - receivedAt)))
      ts = instant
  }
  return ts === undefined ? undefined : { ts, length: all.length }
}

/** Adds 400 years and subtracts them again, because Date.UTC takes years below 100 for the 1900s. */
function instantOf(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number | undefined {
  if (month < 0 || month > 11 || day < 1 || hour > 23 || minute > 59 || second > 59) return undefined
  if (day > 28 && day > new Date(Date.UTC(year + 400, month + 1, 0)).getUTCDate()) return undefined
  return Date.UTC(year + 400, month, day, hour, minute, second) - 146_097 * 86_400_000
}

const encoder = new TextEncoder()

function clipped(message: string): string {
  if (message.length * 3 <= MAX_MESSAGE || encoder.encode(message).length <= MAX_MESSAGE) return message
  const { read } = encoder.encodeInto(message, new Uint8Array(MAX_MESSAGE - encoder.encode(TRUNCATED).length))
  return message.slice(0, read) + TRUNCATED
}

/** Messages of sshd, PAM, login, su, sudo, Kerberos' klogind and dropbear about a failed authentication. */
const AUTHENTICATION_FAILURE = new RegExp(
  [
    'failed (?:password|none|publickey|hostbased|keyboard-interactive(?:/pam)?|gssapi-with-mic) for ',
    '(?:^|: )invalid user .{0,256} from ',
    'input_userauth_request: invalid user ',
    'authentication fail(?:ure|ed)',
    'check pass; user unknown',
    'auth could not identify password',
    '\\bauth fail\\b',
    'maximum authentication attempts exceeded',
    'no more user authentication methods available',
    '(?:closed by|reset by|disconnected from|disconnecting) (?:authenticating|invalid) user .{0,256}\\[preauth\\]',
    'incorrect password attempt',
    '\\bfailed (?:su|login)\\b',
    '\\bbad su\\b',
    'bad password attempt for ',
    'login attempt for nonexistent user',
    'max auth tries reached',
  ].join('|'),
  'is',
)

/**
 * Returns true if this message reports a failed authentication. One attempt often gives two such messages (from PAM and
 * sshd).
 */
export function isAuthenticationFailure({ message }: Pick<SyslogMessage, 'message'>): boolean {
  return AUTHENTICATION_FAILURE.test(message)
}
