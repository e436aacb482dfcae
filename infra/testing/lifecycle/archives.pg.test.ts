import { expect, test } from 'vitest'
import { entriesOf, sameButNames } from '../support/engineering/archive-files.ts'
import { exchanging } from '../support/engineering/exchange.ts'
import { password, startInstallation } from '../support/installation.ts'
import { fillWithTara } from '../support/engineering/tara-program.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const beta = await site.organisation('Beta')
const ours = exchanging(site, alpha.members.ENGINEER.token)
const theirs = exchanging(site, beta.members.ENGINEER.token)
const reviewer = exchanging(site, alpha.members.ADMIN.token)

test('[EXCHANGE-1] [EXCHANGE-2] [EXCHANGE-4] the export of an imported program equals its archive', async () => {
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
  // the compared files have contents
  expect(a.get('versions.jsonl')!.split('\n').length).toBeGreaterThan(20)
  expect(a.get('baselines.json')).toContain('Gate 1')
  expect(a.get('comments.jsonl')).toContain('Is this so?')
  expect(a.get('projects.json')).toContain('Release review')
  expect(a.get('links.jsonl')).toContain('Title changed')
  expect(a.get('reviews.jsonl')).toContain('approved')
  expect(a.get('versions.jsonl')).toContain('"by":"Alpha engineer"')
  expect(a.get('reviews.jsonl')).toContain('"requested_by":"Alpha engineer","decided_by":"Alpha admin"')
  for (const { text } of [first, second].map(({ bytes }) => ({ text: bytes.toString('latin1') })))
    expect(text).not.toContain(alpha.members.ENGINEER.email)
  const uuids = (text: string) => text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
  const old = new Set(uuids([...a.values()].join('\n')))
  expect(uuids([...b.values()].join('\n')).filter((uuid) => old.has(uuid))).toEqual([])
})

test('[EXCHANGE-1] authors are shown by name after an import, not as local users', async () => {
  const program = await fillWithTara(ours, reviewer, 'Signed')
  const { bytes } = await ours.download('export-archive', { program_uuid: program })
  await theirs.bring('import-archive', {}, bytes)
  const copy = await theirs.programCalled('Signed')
  const {
    body: { artefacts },
  } = await theirs.get('get-artefacts', { program_uuid: copy })
  const named = (title: string) => artefacts.find((one: { title: string }) => one.title === title).uuid
  const author = { uuid: null, name: 'Alpha engineer, imported' }
  const {
    body: { comments },
  } = await theirs.get('get-comments', { artefact_uuid: named('Spoofed lamp request') })
  expect(comments.map(({ text, by, is_mine: isMine }: Record<string, unknown>) => [text, by, isMine])).toEqual([
    ['Is this so?', author, false],
    ['It is.', author, false],
  ])
  const {
    body: { versions },
  } = await theirs.get('get-artefact-history', { uuid: named('Authentic and fresh requests') })
  expect(versions.map(({ revision, by }: Record<string, unknown>) => [revision, by])).toEqual([
    [2, author],
    [1, author],
  ])
  expect((await theirs.get('get-artefact', { uuid: named('SecOC') })).body.review.requested_by).toEqual(author)
  expect(
    (await theirs.get('get-reviews', { program_uuid: copy })).body.reviews.map(
      ({ requested_by: by }: { requested_by: unknown }) => by,
    ),
  ).toEqual([author])
})

test('[GRAPH-9] the importer of a program counts as its author: they decide none of its open reviews', async () => {
  const { bytes } = await ours.download('export-archive', {
    program_uuid: await fillWithTara(ours, reviewer, 'Vouched'),
  })
  await theirs.bring('import-archive', {}, bytes)
  const copy = await theirs.programCalled('Vouched')
  const colleague = exchanging(site, beta.members.ADMIN.token)
  const waiting = async ({ get }: typeof ours) => (await get('get-reviews', { program_uuid: copy })).body.reviews
  const [{ uuid: review, artefact, may_decide: may }] = await waiting(theirs)
  expect([may, (await waiting(colleague))[0].may_decide]).toEqual([false, true])
  expect((await theirs.call('decide-review', { review_uuid: review, decision: 'approved' })).body.message).toBe(
    'Four eyes: the requester may not decide.',
  )
  expect((await theirs.get('get-artefact', { uuid: artefact.uuid })).body.review).toMatchObject({ may_withdraw: true })
  // a colleague requests a review of imported content: the importer may not decide it either
  const {
    body: { artefacts },
  } = await theirs.get('get-artefacts', { program_uuid: copy, kinds: 'goal' })
  const requested = await colleague.call('request-review', {
    artefact_uuid: artefacts[0].uuid,
    revision: artefacts[0].revision,
  })
  expect(
    (await theirs.call('decide-review', { review_uuid: requested.body.review_uuid, decision: 'approved' })).body
      .message,
  ).toContain('Four eyes: an author of changes')
  // an approval from the archive stays, with the name of the reviewer
  const {
    body: {
      artefacts: [damage],
    },
  } = await theirs.get('get-artefacts', { program_uuid: copy, kinds: 'damage-scenario' })
  expect((await theirs.get('get-artefact', { uuid: damage.uuid })).body.decided).toMatchObject({
    decision: 'approved',
    by: { uuid: null, name: 'Alpha admin, imported' },
    reason: 'Right.',
    changed_since: false,
  })
})

