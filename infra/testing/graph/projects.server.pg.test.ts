import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { mostProjects } from '@carapace/shared/graph/programs/projects'
import { type Member, startInstallation } from '../support/installation.ts'
import { projectCalls } from '../support/engineering/project-calls.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ENGINEER: engineer, ADMIN: admin, VIEWER: viewer, ANALYST: analyst } = alpha.members
const { begin, call, change, get, link, make, project, remove, summary } = projectCalls(site, alpha)

const join = (program: string, { uuid }: Pick<Member, 'uuid'>, role: string | null) =>
  call('save-program-member', { program_uuid: program, user_uuid: uuid, role }, admin.token)
const kept = async (program: string): Promise<Artefact[]> =>
  (await get('get-artefacts', { program_uuid: program })).body.artefacts

test('[PROJECT-1] [PROJECT-2] a project begins in the concept phase, with the given elements', async () => {
  const program = await begin('Fjord zonal 2')
  const [unit, other] = await make(program, { kind: 'component' }, { kind: 'component' })
  const begun = await project(program, {
    description: 'Talks to the world',
    lead_uuid: engineer.uuid,
    elements: [unit!.uuid],
  })
  expect(begun).toMatchObject({
    program: 'Fjord zonal 2',
    name: 'Telematics unit',
    type: 'COMPONENT',
    current_phase: 'CONCEPT',
    concept_phase_status: 'CREATED',
    production_phase_status: null,
    my_role: 'LEAD',
    lead: { uuid: engineer.uuid },
    scenarios: 0,
    suspect: 0,
    risk: null,
    revision: 1,
  })
  const now = await kept(program)
  expect([unit, other].map((each) => now.find(({ uuid }) => uuid === each!.uuid)!.project_uuid)).toEqual([
    begun.uuid,
    null,
  ])
  expect((await get('get-project-by-uuid', { project_uuid: begun.uuid })).body.project).toEqual(begun)
  expect((await call('save-project', { program_uuid: program, name: 'No type' })).status).toBe(400)
  expect(
    (await call('save-project', { program_uuid: program, name: 'x', type: 'SYSTEM', elements: [randomUUID()] })).body
      .errors,
  ).toEqual({ 'elements.0': 'This is not in this program.' })
})

test('[PROJECT-1] members see projects; leads and editors change them, and only leads remove them', async () => {
  const program = await begin()
  const begun = await project(program)
  for (const [member, role] of [
    [viewer, 'READER'],
    [analyst, 'EDITOR'],
  ] as const)
    await join(program, member, role)
  const shown = async (token: string) => (await get('get-projects', { program_uuid: program }, token)).body.total
  expect([await shown(viewer.token), await shown(analyst.token), await shown(admin.token)]).toEqual([1, 1, 1])
  expect((await change(begun, { name: 'Mine' }, viewer.token)).status).toBe(422)
  expect((await change(begun, { name: 'Mine' }, analyst.token)).status).toBe(422)
  await join(program, admin, 'LEAD')
  await join(program, engineer, 'EDITOR')
  const { body } = await change(begun, { name: 'Gateway' })
  expect(body.project).toMatchObject({ name: 'Gateway', my_role: 'EDITOR', revision: 2 })
  expect((await remove(body.project)).body.message).toBe(
    'Only administrators, and engineers who lead this program, may do this.',
  )
  await join(program, engineer, null)
  for (const { status } of [
    await get('get-project-by-uuid', { project_uuid: begun.uuid }),
    await change(begun, { name: 'Mine' }),
    await remove(body.project),
  ])
    expect(status).toBe(404)
  expect((await get('get-projects', { q: 'Gateway' })).body.total).toBe(0)
})

test('[PROJECT-2] a change of an older revision is refused, and an equal value is no change', async () => {
  const program = await begin()
  const first = await project(program)
  const { body } = await change(first, { name: 'TCU', type: 'SYSTEM' })
  expect((await change(first, { name: 'Mine' })).body.code).toBe('ROW_CHANGED')
  expect((await remove(first)).status).toBe(409)
  expect(
    (await change(body.project, { name: 'TCU', current_phase: 'CONCEPT', status: 'CREATED' })).body.project,
  ).toEqual(body.project)
})

