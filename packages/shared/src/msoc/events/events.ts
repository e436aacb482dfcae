import { type Parsed, parsed, refused } from '../../core/parsed.ts'

/**
 * The events that vehicles send, decoded. `ts` is epoch ms (CAN frames keep microseconds as the fraction); `deviceTs`
 * is what a suspect clock said (rule E4). These checks are written by hand because zod costs a quarter of ingest's time
 * on CAN; a test holds them to the contract in ./events.contract.ts.
 */
export const eventKinds = ['position', 'telemetry', 'can', 'ids.can', 'ids.eth', 'ids.host', 'syslog'] as const
export type EventKind = (typeof eventKinds)[number]

interface Common {
  /** VIN or device id, as the sender said. */
  readonly vehicle: string
  readonly ts: number
  readonly deviceTs: number | null
}

export interface PositionEvent extends Common {
  readonly kind: 'position'
  readonly lat: number
  readonly lon: number
  readonly speedKph: number | null
  readonly headingDeg: number | null
  readonly altitudeM: number | null
  readonly hdop: number | null
}

export interface TelemetryEvent extends Common {
  readonly kind: 'telemetry'
  readonly signals: ReadonlyArray<readonly [path: string, value: number | string]>
}

/** One frame of a packed batch: µs after the event's `ts`, arbitration id, data in hexadecimal. */
export type PackedFrame = readonly [dtUs: number, id: number, hex: string]

export const frameFlags = { ext: 1, fd: 2, rtr: 4 } as const

export interface CanEvent extends Common {
  readonly kind: 'can'
  readonly bus: string
  /** `frameFlags` of all frames of the event; an id above 0x7FF is extended whatever this says. */
  readonly flags: number
  readonly frames: readonly PackedFrame[]
}

export interface IdsEvent extends Common {
  readonly kind: 'ids.can' | 'ids.eth' | 'ids.host'
  readonly eventId: number
  readonly idsmInstance: number
  readonly sensorInstance: number
  readonly count: number
  readonly context: Uint8Array | null
  readonly detail: Readonly<Record<string, unknown>> | null
}

export interface SyslogEvent extends Common {
  readonly kind: 'syslog'
  readonly facility: number
  readonly severity: number
  readonly hostname: string | null
  readonly appName: string | null
  readonly procId: string | null
  readonly msgId: string | null
  readonly structuredData: Readonly<Record<string, Record<string, string>>> | null
  readonly message: string
}

export type VehicleEvent = PositionEvent | TelemetryEvent | CanEvent | IdsEvent | SyslogEvent

/** What a request may hold (rule E1). */
export const requestLimits = { bytes: 8 * 1024 * 1024, events: 20_000 } as const
const framesPerEvent = 20_000
const signalsPerEvent = 500
const contextBytes = 16 * 1024

/** How large and how deep a free object may be, in characters of JSON and levels (rule E8). */
interface DetailLimits {
  readonly characters: number
  readonly levels: number
}
const sent: DetailLimits = { characters: 16 * 1024, levels: 16 }
/**
 * What decoding made of events that were within the limits: a context that went into the detail, a whole log line's
 * structured data. `textOfEvent` writes it.
 */
export const rewritten: DetailLimits = { characters: 512 * 1024, levels: 17 }

/** A clock may run this far ahead before it is suspect (rule E4). */
const aheadMs = 5 * 60_000

/** What decoding needs to know besides the event: when it arrived and how far back `ts` may lie. */
export interface Arrival {
  readonly receivedAt: number
  readonly keepMs: number
}

/** What a clock said, or the arrival where the clock cannot be right (rule E4). */
export function timed(ts: number, { receivedAt, keepMs }: Arrival): Pick<Common, 'ts' | 'deviceTs'> {
  const suspect = ts > receivedAt + aheadMs || ts < receivedAt - keepMs
  return suspect ? { ts: receivedAt, deviceTs: ts } : { ts, deviceTs: null }
}

type Fields = Record<string, unknown>

