import type { CompiledDbc } from '../dbc/compile.ts'
import { hexOf } from '../can/frame.ts'
import { eventIdText } from '../detect/ids-event.ts'
import type { CanEvent, IdsEvent, InventoryEvent, PositionEvent, SyslogEvent, VehicleEvent } from '../events/events.ts'
import type { EventCatalogueEntry } from '../ingest/ingest.contract.ts'
import type { SigmaValue } from '../sigma/event.ts'
import type { VehicleService } from './rules.ts'

/** What rules know of a vehicle besides its events. */
export interface RuleContext {
  readonly vin: string
  readonly model: string
  readonly platform: string
  /** The database that decodes a bus of the vehicle. Returns the same object as long as it does not change. */
  dbcOf(bus: string): CompiledDbc | undefined
  /** The meaning of an event of the vehicle's intrusion detection; undefined if no catalogue lists it. */
  meaningOf(eventId: number): EventCatalogueEntry | undefined
}

/** The fields of an event by name. A list has several values. */
export type EventFields = Map<string, SigmaValue | readonly SigmaValue[]>

/** The names of the fields to make. */
export type WantedFields = ReadonlySet<string> | 'all'

/** The most fields that are made of the details of an event, or of its structured data. */
const mostDetails = 200
const deepest = 16

/** The events that rules read: all but inventories, which are compared with what is declared. */
export type RuleEvent = Exclude<VehicleEvent, InventoryEvent>

/** Returns the service of `product: vehicle` that events of a kind belong to. */
export function serviceOf(kind: RuleEvent['kind']): VehicleService {
  if (kind === 'ids.can') return 'ids-can'
  if (kind === 'ids.eth') return 'ids-eth'
  return kind === 'ids.host' ? 'ids-host' : kind
}

/** Adds the fields of the vehicle. */
export function addVehicle(fields: EventFields, { vin, model, platform }: RuleContext, wanted: WantedFields): void {
  put(fields, wanted, 'vehicle', vin)
  put(fields, wanted, 'model', model)
  put(fields, wanted, 'platform', platform)
}

/**
 * Returns the fields of an event that is no CAN event, as rules read them (rule RULE-1): only those that are wanted.
 * Fields without a value are absent. CAN frames are read in ./can-fields.ts.
 */
export function fieldsOf(event: Exclude<RuleEvent, CanEvent>, context: RuleContext, wanted: WantedFields): EventFields {
  const fields: EventFields = new Map()
  addVehicle(fields, context, wanted)
  if (event.kind === 'position') addPosition(fields, event, wanted)
  else if (event.kind === 'syslog') addSyslog(fields, event, wanted)
  else if (event.kind === 'telemetry') for (const [path, value] of event.signals) put(fields, wanted, path, value)
  else addIds(fields, event, context, wanted)
  return fields
}

function put(
  fields: EventFields,
  wanted: WantedFields,
  name: string,
  value: SigmaValue | readonly SigmaValue[] | undefined,
): void {
  if (value === null || value === undefined || (wanted !== 'all' && !wanted.has(name))) return
  fields.set(name, value)
}

function addPosition(fields: EventFields, event: PositionEvent, wanted: WantedFields): void {
  put(fields, wanted, 'lat', event.lat)
  put(fields, wanted, 'lon', event.lon)
  put(fields, wanted, 'speed_kph', event.speedKph)
  put(fields, wanted, 'heading_deg', event.headingDeg)
  put(fields, wanted, 'altitude_m', event.altitudeM)
  put(fields, wanted, 'hdop', event.hdop)
}

function addSyslog(fields: EventFields, event: SyslogEvent, wanted: WantedFields): void {
  put(fields, wanted, 'facility', event.facility)
  put(fields, wanted, 'severity', event.severity)
  put(fields, wanted, 'hostname', event.hostname)
  put(fields, wanted, 'app_name', event.appName)
  put(fields, wanted, 'proc_id', event.procId)
  put(fields, wanted, 'msg_id', event.msgId)
  put(fields, wanted, 'message', event.message)
  if (event.structuredData !== null) addDetails(fields, 'sd', event.structuredData, wanted)
}

function addIds(fields: EventFields, event: IdsEvent, context: RuleContext, wanted: WantedFields): void {
  const meaning = context.meaningOf(event.eventId)
  put(fields, wanted, 'event_id', [eventIdText(event.eventId), event.eventId])
  put(fields, wanted, 'name', meaning?.name)
  put(fields, wanted, 'severity', meaning?.severity ?? 'medium')
  put(fields, wanted, 'count', event.count)
  put(fields, wanted, 'idsm_instance', event.idsmInstance)
  put(fields, wanted, 'sensor_instance', event.sensorInstance)
  if (event.context !== null) put(fields, wanted, 'context', hexOf(event.context))
  if (event.detail !== null) addDetails(fields, 'detail', event.detail, wanted)
}

/** Adds the texts, numbers and booleans of an object by their paths, at most 200 (rule RULE-2). */
function addDetails(
  fields: EventFields,
  prefix: string,
  object: Readonly<Record<string, unknown>>,
  wanted: WantedFields,
): void {
  if (wanted !== 'all' && !anyBegins(wanted, `${prefix}.`)) return
  let left = mostDetails
  const walk = (path: string, value: unknown, level: number): void => {
    if (left === 0 || level > deepest) return
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(`${path}.${key}`, inner, level + 1)
      return
    }
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return
    left -= 1
    put(fields, wanted, path, value)
  }
  for (const [key, value] of Object.entries(object)) walk(`${prefix}.${key}`, value, 1)
}

function anyBegins(names: ReadonlySet<string>, prefix: string): boolean {
  for (const name of names) if (name.startsWith(prefix)) return true
  return false
}
