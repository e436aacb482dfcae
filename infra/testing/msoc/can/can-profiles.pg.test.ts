import { beforeAll, describe, expect, test, vi } from 'vitest'
import { profileLearning } from '@carapace/api/src/msoc/can/profile-learn.ts'
import { draftsAtMost } from '@carapace/api/src/msoc/can/profiles.queries.ts'
import { createDbcThread } from '@carapace/api/src/msoc/dbc/thread.ts'
import type { CanFrame } from '@carapace/shared/msoc/can/frame'
import type { CanProfile } from '@carapace/shared/msoc/can/profile'
import type { ProfileRow } from '@carapace/shared/msoc/can/profiles.contract'

import { calmTraffic as traffic, keepCapture } from '../../support/can-bus.ts'
import { startInstallation } from '../../support/installation.ts'
import { createVehicle } from '../../support/factories.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Bravo')
const { ADMIN: admin, ANALYST: analyst, ENGINEER: engineer, VIEWER: viewer } = alpha.members
const start = Date.now() - 600_000
const capture = (name: string, blocks: readonly CanFrame[][], state?: string) =>
  keepCapture(site.sql, alpha.org, name, blocks, state)

const dbcText = `VERSION ""
BS_:
BU_: ECM
BO_ 416 Engine: 2 ECM
 SG_ EngineSpeed : 0|16@1+ (0.25,0) [0|8000] "rpm" ECM
BA_DEF_ BO_ "GenMsgCycleTime" INT 0 10000;
BA_DEF_DEF_ "GenMsgCycleTime" 0;
BA_ "GenMsgCycleTime" BO_ 416 10;
`

async function dbcVersion(): Promise<string> {
  const [dbc] = await site.sql<
    { uuid: string }[]
  >`INSERT INTO dbcs (org_uuid, name) VALUES (${alpha.org.uuid}, ${`Engine ${crypto.randomUUID()}`}) RETURNING uuid`
  const [row] = await site.sql<{ uuid: string }[]>`
    INSERT INTO dbc_versions (org_uuid, dbc_uuid, version, file_name, text, sha256, messages, signals, uploaded_by)
    VALUES (${alpha.org.uuid}, ${dbc!.uuid}, 1, 'engine.dbc', ${dbcText}, '\\x00', 1, 1, 'x') RETURNING uuid`
  return row!.uuid
}

const post = (path: string, input: object, token = analyst.token) => site.call(token, `msoc/v1/can/${path}`, input)
const list = async (query: Record<string, string> = {}, token = viewer.token) =>
  (await site.get(token, 'msoc/v1/can/profiles', query)).body.profiles as ProfileRow[]
const get = async (uuid: string) =>
  (await site.get(viewer.token, 'msoc/v1/can/profiles/get', { uuid })).body as { row: ProfileRow; profile: CanProfile }

/** Learns a profile; returns the draft and the job that created it. */
async function learn(input: object, token = engineer.token) {
  const { body } = await post('profiles/learn', input, token)
  expect(body.success, JSON.stringify(body)).toBe(true)
  const job = await ended(body.job.uuid)
  return { job, rows: await list() }
}

async function ended(uuid: string) {
  return vi.waitFor(
    async () => {
      const { jobs } = (await site.get(admin.token, 'v2/app/jobs')).body
      const job = jobs.find((one: { uuid: string }) => one.uuid === uuid)
      expect(['COMPLETED', 'FAILED']).toContain(job.status)
      return job
    },
    { timeout: 20_000 },
  )
}

/** A draft for a separate model, derived from the DBC. */
async function draft(model: string, bus = 'can0'): Promise<ProfileRow> {
  const { body } = await post('profiles/derive', { model, bus, dbc_version_uuid: dbc }, engineer.token)
  expect(body.success, JSON.stringify(body)).toBe(true)
  return body.row
}

let dbc: string
beforeAll(async () => {
  dbc = await dbcVersion()
})

