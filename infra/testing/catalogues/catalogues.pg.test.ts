import { parse } from 'csv-parse/sync'
import { expect, test, vi } from 'vitest'
import { type CatalogueEntry, getCatalogueEntry } from '@carapace/shared/catalogues/catalogue.contract'
import { shippedEntries } from '@carapace/shared/catalogues/shipped'
import { listJobs } from '@carapace/shared/account/jobs.contract'

import { startInstallation, type Member, type Organisation } from '../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const beta = await site.organisation('Beta')

const { ENGINEER: engineer } = alpha.members
const get = (query: Record<string, string | number>, { token }: Member = engineer) =>
  site.get(token, 'v2/app/get-catalogue', query)
const save = (input: object, { token }: Member = engineer) => site.call(token, 'v2/app/save-catalogue-entry', input)
const drop = (input: object, { token }: Member = engineer) => site.call(token, 'v2/app/delete-catalogue-entry', input)
const one = async (uuid: string, { token }: Member = engineer) =>
  (await site.request(token, getCatalogueEntry, { uuid })).entry
const bring = (query: Record<string, string>, file: string | Uint8Array<ArrayBuffer>, { token }: Member = engineer) =>
  site.upload(token, 'v2/app/import-catalogue', query, file)
const codes = ({ body }: { body: { entries: CatalogueEntry[] } }) => body.entries.map(({ code }) => code)
const shipped = (code: string) => shippedEntries.find((entry) => entry.code === code)!
const recorded = async (uuid: string) =>
  (await site.sql<{ action: string }[]>`SELECT action FROM audit_log WHERE subject_uuid = ${uuid} ORDER BY id`).map(
    ({ action }) => action,
  )

async function finished(answer: { body: { job: { uuid: string } } }, { members }: Organisation = alpha) {
  return vi.waitFor(
    async () => {
      const job = (await site.request(members.ADMIN.token, listJobs, {})).jobs.find(
        ({ uuid }: { uuid: string }) => uuid === answer.body.job.uuid,
      )
      expect(['COMPLETED', 'FAILED']).toContain(job!.status)
      return job
    },
    { timeout: 20_000, interval: 50 },
  )
}

test('[CATALOGUE-1] [CATALOGUE-4] everybody sees the shipped entries, by code, in pages', async () => {
  const { status, body } = await get({ catalogue: 'threat', limit: 1_000 }, alpha.members.VIEWER)
  expect([status, body.total, body.next]).toEqual([200, 69, null])
  expect(codes({ body }).slice(0, 12)).toEqual([
    'R155-1.1',
    'R155-1.2',
    'R155-1.3',
    'R155-2.1',
    'R155-3.1',
    'R155-3.2',
    'R155-3.3',
    'R155-3.4',
    'R155-3.5',
    'R155-4.1',
    'R155-4.2',
    'R155-5.1',
  ])
  const paged: string[] = []
  for (let after: string | undefined; ;) {
    const page = await get({ catalogue: 'threat', limit: 20, ...(after !== undefined && { after }) })
    paged.push(...codes(page))
    if (page.body.next === null) break
    after = page.body.next as string
  }
  expect(paged).toEqual(codes({ body }))
})

test('[CATALOGUE-4] entries are found by words, STRIDE, element and heading', async () => {
  expect(codes(await get({ catalogue: 'threat', heading: 'people' }))).toEqual(['R155-15.1', 'R155-15.2'])
  expect(codes(await get({ catalogue: 'attack', q: 'ATM-T0068' }))).toEqual(['ATK-BUS-02'])
  const both = (await get({ catalogue: 'threat', stride: 'denial', element: 'channel', heading: 'communication' })).body
  expect(both.total).toBe(both.entries.length)
  expect(codes({ body: both })).toEqual(['R155-5.4', 'R155-8.1', 'R155-8.2'])
  expect((await get({ catalogue: 'threat', heading: 'nowhere' })).status).toBe(400)
})