/** Decodes one event of the JSON protocol, or says why it cannot be one (rules E2-E9). */
export function decodeEvent(said: unknown, arrival: Arrival, limits = sent): Parsed<VehicleEvent> {
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return refused('an event is a JSON object')
  const fields = said as Fields
  const { vehicle } = fields
  if (typeof vehicle !== 'string' || !vehiclePattern.test(vehicle)) {
    return refused('vehicle: a VIN or device id is needed, 1 to 64 of letters, digits and . _ : -')
  }
  const ts = timeOf(fields.ts)
  if (ts === undefined) return refused('ts: RFC 3339 or epoch milliseconds is needed')
  const when: Common = { vehicle, ...timed(ts, arrival) }

  switch (fields.type) {
    case 'position':
      return decodePosition(fields, when)
    case 'telemetry':
      return decodeTelemetry(fields, when)
    case 'can':
      return decodeCan(fields, when)
    case 'ids.can':
    case 'ids.eth':
    case 'ids.host':
      return decodeIds(fields, when, fields.type, limits)
    case 'syslog':
      return decodeSyslog(fields, when, limits)
    default:
      return refused(`type: one of ${eventKinds.join(', ')} is needed`)
  }
}

const vehiclePattern = /^[\w.:-]{1,64}$/

/**
 * The times that both JavaScript and PostgreSQL can hold: PostgreSQL's begin in 4713 BC, JavaScript's end in 275760.
 */
const earliestMs = -2.1e14
const latestMs = 8.64e15

/** RFC 3339 or epoch ms; undefined where it is neither, or no date can hold it (rule E3). */
export function timeOf(said: unknown): number | undefined {
  if (typeof said === 'number') return said >= earliestMs && said <= latestMs ? said : undefined
  const parts = typeof said === 'string' ? rfc3339.exec(said) : null
  if (!parts) return undefined
  const [, day, time, fraction, zone] = parts as unknown as [string, string, string, string | undefined, string]
  const ms = Date.parse(`${day}T${time}${zone.toUpperCase()}`)
  if (!Number.isFinite(ms) || !isRealDay(day)) return undefined
  // Date.parse drops microseconds, and CAN frames of one millisecond would lose their order
  return fraction === undefined ? ms : ms + Number(fraction.slice(1, 7).padEnd(6, '0')) / 1000
}

