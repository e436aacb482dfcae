import { expect, test } from 'vitest'
import { entriesOf, sameButNames } from './archive-files.ts'
import { exchanging } from './exchange.ts'
import { startInstallation } from './installation.ts'
import { fillWithTara } from './tara-program.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const beta = await site.organisation('Beta')
const ours = exchanging(site, alpha.members.ENGINEER.token)
const theirs = exchanging(site, beta.members.ENGINEER.token)
const reviewer = exchanging(site, alpha.members.ADMIN.token)

test('[EX1] [EX2] [EX4] a program read in by another organisation is written out as the same archive but for uuids and dates', async () => {
  const program = await fillWithTara(ours, reviewer, 'Headlamp')
  const first = await ours.download('export-archive', { program_uuid: program })
  expect([first.status, first.name]).toEqual([200, 'attachment; filename="Headlamp.zip"'])
  const { status, body } = await theirs.bring('import-archive', {}, first.bytes)
  expect([status, body.job.status, body.job.error]).toEqual([200, 'COMPLETED', null])
  const second = await theirs.download('export-archive', { program_uuid: await theirs.programCalled('Headlamp') })
  const [a, b] = [await entriesOf(first.bytes), await entriesOf(second.bytes)]
  expect([...b.keys()]).toEqual([...a.keys()])
  for (const name of a.keys()) expect(b.get(name)!.length, name).toBeGreaterThan(0)
  expect(sameButNames(b)).toEqual(sameButNames(a))
  // what was normalised was there at all
  expect(a.get('versions.jsonl')!.split('\n').length).toBeGreaterThan(20)
  expect(a.get('baselines.json')).toContain('Gate 1')
  expect(a.get('comments.jsonl')).toContain('Is this so?')
  expect(a.get('projects.json')).toContain('Release review')
  expect(a.get('links.jsonl')).toContain('Title changed')
  expect(a.get('reviews.jsonl')).toContain('approved')
  expect(a.get('versions.jsonl')).toContain('"by":"Alpha engineer"')
  expect(a.get('reviews.jsonl')).toContain('"asked_by":"Alpha engineer","decided_by":"Alpha admin"')
  for (const { text } of [first, second].map(({ bytes }) => ({ text: bytes.toString('latin1') }))) expect(text).not.toContain(alpha.members.ENGINEER.email)
  const uuids = (text: string) => text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
  const old = new Set(uuids([...a.values()].join('\n')))
  expect(uuids([...b.values()].join('\n')).filter((uuid) => old.has(uuid))).toEqual([])
})

test('[EX1] who wrote what is read by name where it was read in, as nobody of there', async () => {
  const program = await fillWithTara(ours, reviewer, 'Signed')
  const { bytes } = await ours.download('export-archive', { program_uuid: program })
  await theirs.bring('import-archive', {}, bytes)
  const copy = await theirs.programCalled('Signed')
  const { body: { artefacts } } = await theirs.get('get-artefacts', { program_uuid: copy })
  const named = (title: string) => artefacts.find((one: { title: string }) => one.title === title).uuid
  const author = { uuid: null, name: 'Alpha engineer, imported' }
  const { body: { comments } } = await theirs.get('get-comments', { artefact_uuid: named('Spoofed lamp request') })
  expect(comments.map(({ text, by, is_mine: isMine }: Record<string, unknown>) => [text, by, isMine])).toEqual([['Is this so?', author, false], ['It is.', author, false]])
  const { body: { versions } } = await theirs.get('get-artefact-history', { uuid: named('Authentic and fresh requests') })
  expect(versions.map(({ revision, by }: Record<string, unknown>) => [revision, by])).toEqual([[2, author], [1, author]])
  expect((await theirs.get('get-artefact', { uuid: named('SecOC') })).body.review.asked_by).toEqual(author)
  expect((await theirs.get('get-reviews', { program_uuid: copy })).body.reviews.map(({ asked_by: by }: { asked_by: unknown }) => by)).toEqual([author])
})

test('[EX1] the same program is the same bytes but for when it was made', async () => {
  const program = await fillWithTara(ours, reviewer, 'Twice')
  const [one, other] = [await ours.download('export-archive', { program_uuid: program }), await ours.download('export-archive', { program_uuid: program })]
  const [a, b] = [await entriesOf(one.bytes), await entriesOf(other.bytes)]
  a.delete('manifest.json')
  b.delete('manifest.json')
  expect(b).toEqual(a)
})

