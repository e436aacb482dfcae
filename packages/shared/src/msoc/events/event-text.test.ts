import { expect, test } from 'vitest'
import { textOfEvent } from './event-text.ts'
import { decodeEvent } from './decode-event.ts'

const arrival = { receivedAt: Date.UTC(2026, 0, 1), keepMs: 86_400_000 }
const common = { vehicle: 'VIN1', ts: arrival.receivedAt - 1_000 }

const events: Record<string, object> = {
  position: { type: 'position', ...common, lat: 48, lon: 9, speed_kph: 30, hdop: 1 },
  'position of a suspect clock': { type: 'position', ...common, ts: common.ts + 3_600_000, lat: 48, lon: 9 },
  telemetry: { type: 'telemetry', ...common, signals: { 'Vehicle.Speed': 30, 'Vehicle.Name': 'a "name"' } },
  'one frame': { type: 'can', ...common, ts: common.ts + 0.123, bus: 'can0', id: '0x1FFFFFFF', data: 'AA', ext: true },
  'packed frames': {
    type: 'can',
    ...common,
    bus: 'can0',
    fd: true,
    rtr: false,
    frames: [
      [0, 1, '01'],
      [12.5, 2, ''],
    ],
  },
  'ids with bytes': {
    type: 'ids.eth',
    ...common,
    event_id: 0x8003,
    sensor_instance: 3,
    count: 7,
    context: 'c0ffee',
    detail: { ecu: 'gateway' },
  },
  'ids with a described context': { type: 'ids.host', ...common, event_id: 1, context: { pid: 7 } },
  syslog: {
    type: 'syslog',
    ...common,
    hostname: 'ecu',
    app_name: 'sshd',
    structured_data: { id: { a: 'b' } },
    message: 'Hallo, Welt',
  },
}

test.for(Object.keys(events))('[RETRY-2] the text of a decoded event, %s, decodes to the same event', (name) => {
  const event = decodeEvent(events[name], arrival)
  expect(event.ok).toBe(true)
  if (event.ok) expect(decodeEvent(JSON.parse(textOfEvent(event.value)), arrival)).toEqual(event)
})