test('[PROJECT-3] a status without a phase is for the current phase of the project, or for its new one', async () => {
  const program = await begin()
  let now = await project(program)
  const move = async (input: object) => {
    now = (await change(now, input)).body.project
    return [
      now.current_phase,
      now.concept_phase_status,
      now.product_development_phase_status,
      now.incidence_response_phase_status,
    ]
  }
  expect(await move({ status: 'IN_PROCESS' })).toEqual(['CONCEPT', 'IN_PROCESS', null, null])
  expect(await move({ current_phase: 'PRODUCT_DEVELOPMENT', status: 'IN_PROCESS' })).toEqual([
    'PRODUCT_DEVELOPMENT',
    'IN_PROCESS',
    'IN_PROCESS',
    null,
  ])
  expect(await move({ status: 'COMPLETED', phase: 'CONCEPT' })).toEqual([
    'PRODUCT_DEVELOPMENT',
    'COMPLETED',
    'IN_PROCESS',
    null,
  ])
  expect(await move({ current_phase: 'INCIDENCE_RESPONCE' })).toEqual([
    'INCIDENCE_RESPONCE',
    'COMPLETED',
    'IN_PROCESS',
    'CREATED',
  ])
  expect((await get('get-projects', { program_uuid: program, phase: 'INCIDENCE_RESPONCE' })).body.total).toBe(1)
  expect((await get('get-projects', { program_uuid: program, phase: 'CONCEPT' })).body.total).toBe(0)
})

test('[PROJECT-4] the lead of a project is an active member of its program', async () => {
  const program = await begin()
  const begun = await project(program)
  expect((await change(begun, { lead_uuid: admin.uuid })).body.errors).toEqual({
    lead_uuid: 'This is not an active member of the program.',
  })
  await join(program, viewer, 'READER')
  const led = (await change(begun, { lead_uuid: viewer.uuid })).body.project
  await join(program, viewer, null)
  expect((await change(led, { name: 'Still led' })).body.project.lead).toMatchObject({ uuid: viewer.uuid })
  expect((await change({ ...led, revision: 3 }, { lead_uuid: null })).body.project.lead).toBeNull()
})

test('[PROJECT-14] a project is removed without a revision, whatever changed meanwhile', async () => {
  const begun = await project(await begin())
  const { uuid, revision } = begun
  await change(begun, { name: 'Renamed' })
  expect((await call('delete-project', { uuid, revision })).status).toBe(409)
  expect((await call('delete-project', { uuid })).status).toBe(200)
  const [entry] = await site.sql`SELECT before->>'name' AS name
    FROM audit_log
    WHERE subject_uuid = ${uuid}
    AND action = 'remove project'`
  expect(entry).toEqual({ name: 'Renamed' })
})

test('[PROJECT-5] the contents of a removed project stay, or are removed too; their history stays', async () => {
  const program = await begin()
  const [stays, goes] = [await project(program), await project(program, { name: 'Gateway' })]
  const [a, b, c] = await make(
    program,
    { kind: 'goal', project_uuid: stays.uuid },
    { kind: 'requirement', project_uuid: goes.uuid },
    { kind: 'requirement', project_uuid: goes.uuid },
  )
  await link(program, ['demands', a!, b!])
  expect((await remove(stays)).status).toBe(200)
  const left = (await kept(program)).find(({ uuid }) => uuid === a!.uuid)!
  expect([left.project_uuid, left.revision, left.seq > a!.seq]).toEqual([null, 2, true])
  expect((await remove(goes, true)).status).toBe(200)
  expect((await kept(program)).map(({ uuid }) => uuid)).toEqual([a!.uuid])
  expect(
    (await get('get-artefact-history', { uuid: c!.uuid })).body.versions.map(
      ({ action }: { action: string }) => action,
    ),
  ).toEqual(['removed', 'made'])
  expect((await get('get-projects', { program_uuid: program })).body.projects).toEqual([])
})

test('[PROJECT-6] a program has a limit of projects', async () => {
  const program = await begin()
  await site.sql`INSERT INTO projects (org_uuid, program_uuid, name, type)
    SELECT ${alpha.org.uuid}, ${program}, 'Project ' || n, 'SYSTEM'
    FROM generate_series(1, ${mostProjects - 1}) n`
  const both = await Promise.all(
    [1, 2].map(() => call('save-project', { program_uuid: program, name: 'The last', type: 'SYSTEM' })),
  )
  expect(both.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 422])
  expect(both.find(({ status }) => status === 422)!.body.message).toBe(
    'This program has 200 projects, which is the maximum. Remove one first.',
  )
})