test('[EXCHANGE-24] [ACCOUNT-8] erasing a user removes the name from imported content too', async () => {
  const [giver, taker] = [await site.organisation('Names'), await site.organisation('Keeps')]
  const from = exchanging(site, giver.members.ENGINEER.token)
  const program = await fillWithTara(from, exchanging(site, giver.members.ADMIN.token), 'Named')
  const { bytes } = await from.download('export-archive', { program_uuid: program })
  const to = exchanging(site, taker.members.ENGINEER.token)
  await to.bring('import-archive', {}, bytes)
  const { VIEWER: leaver } = taker.members
  await site.sql`UPDATE users SET name = 'Names engineer' WHERE uuid = ${leaver.uuid}` // like the imported author
  const importedData = (await site.get(leaver.token, 'v2/app/my-data')).body.data.imported_under_my_name
  expect([importedData.comments, importedData.reviews > 0, importedData.versions > 10]).toEqual([2, true, true])
  const named = async () => {
    const rows = await site.sql<{ name: string | null }[]>`
     
      SELECT by_name AS name
      FROM artefact_versions
      WHERE org_uuid = ${taker.org.uuid}
      UNION
      SELECT created_by_name
      FROM artefact_comments
      WHERE org_uuid = ${taker.org.uuid}
     
      UNION
      SELECT requested_by_name
      FROM reviews
      WHERE org_uuid = ${taker.org.uuid}
      UNION
      SELECT decided_by_name
      FROM reviews
      WHERE org_uuid = ${taker.org.uuid}`
    return rows.flatMap(({ name }) => name ?? []).sort()
  }
  expect(await named()).toEqual(['Names admin', 'Names engineer'])
  expect((await site.call(leaver.token, 'v2/app/erase-me', { password })).status).toBe(200)
  expect(await named()).toEqual(['Former member', 'Names admin'])
  const {
    body: { artefacts },
  } = await to.get('get-artefacts', { program_uuid: await to.programCalled('Named'), kinds: 'threat-scenario' })
  const comments = await Promise.all(
    artefacts.map(
      async ({ uuid }: { uuid: string }) => (await to.get('get-comments', { artefact_uuid: uuid })).body.comments,
    ),
  )
  expect(comments.flat().map(({ by }: { by: { name: string } }) => by.name)).toEqual([
    'Former member, imported',
    'Former member, imported',
  ])
  expect(
    await site.sql`SELECT 1 FROM artefact_comments WHERE created_by_uuid IS NOT NULL AND org_uuid = ${giver.org.uuid}`,
  ).toHaveLength(2)
})

test('[EXCHANGE-1] archives of the same program have the same bytes, except for the time', async () => {
  const program = await fillWithTara(ours, reviewer, 'Twice')
  const [one, other] = [
    await ours.download('export-archive', { program_uuid: program }),
    await ours.download('export-archive', { program_uuid: program }),
  ]
  const [a, b] = [await entriesOf(one.bytes), await entriesOf(other.bytes)]
  a.delete('manifest.json')
  b.delete('manifest.json')
  expect(b).toEqual(a)
})

