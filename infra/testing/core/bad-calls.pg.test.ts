import { expect, test } from 'vitest'
import { endpoints } from '@carapace/shared/contracts'

import { engineeringCalls } from '../support/engineering/engineering-probes.ts'
import { fillWithEverything } from '../support/everything.ts'
import { startInstallation } from '../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const everything = await fillWithEverything(site, alpha, 'ALPHA')
const { vin, vehicleUuid, alertUuid, caseUuid, captureUuid, geofenceUuid, noteUuid, profileUuid } = everything
const nobody = crypto.randomUUID()
const fence = {
  name: 'x',
  polygon: [
    [1, 1],
    [2, 1],
    [2, 2],
  ],
  severity: 'low',
  active: true,
}
const window = {
  vehicle: vin,
  from: '2024-01-01T00:00:00Z',
  to: '2030-01-01T00:00:00Z',
  cursor: '2024-01-01T00:00:00.000000Z|0',
  limit: '10',
}

const narrowed = {
  acknowledged: 'false',
  case: caseUuid,
  rule: 'x',
  model: 'x',
  tag: 'x',
  tactic: 'x',
  observable: 'ecu:x',
  not_severity: 'low',
  not_source: 'ids',
  not_status: 'MERGED',
  not_rule: 'x',
  not_model: 'x',
  not_vehicle: vin,
}

