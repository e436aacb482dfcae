import { expect, test, vi } from 'vitest'
import { channels, endpoints } from '@carapace/shared/contracts'

import { engineeringChannels, engineeringProbes } from '../support/engineering/engineering-probes.ts'
import { dbcOf, type Everything, fillWithEverything, lines, untilFollowed } from '../support/everything.ts'
import { password, sendAndEnd, startInstallation } from '../support/installation.ts'
import { identifiersIn, leaksIn, rowsOwnedBy } from '../support/tenancy.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Zebra works')
const mark = 'ZEBRA'
const theirs = await fillWithEverything(site, bravo, mark)
const ours = await fillWithEverything(site, alpha, 'ALPHA')
const identifiers = identifiersIn(await rowsOwnedBy(site.sql, bravo.org))
const admin = alpha.members.ADMIN

/** A call that names data of the other organisation, and its expected status. */
interface Probe {
  readonly say: object
  readonly status: number
}

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
const registration = {
  firstName: 'Our',
  lastName: 'Own',
  company: 'Ours',
  jobTitle: 'X',
  jobFunction: 'X',
  orgFunction: 'Testing',
  country: 'India',
  mobileNumber: '9876543210',
}
const lately = {
  from: new Date(Date.now() - 3_600_000).toISOString(),
  to: new Date(Date.now() + 3_600_000).toISOString(),
}
const history = ({ vin, vehicleUuid, deviceId }: Everything, more: object = {}): Probe[] =>
  [vin, vehicleUuid, deviceId].map((vehicle) => ({ say: { vehicle, ...more }, status: 404 }))

