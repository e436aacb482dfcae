import { expect, test, vi } from 'vitest'
import { parse } from 'csv-parse/sync'

import { idsEvent, position } from '../../support/events.ts'
import { fetchAnswer, startInstallation } from '../../support/installation.ts'
import { createVehicle } from '../../support/factories.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Bravo')
const { ADMIN: admin, ANALYST: analyst, ENGINEER: engineer, VIEWER: viewer } = alpha.members

type Line = Record<string, string>
const linesOf = (text: string): Line[] => parse(text, { bom: true, columns: true })
const exported = async (path: string, query: Record<string, string> = {}, token = viewer.token) =>
  linesOf((await site.get(token, path, query)).text)
const send = (csv: string, more: object = {}, token = analyst.token) =>
  site.call(token, 'msoc/v1/assets/import', { csv, ...more })

async function imported(csv: string) {
  const { body } = await send(csv)
  return vi.waitFor(
    async () => {
      const job = (await site.get(admin.token, 'v2/app/jobs')).body.jobs.find(
        ({ uuid }: { uuid: string }) => uuid === body.job.uuid,
      )
      expect(job.status).toBe('COMPLETED')
      return { ...body, job }
    },
    { timeout: 20_000, interval: 50 },
  )
}

const vehicle = async (vin: string) =>
  (await site.get(admin.token, 'msoc/v1/assets/vehicle', { uuid: vin })).body.vehicle

test('[BULK-4] an export is a CSV file of all alerts that match the filter, over any number of pages', async () => {
  await site.post(
    alpha.key,
    Array.from({ length: 2_300 }, (_, i) => idsEvent(`VIN${i}`, { event_id: 0x8001 })),
  )
  await site.post(alpha.key, [idsEvent('APART')])
  const { status, headers, text } = await site.get(viewer.token, 'msoc/v1/alerts/export', {
    not_vehicle: 'APART',
    sort: 'oldest',
  })

  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="carapace-alerts-[\w-]+Z\.csv"$/)
  const lines = linesOf(text)
  expect([lines.length, new Set(lines.map(({ vin }) => vin)).size]).toEqual([2_300, 2_300])
  expect(lines[0]).toMatchObject({
    number: expect.stringMatching(/^ALR-\d+$/),
    severity: 'high',
    status: 'NEW',
    owner: '',
  })
  const seen = lines.map(({ first_seen: at }) => Date.parse(at!))
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
})

test('[BULK-4] an export has no data of other organisations, and is refused like every other call', async () => {
  expect(await exported('msoc/v1/alerts/export', {}, bravo.members.ADMIN.token)).toEqual([])
  expect(await exported('msoc/v1/assets/export', {}, bravo.members.ADMIN.token)).toEqual([])
  expect((await site.get(undefined, 'msoc/v1/alerts/export')).status).toBe(403)
  const { status, body } = await site.get(viewer.token, 'msoc/v1/alerts/export', { severity: 'worst' })
  expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
})

test('[BULK-5] a name that a spreadsheet would execute is escaped, and imported unchanged', async () => {
  await createVehicle(site, admin.token, { vin: 'FORMULA', name: '=HYPERLINK("x")', model: '@SUM(1)' })
  const { text } = await site.get(viewer.token, 'msoc/v1/assets/export', { q: 'FORMULA' })
  expect(linesOf(text)).toMatchObject([{ vin: 'FORMULA', name: '\'=HYPERLINK("x")', model: "'@SUM(1)" }])

  expect((await send(text, { dry_run: true })).body).toMatchObject({
    rows: 1,
    added: 0,
    changed: 0,
    unchanged: 1,
    errors: [],
  })
})

test('[BULK-6] an export of vehicles has their state, and the number of pages', async () => {
  await site.post(alpha.key, [position('SEEN', 48, 9)])
  const all = await exported('msoc/v1/assets/export')
  expect(all.length).toBe(2_303)
  expect(all.find(({ vin }) => vin === 'SEEN')).toMatchObject({
    health: 'healthy',
    risk: '0',
    last_seen: expect.stringMatching(/^\d{4}-/),
  })
})

