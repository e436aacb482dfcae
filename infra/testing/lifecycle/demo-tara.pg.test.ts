import { expect, test } from 'vitest'
import { users } from '@carapace/shared/account/account.table'
import {
  type Artefact,
  deleteArtefacts,
  type Link,
  type Node,
} from '@carapace/shared/graph/artefacts/artefacts.contract'
import { saveProgramMember } from '@carapace/shared/graph/programs/programs.contract'
import { saveProject } from '@carapace/shared/graph/programs/projects.contract'
import { saveBaseline } from '@carapace/shared/graph/collaboration/baselines.contract'
import { demoPeople } from '../../local/demo/people.ts'
import { seedPrograms } from '../../local/demo/programs.ts'
import { startInstallation } from '../support/installation.ts'
import { createProgram } from '../support/factories.ts'
import { exchanging } from '../support/engineering/exchange.ts'

const site = await startInstallation()
const nordhaven = await site.organisation('Nordhaven')
await site.db
  .insert(users)
  .values(demoPeople.map((person) => ({ ...person, orgUuid: nordhaven.org.uuid, passwordHash: 'none' })))
await seedPrograms(site.db, nordhaven.org)
const [jonas] = await site.sql<{ uuid: string }[]>`SELECT uuid FROM users WHERE name = 'Jonas Lind'`
const token = await site.signIn(nordhaven.org, jonas!.uuid)

