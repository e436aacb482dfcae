import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { DBC_TEXT_LIMIT, type DbcFile, type DbcVersion } from '@carapace/shared/msoc/can/dbc.contract'
import {
  assignmentsAtMost,
  bytesAtMost,
  dbcsAtMost,
  versionsAtMost,
  versionsInAll,
} from '../../../../apps/api/src/msoc/dbc/dbcs.queries.ts'

import { dbcOf } from '../../support/everything.ts'
import { type Organisation, startInstallation } from '../../support/installation.ts'
import { createVehicle } from '../../support/factories.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const fleet = readFileSync(new URL('../../../../load-tests/fleet/fleet.dbc', import.meta.url), 'utf8')

const as = ({ members }: Organisation, role: 'ADMIN' | 'ANALYST' | 'ENGINEER' | 'VIEWER' = 'ANALYST') =>
  members[role].token
const call = (path: string, input: object, org = alpha, token = as(org)) =>
  site.call(token, `msoc/v1/can/dbcs/${path}`, input)
const get = (path: string, query: Record<string, string>, org = alpha) =>
  site.get(as(org), `msoc/v1/can/dbcs/${path}`, query)
const library = async (org = alpha) =>
  (await site.get(as(org), 'msoc/v1/can/dbcs')).body as { dbcs: DbcFile[]; models: string[]; buses: string[] }
const fileOf = async (name: string, org = alpha) => (await library(org)).dbcs.find((dbc) => dbc.name === name)!

let made = 0
async function upload(input: object = {}, org = alpha): Promise<DbcVersion> {
  made += 1
  const { body } = await call('upload', { file_name: `made-${made}.dbc`, text: dbcOf(`m${made}`), ...input }, org)
  return body.version
}
const assign = (place: { model: string; bus: string }, version: string | null, org = alpha) =>
  call('assign', { ...place, version_uuid: version }, org)
const audited = async (action: string) =>
  (
    await site.sql<{ actor: string; after: Record<string, unknown> | null }[]>`SELECT actor, after
      FROM audit_log
      WHERE org_uuid = ${alpha.org.uuid}
      AND action = ${action}
      ORDER BY id DESC
      LIMIT 1`
  )[0]

test('[DBC-23] an uploaded text is a version, returned with its figures and its text', async () => {
  const version = await upload({ name: 'Fleet', file_name: 'fleet.dbc', note: 'the first', text: fleet })
  expect(version).toMatchObject({
    name: 'Fleet',
    version: 1,
    file_name: 'fleet.dbc',
    note: 'the first',
    uploaded_by: 'Alpha analyst',
    warning_count: 0,
    messages: fleet.match(/^BO_ /gm)!.length,
    signals: fleet.match(/^ SG_ /gm)!.length,
  })
  expect((await get('version', { uuid: version.uuid })).body).toEqual({ version, warnings: [], text: fleet })
  expect(await audited('upload CAN database')).toMatchObject({
    actor: 'Alpha analyst',
    after: { name: 'Fleet', version: 1, sha256: version.sha256 },
  })

  const second = await upload({ dbc_uuid: version.dbc_uuid, text: `${fleet}\nCM_ "more";\n` })
  expect(second).toMatchObject({ name: 'Fleet', version: 2, dbc_uuid: version.dbc_uuid })
  expect((await fileOf('Fleet')).versions.map((one) => one.version)).toEqual([2, 1])
})

test('[DBC-23] without a name it gets the name of its file', async () => {
  expect(await upload({ file_name: 'Powertrain.DBC' })).toMatchObject({ name: 'Powertrain' })
})

test('[DBC-23] a text that does not parse is refused with its first ten faults', async () => {
  const { status, body } = await call('upload', { file_name: 'x.dbc', text: 'BO_ x\n'.repeat(12) })
  expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
  expect(body.errors.text.split('\n')).toEqual(
    Array.from({ length: 10 }, (_, line) => `Line ${line + 1}, column 5: expected the id of a message, found "x"`),
  )
})

