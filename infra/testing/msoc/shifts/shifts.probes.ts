import type { AccessProbes } from '../../support/access-probes.ts'

const date = new Date().toISOString().slice(0, 10)
const shift = {
  name: 'ours',
  days: [1],
  from: '06:00',
  to: '14:00',
  zone: 'Europe/Berlin',
  members: ['00000000-0000-4000-8000-000000000001'],
  rotation: 'weekly',
  starts_on: date,
  ends_on: null,
}

/** Calls and channels of shifts, hand-overs and the watch list. */
export const probes: AccessProbes = {
  isolation({ theirs, ours, callerUuid }) {
    const turn = { shift_uuid: theirs.shiftUuid, date }
    return {
      'msoc/v1/shifts': [{ say: {}, status: 200 }],
      'msoc/v1/shifts/save': [
        { say: { ...shift, members: [theirs.userUuid] }, status: 400 },
        { say: { ...shift, members: [callerUuid], uuid: theirs.shiftUuid, revision: 1 }, status: 404 },
      ],
      'msoc/v1/shifts/delete': [{ say: { uuid: theirs.shiftUuid, revision: 1 }, status: 404 }],
      'msoc/v1/shifts/overrides/save': [
        { say: { ...turn, member: callerUuid, substitute: null }, status: 404 },
        { say: { shift_uuid: ours.shiftUuid, date, member: theirs.userUuid, substitute: null }, status: 400 },
      ],
      'msoc/v1/shifts/overrides/delete': [{ say: { uuid: theirs.overrideUuid }, status: 404 }],
      'msoc/v1/shifts/handover': [{ say: turn, status: 404 }],
      'msoc/v1/shifts/notes/save': [{ say: { ...turn, text: 'ours', revision: 1 }, status: 404 }],
      'msoc/v1/shifts/handovers/sign': [{ say: { ...turn, notes_revision: 1 }, status: 404 }],
      'msoc/v1/shifts/handovers/accept': [{ say: { uuid: theirs.handoverUuid }, status: 404 }],
      'msoc/v1/shifts/handovers': [
        { say: {}, status: 200 },
        { say: { cursor: `2100-01-01T00:00:00.000Z|${theirs.handoverUuid}`, limit: 100 }, status: 200 },
      ],
      'msoc/v1/shifts/handovers/print': [{ say: { uuid: theirs.handoverUuid }, status: 404 }],
      'msoc/v1/watch-items': [{ say: {}, status: 200 }],
      'msoc/v1/watch-items/save': [
        { say: { kind: 'alert', subject: theirs.alertUuid }, status: 400 },
        { say: { kind: 'case', subject: theirs.caseUuid }, status: 400 },
        { say: { kind: 'vehicle', subject: theirs.vin }, status: 400 },
      ],
      'msoc/v1/watch-items/delete': [{ say: { uuid: theirs.watchItemUuid }, status: 404 }],
    }
  },
  watched() {
    return { 'msoc.board': [{ params: {}, refused: false }] }
  },
  calls(mine, nobody) {
    const turn = { shift_uuid: mine.shiftUuid, date: mine.shiftDate }
    return {
      'msoc/v1/shifts': {},
      'msoc/v1/shifts/save': { ...shift, uuid: nobody, revision: 1, ends_on: '2100-01-01' },
      'msoc/v1/shifts/delete': { uuid: nobody, revision: 1 },
      'msoc/v1/shifts/overrides/save': {
        shift_uuid: nobody,
        date,
        member: mine.userUuid,
        substitute: nobody,
        note: 'x',
      },
      'msoc/v1/shifts/overrides/delete': { uuid: nobody },
      'msoc/v1/shifts/handover': turn,
      'msoc/v1/shifts/notes/save': { shift_uuid: nobody, date, text: 'x', revision: 1 },
      'msoc/v1/shifts/handovers/sign': { shift_uuid: nobody, date, notes_revision: 0 },
      'msoc/v1/shifts/handovers/accept': { uuid: nobody },
      'msoc/v1/shifts/handovers': { cursor: `2024-01-01T00:00:00.000Z|${nobody}`, limit: '5' },
      'msoc/v1/shifts/handovers/print': { uuid: mine.handoverUuid },
      'msoc/v1/watch-items': {},
      'msoc/v1/watch-items/save': { kind: 'alert', subject: nobody, note: 'x' },
      'msoc/v1/watch-items/delete': { uuid: nobody },
    }
  },
}
