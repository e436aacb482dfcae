import { type Parsed, parsed, refused } from '../../../core/parsed.ts'
import { type Fields, optional } from '../event-fields.ts'
import { type EventKindSpec, singleRow } from '../event-kind.ts'
import type { EventCommon, PositionEvent } from '../events.ts'
import { positionsOverTime } from '../events.series.ts'

/** The position of a vehicle (rule EVENT-6). */
export const positionKind: EventKindSpec<PositionEvent> = {
  kinds: ['position'],
  decode: decodePosition,
  fieldsOf: (event) => ({
    lat: event.lat,
    lon: event.lon,
    speed_kph: event.speedKph,
    heading_deg: event.headingDeg,
    altitude_m: event.altitudeM,
    hdop: event.hdop,
  }),
  series: positionsOverTime,
  columns: ['lat', 'lon', 'speed_kph', 'heading_deg', 'altitude_m', 'hdop'],
  encode(event, beginRow) {
    const row = beginRow(event.ts)
    row.float8(event.lat)
    row.float8(event.lon)
    row.float4(event.speedKph)
    row.float4(event.headingDeg)
    row.float4(event.altitudeM)
    row.float4(event.hdop)
  },
  ...singleRow,
  arrivalField: null,
}

const ranges = [
  ['speed_kph', 0, 1000],
  ['heading_deg', 0, 360],
  ['altitude_m', -1000, 20_000],
  ['hdop', 0, 1000],
] as const

function decodePosition(fields: Fields, common: EventCommon): Parsed<PositionEvent> {
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
    vehicle: common.vehicle,
    ts: common.ts,
    deviceTs: common.deviceTs,
    lat,
    lon,
    speedKph,
    headingDeg,
    altitudeM,
    hdop,
  })
}