test('[DBC-23] the same text is refused for any database; another organisation may have it', async () => {
  const { dbc_uuid: uuid } = await upload({ name: 'Once', file_name: 'once.dbc', text: dbcOf('once') })
  for (const input of [{ name: 'Twice' }, { dbc_uuid: uuid }]) {
    const { status, body } = await call('upload', { ...input, file_name: 'y.dbc', text: dbcOf('once') })
    expect([status, body.errors]).toEqual([
      400,
      { text: 'The library has this very text already: Once, version 1 (once.dbc).' },
    ])
  }
  const bravo = await site.organisation('Bravo')
  expect(await upload({ text: dbcOf('once') }, bravo)).toMatchObject({ version: 1 })
})

test('[DBC-23] if the same text is uploaded several times at once, one upload succeeds', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, at) =>
      call('upload', { name: `Racer ${at}`, file_name: 'r.dbc', text: dbcOf('racer') }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400])
})

test('[DBC-23] versions uploaded at once get consecutive numbers', async () => {
  const { dbc_uuid: uuid } = await upload({ name: 'Counted' })
  const versions = await Promise.all([1, 2, 3, 4].map(() => upload({ dbc_uuid: uuid })))
  expect(versions.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5])
})

test('a text with a NUL character, which the database cannot store, is refused', async () => {
  expect((await call('upload', { file_name: 'x.dbc', text: `${dbcOf('nul')}CM_ "\0";` })).status).toBe(400)
})

test('a file is also accepted as form data', async () => {
  const form = new FormData()
  form.append('file_name', 'form.dbc')
  form.append('text', new Blob([dbcOf('form')], { type: 'text/plain' }), 'form.dbc')
  const reply = await fetch(`${site.apiUrl}msoc/v1/can/dbcs/upload`, {
    method: 'POST',
    headers: { 'access-token': as(alpha) },
    body: form,
  })
  expect(await reply.json()).toMatchObject({ success: true, version: { file_name: 'form.dbc', version: 1 } })
})

test('a database is renamed at its current revision, and not to a name that is in use', async () => {
  await upload({ name: 'Taken' })
  const { dbc_uuid: uuid } = await upload({ name: 'Plain' })
  const { body } = await call('save', { uuid, revision: 1, name: ' Fancy ', description: 'of the front axle' })
  expect(body.dbc).toMatchObject({ name: 'Fancy', description: 'of the front axle', revision: 2 })
  expect((await call('save', { uuid, revision: 1, name: 'Late', description: '' })).status).toBe(409)
  expect((await call('save', { uuid, revision: 2, name: 'Taken', description: '' })).body.errors).toEqual({
    name: 'Another database of the library has this name.',
  })
  expect((await call('upload', { name: 'Taken', file_name: 'x.dbc', text: dbcOf('other') })).body.errors).toEqual({
    name: 'Another database of the library has this name.',
  })
})

test('[DBC-21] [DBC-25] the most specific assignment decides which version decodes a bus', async () => {
  const delta = await site.organisation('Delta')
  const all = await upload({ name: 'All' }, delta)
  const bus = await upload({ name: 'Bus' }, delta)
  const model = await upload({ name: 'Model' }, delta)
  const both = await upload({ name: 'Both' }, delta)
  await assign({ model: '', bus: '' }, all.uuid, delta)
  await assign({ model: '', bus: 'can0' }, bus.uuid, delta)
  await assign({ model: 'Halo', bus: '' }, model.uuid, delta)
  await assign({ model: 'Halo', bus: 'can0' }, both.uuid, delta)
  const read = async (query: Record<string, string>) =>
    Object.fromEntries(
      (await get('for', query, delta)).body.buses.map((one: { bus: string; dbc: { name: string } }) => [
        one.bus,
        one.dbc.name,
      ]),
    )
  expect(await read({ model: 'Halo' })).toEqual({ '': 'Model', can0: 'Both' })
  expect(await read({ model: 'Tern' })).toEqual({ '': 'All', can0: 'Bus' })
  expect(await read({})).toEqual({ '': 'All', can0: 'Bus' })
  await createVehicle(site, as(delta), { vin: 'HALO1', model: 'Halo' })
  expect(await read({ vehicle: 'HALO1' })).toEqual({ '': 'Model', can0: 'Both' })
  expect((await get('for', { vehicle: 'NOBODY' }, delta)).status).toBe(404)
  expect(await library(delta)).toMatchObject({ models: ['Halo'], buses: ['can0'] })
})

