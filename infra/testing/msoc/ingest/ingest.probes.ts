import type { AccessProbes } from '../../support/access-probes.ts'
import { windowOf } from '../spans.ts'

/** Calls and channels of ingest. */
export const probes: AccessProbes = {
  isolation({ theirs }) {
    return {
      'msoc/v1/rejects': [
        { say: {}, status: 200 },
        { say: { cursor: '999999999' }, status: 200 },
      ],
      'msoc/v1/rejects/retry': [{ say: { rejects: [{ id: theirs.rejectId, event: '{}' }] }, status: 200 }],
      'msoc/v1/ingest/keys': [{ say: {}, status: 200 }],
      'msoc/v1/ingest/keys/create': [{ say: { name: 'one more' }, status: 200 }],
      'msoc/v1/ingest/keys/revoke': [{ say: { uuid: theirs.keyUuid }, status: 404 }],
      'msoc/v1/ingest/device-tokens': [{ say: { vehicle_uuid: theirs.vehicleUuid }, status: 404 }],
      'msoc/v1/ingest/device-tokens/create': [{ say: { vehicle_uuid: theirs.vehicleUuid }, status: 404 }],
      'msoc/v1/ingest/device-tokens/revoke': [{ say: { uuid: theirs.deviceTokenUuid }, status: 404 }],
      'msoc/v1/ingest/settings': [{ say: {}, status: 200 }],
      'msoc/v1/ingest/syslog-losses': [{ say: {}, status: 200 }],
      'msoc/v1/ingest/settings/save': [
        { say: { unknown_vehicles: 'register', reports_every_seconds: null }, status: 200 },
      ],
      'msoc/v1/event-catalogue': [
        { say: {}, status: 200 },
        { say: { platform: theirs.platform }, status: 200 },
      ],
      'msoc/v1/event-catalogue/import': [
        { say: { platform: theirs.platform, format: 'csv', text: 'event_id,name,severity\n1,ours,low' }, status: 200 },
      ],
    }
  },
  watched() {
    return { 'msoc.pipeline': [{ params: {}, refused: false }] }
  },
  calls(mine, nobody) {
    const { vehicleUuid } = mine
    const window = windowOf(mine.vin)
    return {
      'msoc/v1/ingest/syslog-losses': {},
      'msoc/v1/rejects/retry': { rejects: [{ id: 999_999, event: '{}' }] },
      'msoc/v1/rejects': { ...window, cursor: '7' },
      'msoc/v1/ingest/keys': {},
      'msoc/v1/ingest/keys/create': { name: 'x', events_per_second: 5 },
      'msoc/v1/ingest/keys/revoke': { uuid: nobody },
      'msoc/v1/ingest/device-tokens': { vehicle_uuid: vehicleUuid },
      'msoc/v1/ingest/device-tokens/create': { vehicle_uuid: nobody },
      'msoc/v1/ingest/device-tokens/revoke': { uuid: nobody },
      'msoc/v1/ingest/settings': {},
      'msoc/v1/ingest/settings/save': { unknown_vehicles: 'register', reports_every_seconds: 60 },
      'msoc/v1/event-catalogue': { platform: 'x' },
      'msoc/v1/event-catalogue/import': { platform: 'x', format: 'csv', text: 'x' },
    }
  },
}