test("[PROJECT-6] [PROJECT-8] a program's history includes its projects, with old values of changes", async () => {
  const program = await begin()
  const begun = await project(program)
  await change(begun, { current_phase: 'PRODUCTION' })
  await call('update-program-name', { program_uuid: program, revision: 1, name: 'Renamed' })
  await remove({ ...begun, revision: 2 })
  await project(await begin(), { name: 'Elsewhere' })
  const history = async (query: object = {}) =>
    (await get('get-program-history', { program_uuid: program, ...query })).body
  const { entries, next } = await history()
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    'remove project',
    'change program',
    'change project',
    'begin project',
    'begin program',
  ])
  expect(next).toBeNull()
  expect(entries[1]).toMatchObject({
    by: 'Alpha engineer',
    before: { name: expect.any(String) },
    after: { name: 'Renamed' },
  })
  expect(Object.keys(entries[1].before)).toEqual(['name'])
  expect(entries[2]).toMatchObject({
    before: { currentPhase: 'CONCEPT' },
    after: { currentPhase: 'PRODUCTION', phaseStatuses: { CONCEPT: 'CREATED', PRODUCTION: 'CREATED' } },
  })
  const first = await history({ limit: 2 })
  expect((await history({ limit: 2, before: first.next })).entries).toEqual(entries.slice(2, 4))
  expect((await history({ project_uuid: begun.uuid })).entries.map(({ action }: { action: string }) => action)).toEqual(
    ['remove project', 'change project', 'begin project'],
  )
  expect(entries.map((entry: { project: string | null }) => entry.project)).toEqual(Array(5).fill(null))
  await project(program, { name: 'Telematics unit' })
  expect((await history({ limit: 1 })).entries[0]).toMatchObject({
    action: 'begin project',
    project: 'Telematics unit',
  })
})

test('removing a program removes everything in it', async () => {
  const program = await begin()
  const unit = await project(program)
  const [goal, requirement] = await make(program, { kind: 'goal', project_uuid: unit.uuid }, { kind: 'requirement' })
  await link(program, ['demands', goal!, requirement!])
  await call('request-review', { artefact_uuid: goal!.uuid, revision: 1 })
  await call('save-comment', { artefact_uuid: goal!.uuid, text: 'Why?' })
  await call('save-baseline', { program_uuid: program, name: 'First' })
  const both = await Promise.all([1, 2].map(() => call('delete-program', { program_uuid: program, revision: 1 })))
  expect(both.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 404])
  for (const table of [
    'projects',
    'artefacts',
    'artefact_versions',
    'artefact_links',
    'reviews',
    'artefact_comments',
    'baselines',
    'program_graphs',
    'program_members',
  ]) {
    expect([table, await site.sql`SELECT 1 FROM ${site.sql(table)} WHERE program_uuid = ${program}`]).toEqual([
      table,
      [],
    ])
  }
})

test('[PROJECT-12] a project has its next milestone with its date; the program has the earliest', async () => {
  const program = await begin()
  const [unit, door] = [
    await project(program, { name: 'Unit' }),
    await project(program, { name: 'Door', milestone: { name: 'Release', on: '2026-06-01' } }),
  ]
  expect([unit.milestone, door.milestone]).toEqual([null, { name: 'Release', on: '2026-06-01' }])
  expect((await summary(program)).milestone).toEqual({
    name: 'Release',
    on: '2026-06-01',
    project: 'Door',
    project_uuid: door.uuid,
  })
  const { body } = await change(unit, { milestone: { name: 'Assessment', on: '2020-12-12' } })
  expect((await summary(program)).milestone).toMatchObject({ name: 'Assessment', project: 'Unit' })
  expect(
    (await change(body.project, { milestone: { name: 'Assessment', on: '2020-12-12' } })).body.project.revision,
  ).toBe(2)
  const {
    entries: [last],
  } = (await get('get-program-history', { program_uuid: program })).body
  expect(last).toMatchObject({
    action: 'change project',
    before: { milestone: null, milestoneOn: null },
    after: { milestone: 'Assessment', milestoneOn: '2020-12-12' },
  })
  for (const wrong of [
    { name: 'Assessment' },
    { name: ' ', on: '2026-06-01' },
    { name: 'x', on: '2026-02-30' },
    { name: 'x', on: '0000-01-01' },
  ])
    expect((await change(body.project, { milestone: wrong })).status).toBe(400)
  expect((await change(body.project, { milestone: null })).body.project.milestone).toBeNull()
  expect((await summary(program)).milestone).toMatchObject({ name: 'Release' })
})