/** A call of every endpoint with all its fields; the test makes each field invalid. */
const calls: Record<string, object | object[]> = {
  ...engineeringCalls(nobody, everything),
  'v2/auth/login': { email: 'nobody@alpha.example', password: 'x', recaptcha_token: 'x' },
  'v2/auth/logout': {},
  'v2/auth/session': {},
  'v2/app/get-members': {},
  'app/config': {},
  'v2/auth/register': { email: 'x', recaptcha_token: 'x' },
  'v2/auth/verify-organization': { organizationUuid: 'x' },
  'v2/auth/forgot-password': { email: 'x' },
  'v2/auth/complete-registration': {
    organizationUuid: 'x',
    firstName: 'x',
    lastName: 'x',
    company: 'x',
    jobTitle: 'x',
    hearAboutUs: 'google',
    hearAboutUsOther: 'x',
    jobFunction: 'x',
    orgFunction: 'Testing',
    country: 'India',
    mobileNumber: '9876543210',
    privacyConsent: true,
  },
  'v2/auth/set-password': { uuid: 'x', new_password: 'Better-Horse-9!', confirm_password: 'Better-Horse-9!' },
  'app/plans': {},
  'msoc/v1/ingest/syslog-losses': {},
  'v2/app/invite-team-member': { email: 'x', name: 'x', role: 'VIEWER' },
  'v2/app/invitations/resend': { uuid: nobody },
  'v2/app/invitations/revoke': { uuid: nobody },
  'v2/auth/login-via-token': { token: 'x' },
  'v2/auth/2fa/validate': { code: '123456', two_factor_token: 'x' },
  'v2/auth/2fa/setup': { password: 'x' },
  'v2/auth/2fa/enable': { code: '123456' },
  'v2/auth/2fa/disable': { password: 'x', code: '123456' },
  'v2/auth/2fa/recovery-codes': { password: 'x', code: '123456' },
  'v2/auth/sessions': {},
  'v2/auth/sessions/revoke': { uuid: nobody },
  'v2/auth/change-password': {
    current_password: 'x',
    new_password: 'Better-Horse-9!',
    confirm_password: 'Better-Horse-9!',
  },
  'v2/app/team': {},
  'v2/app/update-member': { uuid: nobody, revision: 1, role: 'VIEWER', active: true, reset_two_factor: true },
  'v2/app/erase-member': { uuid: nobody, revision: 1 },
  'v2/app/profile': {},
  'v2/app/save-profile': {
    revision: 99,
    name: 'x',
    job_title: 'x',
    country: 'x',
    mobile_number: '1',
    time_zone: 'UTC',
  },
  'v2/app/my-data': {},
  'v2/app/erase-me': { password: 'x' },
  'v2/app/organisation': {},
  'v2/app/save-organisation': { revision: 99, name: 'x', retention_days: 1, session_days: 1 },
  'v2/app/audit-log': { q: 'x', actor: nobody, cursor: '5', limit: '5' },
  'app/phases': {},
  'v2/app/get-programs': { perPage: '5', page: '1', q: 'x', phase: 'CONCEPT', sort: 'role', order: 'asc' },
  'v2/app/get-program-by-uuid': { programUuid: nobody },
  'v2/app/program-lifecycle': { program_uuid: nobody },
  'v2/app/save-program': [
    { uuid: nobody, revision: 1, name: 'x', description: 'x' },
    { name: 'x', description: 'x' },
  ],
  'v2/app/delete-program': { program_uuid: nobody, revision: 1 },
  'v2/app/update-program-name': { program_uuid: nobody, revision: 1, name: 'x' },
  'v2/app/update-program-status': { program_uuid: nobody, revision: 1, status: 'APPROVED' },
  'v2/app/update-program-current-phase': { program_uuid: nobody, revision: 1, current_phase: 'PRODUCTION' },
  'v2/app/get-program-members': { program_uuid: nobody },
  'v2/app/save-program-member': { program_uuid: nobody, user_uuid: nobody, role: 'EDITOR' },
  'v2/app/jobs': { status: 'FAILED', cursor: `2024-01-01T00:00:00Z|${nobody}`, limit: '5' },
  'v2/app/jobs/cancel': { uuid: nobody },
  'v2/app/jobs/retry': { uuid: nobody },
  'v2/app/views': { page: '/org/msoc/dashboard/alert-management' },
  'v2/app/views/delete': { uuid: nobody },
  'v2/app/views/save': [
    {
      uuid: nobody,
      revision: 1,
      page: '/org/msoc/dashboard/alert-management',
      name: 'x',
      search: { q: 'x' },
      shared: true,
    },
    { page: '/org/msoc/dashboard/alert-management', name: 'x', search: { q: 'x' } },
  ],
  'msoc/v1/alerts/bulk': {
    query: { q: 'nothing', owner: 'none', vehicle: 'nobody', from: '2024-01-01T00:00:00Z' },
    change: { tags: ['a'], owner: 'me', acknowledge: true },
  },
  'msoc/v1/alerts/export': { ...window, sort: 'risk', q: 'x', owner: 'me' },
  'msoc/v1/assets/export': { q: 'x', health: 'healthy', sort: 'vin', order: 'asc' },
  'msoc/v1/assets/import': { csv: 'vin\nX', dry_run: true },
  'msoc/v1/rejects/retry': { rejects: [{ id: 999_999, event: '{}' }] },
  'msoc/v1/alerts': {
    ...window,
    cursor: `2024-01-01T00:00:00Z|${nobody}`,
    status: 'NEW',
    severity: 'high,low',
    source: 'ids',
    q: 'x',
    owner: 'me',
    ...narrowed,
    sort: 'newest',
  },
  'msoc/v1/alerts/histogram': { ...narrowed, from: window.from, to: window.to, buckets: '20', q: 'x' },
  'msoc/v1/alerts/similar': { uuid: alertUuid, limit: '5' },
  'msoc/v1/alerts/similar-counts': { uuids: [alertUuid] },
  'msoc/v1/alerts/get': { uuid: alertUuid, evidence: '10' },
  'msoc/v1/alerts/update': [
    { uuids: [alertUuid], revision: 1, change: { tags: ['a'] } },
    { uuids: [alertUuid], change: { tags: ['a'], owner: 'me', acknowledge: true } },
    { query: { q: 'x', owner: 'none', vehicle: vin }, change: { tags: ['a'] } },
  ],
  'msoc/v1/cases': { cursor: '5', limit: '5', stage: 'NEW', severity: 'low', owner: 'me', q: 'x' },
  'msoc/v1/cases/get': { uuid: caseUuid },
  'msoc/v1/cases/comment': { uuid: caseUuid, text: 'x' },
  'msoc/v1/cases/update': [
    {
      uuid: caseUuid,
      revision: 99,
      title: 'x',
      stage: 'CLOSED',
      owner: 'me',
      severity: 'low',
      close_alerts: 'UNKNOWN',
    },
  ],
  'msoc/v1/cases/link': { uuid: caseUuid, add: [nobody], remove: [nobody] },
  'msoc/v1/dashboard': { from: window.from, to: window.to },
  'msoc/v1/cases/create': { title: 'x', alert_uuids: [nobody] },
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
  'msoc/v1/assets/vehicle': { uuid: vehicleUuid },
  'msoc/v1/assets/save-vehicle': [
    { uuid: vehicleUuid, revision: 1, vin },
    { vin: 'X', device_id: 'x', name: 'x', model: 'x', platform: 'x', software_version: 'x', reports_every_seconds: 1 },
  ],
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
  'msoc/v1/geofences': {},
  'msoc/v1/geofences/save': [{ uuid: geofenceUuid, revision: 99, ...fence }, fence],
  'msoc/v1/geofences/delete': { uuid: nobody },
  'msoc/v1/positions': window,
  'msoc/v1/can/frames': { ...window, bus: 'can0', id: '0x1' },
  'msoc/v1/signals': { ...window, path: 'Vehicle.Speed' },
  'msoc/v1/syslog': { ...window, q: 'x', severity: '3', order: 'newest' },
  'msoc/v1/ids/events': { ...window, kind: 'ids.can', order: 'newest' },
  'msoc/v1/signals/plot': { vehicle: vin, paths: 'Vehicle.Speed', from: window.from, to: window.to, points: '20' },
  'msoc/v1/positions/replay': { vehicle: vin, from: window.from, to: window.to, bbox: '1,2,3,4' },
  'msoc/v1/rejects': { ...window, cursor: '7' },
  'msoc/v1/rollups': { step: 'hour', from: '2024-01-01T00:00:00Z', to: '2024-01-02T00:00:00Z' },
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

const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e',
  "'; DROP TABLE users; --",
  '%',
  '_',
  '\\',
  'x'.repeat(5_000),
  '-1',
  '0',
  '1.5',
  '1e3',
  '1e400',
  'NaN',
  '99999999999999999999',
  '2147483648',
  '1|0',
  '1|1e9',
  '2024|x',
  '2024-01-01T00:00:00Z|zzz',
  '2024-01-01T00:00:00Z|-1',
  '2024-13-45T00:00:00Z|0',
  'yesterday',
  '8000000000000000',
  '9999999999999999',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '+275760-09-13T00:00:00Z',
  '{}',
  '[]',
  'null',
  '0x1FFFFFFF',
  '0xFFFFFFFF',
  '__proto__',
  '/../../etc/passwd',
  '${7*7}',
  '<script>',
]
const values: unknown[] = [
  ...texts,
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  [],
  {},
  [[]],
  [null],
  Array.from({ length: 501 }, () => nobody),
  { a: { b: 1 } },
  ['\0'],
  ['\ud800'],
  [
    [999, 999],
    [0, 0],
    [1, 1],
  ],
]