test('[BULK-7] an import is checked first, and shows what it would do', async () => {
  await createVehicle(site, admin.token, { vin: 'KNOWN', name: 'As it was', platform: 'P1' })
  const csv = 'name,vin,health\nNew one,NEW1,ok\nNew two,NEW2,ok\nAs it was,KNOWN,ok\n'
  expect((await send(csv, { dry_run: true })).body).toEqual({
    success: true,
    rows: 3,
    added: 2,
    changed: 0,
    unchanged: 1,
    errors: [],
    job: null,
  })
  expect((await send(csv.replace('As it was', 'Renamed'), { dry_run: true })).body).toMatchObject({
    added: 2,
    changed: 1,
    unchanged: 0,
  })
  expect((await site.get(admin.token, 'msoc/v1/assets/vehicle', { uuid: 'NEW1' })).status).toBe(404)
})

test('[BULK-7] an import registers and updates vehicles; columns that it lacks stay unchanged', async () => {
  await site.post(alpha.key, [position('HEARD', 48, 9)])
  const before = await vehicle('KNOWN')
  const { job } = await imported(
    '\ufeffvin,Name,device_id,reports_every_seconds\r\nKNOWN,Renamed,dev-1,30\r\nADDED,"Called ' +
      '""so""",,\r\nHEARD,,,\r\n',
  )
  expect(job).toMatchObject({
    kind: 'vehicles.import',
    title: 'Import 3 vehicles',
    done: 3,
    total: 3,
    outcome: { added: 1, changed: 2, unchanged: 0, refused: 0 },
  })

  expect(await vehicle('KNOWN')).toMatchObject({
    name: 'Renamed',
    device_id: 'dev-1',
    platform: 'P1',
    reports_every_seconds: 30,
    revision: before.revision + 1,
    registered_by: 'person',
  })
  expect(await vehicle('ADDED')).toMatchObject({
    name: 'Called "so"',
    device_id: null,
    registered_by: 'person',
    revision: 1,
  })
  expect(await vehicle('HEARD')).toMatchObject({ registered_by: 'person', revision: 2 })
  const [row] = await site.sql`SELECT before, after
      FROM audit_log
      WHERE action = 'import vehicles'
      AND org_uuid = ${alpha.org.uuid}`
  expect(row).toMatchObject({
    before: expect.arrayContaining([expect.objectContaining({ vin: 'KNOWN', name: 'As it was' })]),
    after: expect.arrayContaining([expect.objectContaining({ vin: 'ADDED' })]),
  })
})

test('[BULK-7] after an import ingest knows a vehicle by its device id', async () => {
  await imported('vin,device_id\nWITHDEVICE,tracker-7\n')
  await site.post(alpha.key, [position('tracker-7', 48, 9)])
  expect((await vehicle('WITHDEVICE')).position).toMatchObject({ lat: 48, lon: 9 })
})

test('[BULK-8] with an invalid line nothing is imported; each is reported with its number and reason', async () => {
  const csv =
    'vin,device_id,reports_every_seconds\nGOOD,d1,\nbad ' +
    'vin!,,\nGOOD,,\nOTHER,d1,\nSLOW,,often\nWIDE,,,1\nTAKES,dev-1,\n'
  const { body } = await send(csv)
  expect(body).toMatchObject({ rows: 7, job: null })
  expect(body.errors.map(({ line }: { line: number }) => line)).toEqual([3, 4, 5, 6, 7, 8])
  expect(body.errors.map(({ reason }: { reason: string }) => reason).join('\n')).toMatchInlineSnapshot(`
    "vin: Letters, digits and . _ : - only, at most 64.
    vin: GOOD is already in line 2.
    device_id: d1 is already in line 2.
    reports_every_seconds: a whole number of seconds up to 86400, or empty.
    It has 4 cells, the header has 3.
    device_id: dev-1 is the vehicle KNOWN's."
  `)
  expect((await site.get(admin.token, 'msoc/v1/assets/vehicle', { uuid: 'GOOD' })).status).toBe(404)
})

test.for([
  ['name,model\nx,y\n', 'one of them must be vin'],
  ['vin,name,vin\nx,y,z\n', 'The column vin is there twice.'],
  ['vin\n', 'There is no vehicle in it.'],
  ['vin,name\nA,"open\n', 'This is not CSV'],
])('[BULK-8] the file %j is refused: %s', async ([csv, reason]) => {
  const { body } = await send(csv!)
  expect(body).toMatchObject({
    added: 0,
    changed: 0,
    job: null,
    errors: [{ reason: expect.stringContaining(reason!) }],
  })
})

