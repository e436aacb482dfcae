import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Artefact, GraphChange } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { getAssessments } from '@carapace/shared/lifecycle/rating/tara.contract'
import { defaultMethod } from '@carapace/shared/lifecycle/methods/default-method'
import { startInstallation } from '../support/installation.ts'

/** The output type of a call. */
type ResponseOf<E extends { output: { parse: (value: unknown) => unknown } }> = ReturnType<E['output']['parse']>

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ENGINEER: engineer, ADMIN: admin, VIEWER: viewer } = alpha.members

type Answer = ResponseOf<typeof getAssessments>

const call = (path: string, input: object, token = engineer.token) => site.call(token, `v2/app/${path}`, input)
const get = (path: string, query: Record<string, string | number>, token = engineer.token) =>
  site.get(token, `v2/app/${path}`, query)

async function begin(): Promise<string> {
  return (await call('save-program', { name: `Program ${randomUUID()}` })).body.program.uuid
}

async function save(program: string, input: object): Promise<Artefact[]> {
  const { status, body } = await call('save-artefacts', { program_uuid: program, ...input })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.artefacts
}

const make = async (program: string, kind: string, title: string, fields: object = {}) =>
  (await save(program, { artefacts: [{ kind, title, fields }] }))[0]!
const change = async (program: string, { uuid, kind, revision }: Artefact, fields: object) =>
  (await save(program, { artefacts: [{ uuid, kind, revision, fields }] }))[0]!
const assessments = async (program: string): Promise<Answer> =>
  (await get('get-assessments', { program_uuid: program })).body

/** The risks of a program's threat scenarios, in order: initial, today, target. */
async function risks(program: string): Promise<(number | null)[][]> {
  return (await assessments(program)).assessments.map(({ scenarios: { initial, today, target } }) => [
    initial.risk,
    today.risk,
    target.risk,
  ])
}

const effort = (potential: object, vector: string | null = null) => ({ potential, cvss: {}, vector })
const step = (id: string, fields: object = {}) => ({
  id,
  title: id,
  gate: null,
  parts: [],
  effort: effort({}),
  ...fields,
})

/** A severe damage with one threat scenario that takes an expert a month (16: medium, risk 4). */
async function threatened() {
  const program = await begin()
  const [damage, threat] = [
    await make(program, 'damage-scenario', 'Unintended acceleration', { safety: 'severe' }),
    await make(program, 'threat-scenario', 'Spoofed torque', {
      effort: effort(
        { time: 'month', expertise: 'experts', knowledge: 'public', window: 'moderate', equipment: 'standard' },
        'local',
      ),
    }),
  ]
  await save(program, { link: [{ kind: 'leads-to', from: damage.uuid, to: threat.uuid }] })
  return { program, damage, threat }
}

test('[RISK-6] a call rates the threat scenarios whose data, damage or links it writes', async () => {
  const { program, damage, threat } = await threatened()
  expect(await risks(program)).toEqual([[4, 4, 4]])
  expect((await assessments(program)).assessments[0]).toMatchObject({
    threat_uuid: threat.uuid,
    overall: 'severe',
    cal: 3,
    paths: 0,
    methodsDisagree: true,
    sightings: 0,
  })
  await change(program, damage, { safety: 'moderate' })
  expect(await risks(program)).toEqual([[2, 2, 2]])
  await change(program, threat, { effort: effort({}) })
  expect(await risks(program)).toEqual([[null, null, null]])
  await save(program, { unlink: [{ kind: 'leads-to', from: damage.uuid, to: threat.uuid }] })
  expect((await assessments(program)).assessments[0]).toMatchObject({ overall: null })
})

