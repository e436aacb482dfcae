/**
 * The events that vehicles send, decoded. `ts` is epoch ms (CAN frames keep microseconds as the fraction); `deviceTs`
 * is the time of a suspect clock (rule EVENT-4). How a kind of event is decoded, stored and counted is defined in its
 * specification, ./kinds/*.kind.ts.
 */

/** Fields that all events have. */
export interface EventCommon {
  /** VIN or device id, as the sender sent it. */
  readonly vehicle: string
  readonly ts: number
  readonly deviceTs: number | null
}

export interface PositionEvent extends EventCommon {
  readonly kind: 'position'
  readonly lat: number
  readonly lon: number
  readonly speedKph: number | null
  readonly headingDeg: number | null
  readonly altitudeM: number | null
  readonly hdop: number | null
}

export interface TelemetryEvent extends EventCommon {
  readonly kind: 'telemetry'
  readonly signals: ReadonlyArray<readonly [path: string, value: number | string]>
}

/** One frame of a packed batch: µs after the event's `ts`, arbitration id, data in hexadecimal. */
export type PackedFrame = readonly [dtUs: number, id: number, hex: string]

export const frameFlags = { ext: 1, fd: 2, rtr: 4 } as const

export interface CanEvent extends EventCommon {
  readonly kind: 'can'
  readonly bus: string
  /** `frameFlags` of all frames of the event; an id above 0x7FF is extended regardless of the flags. */
  readonly flags: number
  readonly frames: readonly PackedFrame[]
}

export interface IdsEvent extends EventCommon {
  readonly kind: 'ids.can' | 'ids.eth' | 'ids.host'
  readonly eventId: number
  readonly idsmInstance: number
  readonly sensorInstance: number
  readonly count: number
  readonly context: Uint8Array | null
  readonly detail: Readonly<Record<string, unknown>> | null
}

export interface SyslogEvent extends EventCommon {
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

/** What a control unit runs, as its vehicle reports it; a text that was not sent is empty. */
export interface ReportedSoftware {
  readonly ecu: string
  /** The software's name or part number. */
  readonly software: string
  readonly version: string
  readonly hardwarePart: string
  readonly rxswin: string
}

/** The software of some or all control units of a vehicle; each of them is listed once. */
export interface InventoryEvent extends EventCommon {
  readonly kind: 'inventory'
  readonly ecus: readonly ReportedSoftware[]
}

export type VehicleEvent = PositionEvent | TelemetryEvent | CanEvent | IdsEvent | SyslogEvent | InventoryEvent

export type EventKind = VehicleEvent['kind']
