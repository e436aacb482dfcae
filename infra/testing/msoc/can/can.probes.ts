import type { AccessProbes } from '../../support/access-probes.ts'
import { dbcOf } from '../../support/everything.ts'
import { history, lately, windowOf } from '../spans.ts'

/** Calls and channels of CAN traffic and captures. */
export const probes: AccessProbes = {
  isolation({ theirs, ours, mark }) {
    return {
      'msoc/v1/captures': [
        { say: {}, status: 200 },
        { say: { q: mark }, status: 200 },
        { say: { case: theirs.caseUuid }, status: 200 },
        { say: { vehicle: theirs.vin }, status: 404 },
      ],
      'msoc/v1/captures/get': [{ say: { uuid: theirs.captureUuid }, status: 404 }],
      'msoc/v1/captures/upload': [
        { say: { file_name: 'ours.log', vehicle: theirs.vehicleUuid }, status: 404 },
        { say: { file_name: 'ours.log' }, status: 200 },
      ],
      'msoc/v1/captures/keep': history(theirs, { from: lately.from, to: lately.to, name: 'ours now' }),
      'msoc/v1/captures/save': [
        { say: { uuid: theirs.captureUuid, revision: 2, name: 'ours now' }, status: 404 },
        { say: { uuid: ours.captureUuid, revision: 2, case_uuid: theirs.caseUuid }, status: 404 },
        { say: { uuid: ours.captureUuid, revision: 2, vehicle: theirs.vin }, status: 400 },
      ],
      'msoc/v1/captures/delete': [{ say: { uuid: theirs.captureUuid, revision: 2 }, status: 404 }],
      'msoc/v1/captures/replay': [{ say: { uuid: theirs.captureUuid, vehicle: 'OURTEST' }, status: 404 }],
      'msoc/v1/captures/cancel-replay': [{ say: { uuid: theirs.replayUuid }, status: 404 }],
      'msoc/v1/captures/blocks': [{ say: { uuid: theirs.captureUuid }, status: 404 }],
      'msoc/v1/can/blocks': history(theirs),
      'msoc/v1/can/export': [
        ...history(theirs, { format: 'candump' }),
        { say: { capture: theirs.captureUuid, format: 'csv' }, status: 404 },
        { say: { alert: theirs.alertUuid, format: 'pcap' }, status: 404 },
      ],
      'msoc/v1/signals/plot': history(theirs, { paths: 'Vehicle.Speed' }),
      'msoc/v1/can/frames': history(theirs),
      'msoc/v1/signals': history(theirs, { path: 'Vehicle.VehicleIdentification.Brand' }),
      'msoc/v1/can/dbcs': [{ say: {}, status: 200 }],
      'msoc/v1/can/profiles': [
        { say: {}, status: 200 },
        { say: { model: `${mark} M` }, status: 200 },
      ],
      'msoc/v1/can/profiles/get': [{ say: { uuid: theirs.profileUuid }, status: 404 }],
      'msoc/v1/can/profiles/diff': [
        { say: { before: theirs.profileUuid, after: theirs.profileUuid }, status: 404 },
        { say: { before: ours.profileUuid, after: theirs.profileUuid }, status: 404 },
      ],
      'msoc/v1/can/profiles/learn': [
        { say: { model: `${mark} M`, bus: 'can0', capture_uuid: theirs.captureUuid }, status: 404 },
        { say: { model: `${mark} M`, bus: 'can0', ...lately }, status: 422 },
        { say: { model: `${mark} M`, bus: 'can0', ...lately, vehicles: [theirs.vin] }, status: 400 },
        {
          say: { model: 'Ours', bus: 'can0', capture_uuid: ours.captureUuid, dbc_version_uuid: theirs.dbcVersionUuid },
          status: 404,
        },
      ],
      'msoc/v1/can/profiles/derive': [
        { say: { model: 'Ours', bus: 'can0', dbc_version_uuid: theirs.dbcVersionUuid }, status: 404 },
      ],
      'msoc/v1/can/profiles/save': [
        { say: { uuid: theirs.profileUuid, revision: 1, note: 'ours now', exceptions: [] }, status: 404 },
      ],
      'msoc/v1/can/profiles/activate': [{ say: { uuid: theirs.profileUuid, revision: 1 }, status: 404 }],
      'msoc/v1/can/profiles/retire': [{ say: { uuid: theirs.profileUuid, revision: 1 }, status: 404 }],
      'msoc/v1/can/profiles/delete': [{ say: { uuid: theirs.profileUuid, revision: 1 }, status: 404 }],
      'msoc/v1/can/profiles/for': history(theirs),
      'msoc/v1/can/status': history(theirs),
      'msoc/v1/can/relearn': history(theirs),
      'msoc/v1/can/notes': [{ say: { subject: 'vehicle', subject_uuid: theirs.vehicleUuid }, status: 200 }],
      'msoc/v1/can/notes/save': [
        {
          say: { subject: 'vehicle', subject_uuid: theirs.vehicleUuid, at_ms: 1, bus: null, id: null, text: 'ours' },
          status: 404,
        },
        {
          say: {
            uuid: theirs.noteUuid,
            revision: 1,
            subject: 'vehicle',
            subject_uuid: theirs.vehicleUuid,
            at_ms: 1,
            bus: null,
            id: null,
            text: 'ours now',
          },
          status: 404,
        },
      ],
      'msoc/v1/can/notes/delete': [{ say: { uuid: theirs.noteUuid, revision: 1 }, status: 404 }],
      'msoc/v1/can/dbcs/version': [{ say: { uuid: theirs.dbcVersionUuid }, status: 404 }],
      'msoc/v1/can/dbcs/upload': [
        { say: { file_name: 'x.dbc', text: dbcOf('OURS') }, status: 200 },
        { say: { dbc_uuid: theirs.dbcUuid, file_name: 'x.dbc', text: dbcOf('MORE') }, status: 404 },
        { say: { file_name: 'x.dbc', name: 'Ours too', text: dbcOf(mark) }, status: 200 },
      ],
      'msoc/v1/can/dbcs/save': [
        { say: { uuid: theirs.dbcUuid, revision: 1, name: 'ours now', description: '' }, status: 404 },
      ],
      'msoc/v1/can/dbcs/delete': [{ say: { uuid: theirs.dbcUuid, revision: 1 }, status: 404 }],
      'msoc/v1/can/dbcs/assign': [
        { say: { model: '', bus: '', version_uuid: theirs.dbcVersionUuid }, status: 404 },
        { say: { model: `${mark} M`, bus: 'can0', version_uuid: null }, status: 200 },
      ],
      'msoc/v1/can/dbcs/diff': [
        { say: { before: theirs.dbcVersionUuid, after: theirs.dbcVersionUuid }, status: 404 },
        { say: { before: ours.dbcVersionUuid, after: theirs.dbcVersionUuid }, status: 404 },
      ],
      'msoc/v1/can/dbcs/for': [
        ...[theirs.vin, theirs.vehicleUuid].map((vehicle) => ({ say: { vehicle }, status: 404 })),
        { say: { model: `${mark} M` }, status: 200 },
      ],
    }
  },
  calls(mine, nobody) {
    const { vin, vehicleUuid, alertUuid, caseUuid, captureUuid, noteUuid, profileUuid } = mine
    const window = windowOf(vin)
    return {
      'msoc/v1/captures': { q: 'x', case: caseUuid, vehicle: vin, cursor: '5', limit: '5' },
      'msoc/v1/captures/get': { uuid: captureUuid },
      'msoc/v1/captures/upload': { file_name: 'x.log', name: 'x', format: 'candump', vehicle: vin, bus: 'can0' },
      'msoc/v1/captures/keep': { vehicle: vin, from: window.from, to: window.to, bus: 'none', name: 'x' },
      'msoc/v1/captures/save': { uuid: captureUuid, revision: 99, name: 'x', vehicle: vin, case_uuid: caseUuid },
      'msoc/v1/captures/delete': { uuid: captureUuid, revision: 99 },
      'msoc/v1/captures/replay': { uuid: captureUuid, vehicle: vin, model: 'x', speed: 1 },
      'msoc/v1/captures/cancel-replay': { uuid: nobody },
      'msoc/v1/captures/blocks': { uuid: captureUuid, from: window.from, to: window.to, bus: 'can0', cursor: '0' },
      'msoc/v1/can/blocks': { ...window, limit: undefined, bus: 'can0' },
      'msoc/v1/can/export': [
        { vehicle: vin, from: window.from, to: window.to, bus: 'can0', format: 'candump' },
        { capture: captureUuid, format: 'csv' },
        { alert: alertUuid, format: 'pcap' },
      ],
      'msoc/v1/can/frames': { ...window, bus: 'can0', id: '0x1' },
      'msoc/v1/signals': { ...window, path: 'Vehicle.Speed' },
      'msoc/v1/signals/plot': { vehicle: vin, paths: 'Vehicle.Speed', from: window.from, to: window.to, points: '20' },
      'msoc/v1/can/profiles': { model: 'x', bus: 'can0', state: 'DRAFT' },
      'msoc/v1/can/profiles/get': { uuid: profileUuid },
      'msoc/v1/can/profiles/diff': { before: profileUuid, after: profileUuid },
      'msoc/v1/can/profiles/learn': [
        { model: 'x', bus: 'can0', note: 'x', capture_uuid: captureUuid, dbc_version_uuid: nobody },
        {
          model: 'x',
          bus: 'can0',
          note: 'x',
          vehicles: [vin],
          from: '2026-01-01T00:00:00Z',
          to: '2026-01-01T01:00:00Z',
          dbc_version_uuid: nobody,
        },
      ],
      'msoc/v1/can/profiles/derive': { model: 'x', bus: 'can0', note: 'x', dbc_version_uuid: nobody },
      'msoc/v1/can/profiles/delete': { uuid: profileUuid, revision: 99 },
      'msoc/v1/can/profiles/save': {
        uuid: profileUuid,
        revision: 99,
        note: 'x',
        exceptions: [{ id: 1, ext: false, detector: 'can-flood' }],
      },
      'msoc/v1/can/profiles/activate': { uuid: profileUuid, revision: 99 },
      'msoc/v1/can/profiles/retire': { uuid: profileUuid, revision: 99 },
      'msoc/v1/can/profiles/for': { vehicle: vin, buses: 'can0' },
      'msoc/v1/can/status': { vehicle: vin },
      'msoc/v1/can/relearn': { vehicle: vin },
      'msoc/v1/can/notes': { subject: 'vehicle', subject_uuid: vehicleUuid, from_ms: '1', to_ms: '2' },
      'msoc/v1/can/notes/delete': { uuid: noteUuid, revision: 99 },
      'msoc/v1/can/notes/save': [
        { subject: 'vehicle', subject_uuid: vehicleUuid, at_ms: 1, bus: 'can0', id: 1, ext: false, text: 'x' },
        {
          uuid: noteUuid,
          revision: 99,
          subject: 'vehicle',
          subject_uuid: vehicleUuid,
          at_ms: 1,
          bus: null,
          id: null,
          ext: true,
          text: 'x',
        },
      ],
      'msoc/v1/can/dbcs': {},
      'msoc/v1/can/dbcs/version': { uuid: nobody },
      'msoc/v1/can/dbcs/save': { uuid: nobody, revision: 1, name: 'x', description: 'x' },
      'msoc/v1/can/dbcs/delete': { uuid: nobody, revision: 1 },
      'msoc/v1/can/dbcs/upload': [
        { dbc_uuid: nobody, file_name: 'x.dbc', note: 'x', text: 'BO_ 1 X: 8 Y' },
        { name: 'x', file_name: 'x.dbc', text: 'BO_ 2 X: 8 Y' },
      ],
      'msoc/v1/can/dbcs/assign': [
        { model: 'x', bus: 'can0', version_uuid: nobody },
        { model: 'x', bus: 'can0', version_uuid: null },
      ],
      'msoc/v1/can/dbcs/diff': { before: nobody, after: nobody },
      'msoc/v1/can/dbcs/for': [{ vehicle: vin }, { model: 'x' }],
    }
  },
}