test('every endpoint is called with invalid input', () => {
  expect(Object.keys(calls).sort()).toEqual(endpoints.map(({ path }) => path).sort())
})

test.for(endpoints)(
  '$path refuses invalid input in each field, and never answers 500',
  async ({ method, path, takes }) => {
    // one session per endpoint: calls are limited by session, and one endpoint signs out
    const token = await site.signIn(alpha.org, alpha.members.ADMIN.uuid)
    const wrong: string[] = []
    for (const [sound, field] of [calls[path]!]
      .flat()
      .flatMap((one) => fieldsOf(one).map((name) => [one, name] as const))) {
      const busy: unknown[] = []
      const say = async (value: unknown, onBusy?: () => void) => {
        const input = withFieldReplaced(sound, field, value)
        const query = input as Record<string, string>
        const { status, body, text } =
          takes !== undefined
            ? await site.upload(token, path, query, '(1.0) can0 123#01\n')
            : method === 'GET'
              ? await site.get(token, path, query)
              : await site.call(token, path, input)
        const refusal =
          status === 200 ||
          (body?.success === false && typeof body.code === 'string' && typeof body.message === 'string')
        if (onBusy && body?.code === 'BUSY') onBusy()
        else if (status >= 500 || !refusal)
          wrong.push(`${field} ${JSON.stringify(value).slice(0, 60)}: ${status} ${text.slice(0, 200)}`)
      }
      await Promise.all(
        (method === 'GET' || takes !== undefined ? [...texts, texts.slice(0, 5)] : values).map((value) =>
          say(value, () => busy.push(value)),
        ),
      )
      // calls that were refused because of too many at once are repeated one by one
      for (const value of busy) await say(value)
    }
    expect(wrong).toEqual([])
  },
)

test.for([
  '',
  '{',
  '[]',
  'null',
  '1',
  '"x"',
  '\0',
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
])('a body like %s is refused', async (body) => {
  for (const { path } of endpoints.filter(
    ({ method, takes, input }) => method === 'POST' && takes === undefined && !input.safeParse({}).success,
  )) {
    const reply = await fetch(`${site.apiUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'access-token': alpha.members.ANALYST.token },
      body,
    })
    expect([path, reply.status, ((await reply.json()) as { success: boolean }).success]).toEqual([
      path,
      expect.toSatisfy((status: number) => [400, 422].includes(status)),
      false,
    ])
  }
})

// an analyst: the calls above used up the administrator's share of the minute
test.for(['application/xml', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])(
  'a body with content type %s is refused with 415',
  async (type) => {
    const reply = await fetch(`${site.apiUrl}msoc/v1/alerts/update`, {
      method: 'POST',
      headers: { 'content-type': type, 'access-token': alpha.members.ANALYST.token },
      body: '{}',
    })
    expect([reply.status, await reply.json()]).toEqual([
      415,
      { success: false, code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Send application/json.', errors: {} },
    ])
  },
)

test('a body of more than 64 KiB is refused with 413', async () => {
  const { status, body } = await site.call(alpha.members.ANALYST.token, 'msoc/v1/cases/create', {
    title: 'x'.repeat(70_000),
  })
  expect([status, body.code]).toEqual([413, 'TOO_LARGE'])
})

/** The names of the fields, nested fields as `outer.inner`, and a name that no contract has. */
function fieldsOf(sound: object): string[] {
  return [
    'unheard_of',
    ...Object.entries(sound).flatMap(([name, value]) => [
      name,
      ...(typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.keys(value as object).map((inner) => `${name}.${inner}`)
        : []),
    ]),
  ]
}

function withFieldReplaced(sound: object, field: string, value: unknown): object {
  const [outer, inner] = field.split('.') as [string, string?]
  return {
    ...sound,
    [outer]: inner === undefined ? value : { ...(sound as Record<string, object>)[outer], [inner]: value },
  }
}