/** Calls of every endpoint. A new endpoint needs calls here that name data of the other organisation. */
const probes: Record<string, Probe[]> = {
  ...engineeringProbes(theirs, ours),
  'v2/auth/login': [{ say: { email: `nobody@${theirs.email.split('@')[1]}`, password: 'a guess' }, status: 422 }],
  'v2/auth/register': [{ say: { email: theirs.email }, status: 200 }],
  'v2/auth/verify-organization': [{ say: { organizationUuid: theirs.invitationUuid }, status: 200 }],
  'v2/auth/complete-registration': [{ say: { ...registration, organizationUuid: theirs.invitationUuid }, status: 422 }],
  'v2/auth/forgot-password': [{ say: { email: `nobody@${theirs.email.split('@')[1]}` }, status: 200 }],
  'v2/auth/set-password': [
    { say: { uuid: theirs.invitationUuid, new_password: 'Ours-now-1', confirm_password: 'Ours-now-1' }, status: 422 },
  ],
  'v2/app/invite-team-member': [
    { say: { email: theirs.email, name: 'Ours now', role: 'VIEWER' }, status: 200 },
    { say: { email: theirs.invited, name: 'Ours now', role: 'VIEWER' }, status: 200 },
  ],
  'v2/app/invitations/resend': [{ say: { uuid: theirs.invitationUuid }, status: 404 }],
  'v2/app/invitations/revoke': [{ say: { uuid: theirs.invitationUuid }, status: 404 }],
  'app/plans': [{ say: {}, status: 200 }],
  'v2/auth/login-via-token': [{ say: { token: theirs.invitationUuid }, status: 422 }],
  'v2/auth/2fa/validate': [{ say: { code: '123456', two_factor_token: theirs.sessionUuid }, status: 422 }],
  'v2/auth/2fa/setup': [{ say: { password: 'a guess' }, status: 400 }],
  'v2/auth/2fa/enable': [{ say: { code: '123456' }, status: 422 }],
  'v2/auth/2fa/disable': [{ say: { password, code: '123456' }, status: 422 }],
  'v2/auth/2fa/recovery-codes': [{ say: { password, code: '123456' }, status: 422 }],
  'v2/auth/change-password': [
    { say: { current_password: 'a guess', new_password: 'Ours-now-1', confirm_password: 'Ours-now-1' }, status: 400 },
  ],
  'v2/auth/sessions': [{ say: {}, status: 200 }],
  'v2/auth/sessions/revoke': [
    { say: { uuid: theirs.sessionUuid }, status: 404 },
    { say: {}, status: 200 },
  ],
  'v2/app/team': [{ say: {}, status: 200 }],
  'v2/app/update-member': [
    { say: { uuid: theirs.userUuid, revision: 1, role: 'VIEWER' }, status: 404 },
    { say: { uuid: theirs.userUuid, revision: 1, active: false, reset_two_factor: true }, status: 404 },
  ],
  'v2/app/erase-member': [{ say: { uuid: theirs.userUuid, revision: 1 }, status: 404 }],
  'v2/app/profile': [{ say: {}, status: 200 }],
  'v2/app/save-profile': [
    { say: { revision: 1, name: 'Ours', time_zone: 'UTC', uuid: theirs.userUuid, email: theirs.email }, status: 200 },
  ],
  // by then it has invited these two addresses itself
  'v2/app/my-data': [{ say: { invited: theirs.email, and: theirs.invited }, status: 200 }],
  'v2/app/erase-me': [{ say: { password }, status: 422 }],
  'v2/app/organisation': [{ say: {}, status: 200 }],
  'v2/app/save-organisation': [
    { say: { revision: 1, name: 'Ours', retention_days: null, session_days: 30, uuid: bravo.org.uuid }, status: 200 },
  ],
  'v2/app/audit-log': [
    { say: {}, status: 200 },
    { say: { q: mark }, status: 200 },
    { say: { actor: theirs.userUuid }, status: 200 },
    { say: { cursor: theirs.auditId }, status: 200 },
  ],
  'v2/auth/logout': [{ say: {}, status: 200 }],
  'v2/auth/session': [{ say: {}, status: 200 }],
  'v2/app/get-members': [{ say: {}, status: 200 }],
  'v2/app/jobs': [
    { say: {}, status: 200 },
    { say: { cursor: `2100-01-01T00:00:00Z|${theirs.jobUuid}`, limit: 200 }, status: 200 },
  ],
  'v2/app/jobs/cancel': [{ say: { uuid: theirs.jobUuid }, status: 404 }],
  'v2/app/jobs/retry': [{ say: { uuid: theirs.jobUuid }, status: 404 }],
  'v2/app/views': [{ say: { page: '/org/msoc/dashboard/alert-management' }, status: 200 }],
  'v2/app/views/save': [
    {
      say: { uuid: theirs.viewUuid, page: '/org/msoc/dashboard/alert-management', name: 'ours now', search: {} },
      status: 404,
    },
    {
      say: {
        uuid: theirs.viewUuid,
        revision: 1,
        page: '/org/msoc/dashboard/alert-management',
        name: 'ours now',
        search: {},
        shared: true,
      },
      status: 404,
    },
  ],
  'v2/app/views/delete': [{ say: { uuid: theirs.viewUuid }, status: 404 }],
  'app/config': [{ say: {}, status: 200 }],
  'app/phases': [{ say: {}, status: 200 }],
  'v2/app/get-programs': [
    { say: {}, status: 200 },
    { say: { q: mark }, status: 200 },
  ],
  'v2/app/get-program-by-uuid': [{ say: { programUuid: theirs.programUuid }, status: 404 }],
  'v2/app/program-lifecycle': [{ say: { program_uuid: theirs.programUuid }, status: 404 }],
  'v2/app/get-program-members': [{ say: { program_uuid: theirs.programUuid }, status: 404 }],
  'v2/app/save-program': [
    { say: { uuid: theirs.programUuid, name: 'ours now' }, status: 400 },
    { say: { uuid: theirs.programUuid, revision: 1, name: 'ours now' }, status: 404 },
  ],
  'v2/app/update-program-name': [
    { say: { program_uuid: theirs.programUuid, revision: 1, name: 'ours now' }, status: 404 },
  ],
  'v2/app/update-program-status': [
    { say: { program_uuid: theirs.programUuid, revision: 1, status: 'APPROVED' }, status: 404 },
  ],
  'v2/app/update-program-current-phase': [
    { say: { program_uuid: theirs.programUuid, revision: 1, current_phase: 'PRODUCTION' }, status: 404 },
  ],
  'v2/app/delete-program': [{ say: { program_uuid: theirs.programUuid, revision: 1 }, status: 404 }],
  'v2/app/save-program-member': [
    { say: { program_uuid: theirs.programUuid, user_uuid: admin.uuid, role: 'LEAD' }, status: 404 },
    { say: { program_uuid: theirs.programUuid, user_uuid: theirs.userUuid, role: null }, status: 404 },
    { say: { program_uuid: ours.programUuid, user_uuid: theirs.userUuid, role: 'EDITOR' }, status: 400 },
    { say: { program_uuid: ours.programUuid, user_uuid: theirs.userUuid, role: null }, status: 200 },
  ],
  'msoc/v1/alerts': [
    { say: {}, status: 200 },
    { say: { vehicle: theirs.vin }, status: 200 },
    { say: { owner: theirs.userUuid }, status: 200 },
    { say: { q: mark }, status: 200 },
    { say: { cursor: `2100-01-01T00:00:00Z|${theirs.alertUuid}`, limit: 500 }, status: 200 },
  ],
  'msoc/v1/alerts/histogram': [
    { say: {}, status: 200 },
    { say: { vehicle: theirs.vin }, status: 200 },
    { say: { q: mark }, status: 200 },
  ],
  'msoc/v1/alerts/similar': [
    { say: { uuid: theirs.alertUuid }, status: 404 },
    { say: { uuid: ours.alertUuid }, status: 200 },
  ],
  'msoc/v1/alerts/similar-counts': [
    { say: { uuids: [theirs.alertUuid, theirs.escalatedUuid] }, status: 200 },
    { say: { uuids: [ours.alertUuid] }, status: 200 },
  ],
  'msoc/v1/alerts/get': [{ say: { uuid: theirs.alertUuid }, status: 404 }],
  'msoc/v1/alerts/update': [
    { say: { uuids: [theirs.alertUuid], change: { acknowledge: true } }, status: 200 },
    { say: { uuids: [theirs.alertUuid], revision: 1, change: { tags: ['taken'] } }, status: 200 },
    { say: { query: { vehicle: theirs.vin }, change: { status: 'CLOSED', resolution: 'UNKNOWN' } }, status: 200 },
    { say: { query: { q: mark }, change: { owner: 'me' } }, status: 200 },
    { say: { uuids: [ours.alertUuid], change: { owner: theirs.userUuid } }, status: 400 },
  ],
  'msoc/v1/alerts/bulk': [
    { say: { query: { vehicle: theirs.vin }, change: { acknowledge: true } }, status: 200 },
    { say: { query: { q: mark }, change: { owner: theirs.userUuid } }, status: 400 },
  ],
  'msoc/v1/alerts/export': [
    { say: {}, status: 200 },
    { say: { vehicle: theirs.vin }, status: 200 },
    { say: { q: mark }, status: 200 },
  ],
  'msoc/v1/cases': [
    { say: {}, status: 200 },
    { say: { q: mark }, status: 200 },
    { say: { owner: theirs.userUuid }, status: 200 },
  ],
  'msoc/v1/cases/get': [{ say: { uuid: theirs.caseUuid }, status: 404 }],
  'msoc/v1/cases/update': [
    { say: { uuid: theirs.caseUuid, revision: 1, title: 'ours' }, status: 404 },
    { say: { uuid: theirs.caseUuid, revision: 1, stage: 'CLOSED', close_alerts: 'UNKNOWN' }, status: 404 },
    { say: { uuid: ours.caseUuid, revision: 1, owner: theirs.userUuid }, status: 400 },
  ],
  'msoc/v1/cases/link': [
    { say: { uuid: theirs.caseUuid, add: [ours.alertUuid] }, status: 404 },
    { say: { uuid: theirs.caseUuid, remove: [theirs.escalatedUuid] }, status: 404 },
    { say: { uuid: ours.caseUuid, add: [theirs.alertUuid] }, status: 404 },
    { say: { uuid: ours.caseUuid, remove: [theirs.escalatedUuid] }, status: 404 },
  ],
  'msoc/v1/cases/comment': [{ say: { uuid: theirs.caseUuid, text: 'ours' }, status: 404 }],
  'msoc/v1/dashboard': [{ say: {}, status: 200 }],
  'msoc/v1/cases/create': [
    { say: { title: 'ours', alert_uuids: [theirs.alertUuid] }, status: 404 },
    { say: { title: 'ours', alert_uuids: [ours.alertUuid, theirs.alertUuid] }, status: 404 },
  ],
  'msoc/v1/assets/vehicles': [
    { say: {}, status: 200 },
    { say: { q: mark }, status: 200 },
  ],
  'msoc/v1/assets/facets': [{ say: {}, status: 200 }],
  'msoc/v1/assets/health': history(theirs),
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
  'msoc/v1/syslog': [...history(theirs), { say: {}, status: 200 }, { say: { q: mark }, status: 200 }],
  'msoc/v1/ids/events': [...history(theirs), { say: {}, status: 200 }],
  'msoc/v1/rejects': [
    { say: {}, status: 200 },
    { say: { cursor: '999999999' }, status: 200 },
  ],
  'msoc/v1/rejects/retry': [{ say: { rejects: [{ id: theirs.rejectId, event: '{}' }] }, status: 200 }],
  'msoc/v1/rollups': [
    { say: {}, status: 200 },
    { say: { step: 'hour' }, status: 200 },
  ],
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
  'msoc/v1/ingest/keys': [{ say: {}, status: 200 }],
  'msoc/v1/ingest/keys/create': [{ say: { name: 'one more' }, status: 200 }],
  'msoc/v1/ingest/keys/revoke': [{ say: { uuid: theirs.keyUuid }, status: 404 }],
  'msoc/v1/ingest/device-tokens': [{ say: { vehicle_uuid: theirs.vehicleUuid }, status: 404 }],
  'msoc/v1/ingest/device-tokens/create': [{ say: { vehicle_uuid: theirs.vehicleUuid }, status: 404 }],
  'msoc/v1/ingest/device-tokens/revoke': [{ say: { uuid: theirs.deviceTokenUuid }, status: 404 }],
  'msoc/v1/ingest/settings': [{ say: {}, status: 200 }],
  'msoc/v1/ingest/syslog-losses': [{ say: {}, status: 200 }],
  'msoc/v1/ingest/settings/save': [{ say: { unknown_vehicles: 'register', reports_every_seconds: null }, status: 200 }],
  'msoc/v1/event-catalogue': [
    { say: {}, status: 200 },
    { say: { platform: theirs.platform }, status: 200 },
  ],
  'msoc/v1/event-catalogue/import': [
    { say: { platform: theirs.platform, format: 'csv', text: 'event_id,name,severity\n1,ours,low' }, status: 200 },
  ],
}