test('[RISK-7] the risk history is stored with its method, and baselines differ by it', async () => {
  const { program, damage, threat } = await threatened()
  const history = async () =>
    (await get('get-risk-history', { uuid: threat.uuid })).body.risks.map(
      ({ initial, cal, method }: { initial: number | null; cal: number | null; method: string }) => [
        initial,
        cal,
        method,
      ],
    )
  const baseline = async (name: string): Promise<string> =>
    (await call('save-baseline', { program_uuid: program, name })).body.baseline.uuid
  const difference = async (from: string) =>
    (await get('get-difference', { program_uuid: program, from_uuid: from })).body
  expect(await history()).toEqual([[4, 3, 'Default 1']])
  const [rated, named] = [await baseline('Rated'), await change(program, threat, { description: 'Over the OBD port.' })]
  expect(await history()).toHaveLength(1)
  expect(await difference(rated)).toMatchObject({ counts: { changed: 1, risks: 0 }, risks: [] })

  await change(program, damage, { safety: 'moderate' })
  expect(await history()).toEqual([
    [2, 1, 'Default 1'],
    [4, 3, 'Default 1'],
  ])
  const risks = [
    {
      uuid: threat.uuid,
      code: 'TS-001',
      title: 'Spoofed torque',
      before: { initial: 4, today: 4, target: 4, cal: 3 },
      after: { initial: 2, today: 2, target: 2, cal: 1 },
      method_before: 'Default 1',
      method_after: 'Default 1',
    },
  ]
  expect(await difference(rated)).toMatchObject({ counts: { changed: 2, risks: 1 }, risks })

  const { uuid: method, revision } = (await call('save-method', { name: 'House', content: defaultMethod })).body.method
  await call('release-method', { uuid: method, revision })
  const low = await baseline('Low')
  expect(
    (
      await call('use-method', {
        program_uuid: program,
        revision: (await get('get-program-by-uuid', { programUuid: program })).body.program.revision,
        method_uuid: method,
      })
    ).body,
  ).toMatchObject({ changed: 0 })
  expect((await history())[0]).toEqual([2, 1, 'House 1'])
  expect((await difference(low)).counts).toMatchObject({ risks: 0 })
  await call('delete-artefacts', {
    program_uuid: program,
    artefacts: [{ uuid: threat.uuid, revision: named.revision }],
  })
  expect(await history()).toHaveLength(3)
  expect((await difference(rated)).risks).toEqual([])
})

test('[RISK-6] [RISK-4] [FEASIBILITY-8] a control counts by its status, at the scenario or in its tree', async () => {
  const { program, threat } = await threatened()
  const control = await make(program, 'control', 'SecOC', {
    standing: 'planned',
    raises: effort({ knowledge: 'strictly-confidential' }),
  })
  await save(program, { link: [{ kind: 'stands-in', from: control.uuid, to: threat.uuid }] })
  expect(await risks(program)).toEqual([[4, 4, 2]])
  const verified = await change(program, control, { standing: 'verified' })
  expect(await risks(program)).toEqual([[4, 2, 2]])
  await call('delete-artefacts', {
    program_uuid: program,
    artefacts: [{ uuid: control.uuid, revision: verified.revision }],
  })
  expect(await risks(program)).toEqual([[4, 4, 4]])
})

test('[RISK-6] [TREE-4] [FEASIBILITY-6] a tree rates its scenario, with its controls and assumptions', async () => {
  const { program, threat } = await threatened()
  const [control, assumption] = [
    await make(program, 'control', 'Delay timer', { standing: 'implemented', raises: effort({ time: 'longer' }) }),
    await make(program, 'assumption', 'The vehicle is locked'),
  ]
  const leaf = step('A', {
    effort: effort({ window: 'difficult', expertise: 'experts', knowledge: 'confidential' }),
    controls: [control.uuid],
    caps: [{ assumption: assumption.uuid, factor: 'window', level: 'easy' }],
  })
  const tree = await make(program, 'attack-tree', 'Tree', {
    tree: { root: 'R', steps: [step('R', { gate: 'or', parts: ['A'] }), leaf] },
  })
  await save(program, { link: [{ kind: 'refined-in', from: threat.uuid, to: tree.uuid }] })
  expect(await risks(program)).toEqual([[4, 4, 2]])
  const refuted = await change(program, assumption, { holds: 'refuted' })
  expect(await risks(program)).toEqual([[2, 2, 2]])
  await change(program, refuted, { holds: 'confirmed' })
  const weaker = await change(program, control, { raises: effort({ time: 'week' }) })
  expect(await risks(program)).toEqual([[4, 4, 4]])
  await change(program, weaker, { raises: effort({ time: 'longer' }) })
  const { status, body } = await call('save-artefacts', {
    program_uuid: program,
    artefacts: [
      {
        uuid: tree.uuid,
        kind: 'attack-tree',
        revision: tree.revision,
        fields: { tree: { root: 'R', steps: [step('R', { gate: 'or', parts: ['A', 'B'] }), leaf] } },
      },
    ],
  })
  expect([status, body.errors]).toEqual([400, { 'artefacts.0.tree': 'Tree: R has B as a part, which is not there.' }])
  await change(program, tree, { tree: { root: 'R', steps: [step('R', { effort: effort({ time: 'day' }) })] } })
  expect(await risks(program)).toEqual([[5, 5, 5]])
  await call('delete-artefacts', {
    program_uuid: program,
    artefacts: [{ uuid: tree.uuid, revision: tree.revision + 1 }],
  })
  expect(await risks(program)).toEqual([[4, 4, 4]])
})