test('[DBC-23] an assignment records its user, replaces the previous one, and changes no version', async () => {
  const one = await upload({ name: 'Reader' })
  const two = await upload({ dbc_uuid: one.dbc_uuid })
  await assign({ model: 'EQX', bus: 'can3' }, one.uuid)
  const { body } = await assign({ model: 'EQX', bus: 'can3' }, two.uuid)
  expect(body.assignments.filter((each: { bus: string }) => each.bus === 'can3')).toEqual([
    expect.objectContaining({ model: 'EQX', version_uuid: two.uuid, version: 2, assigned_by: 'Alpha analyst' }),
  ])
  expect(await fileOf('Reader')).toMatchObject({ revision: 1, assignments: [{ bus: 'can3', version: 2 }] })
  expect(await audited('assign CAN database')).toMatchObject({
    after: { model: 'EQX', bus: 'can3', version_uuid: two.uuid },
  })
  await assign({ model: 'EQX', bus: 'can3' }, null)
  expect((await fileOf('Reader')).assignments).toEqual([])
})

test('[DBC-24] a database is deleted only if nothing depends on it', async () => {
  const version = await upload({ name: 'Leaving' })
  await assign({ model: '', bus: 'can9' }, version.uuid)
  const remove = (revision = 1) => call('delete', { uuid: version.dbc_uuid, revision })
  expect((await remove()).body).toMatchObject({
    code: 'RULE_REFUSED',
    message: 'It reads buses: take its assignments away first.',
  })
  await assign({ model: '', bus: 'can9' }, null)

  await site.post(alpha.key, JSON.stringify({ type: 'ids.can', vehicle: 'PINNED', ts: Date.now(), event_id: 0x8003 }))
  await site.sql`UPDATE alert_evidence SET dbc_version_uuid = ${version.uuid} WHERE org_uuid = ${alpha.org.uuid}`
  expect((await remove()).body.message).toBe('The evidence of alerts is read with it, so it stays.')
  await site.sql`UPDATE alert_evidence SET dbc_version_uuid = NULL WHERE org_uuid = ${alpha.org.uuid}`

  const [profile] = await site.sql<
    { uuid: string }[]
  >`INSERT INTO can_profiles (org_uuid, model, bus, version, origin, profile, dbc_version_uuid, created_by)
    VALUES (${alpha.org.uuid}, '', 'can9', 1, 'DERIVED', '{}', ${version.uuid}, 'x')
    RETURNING uuid`
  expect((await remove()).body.message).toBe('A profile was derived from it, so it stays.')
  await site.sql`DELETE FROM can_profiles WHERE uuid = ${profile!.uuid}`

  expect((await remove(7)).status).toBe(409)
  expect((await remove()).body).toEqual({ success: true })
  expect((await remove()).status).toBe(404)
  expect((await get('version', { uuid: version.uuid })).status).toBe(404)
})

test('[DBC-22] two versions are compared', async () => {
  const before = await upload({ name: 'Differs', text: dbcOf('differs') })
  const after = await upload({ dbc_uuid: before.dbc_uuid, text: dbcOf('differs').replace('(1,0)', '(2,0)') })
  const { body } = await get('diff', { before: before.uuid, after: after.uuid })
  expect(body).toEqual({
    before,
    after,
    total: 1,
    changes: [
      {
        kind: 'changed',
        message: 'differs_message',
        id: 291,
        ext: false,
        signal: 'differs_signal',
        fields: [{ field: 'factor', before: '1', after: '2' }],
      },
    ],
  })
})

