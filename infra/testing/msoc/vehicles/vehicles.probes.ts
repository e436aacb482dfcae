import type { AccessProbes } from '../../support/access-probes.ts'
import { history, lately, windowOf } from '../spans.ts'

const fence = {
  name: 'ours now',
  polygon: [
    [1, 1],
    [2, 1],
    [2, 2],
  ],
  severity: 'low',
  active: true,
}

/** Calls and channels of vehicles, the map and their history. */
export const probes: AccessProbes = {
  isolation({ theirs, ours, mark }) {
    return {
      'msoc/v1/assets/vehicles': [
        { say: {}, status: 200 },
        { say: { q: mark }, status: 200 },
      ],
      'msoc/v1/assets/facets': [{ say: {}, status: 200 }],
      'msoc/v1/assets/health': history(theirs),
      'msoc/v1/assets/risk': history(theirs),
      'msoc/v1/assets/vehicle': [theirs.vin, theirs.vehicleUuid, theirs.deviceId].map((uuid) => ({
        say: { uuid },
        status: 404,
      })),
      'msoc/v1/assets/save-vehicle': [
        { say: { uuid: theirs.vehicleUuid, vin: 'TAKEN' }, status: 404 },
        { say: { uuid: theirs.vehicleUuid, revision: 1, vin: theirs.vin }, status: 404 },
        { say: { uuid: ours.vehicleUuid, vin: ours.vin, device_id: 'x', platform: theirs.platform }, status: 200 },
      ],
      'msoc/v1/assets/export': [
        { say: {}, status: 200 },
        { say: { q: mark }, status: 200 },
      ],
      'msoc/v1/assets/import': [
        { say: { csv: `vin,device_id\n${theirs.vin},${theirs.deviceId}\n`, dry_run: true }, status: 200 },
        { say: { csv: `vin,platform\n${ours.vin},${theirs.platform}\n` }, status: 200 },
      ],
      'msoc/v1/geofences': [{ say: {}, status: 200 }],
      'msoc/v1/geofences/save': [
        { say: { uuid: theirs.geofenceUuid, ...fence }, status: 404 },
        { say: { uuid: theirs.geofenceUuid, revision: 1, ...fence }, status: 404 },
      ],
      'msoc/v1/geofences/delete': [{ say: { uuid: theirs.geofenceUuid }, status: 404 }],
      'msoc/v1/positions': history(theirs),
      'msoc/v1/positions/replay': [
        ...history(theirs, lately),
        { say: lately, status: 200 },
        { say: { ...lately, bbox: '9,48,11,49' }, status: 200 },
      ],
      'msoc/v1/syslog': [...history(theirs), { say: {}, status: 200 }, { say: { q: mark }, status: 200 }],
      'msoc/v1/ids/events': [...history(theirs), { say: {}, status: 200 }],
      'msoc/v1/rollups': [
        { say: {}, status: 200 },
        { say: { step: 'hour' }, status: 200 },
      ],
    }
  },
  watched(theirs) {
    return {
      'msoc.positions': [{ params: { bbox: [-180, -90, 180, 90], zoom: 3, clusters: false }, refused: false }],
      'msoc.counters': [{ params: {}, refused: false }],
      'msoc.vehicle': [theirs.vin, theirs.vehicleUuid, theirs.deviceId].map((vehicle) => ({
        params: { vehicle },
        refused: true,
      })),
      'msoc.can': [{ params: { vehicle: theirs.vin }, refused: true }],
      'msoc.syslog': [
        { params: {}, refused: false },
        { params: { vehicle: theirs.vehicleUuid }, refused: true },
      ],
    }
  },
  calls(mine, nobody) {
    const { vin, vehicleUuid, geofenceUuid } = mine
    const window = windowOf(vin)
    return {
      'msoc/v1/assets/export': { q: 'x', health: 'healthy', sort: 'vin', order: 'asc' },
      'msoc/v1/assets/import': { csv: 'vin\nX', dry_run: true },
      'msoc/v1/assets/vehicles': {
        q: 'x',
        health: 'healthy',
        cursor: '5',
        limit: '5',
        model: 'x',
        platform: 'x',
        registered_by: 'ingest',
        risk: '5',
        seen_since: window.from,
        silent_since: window.to,
        sort: 'vin',
        order: 'asc',
      },
      'msoc/v1/assets/facets': {},
      'msoc/v1/assets/health': { vehicle: vin, from: window.from, to: window.to },
      'msoc/v1/assets/risk': { vehicle: vin, from: window.from, to: window.to },
      'msoc/v1/assets/vehicle': { uuid: vehicleUuid },
      'msoc/v1/assets/save-vehicle': [
        { uuid: vehicleUuid, revision: 1, vin },
        {
          vin: 'X',
          device_id: 'x',
          name: 'x',
          model: 'x',
          platform: 'x',
          software_version: 'x',
          reports_every_seconds: 1,
        },
      ],
      'msoc/v1/geofences': {},
      'msoc/v1/geofences/save': [{ uuid: geofenceUuid, revision: 99, ...fence }, fence],
      'msoc/v1/geofences/delete': { uuid: nobody },
      'msoc/v1/positions': window,
      'msoc/v1/syslog': { ...window, q: 'x', severity: '3', order: 'newest' },
      'msoc/v1/ids/events': { ...window, kind: 'ids.can', order: 'newest' },
      'msoc/v1/positions/replay': { vehicle: vin, from: window.from, to: window.to, bbox: '1,2,3,4' },
      'msoc/v1/rollups': { step: 'hour', from: '2024-01-01T00:00:00Z', to: '2024-01-02T00:00:00Z' },
    }
  },
}