test('[BULK-8] more than 50,000 rows are refused, and 50,000 are checked', async () => {
  const rows = Array.from({ length: 50_000 }, (_, i) => `BULK${i},Vehicle ${i}`)
  expect((await send(['vin,name', ...rows, 'ONE,more'].join('\n'))).body).toMatchObject({
    job: null,
    errors: [{ reason: 'At most 50,000 vehicles at once.' }],
  })
  expect((await send(['vin,name', ...rows].join('\n'), { dry_run: true })).body).toMatchObject({
    rows: 50_000,
    added: 50_000,
    errors: [],
  })
})

test('[BULK-9] a file of several parts is imported completely; rows that fail later are reported by line', async () => {
  const rows = Array.from({ length: 1_200 }, (_, i) => `PART${i},tag-${i}`)
  // a conflict between the check of the file and the job
  await site.sql`CREATE FUNCTION take_tag() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.kind = 'vehicles.import' THEN INSERT INTO vehicles (org_uuid, org_id, vin, device_id)
    SELECT uuid, id, 'TAKER', 'tag-1100'
    FROM organisations
    WHERE uuid = NEW.org_uuid; END IF; RETURN NULL; END $$`
  await site.sql`CREATE TRIGGER take_tag AFTER INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION take_tag()`
  const { job } = await imported(['vin,device_id', ...rows].join('\n'))
  await site.sql`DROP TRIGGER take_tag ON jobs`
  expect(job).toMatchObject({
    done: 1_200,
    outcome: { added: 1_199, changed: 0, unchanged: 0, refused: 1 },
    messages: ["Line 1102: device_id: tag-1100 is the vehicle TAKER's."],
  })
})

test("[BULK-7] imports are for administrators and analysts, and only of the organisation's vehicles", async () => {
  for (const { token } of [engineer, viewer]) expect((await send('vin\nNOPE\n', {}, token)).status).toBe(422)
  const { body } = await send('vin,device_id\nKNOWN,dev-1\n', { dry_run: true }, bravo.members.ADMIN.token)
  expect(body).toMatchObject({ added: 1, changed: 0, errors: [] })
})

test('a vehicle file is one form field in UTF-8, limited in size, from callers who may import', async () => {
  const send = (fields: Record<string, string | Blob>, token = analyst.token) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    return fetchAnswer(`${site.apiUrl}msoc/v1/assets/import`, {
      method: 'POST',
      headers: { 'access-token': token },
      body,
    })
  }
  const file = (content: BlobPart) => new Blob([content], { type: 'text/csv' })

  expect((await send({ csv: file('vin,model\nUPLOADED-1,Größe\n'), dry_run: 'true' })).body).toMatchObject({
    success: true,
    added: 1,
    job: null,
  })
  expect(
    (await send({ csv: file(new Uint8Array([0x76, 0x69, 0x6e, 0x0a, 0xff, 0xfe])), dry_run: 'true' })).body,
  ).toMatchObject({ code: 'INVALID_INPUT', errors: { csv: 'The file is not UTF-8 text.' } })
  expect((await send({ csv: file('x'.repeat(10 * 1024 * 1024)) })).status).toBe(413)
  expect((await send({ csv: file('vin\nX'), other: file('vin\nY') })).status).toBe(413)
  expect((await send({ csv: file('vin\nX'), dry_run: 'perhaps' })).body).toMatchObject({
    code: 'INVALID_INPUT',
    errors: { dry_run: expect.any(String) },
  })
  const broken = {
    method: 'POST',
    headers: { 'access-token': analyst.token, 'content-type': 'multipart/form-data' },
    body: 'no form',
  }
  expect((await fetchAnswer(`${site.apiUrl}msoc/v1/assets/import`, broken)).body).toMatchObject({
    code: 'INVALID_INPUT',
  })
  expect((await send({ csv: file('vin\nX') }, 'nobody')).status).toBe(403)
  expect((await send({ csv: file('vin\nX') }, viewer.token)).body).toMatchObject({ code: 'ROLE_REQUIRED' })
})

test('no other call accepts form data', async () => {
  const body = new FormData()
  body.append('email', 'a@b.example')
  body.append('password', 'whatever')
  expect((await fetchAnswer(`${site.apiUrl}v2/auth/login`, { method: 'POST', body })).status).toBe(415)
})