describe('learning', () => {
  test('a capture gives a draft for its bus with the normal traffic', async () => {
    const whole = traffic('can0', start, 30)
    const uuid = await capture('drive.log', [
      whole.slice(0, 1_500),
      [...whole.slice(1_500), ...traffic('can1', start + 40_000, 1)],
    ])
    const { job, rows } = await learn({
      model: 'Learned',
      bus: 'can0',
      capture_uuid: uuid,
      dbc_version_uuid: dbc,
      note: 'a quiet drive',
    })
    expect(job).toMatchObject({
      status: 'COMPLETED',
      done: whole.length,
      total: whole.length,
      outcome: { frames: whole.length },
    })
    const [row] = rows
    expect(row).toMatchObject({
      model: 'Learned',
      bus: 'can0',
      version: 1,
      state: 'DRAFT',
      origin: 'CAPTURE',
      ids: 2,
      cyclic: 2,
      frames: whole.length,
      vehicles: 1,
      note: 'a quiet drive',
      capture: { uuid, name: 'drive.log' },
      dbc: { version_uuid: dbc, version: 1 },
      created_by: 'Alpha engineer',
      activated_at: null,
      exceptions: 0,
      revision: 1,
    })
    expect(row!.counters).toBeGreaterThan(0)
    const { profile } = await get(row!.uuid)
    expect(profile.ids.map(({ id, ext, name }) => [id, ext, name])).toEqual([
      [0x1a0, false, 'Engine'],
      [0x2b0, true, null],
    ])
    expect(profile.ids[0]!.cycle!.ms).toBeCloseTo(10, 3)
    expect(profile.ids[1]!.bytes).toMatchObject([{ constantMask: 0xff, constantValue: 0x55 }])
  })

  test('a capture of a single bus is learned as the requested bus, whatever its name in the capture', async () => {
    const uuid = await capture('slcan0.log', [traffic('slcan0', start, 5)])
    const { rows } = await learn({ model: 'Renamed', bus: 'can0', capture_uuid: uuid })
    expect(rows[0]).toMatchObject({ model: 'Renamed', bus: 'can0', ids: 2 })
  })

  test('records of all vehicles of the model are learned, vehicle by vehicle; other models are not', async () => {
    for (const [vin, model] of [
      ['WLEARN1', 'Recorded'],
      ['WLEARN2', 'Recorded'],
      ['WOTHER1', 'Another'],
    ] as const) {
      await createVehicle(site, admin.token, { vin, model })
      const frames = traffic('can0', start, 20).map(({ ts, bus, id, flags, data }) => ({
        type: 'can',
        vehicle: vin,
        ts,
        bus,
        id: model === 'Another' ? 0x7df : id,
        ext: flags === 1,
        data: Buffer.from(data).toString('hex'),
      }))
      await site.post(alpha.key, frames)
    }
    const span = { from: new Date(start - 1_000).toISOString(), to: new Date(start + 60_000).toISOString() }
    const { job, rows } = await learn({ model: 'Recorded', bus: 'can0', ...span })
    expect(job).toMatchObject({
      status: 'COMPLETED',
      done: 2 * 61,
      outcome: { frames: 4_400 },
      messages: [expect.stringContaining('2 ids')],
    })
    expect(rows[0]).toMatchObject({
      model: 'Recorded',
      origin: 'RECORD',
      ids: 2,
      frames: 4_400,
      vehicles: 2,
      capture: null,
    })
    const { profile } = await get(rows[0]!.uuid)
    // the time jumps back from one vehicle to the next, which is not a cycle
    expect(profile.ids.map(({ cycle }) => Math.round(cycle!.ms))).toEqual([10, 100])

    const one = await learn({ model: 'Recorded', bus: 'can0', ...span, vehicles: ['WLEARN2'] })
    expect(one.rows[0]).toMatchObject({ version: 2, frames: 2_200, vehicles: 1 })
    const refused = async (input: object) =>
      (await post('profiles/learn', { model: 'Recorded', bus: 'can0', ...span, ...input })).body
    expect(await refused({ vehicles: ['WLEARN1', 'WOTHER1'] })).toMatchObject({
      code: 'INVALID_INPUT',
      errors: { vehicles: 'Not all of these are vehicles of this model.' },
    })
    expect(await refused({ to: new Date(start + 2 * 86_400_000).toISOString() })).toMatchObject({
      code: 'INVALID_INPUT',
    })
    expect(await refused({ model: "Nobody's" })).toMatchObject({ code: 'RULE_REFUSED' })
  })

  test('a part with nothing to learn from also ends soon, so that it can be cancelled', async () => {
    const others = Array.from({ length: 20 }, (_, block) => traffic('can1', start + block * 1_000, 1))
    const uuid = await capture('other-bus.log', [...others, traffic('can0', start + 20_000, 1)])
    const learnPart = (checkpoint: unknown) =>
      site.db.transaction((tx) =>
        profileLearning(createDbcThread()).doPart({
          tx,
          org: alpha.org,
          jobUuid: uuid,
          actor: { uuid: analyst.uuid, name: 'x' },
          checkpoint,
          input: { model: 'Portions', bus: 'can0', note: '', source: { kind: 'capture', uuid, bus: 'can0' } },
        }),
      )
    const first = await learnPart(null)
    expect(first).toMatchObject({ finished: false, done: 0, checkpoint: { place: { block: 8 } } })
    expect(await learnPart(first.checkpoint)).toMatchObject({ finished: false, checkpoint: { place: { block: 16 } } })
  })

  test('input that cannot be learned from is refused at once, or gives a failed job', async () => {
    const reading = await capture('reading.log', [traffic('can0', start, 1)], 'READING')
    const two = await capture('two.log', [[...traffic('can0', start, 1), ...traffic('can1', start, 1)]])
    const refused = async (input: object, token = engineer.token) =>
      (await post('profiles/learn', { model: 'M', bus: 'can9', ...input }, token)).body
    expect(await refused({ capture_uuid: reading })).toMatchObject({ code: 'RULE_REFUSED' })
    expect(await refused({ capture_uuid: two })).toMatchObject({
      code: 'INVALID_INPUT',
      errors: { bus: 'The capture has no bus can9, but can0, can1.' },
    })
    expect(await refused({ capture_uuid: crypto.randomUUID() })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refused({ capture_uuid: two, bus: 'can0', dbc_version_uuid: crypto.randomUUID() })).toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await refused({})).toMatchObject({ code: 'INVALID_INPUT' })
    expect(await refused({ capture_uuid: two, bus: 'can0' }, viewer.token)).toMatchObject({ code: 'ROLE_REQUIRED' })
    expect(await refused({ capture_uuid: two, bus: 'can0' }, bravo.members.ADMIN.token)).toMatchObject({
      code: 'NOT_FOUND',
    })

    const span = { from: new Date(start - 86_400_000).toISOString(), to: new Date(start - 80_000_000).toISOString() }
    const { job } = await learn({ model: 'Recorded', bus: 'can0', ...span })
    expect(job).toMatchObject({ status: 'FAILED', error: 'No frame of can0 was found to learn from.' })
  })
})