const rfc3339 = /^(\d{4}-\d\d-\d\d)[Tt ]((?:[01]\d|2[0-3]):\d\d:\d\d)(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/

/** Date.parse takes 30 February for 1 March. */
function isRealDay(day: string): boolean {
  const date = Number(day.slice(8))
  return date <= 28 || new Date(`${day}T00:00:00Z`).getUTCDate() === date
}

/** A number of the range, null where the field is absent, undefined where it is neither. */
function optional(value: unknown, min: number, max: number): number | null | undefined {
  if (value === undefined || value === null) return null
  return typeof value === 'number' && value >= min && value <= max ? value : undefined
}

const ranges = [
  ['speed_kph', 0, 1000],
  ['heading_deg', 0, 360],
  ['altitude_m', -1000, 20_000],
  ['hdop', 0, 1000],
] as const

function decodePosition(fields: Fields, when: Common): Parsed<PositionEvent> {
  const { lat, lon } = fields
  if (typeof lat !== 'number' || !(lat >= -90 && lat <= 90)) return refused('lat: a number from -90 to 90 is needed')
  if (typeof lon !== 'number' || !(lon >= -180 && lon <= 180))
    return refused('lon: a number from -180 to 180 is needed')
  const speedKph = optional(fields.speed_kph, 0, 1000)
  const headingDeg = optional(fields.heading_deg, 0, 360)
  const altitudeM = optional(fields.altitude_m, -1000, 20_000)
  const hdop = optional(fields.hdop, 0, 1000)
  if (speedKph === undefined || headingDeg === undefined || altitudeM === undefined || hdop === undefined) {
    const [name, min, max] = ranges.find(([field, low, high]) => optional(fields[field], low, high) === undefined)!
    return refused(`${name}: a number from ${min} to ${max}, or nothing`)
  }
  return parsed({
    kind: 'position',
    vehicle: when.vehicle,
    ts: when.ts,
    deviceTs: when.deviceTs,
    lat,
    lon,
    speedKph,
    headingDeg,
    altitudeM,
    hdop,
  })
}

const pathPattern = /^[A-Za-z][\w.]{0,199}$/

function decodeTelemetry(fields: Fields, when: Common): Parsed<TelemetryEvent> {
  const { signals } = fields
  if (typeof signals !== 'object' || signals === null || Array.isArray(signals))
    return refused('signals: an object of signal paths and values is needed')
  const entries = Object.entries(signals)
  if (entries.length === 0 || entries.length > signalsPerEvent)
    return refused(`signals: 1 to ${signalsPerEvent} are needed, ${entries.length} came`)
  const read: [string, number | string][] = []
  for (const [path, value] of entries) {
    if (!pathPattern.test(path)) return refused(`signals: ${quoted(path)} is not a signal path`)
    if (typeof value === 'boolean') read.push([path, Number(value)])
    else if (typeof value === 'number' && Number.isFinite(value)) read.push([path, value])
    else if (typeof value === 'string' && isText(value, 1024)) read.push([path, value])
    else return refused(`signals.${path}: a finite number, a boolean or a text of at most 1024 characters is needed`)
  }
  return parsed({ kind: 'telemetry', ...when, signals: read })
}

const busPattern = /^[\w.:-]{1,32}$/

function decodeCan(fields: Fields, when: Common): Parsed<CanEvent> {
  const { bus } = fields
  if (typeof bus !== 'string' || !busPattern.test(bus))
    return refused('bus: a name of 1 to 32 letters, digits and . _ : - is needed')
  const flags = flagsOf(fields)
  if (flags === undefined) return refused('ext, fd, rtr: true, false or nothing')
  const isPacked = fields.frames !== undefined && fields.frames !== null
  const frames = isPacked ? fields.frames : singleFrame(fields)
  if (!Array.isArray(frames) || frames.length === 0 || frames.length > framesPerEvent) {
    return refused(`frames: 1 to ${framesPerEvent} of [dt_us, id, "hex"] are needed`)
  }
  for (let i = 0; i < frames.length; i++) {
    const wrong = frameFault(frames[i], flags)
    if (wrong) return refused(isPacked ? `frames[${i}]: ${wrong}` : wrong)
  }
  return parsed({
    kind: 'can',
    vehicle: when.vehicle,
    ts: when.ts,
    deviceTs: when.deviceTs,
    bus,
    flags,
    frames: frames as PackedFrame[],
  })
}

/**
 * What the frames are, as bits; a flag that is no boolean is refused, for reading it as false would change the frame.
 */
function flagsOf({ ext, fd, rtr }: Fields): number | undefined {
  let flags = 0
  for (const [said, bit] of [
    [ext, frameFlags.ext],
    [fd, frameFlags.fd],
    [rtr, frameFlags.rtr],
  ] as const) {
    if (said === true) flags |= bit
    else if (said !== undefined && said !== null && said !== false) return undefined
  }
  return flags
}

function singleFrame(fields: Fields): unknown[] {
  const { id, data } = fields
  const number = typeof id === 'string' && /^(0[xX])?[0-9a-fA-F]{1,8}$/.test(id) ? parseInt(id, 16) : id
  return [[0, number, data ?? '']]
}

const hexPattern = /^(?:[0-9a-fA-F]{2})*$/

function frameFault(frame: unknown, flags: number): string | undefined {
  if (!Array.isArray(frame) || frame.length !== 3) return 'a frame is [dt_us, id, "hex"]'
  const dtUs: unknown = frame[0]
  const id: unknown = frame[1]
  const hex: unknown = frame[2]
  if (typeof dtUs !== 'number' || !(dtUs >= 0 && dtUs <= 3.6e9))
    return 'dt_us: microseconds from 0 to 3,600,000,000 are needed'
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id > 0x1fffffff)
    return 'id: an arbitration id of 11 or 29 bits is needed'
  const most = (flags & frameFlags.fd) !== 0 ? 128 : 16
  if (typeof hex !== 'string' || hex.length > most || !hexPattern.test(hex)) {
    return `data: at most ${most / 2} bytes in hexadecimal are needed`
  }
  return undefined
}

