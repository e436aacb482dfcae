import { idText } from '../../can/frame.ts'
import {
  frameFlags,
  type IdsEvent,
  type InventoryEvent,
  type SyslogEvent,
  type TelemetryEvent,
  type VehicleEvent,
} from '../../events/events.ts'
import { extract, textTypes } from '../extract.ts'
import { normalise } from '../normalise.ts'
import type { ObservableType } from '../observables.ts'
import { isText, labelType } from '../labels.ts'

/** The limits of what is looked up of one event. */
const mostFields = 50
const mostText = 4_096

/** The types of values that telemetry has. */
const telemetryTypes: readonly ObservableType[] = ['software_version', 'iccid', 'imei']

type Wanted = ReadonlySet<ObservableType>
type Emit = (type: ObservableType, value: string) => void

/**
 * Calls `emit` with the values of an event that can be on a watchlist, in their normal form, of the wanted types only
 * (rule OBSERVABLE-13). The vehicle's VIN is not among them: it is the same for all of its events.
 */
export function watchedValues(event: VehicleEvent, wanted: Wanted, emit: Emit): void {
  if (event.kind === 'position') return
  if (event.kind === 'can') {
    if (wanted.has('bus')) emit('bus', event.bus)
    return
  }
  const reader = readerOf(wanted, emit)
  if (event.kind === 'syslog') return valuesOfLine(event, wanted, emit, reader)
  if (event.kind === 'telemetry') return valuesOfSignals(event, wanted, reader)
  if (event.kind === 'inventory') return versionsOf(event, wanted, emit)
  valuesOfIds(event, wanted, emit, reader)
}

/** Whether a frame's id, as a number, is a text that has to be looked up; the caller remembers the answers. */
export const frameIdText = (id: number, flags: number): string =>
  idText(id, id > 0x7ff || (flags & frameFlags.ext) !== 0)

interface Reader {
  /** Emits what a text shows. */
  text(text: string): void
  /** Emits the value of a named field: of the type that its name states, else of the types that a text shows. */
  field(name: string, value: unknown): void
}

/** Reads the texts and fields of one event, until the limits of all of them together are reached. */
function readerOf(wanted: Wanted, emit: Emit): Reader {
  let fieldsLeft = mostFields
  let textLeft = mostText

  function text(whole: string): void {
    const some = whole.slice(0, textLeft)
    textLeft -= some.length
    for (const { type, value } of extract(some)) if (wanted.has(type)) emit(type, value)
  }

  return {
    text,
    field(name, value) {
      if (fieldsLeft === 0) return
      fieldsLeft -= 1
      const type = labelType(name)
      if (typeof value === 'number' && type === 'arbitration_id' && wanted.has(type)) {
        if (Number.isInteger(value) && value >= 0 && value <= 0x1fffffff) emit(type, idText(value))
        return
      }
      if (!isText(value)) return
      if (type === undefined) return text(value)
      if (!wanted.has(type) || value.length > textLeft) return
      textLeft -= value.length
      emitNormal(type, value, emit)
    },
  }
}

function valuesOfLine(event: SyslogEvent, wanted: Wanted, emit: Emit, reader: Reader): void {
  if (event.hostname !== null && wanted.has('hostname')) emitNormal('hostname', event.hostname, emit)
  if (!textTypes.some((type) => wanted.has(type))) return
  reader.text(event.message)
  for (const fields of Object.values(event.structuredData ?? {}))
    for (const [name, value] of Object.entries(fields)) reader.field(name, value)
}

/** Signals are many, and most are numbers: only those with the name of a wanted type are read. */
function valuesOfSignals({ signals }: TelemetryEvent, wanted: Wanted, reader: Reader): void {
  if (!telemetryTypes.some((type) => wanted.has(type))) return
  for (const [path, value] of signals) {
    const type = isText(value) ? labelType(path) : undefined
    if (type !== undefined && wanted.has(type)) reader.field(path, value)
  }
}

/** The versions that control units report, at most 200 an event. */
function versionsOf({ ecus }: InventoryEvent, wanted: Wanted, emit: Emit): void {
  if (!wanted.has('software_version')) return
  for (const { version } of ecus) emitNormal('software_version', version, emit)
}

function valuesOfIds(event: IdsEvent, wanted: Wanted, emit: Emit, reader: Reader): void {
  if (wanted.has('ids_event')) emitNormal('ids_event', String(event.eventId), emit)
  for (const [name, value] of Object.entries(event.detail ?? {})) reader.field(name, value)
}

function emitNormal(type: ObservableType, text: string, emit: Emit): void {
  const found = normalise(type, text)
  if (found.ok) emit(type, found.value)
}