describe('deciding', () => {
  test('a profile is derived from a DBC alone', async () => {
    const row = await draft('Derived')
    expect(row).toMatchObject({
      model: 'Derived',
      version: 1,
      state: 'DRAFT',
      origin: 'DBC',
      ids: 1,
      cyclic: 1,
      frames: 0,
      seconds: 0,
      vehicles: 0,
      dbc: { version_uuid: dbc },
    })
    expect((await get(row.uuid)).profile.ids[0]).toMatchObject({
      id: 0x1a0,
      name: 'Engine',
      lengths: [2],
      cycle: { ms: 10 },
    })
    expect(
      (await post('profiles/derive', { model: 'Derived', bus: 'can0', dbc_version_uuid: dbc }, viewer.token)).body.code,
    ).toBe('ROLE_REQUIRED')
    expect(
      (await post('profiles/derive', { model: 'X', bus: 'can0', dbc_version_uuid: dbc }, bravo.members.ADMIN.token))
        .body.code,
    ).toBe('NOT_FOUND')
  })

  test('the list is searched by model, author and source', async () => {
    const row = await draft('Searched 50%')
    await post('profiles/save', { uuid: row.uuid, revision: 1, note: 'After the recall' })
    const found = async (q: string) => (await list({ q })).map(({ model }) => model)
    expect(await found('searched 50%')).toEqual(['Searched 50%'])
    expect(await found('the RECALL')).toEqual(['Searched 50%'])
    expect(await found('drive.log')).toEqual(['Learned'])
    expect(await found(row.dbc!.name)).toContain('Searched 50%')
    expect(await found('not a profile')).toEqual([])
  })

  test('[PROFILE-10] a DBC that would give too large a profile is refused; invalid cycles are harmless', async () => {
    const version = async (text: string) => {
      const { body } = await post('dbcs/upload', { file_name: 'made.dbc', name: crypto.randomUUID(), text })
      return body.version.uuid as string
    }
    const many = await version(Array.from({ length: 2_049 }, (_, id) => `BO_ ${2 ** 31 + id} M${id}: 8 X\n`).join(''))
    expect((await post('profiles/derive', { model: 'Large', bus: 'can0', dbc_version_uuid: many })).body).toMatchObject(
      { code: 'RULE_REFUSED', message: 'A profile has at most 2,048 ids; this one would have 2,049.' },
    )
    const slow = await version(
      'BO_ 1 M: 8 X\nBA_DEF_ BO_ "GenMsgCycleTime" FLOAT 0 0;\nBA_ "GenMsgCycleTime" BO_ 1 1e308;\n',
    )
    const { body } = await post('profiles/derive', { model: 'Slow', bus: 'can0', dbc_version_uuid: slow })
    expect((await get(body.row.uuid)).profile.ids[0]!.cycle).toBeNull()
  })

  test('only users who may activate change exceptions of an active profile; the audit log has it', async () => {
    const row = await draft('Quiet')
    await post('profiles/activate', { uuid: row.uuid, revision: 1 })
    const input = { uuid: row.uuid, revision: 2, exceptions: [{ id: 0x1a0, ext: false, detector: 'can-period' }] }
    expect((await post('profiles/save', input, engineer.token)).body.code).toBe('ROLE_REQUIRED')
    expect(
      (await post('profiles/save', { uuid: row.uuid, revision: 2, note: "an engineer's" }, engineer.token)).status,
    ).toBe(200)
    expect((await post('profiles/save', { ...input, revision: 3 })).body.row).toMatchObject({ exceptions: 1 })
    const [audited] = await site.sql`SELECT before->'exceptions' AS before, after->'exceptions' AS after
        FROM audit_log
        WHERE subject_uuid = ${row.uuid}
        ORDER BY id DESC
        LIMIT 1`
    expect(audited).toEqual({ before: [], after: input.exceptions })
  })

  test('one profile per model and bus is active: the previous one retires, and can be activated again', async () => {
    const [first, second, beside] = [await draft('Decided'), await draft('Decided'), await draft('Decided', 'can1')]
    expect([first.version, second.version, beside.version]).toEqual([1, 2, 1])
    expect((await post('profiles/activate', { uuid: first.uuid, revision: 1 }, engineer.token)).body.code).toBe(
      'ROLE_REQUIRED',
    )
    expect((await post('profiles/activate', { uuid: first.uuid, revision: 7 })).body.code).toBe('ROW_CHANGED')
    expect((await post('profiles/activate', { uuid: first.uuid, revision: 1 })).body.row).toMatchObject({
      state: 'ACTIVE',
      activated_by: 'Alpha analyst',
      revision: 2,
    })
    await post('profiles/activate', { uuid: beside.uuid, revision: 1 })
    expect((await post('profiles/activate', { uuid: first.uuid, revision: 2 })).body).toMatchObject({
      code: 'RULE_REFUSED',
      message: 'It is active already.',
    })
    expect((await post('profiles/activate', { uuid: second.uuid, revision: 1 })).body.row).toMatchObject({
      state: 'ACTIVE',
    })
    const states = async () =>
      Object.fromEntries(
        (await list({ model: 'Decided' })).map(({ bus, version, state }) => [`${bus} v${version}`, state]),
      )
    expect(await states()).toEqual({ 'can0 v1': 'RETIRED', 'can0 v2': 'ACTIVE', 'can1 v1': 'ACTIVE' })
    expect((await get(first.uuid)).row.retired_at).not.toBeNull()

    expect((await post('profiles/activate', { uuid: first.uuid, revision: 3 })).body.row).toMatchObject({
      state: 'ACTIVE',
      retired_at: null,
    })
    expect((await post('profiles/retire', { uuid: first.uuid, revision: 4 })).body.row).toMatchObject({
      state: 'RETIRED',
    })
    expect((await post('profiles/retire', { uuid: first.uuid, revision: 5 })).body.code).toBe('RULE_REFUSED')
    expect(await states()).toEqual({ 'can0 v1': 'RETIRED', 'can0 v2': 'RETIRED', 'can1 v1': 'ACTIVE' })
    const audited = await site.sql`SELECT action, after->>'state' AS state
        FROM audit_log
        WHERE org_uuid = ${alpha.org.uuid}
        AND subject_uuid = ${first.uuid}
        ORDER BY id`
    expect(audited.map(({ action, state }) => [action, state])).toEqual([
      ['derive CAN profile', null],
      ['activate CAN profile', 'ACTIVE'],
      ['activate CAN profile', 'ACTIVE'],
      ['retire CAN profile', 'RETIRED'],
    ])
  })

  test('if several are activated at once, one is active in the end, and none fails', async () => {
    const drafts = [await draft('Raced'), await draft('Raced'), await draft('Raced'), await draft('Raced')]
    const answers = await Promise.all(drafts.map(({ uuid }) => post('profiles/activate', { uuid, revision: 1 })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await list({ model: 'Raced', state: 'ACTIVE' })).toHaveLength(1)
    const versions = await Promise.all(Array.from({ length: 4 }, () => draft('Numbered')))
    expect(versions.map(({ version }) => version).sort((a, b) => a - b)).toEqual([1, 2, 3, 4])
  })

  test('note and exceptions need the current revision; a new draft takes over exceptions of active ones', async () => {
    const row = await draft('Noted')
    const exceptions = [
      { id: 0x1a0, ext: false, detector: 'can-period' },
      { id: null, ext: false, detector: 'can-flood' },
    ]
    expect((await post('profiles/save', { uuid: row.uuid, revision: 1, exceptions }, viewer.token)).body.code).toBe(
      'ROLE_REQUIRED',
    )
    expect(
      (await post('profiles/save', { uuid: row.uuid, revision: 1, exceptions }, engineer.token)).body.row,
    ).toMatchObject({ exceptions: 2, note: '', revision: 2 })
    expect((await post('profiles/save', { uuid: row.uuid, revision: 1, note: 'late' })).body.code).toBe('ROW_CHANGED')
    expect((await post('profiles/save', { uuid: row.uuid, revision: 2, note: 'in time' })).body.row).toMatchObject({
      exceptions: 2,
      note: 'in time',
      revision: 3,
    })
    await post('profiles/activate', { uuid: row.uuid, revision: 3 })
    const next = await draft('Noted')
    expect((await get(next.uuid)).profile.exceptions).toEqual(exceptions)
    await post('profiles/retire', { uuid: row.uuid, revision: 4 })
    expect((await post('profiles/save', { uuid: row.uuid, revision: 5, exceptions: [] })).body.code).toBe(
      'RULE_REFUSED',
    )
    expect(
      (await post('profiles/save', { uuid: row.uuid, revision: 5, note: 'why it retired' })).body.row,
    ).toMatchObject({ note: 'why it retired', exceptions: 2 })
    const { body } = await site.get(viewer.token, 'msoc/v1/can/profiles/diff', { before: row.uuid, after: next.uuid })
    expect(body).toEqual({ changes: [] })
  })

  test('only drafts can be deleted, and their number is limited', async () => {
    const [first, second] = [await draft('Deleted'), await draft('Deleted')]
    await post('profiles/activate', { uuid: first.uuid, revision: 1 })
    expect((await post('profiles/delete', { uuid: first.uuid, revision: 2 }, engineer.token)).body.code).toBe(
      'RULE_REFUSED',
    )
    expect((await post('profiles/delete', { uuid: second.uuid, revision: 2 }, engineer.token)).body.code).toBe(
      'ROW_CHANGED',
    )
    expect((await post('profiles/delete', { uuid: second.uuid, revision: 1 }, engineer.token)).status).toBe(200)
    expect((await site.get(viewer.token, 'msoc/v1/can/profiles/get', { uuid: second.uuid })).body.code).toBe(
      'NOT_FOUND',
    )
    await site.sql`
      INSERT INTO can_profiles (org_uuid, model, bus, version, origin, profile, created_by)
     
      SELECT ${bravo.org.uuid}, 'Many', 'can0', n, 'DBC', ${site.sql.json({
        shape: 1,
        learned: { frames: 0, seconds: 0, vehicles: 0 },
        load: { mean: 0, peak: 0 },
        ids: [],
        exceptions: [],
      })}, 'x'
      FROM generate_series(1, ${draftsAtMost}::int) n`
    expect(
      (
        await post(
          'profiles/derive',
          { model: 'One more', bus: 'can0', dbc_version_uuid: dbc },
          bravo.members.ADMIN.token,
        )
      ).body,
    ).toMatchObject({ code: 'RULE_REFUSED' })
    const { body: page } = await site.get(bravo.members.ADMIN.token, 'msoc/v1/can/profiles', { limit: '150' })
    expect([page.profiles.length, page.total, page.next_cursor]).toEqual([150, draftsAtMost, '150'])
    const { body: rest } = await site.get(bravo.members.ADMIN.token, 'msoc/v1/can/profiles', {
      limit: '150',
      cursor: '150',
    })
    expect([rest.profiles.length, rest.next_cursor]).toEqual([draftsAtMost - 150, null])
    expect(new Set([...page.profiles, ...rest.profiles].map(({ uuid }: ProfileRow) => uuid)).size).toBe(draftsAtMost)
    expect(await list({}, bravo.members.ADMIN.token)).toHaveLength(50)
    expect(
      (await site.get(bravo.members.ADMIN.token, 'msoc/v1/can/profiles', { cursor: 'x' })).body.errors,
    ).toHaveProperty('cursor')
  })

  test('the difference between two profiles shows what changes in detection', async () => {
    const [from, to] = [await draft('Compared'), await draft('Compared')]
    await site.sql`UPDATE can_profiles
      SET profile = jsonb_set(profile, '{ids,0,cycle,ms}', '20')
      WHERE uuid = ${to.uuid}`
    const { body } = await site.get(viewer.token, 'msoc/v1/can/profiles/diff', { before: from.uuid, after: to.uuid })
    expect(body.changes).toEqual([
      {
        kind: 'changed',
        id: 0x1a0,
        ext: false,
        name: 'Engine',
        fields: [{ field: 'cycle', before: '10 ms', after: '20 ms' }],
      },
    ])
    expect(
      (await site.get(viewer.token, 'msoc/v1/can/profiles/diff', { before: from.uuid, after: crypto.randomUUID() }))
        .body.code,
    ).toBe('NOT_FOUND')
  })
})

describe("how a vehicle's buses are monitored", () => {
  const vin = 'WSTATUS1'
  const status = async () => (await site.get(viewer.token, 'msoc/v1/can/status', { vehicle: vin })).body.buses
  const profiles = async (query = {}) =>
    (await site.get(viewer.token, 'msoc/v1/can/profiles/for', { vehicle: vin, ...query })).body.buses

  test("a bus is learned, then monitored by its own past, then by the model's profile, or learned again", async () => {
    await createVehicle(site, admin.token, { vin, model: 'Watched' })
    expect(await status()).toEqual([])
    const send = (from: number, seconds: number) =>
      site.post(
        alpha.key,
        traffic('can0', from, seconds).map(({ ts, bus, id, flags, data }) => ({
          type: 'can',
          vehicle: vin,
          ts,
          bus,
          id,
          ext: flags === 1,
          data: Buffer.from(data).toString('hex'),
        })),
      )
    await send(start, 40)
    expect(await status()).toMatchObject([
      { bus: 'can0', state: 'LEARNING', needed_seconds: 60, frames: 4_400, ids: 2, profile: null, dbc: null },
    ])
    expect((await status())[0].learned_seconds).toBeCloseTo(40, 0)
    expect(await profiles()).toEqual([])

    await send(start + 40_000, 25)
    expect(await status()).toMatchObject([{ bus: 'can0', state: 'OWN', ids: 2 }])
    expect(await profiles()).toMatchObject([
      { bus: 'can0', row: null, profile: { ids: [{ id: 0x1a0 }, { id: 0x2b0 }] } },
    ])
    expect(await profiles({ buses: 'can7' })).toEqual([])

    const row = await draft('Watched')
    await post('profiles/activate', { uuid: row.uuid, revision: 1 })
    await site.sql`INSERT INTO dbc_assignments (org_uuid, model, bus, version_uuid, assigned_by)
      VALUES (${alpha.org.uuid}, 'Watched', '', ${dbc}, 'x')`
    expect(await status()).toMatchObject([
      {
        bus: 'can0',
        state: 'PROFILE',
        profile: { uuid: row.uuid, version: 1, model: 'Watched' },
        dbc: { version_uuid: dbc },
      },
    ])
    expect(await profiles()).toMatchObject([
      { bus: 'can0', row: { uuid: row.uuid }, profile: { ids: [{ name: 'Engine' }] } },
    ])

    await post('profiles/retire', { uuid: row.uuid, revision: 2 })
    const every = await draft('')
    await post('profiles/activate', { uuid: every.uuid, revision: 1 })
    expect(await status()).toMatchObject([{ bus: 'can0', state: 'PROFILE', profile: { uuid: every.uuid, model: '' } }])
    await post('profiles/activate', { uuid: row.uuid, revision: 3 })
    expect(await status()).toMatchObject([{ state: 'PROFILE', profile: { uuid: row.uuid } }])
    await post('profiles/retire', { uuid: row.uuid, revision: 4 })
    await post('profiles/retire', { uuid: every.uuid, revision: 2 })
    const [before] = await site.sql<
      { revision: number; generation: number }[]
    >`SELECT revision, can_generation AS generation FROM vehicles WHERE vin = ${vin}`
    expect((await post('relearn', { vehicle: vin }, viewer.token)).body.code).toBe('ROLE_REQUIRED')
    expect((await post('relearn', { vehicle: vin }, engineer.token)).body.code).toBe('ROLE_REQUIRED')
    expect((await post('relearn', { vehicle: vin }, analyst.token)).status).toBe(200)
    const [after] = await site.sql<
      { revision: number; generation: number }[]
    >`SELECT revision, can_generation AS generation FROM vehicles WHERE vin = ${vin}`
    expect(after).toEqual({ revision: before!.revision + 1, generation: before!.generation + 1 })
    expect(await status()).toMatchObject([{ bus: 'can0', state: 'LEARNING', learned_seconds: 0, frames: 0 }])
    expect((await post('relearn', { vehicle: 'NOBODY' }, analyst.token)).body.code).toBe('NOT_FOUND')
  })
})