function decodeIds(fields: Fields, when: Common, kind: IdsEvent['kind'], limits: DetailLimits): Parsed<IdsEvent> {
  const eventId = whole(fields.event_id, 0, 0xfffe)
  if (eventId === undefined) return refused('event_id: a number from 0 to 65534 is needed')
  const idsmInstance = whole(fields.idsm_instance ?? 0, 0, 1023)
  if (idsmInstance === undefined) return refused('idsm_instance: a number from 0 to 1023 is needed')
  const sensorInstance = whole(fields.sensor_instance ?? 0, 0, 63)
  if (sensorInstance === undefined) return refused('sensor_instance: a number from 0 to 63 is needed')
  const count = whole(fields.count ?? 1, 1, 65_535)
  if (count === undefined) return refused('count: a number from 1 to 65535 is needed')
  const context = contextOf(fields.context, limits)
  if (context === undefined) return refused('context: hexadecimal, or an object, of at most 16 KiB')
  const detail = detailOf(fields.detail, limits)
  if (detail === undefined)
    return refused('detail: an object of at most 16 KiB and 16 levels, its texts without NUL and with whole characters')
  const described = context instanceof Uint8Array || context === null ? detail : { ...detail, context }
  return parsed({
    kind,
    ...when,
    eventId,
    idsmInstance,
    sensorInstance,
    count,
    context: context instanceof Uint8Array ? context : null,
    detail: described,
  })
}

function whole(value: unknown, min: number, max: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : undefined
}

function contextOf(said: unknown, limits: DetailLimits): Uint8Array | Fields | null | undefined {
  if (said === undefined || said === null) return null
  if (typeof said === 'string')
    return said.length <= 2 * contextBytes && hexPattern.test(said) ? Buffer.from(said, 'hex') : undefined
  return detailOf(said, limits)
}

/** A free object, small and shallow enough that nothing behind chokes on it (rule E8). */
function detailOf(said: unknown, { characters, levels }: DetailLimits): Fields | null | undefined {
  if (said === undefined || said === null) return null
  if (typeof said !== 'object' || Array.isArray(said) || !isStorable(said, levels)) return undefined
  return JSON.stringify(said).length <= characters ? (said as Fields) : undefined
}

/** Whether jsonb takes it: nested at most `levels` deep, and no text with a NUL or half of a surrogate pair. */
function isStorable(value: unknown, levels: number): boolean {
  if (typeof value === 'string') return isWhole(value)
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  return Object.entries(value).every(([name, inner]) => isWhole(name) && isStorable(inner, levels - 1))
}

function isWhole(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function decodeSyslog(fields: Fields, when: Common, limits: DetailLimits): Parsed<SyslogEvent> {
  const facility = whole(fields.facility ?? 1, 0, 23)
  if (facility === undefined) return refused('facility: a number from 0 to 23 is needed')
  const severity = whole(fields.severity ?? 5, 0, 7)
  if (severity === undefined) return refused('severity: a number from 0 to 7 is needed')
  const message = fields.message ?? fields.msg
  if (typeof message !== 'string' || !isText(message, 8192))
    return refused('message: a text of at most 8192 characters without NUL is needed')
  const names = [fields.hostname, fields.app_name, fields.proc_id, fields.msg_id].map((name) => nameOf(name))
  if (names.includes(undefined)) return refused('hostname, app_name, proc_id, msg_id: texts of at most 255 characters')
  const structuredData = structuredDataOf(fields.structured_data, limits)
  if (structuredData === undefined) return refused('structured_data: an object of objects of texts, at most 16 KiB')
  const [hostname, appName, procId, msgId] = names as (string | null)[]
  return parsed({
    kind: 'syslog',
    ...when,
    facility,
    severity,
    hostname: hostname!,
    appName: appName!,
    procId: procId!,
    msgId: msgId!,
    structuredData,
    message,
  })
}

function nameOf(said: unknown): string | null | undefined {
  if (said === undefined || said === null) return null
  const text = typeof said === 'number' && Number.isFinite(said) ? String(said) : said
  return typeof text === 'string' && isText(text, 255) ? text : undefined
}

function structuredDataOf(
  said: unknown,
  limits: DetailLimits,
): Record<string, Record<string, string>> | null | undefined {
  const data = detailOf(said, limits)
  if (!data) return data
  const sound = Object.values(data).every(
    (element) =>
      typeof element === 'object' &&
      element !== null &&
      !Array.isArray(element) &&
      Object.values(element).every((value) => typeof value === 'string'),
  )
  return sound ? (data as Record<string, Record<string, string>>) : undefined
}

/** PostgreSQL keeps no NUL and no half of a surrogate pair, so a text with one is refused rather than changed. */
function isText(text: string, most: number): boolean {
  return text.length <= most && isWhole(text)
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}