/** Subscriptions of every channel; without parameters the other organisation gets its own data. */
const watched: Record<string, { params: object; refused: boolean }[]> = {
  ...engineeringChannels(theirs),
  'app.jobs': [{ params: {}, refused: false }],
  'msoc.positions': [{ params: { bbox: [-180, -90, 180, 90], zoom: 3, clusters: false }, refused: false }],
  'msoc.counters': [{ params: {}, refused: false }],
  'msoc.alerts': [
    { params: {}, refused: false },
    { params: { filter: { vehicle: theirs.vin } }, refused: false },
    { params: { filter: { owner: theirs.userUuid } }, refused: false },
  ],
  'msoc.cases': [{ params: {}, refused: false }],
  'msoc.pipeline': [{ params: {}, refused: false }],
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

test('every endpoint and every channel is tried by another organisation', () => {
  expect(Object.keys(probes).sort()).toEqual(endpoints.map(({ path }) => path).sort())
  expect(Object.keys(watched).sort()).toEqual(channels.map(({ name }) => name).sort())
})

const calls = endpoints.flatMap((endpoint) => (probes[endpoint.path] ?? []).map((probe) => ({ ...endpoint, ...probe })))

test.for(calls)(
  '$path neither reveals nor changes data of another organisation, called with $say',
  async ({ method, path, takes, say, status }) => {
    const before = await rowsOwnedBy(site.sql, bravo.org)
    const token = path === 'v2/auth/logout' ? await site.signIn(alpha.org, admin.uuid) : admin.token
    const input = say as Record<string, string>
    const reply =
      takes !== undefined
        ? await site.upload(token, path, input, '(1.0) can0 123#01\n')
        : method === 'GET'
          ? await site.get(token, path, input)
          : await site.call(token, path, say)

    expect(reply.status, reply.text).toBe(status)
    expect(leaksIn(reply.text, say, mark, identifiers)).toEqual([])
    expect(await rowsOwnedBy(site.sql, bravo.org)).toEqual(before)
  },
)

test("an update by uuids or by a filter that name another organisation's alerts finds none", async () => {
  const { body: named } = await site.call(admin.token, 'msoc/v1/alerts/update', {
    uuids: [theirs.alertUuid, theirs.escalatedUuid],
    change: { acknowledge: true },
  })
  expect(named).toEqual({ success: true, updated: 0, unchanged: 0, not_found: 2, alerts: [] })

  const { body: filtered } = await site.call(admin.token, 'msoc/v1/alerts/update', {
    query: { vehicle: theirs.deviceId },
    change: { acknowledge: true },
  })
  expect(filtered).toEqual({ success: true, updated: 0, unchanged: 0, not_found: 0, alerts: [] })
})

test("the rollups count only the organisation's own events", async () => {
  const { body } = await site.get(admin.token, 'msoc/v1/rollups', { step: 'hour' })
  const counted = (kind: string) =>
    body.events.reduce(
      (sum: number, row: { kind: string; events: number }) => sum + (row.kind === kind ? row.events : 0),
      0,
    )
  const [raw] = await site.sql`SELECT (SELECT count(*)::int
      FROM positions
      WHERE org_id = ${alpha.org.id}) AS position, (SELECT count(*)::int
      FROM can_frames
      WHERE org_id = ${alpha.org.id}) AS can`
  expect({ position: counted('position'), can: counted('can') }).toEqual(raw)
  const alerts = await site.sql`SELECT 1 FROM alerts WHERE org_uuid = ${alpha.org.uuid}`
  expect(body.alerts.reduce((sum: number, row: { alerts: number }) => sum + row.alerts, 0)).toBe(alerts.length)
})

test('a viewer of every channel receives nothing of another organisation, at once or later', async () => {
  const viewer = await site.live(admin.token)
  const subscriptions = channels.flatMap(({ name }) =>
    watched[name]!.map(({ params, refused }) => ({ refused, subscription: viewer.subscribe(name, params) })),
  )
  for (const { refused, subscription } of subscriptions) {
    if (refused) expect(await subscription.refusal()).toBe('NOT_FOUND')
    else await subscription.snapshot()
  }
  const owner = await site.live(bravo.members.ADMIN.token)
  const theirSyslog = owner.subscribe('msoc.syslog')
  await theirSyslog.snapshot()
  await site.post(bravo.key, lines(theirs.vin, mark))
  await theirSyslog.until(({ changes }) => changes.length > 0, "the others' own log line")
  await site.post(alpha.key, lines(ours.vin, 'ALPHA'))
  await viewer.until(
    () => viewer.frames.some((frame) => JSON.stringify(frame).includes('ALPHA sends hello')),
    'our own log line',
  )

  await untilFollowed(site, bravo.org)
  const later = identifiersIn(await rowsOwnedBy(site.sql, bravo.org))
  expect(leaksIn(JSON.stringify(viewer.frames), [theirs], mark, later)).toEqual([])
})

const candump = '(1700000000.000000) can0 123#01\n'
const idsMessage = Buffer.from([0x10, 0, 0x41, 0x80, 0x03, 0, 1, 0])
const osmAnd = { lat: 1, lon: 1, vehicle: theirs.vin, deviceid: theirs.deviceId, vin: theirs.vin }

/** Inputs of ingest that name another organisation's vehicle. */
const senders: Record<string, () => Promise<unknown>> = {
  'events of its VIN': () => site.post(alpha.key, lines(theirs.vin, 'ALPHA')),
  'events of its device id': () => site.post(alpha.key, lines(theirs.deviceId, 'ALPHA')),
  'events of its uuid': () => site.post(alpha.key, lines(theirs.vehicleUuid, 'ALPHA')),
  'the idempotency key that it used': () =>
    site.post(alpha.key, lines(ours.vin, 'ALPHA'), { headers: { 'idempotency-key': 'the first' } }),
  'a candump log': () =>
    site.post(alpha.key, candump, { path: `candump?vehicle=${theirs.vin}`, headers: { 'content-type': 'text/plain' } }),
  'IDS messages': () =>
    site.post(alpha.key, idsMessage, {
      path: `idsm?vehicle=${theirs.vin}`,
      headers: { 'content-type': 'application/octet-stream' },
    }),
  "a phone's token": () => site.track({ id: ours.deviceToken, ...osmAnd }),
  'its device id as a token': () => site.track({ id: theirs.deviceId, ...osmAnd }),
  "the token's uuid as a token": () => site.track({ id: theirs.deviceTokenUuid, ...osmAnd }),
  'a log line with our key': () =>
    sendAndEnd(
      site.ingest.syslogPort,
      `<13>1 - ${theirs.vin} app - - [carapace@32473 key="${alpha.key}" vehicle="${theirs.vin}"] ours\n`,
    ),
  'a log line without a key': () =>
    sendAndEnd(
      site.ingest.syslogPort,
      `<13>1 - ${theirs.vin} app - - [carapace@32473 vehicle="${theirs.vin}"] nobody's\n`,
    ),
  'a log line with a key that is none': () =>
    sendAndEnd(
      site.ingest.syslogPort,
      `<13>1 - ${theirs.vin} app - - [carapace@32473 key="${theirs.keyUuid}"] nobody's\n`,
    ),
}

test.for(Object.keys(senders))("%s leaves the other organisation's vehicle unchanged", async (name) => {
  const before = await rowsOwnedBy(site.sql, bravo.org)
  const reply = await senders[name]!()
  await sendAndEnd(site.ingest.syslogPort, `<13>1 - - app - - [carapace@32473 key="${alpha.key}"] after ${name}\n`)
  await vi.waitFor(
    async () => expect(await site.sql`SELECT 1 FROM syslog_events WHERE message = ${`after ${name}`}`).toHaveLength(1),
    { timeout: 20_000 },
  )

  expect(leaksIn(JSON.stringify(reply ?? ''), [theirs], mark, identifiers)).toEqual([])
  expect(await rowsOwnedBy(site.sql, bravo.org)).toEqual(before)
})