test('the roles that analyse a bus write to the library; a viewer reads it', async () => {
  const viewer = as(alpha, 'VIEWER')
  expect((await site.get(viewer, 'msoc/v1/can/dbcs')).status).toBe(200)
  for (const [path, input] of [
    ['upload', { file_name: 'x.dbc', text: dbcOf('viewer') }],
    ['assign', { model: '', bus: '', version_uuid: null }],
  ] as const) {
    expect((await call(path, input, alpha, viewer)).body.code).toBe('ROLE_REQUIRED')
  }
})

test('[DBC-24] a library, a database and the assignments have their limits', async () => {
  const full = await site.organisation('Full')
  const version = await upload({ name: 'Much' }, full)
  await site.sql`INSERT INTO dbc_versions
    (org_uuid, dbc_uuid, version, file_name, text, sha256, messages, signals, uploaded_by)
   
    SELECT ${full.org.uuid}, ${version.dbc_uuid}, n, 'x', 'x', sha256(n::text::bytea), 0, 0, 'x'
    FROM generate_series(2, ${versionsAtMost}) n`
  expect(
    (await call('upload', { dbc_uuid: version.dbc_uuid, file_name: 'x.dbc', text: dbcOf('beyond') }, full)).body
      .message,
  ).toBe('A database has at most 100 versions.')
  await site.sql`INSERT INTO dbcs (org_uuid, name)
    SELECT ${full.org.uuid}, 'n' || n
    FROM generate_series(2, ${dbcsAtMost}) n`
  expect((await call('upload', { file_name: 'x.dbc', text: dbcOf('beyond') }, full)).body.message).toBe(
    'A library has at most 500 databases.',
  )
  await site.sql`INSERT INTO dbc_assignments (org_uuid, model, bus, version_uuid, assigned_by)
    SELECT ${full.org.uuid}, 'm' || n, '', ${version.uuid}, 'x'
    FROM generate_series(1, ${assignmentsAtMost}) n`
  expect((await assign({ model: 'one more', bus: '' }, version.uuid, full)).body.message).toBe(
    'A library has at most 2,000 assignments.',
  )
  expect((await assign({ model: 'm1', bus: '' }, version.uuid, full)).status).toBe(200)
  expect(
    (await call('upload', { file_name: 'x.dbc', text: 'x'.repeat(DBC_TEXT_LIMIT + 1) }, full)).body.errors.text,
  ).toMatch(/4194304/)
  expect((await call('upload', { file_name: 'x.dbc', text: 'x'.repeat(6 * 1024 * 1024) }, full)).status).toBe(413)
})

test('[DBC-24] the number of versions in a library and the size of its texts are limited', async () => {
  const [many, much] = [await site.organisation('Many'), await site.organisation('Much')]
  const insert = (org: Organisation, dbcUuid: string, count: number, text: string) => site.sql`
    INSERT INTO dbc_versions (org_uuid, dbc_uuid, version, file_name, text, sha256, messages, signals, uploaded_by)
   
    SELECT ${org.org.uuid}, ${dbcUuid}, n, 'x', ${text}, sha256(n::text::bytea), 0, 0, 'x'
    FROM generate_series(2, ${count + 1}) n`
  const of = async (org: Organisation) => (await upload({ name: 'First' }, org)).dbc_uuid
  await insert(many, await of(many), versionsInAll - 1, 'x')
  expect((await call('upload', { file_name: 'x.dbc', text: dbcOf('beyond') }, many)).body).toMatchObject({
    code: 'RULE_REFUSED',
    message: expect.stringContaining('2,000 versions'),
  })
  await insert(much, await of(much), bytesAtMost / DBC_TEXT_LIMIT, 'x'.repeat(DBC_TEXT_LIMIT))
  expect((await call('upload', { file_name: 'x.dbc', text: dbcOf('beyond') }, much)).body).toMatchObject({
    code: 'RULE_REFUSED',
    message: expect.stringContaining('200 MiB of text'),
  })
})