test('[EXCHANGE-2] numbers, codes, suspect links, baseline differences and risks are restored', async () => {
  const program = await fillWithTara(ours, reviewer, 'Codes')
  for (const { uuid, kind, revision, fields } of (
    await ours.get('get-artefacts', { program_uuid: program, kinds: 'damage-scenario' })
  ).body.artefacts) {
    await ours.save(program, {
      artefacts: [{ uuid, kind, revision, fields: { safety: fields.safety === 'severe' ? 'moderate' : 'severe' } }],
    })
  }
  const archive = await ours.download('export-archive', { program_uuid: program })
  expect(
    (await theirs.bring('import-archive', { name: 'Codes of Beta' }, archive.bytes)).body.job.outcome,
  ).toMatchObject({ artefacts: expect.any(Number), links: expect.any(Number) })
  const copy = await theirs.programCalled('Codes of Beta')
  const shortOf = async ({ get }: typeof ours, uuid: string) =>
    (await get('get-artefacts', { program_uuid: uuid })).body.artefacts.map(
      ({ code, title, status, revision }: Record<string, unknown>) => [code, title, status, revision],
    )
  expect(await shortOf(theirs, copy)).toEqual(await shortOf(ours, program))
  const risksOf = async ({ get }: typeof ours, uuid: string) =>
    (await get('get-assessments', { program_uuid: uuid })).body.assessments
      .map(({ scenarios, overall }: { scenarios: { initial: { risk: number | null } }; overall: string | null }) => [
        scenarios.initial.risk,
        overall,
      ])
      .toSorted()
  expect(await risksOf(theirs, copy)).toEqual(await risksOf(ours, program))
  expect((await risksOf(theirs, copy)).flat()).toContain(4)
  expect((await theirs.get('get-suspects', { program_uuid: copy })).body.total).toBe(
    (await ours.get('get-suspects', { program_uuid: program })).body.total,
  )
  const differenceOf = async ({ get }: typeof ours, uuid: string) => {
    const {
      body: { baselines },
    } = await get('get-baselines', { program_uuid: uuid })
    const { counts, risks } = (await get('get-difference', { program_uuid: uuid, from_uuid: baselines.at(-1).uuid }))
      .body
    return { counts, risks: risks.map(({ uuid: _uuid, ...risk }: { uuid: string }) => risk) }
  }
  const difference = await differenceOf(ours, program)
  expect(difference.counts.risks).toBeGreaterThan(0)
  expect(await differenceOf(theirs, copy)).toEqual(difference)
  // numbering continues where the archive ended: the last asset was removed, and its number is not used again
  const [made] = await theirs.save(copy, { artefacts: [{ kind: 'asset', title: 'Another' }] })
  const [there] = await ours.save(program, { artefacts: [{ kind: 'asset', title: 'Another' }] })
  expect(made.code).toBe(there.code)
})

test('[EXCHANGE-3] a project is exported with its linked artefacts, and again the same after an import', async () => {
  const program = await fillWithTara(ours, reviewer, 'Partial')
  const {
    body: { projects },
  } = await ours.get('get-projects', { program_uuid: program })
  const first = await ours.download('export-archive', { program_uuid: program, project_uuid: projects[0].uuid })
  const { body } = await theirs.bring('import-archive', {}, first.bytes)
  expect([body.job.status, body.contents.projects]).toEqual(['COMPLETED', 1])
  const copy = await theirs.programCalled('Partial')
  const {
    body: { projects: copies },
  } = await theirs.get('get-projects', { program_uuid: copy })
  const second = await theirs.download('export-archive', { program_uuid: copy, project_uuid: copies[0].uuid })
  const [a, b] = [await entriesOf(first.bytes), await entriesOf(second.bytes)]
  expect(sameButNames(b)).toEqual(sameButNames(a))
  // the project's asset is the target of a scenario outside the project; the winter asset has no links
  expect(a.get('artefacts/threat-scenario.jsonl')!.trim().split('\n')).toHaveLength(2)
  expect(a.has('artefacts/environment.jsonl')).toBe(false)
  expect(a.get('artefacts/control.jsonl')).toContain('SecOC')
  expect(a.has('artefacts/diagram.jsonl')).toBe(true)
})

test('[EXCHANGE-5] a preview shows the contents of an archive, and creates nothing', async () => {
  const program = await fillWithTara(ours, reviewer, 'Looked at')
  const { bytes } = await ours.download('export-archive', { program_uuid: program })
  const { status, body } = await theirs.bring('import-archive', { dry_run: 'true' }, bytes)
  expect([status, body.job, body.contents]).toEqual([
    200,
    null,
    expect.objectContaining({
      name: 'Looked at',
      projects: 1,
      artefacts: expect.objectContaining({ asset: 1, 'threat-scenario': 2 }),
    }),
  ])
  expect((await theirs.get('get-programs', { q: 'Looked at' })).body.total).toBe(0)
})

test('[EXCHANGE-6] a viewer cannot import, and no import data is left when a job is over', async () => {
  const program = await fillWithTara(ours, reviewer, 'Whose')
  const { bytes } = await ours.download('export-archive', { program_uuid: program })
  expect((await site.upload(alpha.members.VIEWER.token, 'v2/app/import-archive', {}, bytes)).status).toBe(422)
  expect((await theirs.download('export-archive', { program_uuid: program })).status).toBe(404)
  await theirs.bring('import-archive', {}, bytes)
  expect(await site.sql`SELECT 1 FROM import_pieces`).toEqual([])
})
