import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { projectTypes } from '@carapace/shared/graph/programs/projects'
import { mostProjects } from '@carapace/shared/graph/programs/projects'
import type { Project } from '@carapace/shared/graph/programs/projects.contract'
import { type Member, startInstallation } from '../support/installation.ts'
import { createProgram } from '../support/factories.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ENGINEER: engineer, ADMIN: admin, VIEWER: viewer, ANALYST: analyst } = alpha.members

const call = (path: string, input: object, token = engineer.token) => site.call(token, `v2/app/${path}`, input)
const get = (path: string, query: Record<string, string | number>, token = engineer.token) =>
  site.get(token, `v2/app/${path}`, query)

async function begin(name?: string): Promise<string> {
  return (await createProgram(site, engineer.token, name === undefined ? {} : { name })).uuid
}
const join = (program: string, { uuid }: Pick<Member, 'uuid'>, role: string | null) =>
  call('save-program-member', { program_uuid: program, user_uuid: uuid, role }, admin.token)

async function project(program: string, input: object = {}): Promise<Project> {
  const { status, body } = await call('save-project', {
    program_uuid: program,
    name: 'Telematics unit',
    type: 'COMPONENT',
    ...input,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.project
}
const change = ({ uuid, revision, program_uuid: program }: Project, input: object, token?: string) =>
  call('save-project', { uuid, revision, program_uuid: program, ...input }, token)
const remove = ({ uuid, revision }: Project, withContents = false, token?: string) =>
  call('delete-project', { uuid, revision, with_contents: withContents }, token)

async function make(
  program: string,
  ...artefacts: { kind: string; title?: string; status?: string; fields?: object; project_uuid?: string | null }[]
): Promise<Artefact[]> {
  const { status, body } = await call('save-artefacts', {
    program_uuid: program,
    artefacts: artefacts.map((each) => ({ title: each.kind, ...each })),
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.artefacts
}
const link = async (program: string, ...links: [string, Artefact, Artefact][]) => {
  const { status, body } = await call('save-artefacts', {
    program_uuid: program,
    link: links.map(([kind, from, to]) => ({ kind, from: from.uuid, to: to.uuid })),
  })
  expect(status, JSON.stringify(body)).toBe(200)
}
const kept = async (program: string): Promise<Artefact[]> =>
  (await get('get-artefacts', { program_uuid: program })).body.artefacts
const summary = async (program: string) => (await get('get-program-summary', { program_uuid: program })).body

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

test('projects are listed ten per page, the latest changed first, and found by words and type', async () => {
  const program = await begin()
  const all: Project[] = []
  for (let i = 0; i < 12; i++)
    all.push(await project(program, { name: `Paged ${i}`, type: i === 4 ? 'VEHICLE' : 'SYSTEM' }))
  await change(all[3]!, { description: '100% by wire' })
  const names = async (query: Record<string, string | number>) =>
    (await get('get-projects', { program_uuid: program, ...query })).body.projects.map(({ name }: Project) => name)
  expect(await names({})).toEqual(['Paged 3', ...[11, 10, 9, 8, 7, 6, 5, 4, 2].map((i) => `Paged ${i}`)])
  expect(await names({ page: 2 })).toEqual(['Paged 1', 'Paged 0'])
  expect([await names({ q: '0% BY' }), await names({ type: 'VEHICLE' })]).toEqual([['Paged 3'], ['Paged 4']])
})

test('[PROJECT-13] projects are listed and exported in the requested order, also by figures', async () => {
  const program = await begin()
  const [low, high, bare] = [
    await project(program, { name: 'low', type: 'FEATURE' }),
    await project(program, { name: 'High', type: 'SYSTEM', lead_uuid: engineer.uuid }),
    await project(program, { name: '=bare', type: 'COMPONENT' }),
  ]
  const effort = (time: string) => ({
    effort: {
      potential: { time, expertise: 'layman', knowledge: 'public', window: 'unlimited', equipment: 'standard' },
      cvss: {},
      vector: 'network',
    },
  })
  const [damage, ...threats] = await make(
    program,
    { kind: 'damage-scenario', fields: { safety: 'severe' } },
    { kind: 'threat-scenario', project_uuid: high.uuid, fields: effort('day') },
    { kind: 'threat-scenario', project_uuid: low.uuid, fields: effort('longer') },
    { kind: 'threat-scenario', project_uuid: low.uuid },
  )
  await link(program, ['leads-to', damage!, threats[1]!])
  await call('save-artefacts', {
    program_uuid: program,
    artefacts: [{ uuid: damage!.uuid, kind: 'damage-scenario', revision: 1, title: 'Changed title' }],
  }) // links from before the change become suspect
  await link(program, ['leads-to', damage!, threats[0]!])
  await change(bare, { current_phase: 'PRODUCTION', status: 'APPROVED' })
  const listed = async (query: Record<string, string | number>) =>
    (await get('get-projects', { program_uuid: program, ...query })).body.projects
      .map(({ name }: Project) => name[0]!.toLowerCase())
      .join('')
  expect([await listed({ sort: 'name' }), await listed({ sort: 'name', order: 'desc' })]).toEqual(['=hl', 'lh='])
  // unrated projects are last
  expect([await listed({ sort: 'risk' }), await listed({ sort: 'risk', order: 'asc' })]).toEqual(['hl=', 'lh='])
  expect([await listed({ sort: 'scenarios' }), await listed({ sort: 'scenarios', order: 'asc' })]).toEqual([
    'lh=',
    '=hl',
  ])
  expect((await listed({ sort: 'suspect' }))[0]).toBe('l')
  expect([(await listed({ sort: 'lead' }))[0], (await listed({ sort: 'lead', order: 'desc' }))[0]]).toEqual(['h', 'h'])
  expect([
    (await listed({ sort: 'status', order: 'desc' }))[0],
    (await listed({ sort: 'phase', order: 'desc' }))[0],
    (await listed({}))[0],
  ]).toEqual(['=', '=', '='])
  const byType = (['FEATURE', 'SYSTEM', 'COMPONENT'] as const).toSorted(
    (a, b) => projectTypes.indexOf(a) - projectTypes.indexOf(b),
  )
  expect(
    (await get('get-projects', { program_uuid: program, sort: 'type' })).body.projects.map(({ type }: Project) => type),
  ).toEqual(byType)
  expect(
    (await Promise.all([1, 2, 3].map((page) => listed({ sort: 'program', perPage: 1, page })))).toSorted(
      (a, b) => a.charCodeAt(0) - b.charCodeAt(0),
    ),
  ).toEqual(['=', 'h', 'l'])

  const lines: Record<string, string>[] = parse(
    (await get('export-projects', { program_uuid: program, sort: 'risk' })).text,
    { bom: true, columns: true },
  )
  expect(lines.map(({ name }) => name)).toEqual(['High', 'low', "'=bare"])
  expect(lines[0]).toMatchObject({
    type: 'SYSTEM',
    lead: 'Alpha engineer',
    scenarios: '1',
    risk: '5',
    concept_phase_status: 'CREATED',
    my_role: 'LEAD',
  })
  expect(lines[2]).toMatchObject({
    current_phase: 'PRODUCTION',
    production_phase_status: 'APPROVED',
    lead: '',
    risk: '',
  })
  expect(
    parse((await get('export-projects', { program_uuid: program }, viewer.token)).text, { bom: true, columns: true }),
  ).toEqual([])
})

test('[LIFECYCLE-10] a program can hide a step and show it again, and its configuration has it', async () => {
  const program = await begin()
  const hide = async (hidden_steps: readonly string[]) => {
    const { revision } = (await get('get-program-config', { project_uuid: program })).body
    expect(
      (await call('save-program-config', { program_uuid: program, revision, chosen: { hidden_steps } })).status,
    ).toBe(200)
    return (await get('get-program-config', { project_uuid: program })).body.chosen
  }
  const unseen = async () =>
    (
      (await get('get-program-by-uuid', { programUuid: program })).body.program.lifecycle as {
        lifecycle_key: string
        is_ui_visible: boolean
      }[]
    )
      .filter(({ is_ui_visible: isVisible }) => !isVisible)
      .map(({ lifecycle_key: key }) => key)
  expect(await hide(['Residual-Risk', 'Residual-Risk'])).toMatchObject({ hidden_steps: ['Residual-Risk'] })
  expect(await unseen()).toEqual(['Residual-Risk'])
  expect((await get('get-program-by-uuid', { programUuid: program })).body.program.lifecycle[0]).toMatchObject({
    lifecycle_key: 'Item-Definition',
    is_configurable: false,
  })
  expect(await hide([])).not.toHaveProperty('hidden_steps')
  expect(await unseen()).toEqual([])
})

test("[CONFIGURATION-7] a program is configured from lists, by its own uuid or a project's", async () => {
  const program = await begin()
  const begun = await project(program)
  const [system, vehicle] = await make(
    program,
    { kind: 'system', title: 'Telematics' },
    { kind: 'vehicle-model', title: 'EQX-24' },
  )
  const config = (await get('get-program-config', { project_uuid: begun.uuid })).body
  expect(config).toMatchObject({
    program_uuid: program,
    systems: [{ uuid: system!.uuid, code: 'IT-01', title: 'Telematics' }],
    vehicles: [{ uuid: vehicle!.uuid }],
    features: [],
    components: [],
    functionList: [],
    method: { uuid: null, name: 'Default', version: 1 },
  })
  expect(config).toEqual((await get('get-program-config', { project_uuid: program })).body)
  const choose = (revision: number, chosen: object) =>
    call('save-program-config', { program_uuid: program, revision, chosen })
  expect((await choose(1, { propulsion_types: ['electric', 'electric'], design_type: 'new' })).body.revision).toBe(2)
  expect((await choose(1, { design_type: 'variant' })).status).toBe(409)
  expect((await choose(2, { design_type: 'new' })).body.revision).toBe(2)
  expect((await choose(2, { regulation_types: ['un-r999'] })).status).toBe(400)
  expect((await get('get-program-config', { project_uuid: program })).body).toMatchObject({
    revision: 2,
    chosen: { propulsion_types: ['electric'], design_type: 'new', regulation_types: [], rating_types: [] },
  })
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

test('[SUMMARY-9] [SUMMARY-10] figures: suspect links, requirements, work products and Annex 5', async () => {
  const program = await begin()
  const unit = await project(program)
  const [goal, one, two, passed, failed, threat, , product] = await make(
    program,
    { kind: 'goal' },
    { kind: 'requirement', project_uuid: unit.uuid },
    { kind: 'requirement' },
    { kind: 'test-case', fields: { result: 'passed' } },
    { kind: 'test-case', fields: { result: 'failed' } },
    { kind: 'threat-scenario', fields: { annex5: ['4.1', '20.5'], treatment: 'reduce' }, project_uuid: unit.uuid },
    { kind: 'threat-scenario', fields: { annex5: ['4.1'] } },
    { kind: 'work-product', fields: { work_product: 'WP-09-02', evidence: ['DOC-7'] } },
    { kind: 'work-product', fields: { work_product: 'WP-09-02' } },
  )
  await link(
    program,
    ['demands', goal!, one!],
    ['verified', one!, passed!],
    ['verified', two!, passed!],
    ['verified', two!, failed!],
    ['evidences', threat!, product!],
  )
  await call('save-artefacts', {
    program_uuid: program,
    artefacts: [{ uuid: goal!.uuid, kind: 'goal', revision: 1, title: 'Another goal' }],
  })
  const now = await summary(program)
  expect(now).toMatchObject({
    scenarios: 2,
    requirements: 2,
    verified: 1,
    suspect: 1,
    suspects: [{ kind: 'requirement', count: 1 }],
    alerts: 0,
    scenarios_seen: 0,
    seen: [],
    attention: 4,
    open_risks: 0,
    method: { uuid: null, name: 'Default' },
  })
  expect(now.annex5).toEqual([
    { item: '20.5', scenarios: 1, treated: 1 },
    { item: '4.1', scenarios: 2, treated: 1 },
  ])
  expect(now.work_products).toHaveLength(42)
  expect(now.work_products.filter(({ uuid }: { uuid: string | null }) => uuid !== null)).toEqual([
    { code: 'WP-09-02', title: 'TARA', status: 'CREATED', uuid: product!.uuid, evidence: 2, content: 2 },
  ])
  expect(now.progress.map(({ phase, words }: { phase: string; words: string }) => [phase, words]).slice(1, 3)).toEqual([
    ['PRODUCT_DEVELOPMENT', '1 of 2 requirements verified'],
    ['PRODUCTION', 'no control plan yet'],
  ])
  expect((await get('get-project-by-uuid', { project_uuid: unit.uuid })).body.project).toMatchObject({
    scenarios: 1,
    suspect: 1,
  })
  expect((await get('program-lifecycle', { program_uuid: program })).body.suspects).toEqual({ requirement: 1 })
})

test('[PROGRAM-9] the figures of several programs are those of each, without hidden programs', async () => {
  const [rated, bare] = [await begin(), await begin()]
  const [damage, threat, goal, one, whole, part, passed] = await make(
    rated,
    { kind: 'damage-scenario', fields: { safety: 'severe' } },
    {
      kind: 'threat-scenario',
      fields: {
        annex5: ['4.1', '20.5'],
        effort: {
          potential: {
            time: 'day',
            expertise: 'layman',
            knowledge: 'public',
            window: 'unlimited',
            equipment: 'standard',
          },
          cvss: {},
          vector: 'network',
        },
      },
    },
    { kind: 'goal' },
    { kind: 'requirement' },
    { kind: 'requirement' },
    { kind: 'requirement' },
    { kind: 'test-case', fields: { result: 'passed' } },
    { kind: 'work-product', status: 'IN_PROCESS', fields: { work_product: 'WP-09-02' } },
    { kind: 'work-product', fields: { work_product: 'WP-09-02' } },
    { kind: 'work-product', fields: { work_product: 'WP-15-01' } },
    { kind: 'threat-scenario', fields: { annex5: ['4.1'] } },
  )
  await link(
    rated,
    ['leads-to', damage!, threat!],
    ['demands', goal!, one!],
    ['refines', whole!, part!],
    ['verified', part!, passed!],
  )
  await call('save-artefacts', {
    program_uuid: rated,
    artefacts: [{ uuid: goal!.uuid, kind: 'goal', revision: 1, title: 'Another goal' }],
  })
  const fetchSummaries = async (token?: string) =>
    (await get('get-program-summaries', { uuids: [rated, bare, randomUUID()].join(',') }, token)).body.summaries
  expect(
    (await fetchSummaries()).toSorted(
      (a: { requirements: number }, b: { requirements: number }) => b.requirements - a.requirements,
    ),
  ).toEqual([
    {
      program_uuid: rated,
      open_risks: 1,
      suspect: 1,
      requirements: 3,
      verified: 2,
      annex5: 2,
      work_products: expect.arrayContaining([
        { status: 'IN_PROCESS', count: 1 },
        { status: 'CREATED', count: 1 },
        { status: null, count: 40 },
      ]),
    },
    {
      program_uuid: bare,
      open_risks: 0,
      suspect: 0,
      requirements: 0,
      verified: 0,
      annex5: 0,
      work_products: [{ status: null, count: 42 }],
    },
  ])
  const { open_risks: open, suspect, requirements, verified } = await summary(rated)
  expect([open, suspect, requirements, verified]).toEqual([1, 1, 3, 2])
  expect(await fetchSummaries(alpha.members.VIEWER.token)).toEqual([])
})

test('[SUMMARY-10] a requirement that others refine is verified when these are verified', async () => {
  const program = await begin()
  const [whole, part, deeper, other, passed, test_] = await make(
    program,
    { kind: 'requirement' },
    { kind: 'requirement' },
    { kind: 'requirement' },
    { kind: 'requirement' },
    { kind: 'test-case', fields: { result: 'passed' } },
    { kind: 'test-case' },
  )
  await link(
    program,
    ['refines', whole!, part!],
    ['refines', part!, deeper!],
    ['refines', whole!, other!],
    ['verified', deeper!, passed!],
    ['verified', other!, test_!],
  )
  const verified = async () => {
    const { verified: count, progress } = await summary(program)
    return [count, progress[1].words]
  }
  expect(await verified()).toEqual([2, '2 of 4 requirements verified'])
  await call('save-artefacts', {
    program_uuid: program,
    artefacts: [{ uuid: test_!.uuid, kind: 'test-case', revision: 1, fields: { result: 'passed' } }],
  })
  expect(await verified()).toEqual([4, '4 of 4 requirements verified'])
  await call('save-artefacts', {
    program_uuid: program,
    artefacts: [{ uuid: passed!.uuid, kind: 'test-case', revision: 1, fields: { result: 'failed' } }],
  })
  expect(await verified()).toEqual([1, '1 of 4 requirements verified'])
})

test("[SUMMARY-10] a rated risk is in its cell, and open from the method's attention level on", async () => {
  const program = await begin()
  const unit = await project(program)
  const [damage, threat] = await make(
    program,
    { kind: 'damage-scenario', fields: { safety: 'severe' } },
    {
      kind: 'threat-scenario',
      project_uuid: unit.uuid,
      fields: {
        effort: {
          potential: {
            time: 'day',
            expertise: 'layman',
            knowledge: 'public',
            window: 'unlimited',
            equipment: 'standard',
          },
          cvss: {},
          vector: 'network',
        },
      },
    },
  )
  await link(program, ['leads-to', damage!, threat!])
  const now = await summary(program)
  expect(now).toMatchObject({ open_risks: 1, scenarios: 1 })
  expect(now.matrix.initial[3]).toEqual([0, 0, 0, 1])
  expect([now.matrix.risk[3], now.risks.initial]).toEqual([
    [2, 3, 4, 5],
    [0, 0, 0, 0, 1],
  ])
  expect((await get('get-project-by-uuid', { project_uuid: unit.uuid })).body.project.risk).toBe(5)
})

test('[SUMMARY-11] sightings of the last 30 days are counted by scenario and day; older ones are not', async () => {
  const program = await begin()
  const [threat, never] = await make(
    program,
    { kind: 'threat-scenario', title: 'Spoofed torque request' },
    { kind: 'threat-scenario' },
  )
  const see = (daysAgo: number, alert: string, of = threat!) =>
    site.sql`INSERT INTO sightings (threat_uuid, alert_uuid, org_uuid, program_uuid, at)
      VALUES (${of.uuid}, ${alert}, ${alpha.org.uuid}, ${program}, now() - make_interval(days => ${daysAgo}))`
  for (const daysAgo of [0, 0, 3, 45]) await see(daysAgo, randomUUID())
  const now = await summary(program)
  expect([now.alerts, now.scenarios_seen]).toEqual([3, 1])
  expect(now.seen).toMatchObject([
    { node: { uuid: threat!.uuid, code: 'TS-001', title: 'Spoofed torque request' }, risk: null, alerts: 3 },
  ])
  expect([now.seen[0].days.length, now.seen[0].days.at(-1), now.seen[0].days.at(-4)]).toEqual([30, 2, 1])
  expect(now.seen.some(({ node }: { node: { uuid: string } }) => node.uuid === never!.uuid)).toBe(false)
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