const get = async (path: string, query: Record<string, string | number>) => {
  const { status, body } = await site.get(token, `v2/app/${path}`, query)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const save = (input: object) => site.call(token, 'v2/app/save-artefacts', { program_uuid: program, ...input })
const { programs } = (await get('get-programs', {})) as { programs: { name: string; uuid: string }[] }
const program = programs.find(({ name }) => name.startsWith('EQX-24'))!.uuid
const kindsOf = async (kind: string) =>
  (await get('get-artefacts', { program_uuid: program, kinds: kind })) as {
    artefacts: Artefact[]
    links: Link[]
    nodes: Node[]
    seq: number
  }
const named = async (kind: string, code: string) => (await kindsOf(kind)).artefacts.find((one) => one.code === code)!
const whole = async ({ uuid }: { uuid: string }) =>
  (await get('get-artefact', { uuid })) as { artefact: Artefact; links: Link[]; nodes: Node[] }

test('there are three programs, each with its projects', async () => {
  const { projects, total } = await get('get-projects', { program_uuid: program })
  expect(total).toBe(7)
  const figures = Object.fromEntries(
    (projects as { name: string; scenarios: number; suspect: number }[]).map(({ name, scenarios, suspect }) => [
      name,
      [scenarios, suspect],
    ]),
  )
  expect(figures).toEqual({
    'Electric drive control': [18, 3],
    'Gateway and diagnostics': [14, 6],
    'Telematics unit': [12, 2],
    'Phone as a key': [9, 3],
    'Brake and steering': [7, 0],
    'Brake by wire': [0, 0],
    Cockpit: [3, 0],
  })
  expect(programs.length).toBe(3)
})

test('every threat scenario has a rating that fits the current graph', async () => {
  const { assessments } = await get('get-assessments', { program_uuid: program })
  expect(assessments.length).toBe(63)
  expect(
    assessments.filter(
      ({ scenarios }: { scenarios: { initial: { risk: number | null } } }) => (scenarios.initial.risk ?? 0) >= 4,
    ).length,
  ).toBe(11)
  const { changed } = await get('preview-method', { program_uuid: program })
  expect(changed).toBe(0)
})

test('[ASIL-9] safety goals and requirements have an ASIL that is stored, as after a write of a user', async () => {
  const [counts] = await site.sql<{ rated: number; stored: number }[]>`
    SELECT count(*)::int AS rated, count(c.value->>'text')::int AS stored
    FROM artefacts a
    LEFT JOIN computed_values c ON c.artefact_uuid = a.uuid AND c.kind = 'asil'
    WHERE a.program_uuid = ${program}
      AND a.kind IN ('hazardous-event', 'safety-goal', 'safety-concept', 'safety-requirement')`
  expect([counts!.rated > 90, counts!.stored]).toEqual([true, counts!.rated])
})

test('the safety analyses of the demo have the findings and figures that they should show', async () => {
  const goal = async (code: string) => ({ goal_uuid: (await named('safety-goal', code)).uuid })
  const { rules } = (await get('functional-safety/hara-findings', { program_uuid: program })) as {
    rules: { rule: string; total: number }[]
  }
  expect(rules.filter(({ total }) => total > 0).map(({ rule }) => rule)).toEqual(['goal-too-low', 'handling-too-slow'])
  const { metrics } = await get('functional-safety/hardware-metrics', await goal('SG-03'))
  expect(metrics.targets).toMatchObject({ spfm: { is_met: false }, lfm: { is_met: true }, pmhf: { is_met: true } })
  const { trees } = await get('functional-safety/pmhf', await goal('SG-01'))
  expect(trees).toMatchObject([{ tree: { code: 'FT-01' }, is_met: true }])
})

test('[GRAPH-7] fields and implied links agree: saving a diagram with a moved node changes no link', async () => {
  const before = await whole(await named('diagram', 'DF-01'))
  const layout = before.artefact.fields.layout as { nodes: { x: number }[]; edges: object[] }
  const moved = { ...layout, nodes: layout.nodes.map((node) => ({ ...node, x: node.x + 1 })) }
  const { status, body } = await save({
    artefacts: [
      { uuid: before.artefact.uuid, kind: 'diagram', revision: before.artefact.revision, fields: { layout: moved } },
    ],
  })
  expect(status, JSON.stringify(body)).toBe(200)
  const links = ({ links: all }: { links: Link[] }) => all.map(({ uuid }) => uuid).sort()
  expect(links(await whole(before.artefact))).toEqual(links(before))
})

test('[GRAPH-1] [GRAPH-3] the next write gets the next number and the next graph version', async () => {
  const { seq } = await kindsOf('threat-scenario')
  const { body } = await save({ artefacts: [{ kind: 'threat-scenario', title: 'Another' }] })
  expect(body).toMatchObject({ seq: seq + 1, artefacts: [{ code: 'TS-085' }] })
  await site.request(token, deleteArtefacts, {
    program_uuid: program,
    artefacts: [{ uuid: body.artefacts[0].uuid, revision: 1 }],
  })
})

test('[GRAPH-5] fourteen links are suspect, each with its reason', async () => {
  const { links, nodes, total } = (await get('get-suspects', { program_uuid: program })) as {
    links: Link[]
    nodes: Node[]
    total: number
  }
  expect(total).toBe(14)
  const code = new Map(nodes.map((node) => [node.uuid, node.code]))
  expect(links.map(({ to, suspect }) => [code.get(to), suspect])).toContainEqual([
    'CSR-114',
    'CG-07: Description changed',
  ])
})

test('[GRAPH-9] [GRAPH-11] reviews wait for another user, and the history has all changes', async () => {
  const { reviews } = (await get('get-reviews', { program_uuid: program })) as {
    reviews: { artefact: Node; requested_by: { name: string }; may_decide: boolean }[]
  }
  expect(reviews.map(({ artefact }) => artefact.code)).toEqual(
    expect.arrayContaining(['TS-033', 'TS-050', 'CG-22', 'CSR-138']),
  )
  expect(reviews.filter(({ requested_by: by }) => by.name === 'Jonas Lind').every(({ may_decide: may }) => !may)).toBe(
    true,
  )
  const { versions } = (await get('get-artefact-history', {
    uuid: (await named('threat-scenario', 'TS-031')).uuid,
  })) as { versions: { status: string; fields: { treatment: string | null }; by: { name: string } }[] }
  expect(versions.map(({ status, fields, by }) => [status, fields.treatment, by.name])).toEqual([
    ['APPROVED', 'reduce', 'Maya Rao'],
    ['UNDER_REVIEW', 'reduce', 'Jonas Lind'],
    ['CREATED', 'reduce', 'Jonas Lind'],
    ['CREATED', null, 'Jonas Lind'],
  ])
})

test('[GRAPH-13] baselines are of earlier graph versions', async () => {
  const { baselines } = (await get('get-baselines', { program_uuid: program })) as {
    baselines: { name: string; seq: number }[]
  }
  expect(baselines.map(({ name }) => name)).toEqual(['Before the assessment', 'Sample C', 'Concept freeze'])
  expect(baselines.map(({ seq }) => seq)).toEqual(baselines.map(({ seq }) => seq).toSorted((a, b) => b - a))
})

test('[GRAPH-14] the impact of an asset reaches the test that verifies its protection', async () => {
  const { nodes } = (await get('get-impact', { uuid: (await named('asset', 'AS-04')).uuid })) as { nodes: Node[] }
  expect(nodes.map(({ code }) => code)).toEqual(
    expect.arrayContaining([
      'DS-012',
      'TS-031',
      'AT-031',
      'CG-07',
      'SC-07',
      'CSR-112',
      'CSR-114',
      'DSP-001',
      'CTL-09',
      'TC-208',
    ]),
  )
})

test('[PROJECT-8] a program has its history, dated and in order, with the same actions as by the api', async () => {
  type Entry = {
    id: number
    at: string
    by: string
    action: string
    subject: string
    before: object | null
    after: object | null
  }
  const historyOf = async (uuid: string) => {
    const entries: Entry[] = []
    for (let before: number | null | undefined; before !== null;) {
      const page = await get('get-program-history', {
        program_uuid: uuid,
        limit: 100,
        ...(before !== undefined && { before }),
      })
      entries.push(...page.entries)
      before = page.next
    }
    return entries.toReversed()
  }
  const recorded = await historyOf(program)
  expect(recorded[0]).toMatchObject({ action: 'begin program', by: 'Jonas Lind', after: { name: 'EQX-24 platform' } })
  expect(recorded.every(({ at }, i) => i === 0 || recorded[i - 1]!.at <= at)).toBe(true)
  expect(new Set(recorded.map(({ action }) => action))).toEqual(
    new Set([
      'begin program',
      'change program members',
      'configure program',
      'change program',
      'begin project',
      'change project',
      'ask for a review',
      'end a review',
      'make baseline',
    ]),
  )

  // a new action of a user is recorded with the same words in the same fields
  const { uuid } = await createProgram(site, token, { name: 'Another' })
  const [maya] = await site.sql<{ uuid: string }[]>`SELECT uuid FROM users WHERE name = 'Maya Rao'`
  await site.request(token, saveProgramMember, { program_uuid: uuid, user_uuid: maya!.uuid, role: 'EDITOR' })
  await site.request(token, saveProject, { program_uuid: uuid, name: 'Part', type: 'SYSTEM' })
  await site.request(token, saveBaseline, { program_uuid: uuid, name: 'Start' })
  const shape = ({ before, after }: Entry) => [before && Object.keys(before).sort(), after && Object.keys(after).sort()]
  const now = await historyOf(uuid)
  expect(now.map(({ action }) => action)).toEqual([
    'begin program',
    'change program members',
    'begin project',
    'make baseline',
  ])
  for (const entry of now)
    expect([entry.action, shape(recorded.find(({ action }) => action === entry.action)!)]).toEqual([
      entry.action,
      shape(entry),
    ])
})

test('[EXCHANGE-33] every approval of the demo has its review: archives keep them all', async () => {
  const { download, bring } = exchanging(site, token)
  for (const { uuid } of programs) {
    const { projects } = (await get('get-projects', { program_uuid: uuid })) as { projects: { uuid: string }[] }
    for (const scope of [{}, ...projects.map((project) => ({ project_uuid: project.uuid }))]) {
      const { bytes } = await download('export-archive', { program_uuid: uuid, ...scope })
      const { status, body } = await bring('import-archive', { dry_run: 'true' }, bytes)
      expect([status, body.contents.unreviewed]).toEqual([200, { count: 0, codes: [] }])
    }
  }
})