test('[DBC-27] the list shows the number of warnings of a version, the version itself lists them', async () => {
  const version = await upload({ name: 'Odd', text: dbcOf('odd').replace('(1,0)', '(0,0)') })
  expect((await fileOf('Odd')).versions).toEqual([version])
  expect(version).toMatchObject({ warning_count: 1 })
  expect(version).not.toHaveProperty('warnings')
  expect((await get('version', { uuid: version.uuid })).body.warnings).toEqual([
    expect.objectContaining({ reason: 'odd_signal has a factor of 0: all its values are the same' }),
  ])
})

test('[DBC-26] of many comparisons at once some must retry; they do not block other organisations', async () => {
  const echo = await site.organisation('Echo')
  const large = Array.from(
    { length: 8_000 },
    (_, id) => `BO_ ${2 ** 31 + id} M${id}: 8 X\n SG_ S : 0|8@1+ (1,0) [0|0] "" X\n`,
  ).join('')
  const [before, after] = [
    await upload({ name: 'Large', text: large }),
    await upload({ text: `${large}CM_ "another";\n` }),
  ]
  const own = await upload({ name: 'Own' }, echo)
  const pendingAnswers = Promise.all(
    Array.from({ length: 24 }, () => get('diff', { before: before.uuid, after: after.uuid })),
  )
  const other = get('diff', { before: own.uuid, after: own.uuid }, echo)
  const answers = await pendingAnswers
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
  expect(answers.find(({ status }) => status === 503)!.body).toMatchObject({ code: 'BUSY' })
  expect(answers.find(({ status }) => status === 200)!.body).toMatchObject({
    total: 1,
    changes: [{ fields: [{ field: 'comment', after: 'another' }] }],
  })
  expect((await other).body).toMatchObject({ total: 0 })
})

/** Waits until a transaction waits for a lock of another one. */
const someoneWaits = () =>
  vi.waitFor(
    async () =>
      expect(
        await site.sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      ).not.toEqual([]),
    { timeout: 10_000, interval: 5 },
  )

test('[DBC-24] a deletion waits for a transaction that is pinning a version', async () => {
  const version = await upload({ name: 'Pinned meanwhile' })
  await site.post(alpha.key, JSON.stringify({ type: 'ids.can', vehicle: 'PINS', ts: Date.now(), event_id: 0x8003 }))
  let deleting: ReturnType<typeof call> | undefined
  await site.sql.begin(async (sql) => {
    await sql`SELECT 1 FROM dbcs WHERE uuid = ${version.dbc_uuid} FOR KEY SHARE`
    deleting = call('delete', { uuid: version.dbc_uuid, revision: 1 })
    await someoneWaits()
    await sql`UPDATE alert_evidence SET dbc_version_uuid = ${version.uuid} WHERE org_uuid = ${alpha.org.uuid}`
  })
  expect((await deleting!).body.message).toBe('The evidence of alerts is read with it, so it stays.')
})

test('[DBC-24] deriving from a database that is deleted at the same time is refused as not found', async () => {
  const version = await upload({ name: 'Going' })
  let deriving: ReturnType<typeof call> | undefined
  await site.sql.begin(async (sql) => {
    await sql`DELETE FROM dbcs WHERE uuid = ${version.dbc_uuid}`
    deriving = site.call(as(alpha), 'msoc/v1/can/profiles/derive', {
      model: 'M',
      bus: 'can0',
      dbc_version_uuid: version.uuid,
    })
    await someoneWaits()
  })
  expect((await deriving!).body.code).toBe('NOT_FOUND')
})

test('[DBC-24] an index finds the evidence that a database decodes', async () => {
  const plan = await site.sql.begin(async (sql) => {
    await sql`SET LOCAL enable_seqscan = off`
    return sql`EXPLAIN
      SELECT count(*)
      FROM alert_evidence
      WHERE org_uuid = ${alpha.org.uuid}
      AND dbc_version_uuid IN (SELECT uuid
      FROM dbc_versions
      WHERE org_uuid = ${alpha.org.uuid}
      AND dbc_uuid = ${crypto.randomUUID()})`
  })
  expect(plan.map((row) => String(row['QUERY PLAN'])).join('\n')).toContain('alert_evidence_by_dbc')
})
