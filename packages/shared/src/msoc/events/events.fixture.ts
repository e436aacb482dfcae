import fc from 'fast-check'
import type { Arrival } from './event-time.ts'

/** Arbitrary events of the ingest protocol, all of them valid. */
export const arrival: Arrival = { receivedAt: Date.UTC(2026, 9, 22, 17), keepMs: 30 * 86_400_000 }

type Field = fc.Arbitrary<unknown>

/** Returns arbitrary objects: `needed` fields are always present, `optional` ones may be present, null, or absent. */
function event(needed: Record<string, Field>, optional: Record<string, Field>): fc.Arbitrary<Record<string, unknown>> {
  const maybe = Object.entries(optional).map(([name, field]) => [name, fc.option(field, { freq: 5 })] as const)
  return fc.record({ ...needed, ...Object.fromEntries(maybe) }, { requiredKeys: Object.keys(needed) })
}

const real = (min: number, max: number) => fc.oneof(fc.double({ min, max, noNaN: true }), fc.constantFrom(min, max))
const whole = (min: number, max: number) => fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max))
const hexOf = (most: number) => fc.uint8Array({ maxLength: most }).map((bytes) => Buffer.from(bytes).toString('hex'))
const name = (most: number) => fc.stringMatching(new RegExp(`^[\\w.:-]{1,${most}}$`))
const text = fc.string({ unit: 'binary', maxLength: 60 }).map((value) => value.replaceAll('\0', ''))

const rfc3339 = fc
  .record({
    date: fc.date({
      min: new Date('0000-01-02T00:00:00Z'),
      max: new Date('9999-12-30T00:00:00Z'),
      noInvalidDate: true,
    }),
    fraction: fc.constantFrom('', '.5', '.123456', '.999999999'),
    zone: fc.constantFrom('Z', 'z', '+00:00', '-11:30', '+23:59'),
    separator: fc.constantFrom('T', 't', ' '),
  })
  .map(
    ({ date, fraction, zone, separator }) => date.toISOString().slice(0, 19).replace('T', separator) + fraction + zone,
  )

const common = {
  vehicle: name(64),
  ts: fc.oneof(
    fc.double({ min: arrival.receivedAt - 1e10, max: arrival.receivedAt + 1e6, noNaN: true }),
    fc.constantFrom(-2.1e14, 0, 8.64e15),
    rfc3339,
  ),
}
const plain = fc
  .dictionary(fc.string({ maxLength: 8 }), fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)), {
    maxKeys: 5,
  })
  .filter((value) => Object.keys(value).every((key) => !key.includes('\0') && key.isWellFormed()))

const position = event(
  { type: fc.constant('position'), ...common, lat: real(-90, 90), lon: real(-180, 180) },
  { speed_kph: real(0, 1000), heading_deg: real(0, 360), altitude_m: real(-1000, 20_000), hdop: real(0, 1000) },
)
const path = fc.stringMatching(/^[A-Za-z][\w.]{0,30}$/)
const telemetry = event(
  {
    type: fc.constant('telemetry'),
    ...common,
    signals: fc.dictionary(path, fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), text), {
      minKeys: 1,
      maxKeys: 8,
    }),
  },
  {},
)

const canId = whole(0, 0x1fffffff)
const flags = { ext: fc.boolean(), rtr: fc.boolean() }
const can = { type: fc.constant('can'), ...common, bus: name(32) }
const hexId = canId.chain((id) =>
  fc.constantFrom(id.toString(16), `0x${id.toString(16)}`, `0X${id.toString(16).toUpperCase()}`),
)
const frame = event({ ...can, id: fc.oneof(canId, hexId) }, { ...flags, data: hexOf(8), fd: fc.boolean() })
const batch = event(
  { ...can, frames: fc.array(fc.tuple(real(0, 3.6e9), canId, hexOf(8)), { minLength: 1, maxLength: 5 }) },
  { ...flags, fd: fc.boolean() },
)
const fdFrame = event({ ...can, fd: fc.constant(true), id: canId, data: hexOf(64) }, flags)

const ids = event(
  { type: fc.constantFrom('ids.can', 'ids.eth', 'ids.host'), ...common, event_id: whole(0, 0xfffe) },
  {
    idsm_instance: whole(0, 1023),
    sensor_instance: whole(0, 63),
    count: whole(1, 65_535),
    context: fc.oneof(hexOf(40), plain),
    detail: plain,
  },
)
const syslogFields = {
  facility: whole(0, 23),
  severity: whole(0, 7),
  hostname: text,
  app_name: text,
  proc_id: fc.oneof(text, fc.integer()),
  msg_id: text,
  structured_data: fc.dictionary(
    fc.stringMatching(/^\w{1,8}$/),
    fc.dictionary(fc.stringMatching(/^\w{1,8}$/), text, { maxKeys: 3 }),
    { maxKeys: 3 },
  ),
}
const line = event({ type: fc.constant('syslog'), ...common, message: text }, { ...syslogFields, msg: fc.anything() })
const lineByMsg = event({ type: fc.constant('syslog'), ...common, msg: text }, syslogFields)

const unitText = text.map((value) => `v${value}`)
const inventory = event(
  {
    type: fc.constant('inventory'),
    ...common,
    ecus: fc.uniqueArray(
      event(
        { ecu: fc.stringMatching(/^[A-Z]{2,6}[0-9]?$/), software: unitText, version: unitText },
        { hardware_part: text, rxswin: text },
      ),
      { minLength: 1, maxLength: 6, selector: ({ ecu }) => ecu },
    ),
  },
  {},
)

export const validEvents = [position, telemetry, frame, batch, fdFrame, ids, line, lineByMsg, inventory]
export const validEvent = fc.oneof(...validEvents)