test('[EX2] numbers, codes, suspect links, differences between baselines and risks are there again', async () => {
  const program = await fillWithTara(ours, reviewer, 'Codes')
  const archive = await ours.download('export-archive', { program_uuid: program })
  expect((await theirs.bring('import-archive', { name: 'Codes of Beta' }, archive.bytes)).body.job.outcome).toMatchObject({ artefacts: expect.any(Number), links: expect.any(Number) })
  const copy = await theirs.programCalled('Codes of Beta')
  const shortOf = async ({ get }: typeof ours, uuid: string) => (await get('get-artefacts', { program_uuid: uuid })).body.artefacts.map(({ code, title, status, revision }: Record<string, unknown>) => [code, title, status, revision])
  expect(await shortOf(theirs, copy)).toEqual(await shortOf(ours, program))
  const risksOf = async ({ get }: typeof ours, uuid: string) => (await get('get-assessments', { program_uuid: uuid })).body.assessments.map(({ scenarios, overall }: { scenarios: { initial: { risk: number | null } }; overall: string | null }) => [scenarios.initial.risk, overall]).toSorted()
  expect(await risksOf(theirs, copy)).toEqual(await risksOf(ours, program))
  expect((await risksOf(theirs, copy)).flat()).toContain('severe')
  expect((await theirs.get('get-suspects', { program_uuid: copy })).body.total).toBe((await ours.get('get-suspects', { program_uuid: program })).body.total)
  const differenceOf = async ({ get }: typeof ours, uuid: string) => {
    const { body: { baselines } } = await get('get-baselines', { program_uuid: uuid })
    return (await get('get-difference', { program_uuid: uuid, from_uuid: baselines[0].uuid })).body.counts
  }
  expect(await differenceOf(theirs, copy)).toEqual(await differenceOf(ours, program))
  // the next of a kind goes on where the archive ended: the last asset was removed, and its number is not given again
  const [made] = await theirs.save(copy, { artefacts: [{ kind: 'asset', title: 'Another' }] })
  const [there] = await ours.save(program, { artefacts: [{ kind: 'asset', title: 'Another' }] })
  expect(made.code).toBe(there.code)
})

test('[EX3] a project takes along what it is linked with, and comes out of its new program as it went in', async () => {
  const program = await fillWithTara(ours, reviewer, 'Parts')
  const { body: { projects } } = await ours.get('get-projects', { program_uuid: program })
  const first = await ours.download('export-archive', { program_uuid: program, project_uuid: projects[0].uuid })
  const { body } = await theirs.bring('import-archive', {}, first.bytes)
  expect([body.job.status, body.contents.projects]).toEqual(['COMPLETED', 1])
  const copy = await theirs.programCalled('Parts')
  const { body: { projects: copies } } = await theirs.get('get-projects', { program_uuid: copy })
  const second = await theirs.download('export-archive', { program_uuid: copy, project_uuid: copies[0].uuid })
  const [a, b] = [await entriesOf(first.bytes), await entriesOf(second.bytes)]
  expect(sameButNames(b)).toEqual(sameButNames(a))
  // the asset of the project is the target of a scenario beside it; the winter is linked with nothing
  expect(a.get('artefacts/threat-scenario.jsonl')!.trim().split('\n')).toHaveLength(2)
  expect(a.has('artefacts/environment.jsonl')).toBe(false)
  expect(a.get('artefacts/control.jsonl')).toContain('SecOC')
  expect(a.has('artefacts/diagram.jsonl')).toBe(true)
})

test('[EX5] a look says what is in an archive, and makes nothing', async () => {
  const program = await fillWithTara(ours, reviewer, 'Looked at')
  const { bytes } = await ours.download('export-archive', { program_uuid: program })
  const { status, body } = await theirs.bring('import-archive', { dry_run: 'true' }, bytes)
  expect([status, body.job, body.contents]).toEqual([200, null, expect.objectContaining({ name: 'Looked at', projects: 1, artefacts: expect.objectContaining({ asset: 1, 'threat-scenario': 2 }) })])
  expect((await theirs.get('get-programs', { q: 'Looked at' })).body.total).toBe(0)
})

test('[EX6] a viewer imports nothing, and nothing waits when a job is over', async () => {
  const program = await fillWithTara(ours, reviewer, 'Whose')
  const { bytes } = await ours.download('export-archive', { program_uuid: program })
  expect((await site.upload(alpha.members.VIEWER.token, 'v2/app/import-archive', {}, bytes)).status).toBe(422)
  expect((await theirs.download('export-archive', { program_uuid: program })).status).toBe(404)
  await theirs.bring('import-archive', {}, bytes)
  expect(await site.sql`SELECT 1 FROM import_pieces`).toEqual([])
})