test("[CATALOGUE-3] [CATALOGUE-5] [CATALOGUE-7] a changed shipped entry is the organisation's own", async () => {
  const entry = shipped('R155-2.1')
  const fetched = await one(entry.uuid)
  expect(fetched).toEqual(JSON.parse(JSON.stringify(entry)))
  const { status, body } = await save({
    uuid: entry.uuid,
    revision: 0,
    catalogue: 'threat',
    title: 'Our servers stand still',
    fields: { stride: ['denial', 'tampering'] },
  })
  expect([status, body.entry]).toMatchObject([
    200,
    {
      uuid: entry.uuid,
      code: 'R155-2.1',
      title: 'Our servers stand still',
      is_shipped: true,
      is_changed: true,
      revision: 1,
      source: 'carapace',
      fields: { ...entry.fields, stride: ['denial', 'tampering'] },
    },
  ])
  expect((await get({ catalogue: 'threat', limit: 1_000 })).body.total).toBe(69)
  expect((await one(entry.uuid, beta.members.VIEWER)).title).toBe(entry.title)
  expect((await save({ uuid: entry.uuid, revision: 0, catalogue: 'threat', title: 'Late' })).status).toBe(409)
  expect(
    (await save({ uuid: entry.uuid, revision: 1, catalogue: 'threat', title: 'Our servers stand still' })).body.entry
      .revision,
  ).toBe(1)
  expect((await drop({ uuid: entry.uuid, revision: 0 })).status).toBe(409)
  expect((await drop({ uuid: entry.uuid, revision: 1 })).status).toBe(200)
  expect((await one(entry.uuid)).title).toBe(entry.title)
  expect((await drop({ uuid: entry.uuid, revision: 0 })).body).toMatchObject({
    code: 'RULE_REFUSED',
    message: expect.stringContaining('retired, not removed'),
  })
  expect(await recorded(entry.uuid)).toEqual(['change catalogue entry', 'remove catalogue entry'])
})

test('[CATALOGUE-3] [CATALOGUE-4] a retired entry is listed only on request', async () => {
  const { uuid } = shipped('ATK-BUS-14')
  await save({ uuid, revision: 0, catalogue: 'attack', is_retired: true })
  expect(codes(await get({ catalogue: 'attack', q: 'common clock' }))).toEqual([])
  expect((await get({ catalogue: 'attack', q: 'common clock', retired: 'true' })).body.entries).toMatchObject([
    { uuid, is_retired: true, is_changed: true },
  ])
})

test('[CATALOGUE-2] [CATALOGUE-5] own entries get own, unique codes, and invalid fields are refused', async () => {
  const first = (
    await save({
      catalogue: 'damage',
      title: 'Paint is scratched',
      fields: { loses: ['integrity'], financial: 'moderate' },
    })
  ).body.entry
  const second = (await save({ catalogue: 'damage', title: 'Seats are cold' })).body.entry
  expect([first, second]).toMatchObject([
    {
      code: 'OWN-D-1',
      is_shipped: false,
      source: '',
      fields: { loses: ['integrity'], financial: 'moderate', safety: null },
    },
    { code: 'OWN-D-2' },
  ])
  expect((await save({ catalogue: 'damage', code: 'DMG-R-01', title: 'Again' })).body.errors).toEqual({
    code: expect.stringContaining('is there already'),
  })
  expect((await save({ uuid: first.uuid, revision: 1, catalogue: 'damage', code: 'OWN-D-2' })).status).toBe(400)
  expect(
    (await save({ uuid: shipped('DMG-R-01').uuid, revision: 0, catalogue: 'damage', code: 'MINE' })).body.errors,
  ).toEqual({ code: 'A shipped entry keeps its code.' })
  expect((await save({ catalogue: 'damage' })).body.errors).toEqual({ title: 'A title is needed.' })
  expect((await save({ catalogue: 'damage', title: 'x', fields: { colour: 'red' } })).body.errors).toEqual({
    colour: expect.stringContaining('no field of this name'),
  })
  expect((await save({ uuid: first.uuid, catalogue: 'damage', title: 'x' })).body.errors).toHaveProperty('revision')
  expect((await save({ uuid: first.uuid, revision: 1, catalogue: 'threat', title: 'x' })).status).toBe(404)
  expect((await drop({ uuid: second.uuid, revision: 1 })).status).toBe(200)
  expect((await site.get(engineer.token, 'v2/app/get-catalogue-entry', { uuid: second.uuid })).status).toBe(404)
})