test('[RISK-6] unchanged ratings are not written, and pages are notified of changed ratings', async () => {
  const { program, damage, threat } = await threatened()
  const live = (await site.live(engineer.token)).subscribe('lifecycle.program', { program_uuid: program })
  await live.snapshot()
  const renamed = (
    await save(program, {
      artefacts: [{ uuid: damage.uuid, kind: 'damage-scenario', revision: 1, title: 'Acceleration' }],
    })
  )[0]!
  expect(await site.sql`SELECT graph_version FROM assessments WHERE threat_uuid = ${threat.uuid}`).toMatchObject([
    { graph_version: 3 },
  ])
  await change(program, renamed, { safety: 'major' })
  const received = () => live.changes.filter((item) => 'what' in (item as object)) as GraphChange[]
  const rated = () => received().filter(({ what }) => what === 'computed')
  await live.until(() => rated().length > 0, 'an assessment')
  expect(rated()).toMatchObject([{ uuids: [threat.uuid], seq: 5 }])
})

test('[RISK-6] [GRAPH-3] two writers at once leave the result of both writes', async () => {
  const { program, damage, threat } = await threatened()
  for (let round = 1; round <= 5; round++) {
    const safety = round % 2 ? 'major' : 'severe'
    const time = round % 2 ? 'longer' : 'day'
    const answers = await Promise.all([
      call('save-artefacts', {
        program_uuid: program,
        artefacts: [{ uuid: damage.uuid, kind: 'damage-scenario', revision: round, fields: { safety } }],
      }),
      call(
        'save-artefacts',
        {
          program_uuid: program,
          artefacts: [
            {
              uuid: threat.uuid,
              kind: 'threat-scenario',
              revision: round,
              fields: { effort: effort({ time, expertise: 'experts' }) },
            },
          ],
        },
        admin.token,
      ),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [initial] = (await risks(program))[0]!
    expect(initial).toBe(round % 2 ? 1 : 5)
  }
})

test('[RISK-6] many scenarios are rated in the call that writes them', async () => {
  const program = await begin()
  const damage = await make(program, 'damage-scenario', 'Damage', { financial: 'major' })
  const threats = Array.from({ length: 200 }, (_, i) => ({
    new_uuid: randomUUID(),
    kind: 'threat-scenario',
    title: `Threat ${i}`,
    fields: { effort: effort({ time: 'day' }) },
  }))
  await save(program, {
    artefacts: threats,
    link: threats.map(({ new_uuid: to }) => ({ kind: 'leads-to', from: damage.uuid, to })),
  })
  expect(await risks(program)).toEqual(Array.from({ length: 200 }, () => [4, 4, 4]))
  const first = (await get('get-assessments', { program_uuid: program, limit: 150 })).body as Answer
  const second = (await get('get-assessments', { program_uuid: program, limit: 150, after: first.next! }))
    .body as Answer
  const named = second.assessments.slice(0, 2)
  expect(
    (
      await get('get-assessments', {
        program_uuid: program,
        uuids: named.map(({ threat_uuid: uuid }) => uuid).join(','),
      })
    ).body.assessments,
  ).toEqual(named)
  expect([
    first.assessments.length,
    second.assessments.length,
    second.next,
    new Set([...first.assessments, ...second.assessments].map(({ threat_uuid: uuid }) => uuid)).size,
  ]).toEqual([150, 50, null, 200])
})

test("[TREE-5] [TREE-7] [TREE-8] a tree is rated on request, stored or not, with its scenario's impact", async () => {
  const { program, threat } = await threatened()
  const control = await make(program, 'control', 'Gateway', {
    standing: 'verified',
    raises: effort({ window: 'difficult' }),
  })
  await save(program, { link: [{ kind: 'stands-in', from: control.uuid, to: threat.uuid }] })
  const tree = {
    root: 'R',
    steps: [
      step('R', { gate: 'or', parts: ['A', 'B'] }),
      step('A', { effort: effort({ expertise: 'experts', time: 'month' }) }),
      step('B', { effort: effort({ time: 'longer' }) }),
    ],
  }
  const { body } = await call('rate-tree', { program_uuid: program, tree, threat_uuid: threat.uuid }, admin.token)
  expect([body.total, body.scenarios.initial.risk, body.scenarios.today.risk]).toEqual([2, [5, 4], [3, 2]])
  expect(
    body.scenarios.initial.paths.map(
      ({ steps, ratings }: { steps: string[]; ratings: { potential: { value: number } } }) => [
        steps.join(' '),
        ratings.potential.value,
      ],
    ),
  ).toEqual([
    ['A R', 12],
    ['B R', 19],
  ])
  expect(
    body.scenarios.initial.steps.map(({ id, decides }: { id: string; decides: boolean }) => [id, decides]),
  ).toEqual([
    ['R', true],
    ['A', true],
    ['B', false],
  ])
  const stored = await make(program, 'attack-tree', 'Tree', { tree })
  await save(program, { link: [{ kind: 'refined-in', from: threat.uuid, to: stored.uuid }] })
  expect(await risks(program)).toEqual([
    [body.scenarios.initial.risk[0], body.scenarios.today.risk[0], body.scenarios.target.risk[0]],
  ])
  expect((await call('rate-tree', { program_uuid: program, tree: { ...tree, root: 'X' } })).body.errors).toEqual({
    tree: 'The root, X, is not among the steps.',
  })
  expect((await call('rate-tree', { program_uuid: program, tree }, viewer.token)).status).toBe(404)
  expect((await get('get-assessments', { program_uuid: program }, viewer.token)).status).toBe(404)
})

describe('[PROGRAM-9] [LIFECYCLE-1] [LIFECYCLE-2] [LIFECYCLE-3] [LIFECYCLE-4] [LIFECYCLE-5]', () => {
  test('[LIFECYCLE-6] [LIFECYCLE-7] [LIFECYCLE-8] [LIFECYCLE-9] steps open when their conditions are met', async () => {
    const program = await begin()
    const open = async () =>
      (
        (await get('program-lifecycle', { program_uuid: program })).body.lifecycle as { is_configurable: boolean }[]
      ).filter(({ is_configurable: isOpen }) => isOpen).length
    expect(await open()).toBe(0)
    await make(program, 'system', 'Telematics unit')
    expect(await open()).toBe(1)
    const asset = await make(program, 'asset', 'Firmware')
    expect(await open()).toBe(2)
    await change(program, asset, { relevant: true })
    expect(await open()).toBe(3)
    const threat = await make(program, 'threat-scenario', 'Tampering', {
      effort: effort({ time: 'day' }),
      treatment: 'reduce',
    })
    expect(await open()).toBe(5)
    const damage = await make(program, 'damage-scenario', 'Theft', { financial: 'major' })
    await save(program, { link: [{ kind: 'leads-to', from: damage.uuid, to: threat.uuid }] })
    expect(await open()).toBe(9)
    await change(program, threat, { treatment: 'avoid' })
    expect(await open()).toBe(7)
  })
})
