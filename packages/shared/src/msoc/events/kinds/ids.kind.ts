import { type Parsed, parsed, refused } from '../../../core/parsed.ts'
import { rankOf } from '../../severity.ts'
import { type DetailLimits, detailOf, type Fields, hexPattern, whole } from '../event-fields.ts'
import { type EventKindSpec, singleRow } from '../event-kind.ts'
import type { EventCommon, IdsEvent } from '../events.ts'
import { idsEventsOverTime } from '../events.series.ts'

/** Events of a vehicle's own intrusion detection, on its buses, its Ethernet or a host (rule EVENT-8). */
export const idsKind: EventKindSpec<IdsEvent> = {
  kinds: ['ids.can', 'ids.eth', 'ids.host'],
  decode: decodeIds,
  fieldsOf: (event) => ({
    event_id: event.eventId,
    idsm_instance: event.idsmInstance,
    sensor_instance: event.sensorInstance,
    count: event.count,
    context: event.context && Buffer.from(event.context).toString('hex'),
    detail: event.detail,
  }),
  series: idsEventsOverTime,
  columns: ['kind', 'event_id', 'idsm_instance', 'sensor_instance', 'count', 'severity', 'context', 'detail'],
  encode(event, beginRow, { severityOf }) {
    const row = beginRow(event.ts)
    row.text(event.kind)
    row.int4(event.eventId)
    row.int4(event.idsmInstance)
    row.int4(event.sensorInstance)
    row.int4(event.count)
    row.int2(rankOf(severityOf(event.eventId)))
    row.bytes(event.context)
    row.jsonb(event.detail)
  },
  ...singleRow,
  arrivalField: 'idsAt',
}

const contextBytes = 16 * 1024

function decodeIds(
  fields: Fields,
  common: EventCommon,
  kind: IdsEvent['kind'],
  limits: DetailLimits,
): Parsed<IdsEvent> {
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
    ...common,
    eventId,
    idsmInstance,
    sensorInstance,
    count,
    context: context instanceof Uint8Array ? context : null,
    detail: described,
  })
}

function contextOf(given: unknown, limits: DetailLimits): Uint8Array | Fields | null | undefined {
  if (given === undefined || given === null) return null
  if (typeof given === 'string')
    return given.length <= 2 * contextBytes && hexPattern.test(given) ? Buffer.from(given, 'hex') : undefined
  return detailOf(given, limits)
}