test('[CATALOGUE-2] if two users add the same code at once, one is refused', async () => {
  const answers = await Promise.all([
    save({ catalogue: 'attack', code: 'TWIN', title: 'One' }),
    save({ catalogue: 'attack', code: 'TWIN', title: 'Two' }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
})

test.for(['ANALYST', 'VIEWER'] as const)('%s has read access only', async (role) => {
  const me = alpha.members[role]
  const { uuid } = shipped('DMG-R-02')
  expect([
    (await save({ catalogue: 'damage', title: 'x' }, me)).status,
    (await drop({ uuid, revision: 0 }, me)).status,
    (await bring({ catalogue: 'damage', form: 'csv' }, 'code\nx', me)).status,
  ]).toEqual([422, 422, 422])
  expect((await site.get(me.token, 'v2/app/export-catalogue', { catalogue: 'damage' })).status).toBe(200)
})

test('[CATALOGUE-8] [CATALOGUE-9] an export imported again changes nothing, and has no formula', async () => {
  const org = await site.organisation('Exporters')
  const me = org.members.ENGINEER
  await save(
    {
      catalogue: 'attack',
      title: '=HYPERLINK("http://x","y")',
      fields: { description: '+1', mitigations: ['@SUM(A1)', '-2'] },
    },
    me,
  )
  await save({ uuid: shipped('ATK-BUS-01').uuid, revision: 0, catalogue: 'attack', is_retired: true }, me)
  const { text, headers } = await site.get(me.token, 'v2/app/export-catalogue', { catalogue: 'attack' })
  expect(headers.get('content-disposition')).toContain('carapace-attack-catalogue.csv')
  const rows = parse(text, { bom: true })
  expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  expect(rows.length).toBe((await get({ catalogue: 'attack', retired: 'true', limit: 1_000 }, me)).body.total + 1)
  const again = (await bring({ catalogue: 'attack', form: 'csv', dry_run: 'false' }, text, me)).body
  expect(again).toMatchObject({
    rows: rows.length - 1,
    made: 0,
    changed: 0,
    same: rows.length - 1,
    refused: [],
    job: null,
  })
})

test('[CATALOGUE-7] [CATALOGUE-8] a file is previewed first, then imported as a job, in parts', async () => {
  const org = await site.organisation('Importers')
  const me = org.members.ENGINEER
  const lines = Array.from(
    { length: 250 },
    (_, i) => `NEW-${i},Threat ${i},tampering | denial,${i % 2 === 0 ? '4.1' : ''}`,
  )
  const csv = [
    'code,title,stride,annex5',
    ...lines,
    'R155-1.1,Changed here,elevation,1.1',
    'BAD,Bad,flying,',
    ',none,,',
  ].join('\r\n')
  const dry = (await bring({ catalogue: 'threat', form: 'csv' }, csv, me)).body
  expect(dry).toMatchObject({
    rows: 253,
    made: 250,
    changed: 1,
    same: 0,
    refused_total: 2,
    refused: [
      { row: 253, reason: expect.stringContaining('stride') },
      { row: 254, reason: 'code: 1 to 60 letters.' },
    ],
    job: null,
  })
  expect(dry.sample[0]).toEqual({ code: 'NEW-0', title: 'Threat 0' })
  expect((await get({ catalogue: 'threat' }, me)).body.total).toBe(69)

  const job = await finished(await bring({ catalogue: 'threat', form: 'csv', dry_run: 'false' }, csv, me), org)
  expect(job).toMatchObject({
    status: 'COMPLETED',
    title: 'Read 251 entries into the threat catalogue',
    outcome: { added: 250, changed: 1, unchanged: 0, refused: 0 },
  })
  expect((await get({ catalogue: 'threat', limit: 1_000 }, me)).body.total).toBe(319)
  expect(await one(shipped('R155-1.1').uuid, me)).toMatchObject({
    title: 'Changed here',
    revision: 1,
    fields: { description: shipped('R155-1.1').fields.description, stride: ['elevation'] },
  })
  expect((await get({ catalogue: 'threat', q: 'NEW-249' }, me)).body.entries).toMatchObject([
    { title: 'Threat 249', fields: { stride: ['tampering', 'denial'] }, is_shipped: false },
  ])
  expect(
    (
      await site.sql`SELECT count(*)::int AS parts
        FROM audit_log
        WHERE org_uuid = ${org.org.uuid}
        AND action = 'import catalogue entries'`
    )[0],
  ).toEqual({ parts: 3 })
  expect((await get({ catalogue: 'threat', limit: 1_000 }, beta.members.VIEWER)).body.total).toBe(69)
})

test('[CATALOGUE-10] attack patterns of a bundle become attacks with their source', async () => {
  const bundle = {
    type: 'bundle',
    id: 'bundle--1',
    objects: [
      {
        type: 'attack-pattern',
        id: 'attack-pattern--1',
        name: 'Command it',
        description: 'x',
        external_references: [{ source_name: 'mitre-ics-attack', external_id: 'T0855' }],
        kill_chain_phases: [{ kill_chain_name: 'x', phase_name: 'impact' }],
      },
      { type: 'attack-pattern', id: 'attack-pattern--2', name: 'Old', revoked: true },
    ],
  }
  const answer = await bring(
    { catalogue: 'attack', form: 'stix', dry_run: 'false' },
    JSON.stringify(bundle),
    beta.members.ENGINEER,
  )
  expect(answer.body).toMatchObject({
    rows: 2,
    made: 1,
    refused: [{ row: 2, reason: 'Old: it was revoked or deprecated.' }],
  })
  await finished(answer, beta)
  expect(
    (await get({ catalogue: 'attack', q: 'T0855', limit: 100 }, beta.members.VIEWER)).body.entries.find(
      ({ code }: CatalogueEntry) => code === 'T0855',
    ),
  ).toMatchObject({
    title: 'Command it',
    source: 'mitre-ics-attack',
    source_id: 'T0855',
    fields: { techniques: ['T0855'], tactic: 'Impact' },
  })
})

test.for<readonly [what: string, form: string, file: string | Uint8Array<ArrayBuffer>, why: RegExp]>([
  ['deep JSON', 'stix', `{"type":"bundle","objects":${'['.repeat(2_000_000)}`, /64 deep/],
  ['broken JSON', 'stix', '{"type":"bundle"', /no STIX/],
  ['bad UTF-8', 'csv', new Uint8Array([99, 111, 100, 101, 10, 0xff, 0xfe]), /UTF-8/],
  ['a huge row', 'csv', `code,title\nx,"${'y'.repeat(2_000_000)}"`, /letters/],
  ['too many rows', 'csv', `code\n${'x\n'.repeat(6_000)}`, /at most 5,000 rows/],
  ['nothing', 'csv', '', /no entry/],
  ['a quote that never ends', 'csv', 'code\n"x', /not CSV/],
])('[CATALOGUE-11] %s is refused', async ([, form, file, why]) => {
  const { status, body } = await bring({ catalogue: 'attack', form }, file)
  expect([status, Object.values(body.errors).join(' ')]).toEqual([400, expect.stringMatching(why)])
})

test('[CATALOGUE-11] a file with a too large content length is refused before it is sent', async () => {
  expect((await bring({ catalogue: 'attack', form: 'stix' }, new Uint8Array(129 * 1024 * 1024))).status).toBe(413)
})

test('[CATALOGUE-6] an organisation has a limit of own entries', async () => {
  const org = await site.organisation('Full')
  await site.sql`INSERT INTO catalogue_entries (org_uuid, catalogue, code, title, fields)
    SELECT ${org.org.uuid}, 'damage', 'C-' || n, 'x', '{}'
    FROM generate_series(1, 5000) n`
  expect((await save({ catalogue: 'damage', title: 'One more' }, org.members.ENGINEER)).body.code).toBe('RULE_REFUSED')
  expect(
    (await bring({ catalogue: 'damage', form: 'csv', dry_run: 'false' }, 'code,title\nNEW,x', org.members.ENGINEER))
      .body.code,
  ).toBe('RULE_REFUSED')
  expect((await save({ catalogue: 'threat', title: 'Elsewhere' }, org.members.ENGINEER)).status).toBe(200)
})

test('the catalogues are a licensed module', async () => {
  const org = await site.organisation('Without', { modules: ['LIFECYCLE_CONCEPT_PHASE'] })
  expect((await get({ catalogue: 'damage' }, org.members.ADMIN)).status).toBe(402)
})
