import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { annex5Items } from '@carapace/shared/catalogues/annex5'
import type { Artefact, Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { Gap } from '@carapace/shared/lifecycle/compliance/gaps.contract'
import { workProducts } from '@carapace/shared/lifecycle/compliance/work-products'
import { startInstallation } from '../support/installation.ts'
import { createProgram } from '../support/factories.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ENGINEER: engineer, VIEWER: viewer } = alpha.members

const call = (path: string, input: object, token = engineer.token) => site.call(token, `v2/app/${path}`, input)
const get = (path: string, query: Record<string, string | number>, token = engineer.token) =>
  site.get(token, `v2/app/${path}`, query)

async function begin(): Promise<string> {
  return (await createProgram(site, engineer.token)).uuid
}

async function save(program: string, input: object): Promise<Artefact[]> {
  const { status, body } = await call('save-artefacts', { program_uuid: program, ...input })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.artefacts
}

const gapsIn = async (program: string): Promise<Gap[]> => (await get('get-gaps', { program_uuid: program })).body.gaps
/** The broken rules, each with the codes of the artefacts that break it. */
const broken = async (program: string) =>
  Object.fromEntries(
    (await gapsIn(program))
      .filter(({ nodes }) => nodes.length > 0)
      .map(({ rule, nodes }) => [rule, nodes.map(({ code }) => code)]),
  )
const fix = (program: string, rule: string, what: object, token?: string) =>
  call('fix-gap', { program_uuid: program, rule, ...what }, token)

async function fixed(program: string, rule: string, uuid: string): Promise<Node> {
  const { status, body } = await fix(program, rule, { uuid })
  expect(status, JSON.stringify(body)).toBe(200)
  expect((await broken(program))[rule] ?? []).toEqual([])
  return body.made[0]
}

const effort = {
  potential: { time: 'day', expertise: 'layman', knowledge: 'public', window: 'unlimited', equipment: 'standard' },
  cvss: {},
  vector: null,
}

test('[GAP-1] [GAP-2] [GAP-3] [GAP-4] [GAP-12] gaps are listed by rule, the most severe first', async () => {
  const program = await begin()
  const [asset, damage, threat] = await save(program, {
    artefacts: [
      { kind: 'asset', title: 'Torque request', fields: { relevant: true } },
      { kind: 'damage-scenario', title: 'Acceleration' },
      { kind: 'threat-scenario', title: 'Spoofed torque', fields: { annex5: ['4.1'] } },
    ],
  })
  expect(await broken(program)).toEqual({
    'asset-without-damage': ['AS-01'],
    'damage-unrated': ['DS-001'],
    'threat-without-asset': ['TS-001'],
    'threat-without-damage': ['TS-001'],
    'threat-without-path': ['TS-001'],
    'asset-without-property': ['AS-01'],
  })
  const gaps = await gapsIn(program)
  expect(gaps.map(({ severity }) => severity)).toEqual(
    gaps
      .map(({ severity }) => severity)
      .toSorted((a, b) => ['error', 'warning', 'hint'].indexOf(a) - ['error', 'warning', 'hint'].indexOf(b)),
  )
  const lists = gaps.filter(({ items }) => items.length > 0)
  expect(lists.map(({ rule, total, items }) => [rule, total, items.length])).toEqual([
    ['annex5-uncovered', annex5Items.length - 1, annex5Items.length - 1],
    ['work-product-missing', workProducts.length, workProducts.length],
  ])

  await save(program, {
    artefacts: [
      { uuid: asset!.uuid, kind: 'asset', revision: 1, fields: { properties: ['integrity'] } },
      { uuid: damage!.uuid, kind: 'damage-scenario', revision: 1, fields: { safety: 'severe' } },
      { uuid: threat!.uuid, kind: 'threat-scenario', revision: 1, fields: { effort } },
    ],
    link: [
      { kind: 'harms', from: asset!.uuid, to: damage!.uuid },
      { kind: 'targets', from: asset!.uuid, to: threat!.uuid },
      { kind: 'leads-to', from: damage!.uuid, to: threat!.uuid },
    ],
  })
  expect(await broken(program)).toEqual({ 'risk-untreated': ['TS-001'], 'target-high': ['TS-001'] })
})

test('[GAP-15] the artefacts of a rule are listed a hundred at a time, or only of one project', async () => {
  const program = await begin()
  const { project } = (await call('save-project', { program_uuid: program, name: 'Telematics unit', type: 'SYSTEM' }))
    .body
  await save(program, {
    artefacts: Array.from({ length: 102 }, (_, index) => ({
      kind: 'goal',
      title: `Goal ${index}`,
      ...(index === 101 && { project_uuid: project.uuid }),
    })),
  })
  const gapsOf = async (query: object): Promise<Gap[]> =>
    (await get('get-gaps', { program_uuid: program, ...query })).body.gaps
  const codes = ([gap]: Gap[]) => gap?.nodes.map(({ code }) => code)
  const rule = 'goal-without-requirement'
  const [first, second, third] = [
    await gapsOf({ rule }),
    await gapsOf({ rule, page: 2 }),
    await gapsOf({ rule, page: 3 }),
  ]
  expect([first, second, third].map((gaps) => gaps.map((gap) => [gap.rule, gap.total, gap.nodes.length]))).toEqual([
    [[rule, 102, 100]],
    [[rule, 102, 2]],
    [[rule, 102, 0]],
  ])
  expect([codes(first)?.at(-1), codes(second)]).toEqual(['CG-100', ['CG-101', 'CG-102']])
  const own = await gapsOf({ project_uuid: project.uuid })
  expect(own.filter(({ items }) => items.length > 0)).toEqual([])
  expect(own.map((gap) => [gap.rule, gap.total, gap.nodes.map(({ code }) => code)])).toEqual([[rule, 1, ['CG-102']]])
})

test('[GAP-13] quick fixes lead from an asset to a test case, and their origin is the rules', async () => {
  const program = await begin()
  const [asset, threat] = await save(program, {
    artefacts: [
      { kind: 'asset', title: 'Torque request', fields: { relevant: true, properties: ['integrity', 'authenticity'] } },
      { kind: 'threat-scenario', title: 'Spoofed torque', fields: { properties: ['integrity'] } },
    ],
  })
  await save(program, { link: [{ kind: 'targets', from: asset!.uuid, to: threat!.uuid }] })
  expect((await fix(program, 'threat-without-damage', { uuid: threat!.uuid })).body).toMatchObject({
    code: 'RULE_REFUSED',
    message: expect.stringContaining('Add a damage scenario first'),
  })
  const damage = await fixed(program, 'asset-without-damage', asset!.uuid)
  expect(damage).toMatchObject({ kind: 'damage-scenario', title: 'Integrity and authenticity of Torque request lost' })
  expect(await fixed(program, 'threat-without-damage', threat!.uuid)).toMatchObject({ uuid: threat!.uuid })
  expect(await fixed(program, 'threat-without-path', threat!.uuid)).toMatchObject({
    kind: 'attack-tree',
    title: 'Spoofed torque',
  })
  const {
    body: { artefact: tree },
  } = await get('get-artefact', {
    uuid: (await get('get-artefacts', { program_uuid: program, kinds: 'attack-tree' })).body.artefacts[0].uuid,
  })
  expect([tree.fields.tree.steps.length, tree.origin.how]).toEqual([1, 'rules'])
  await save(program, {
    artefacts: [
      { uuid: damage.uuid, kind: 'damage-scenario', revision: 1, fields: { safety: 'severe' } },
      {
        uuid: tree.uuid,
        kind: 'attack-tree',
        revision: 1,
        fields: { tree: { root: 'A', steps: [{ id: 'A', title: 'Send', gate: null, parts: [], effort }] } },
      },
    ],
  })
  await fixed(program, 'risk-untreated', threat!.uuid)
  const goal = await fixed(program, 'reduce-without-goal', threat!.uuid)
  expect(goal).toMatchObject({ kind: 'goal', code: 'CG-01', title: 'Integrity of Torque request' })
  expect((await get('get-artefact', { uuid: goal.uuid })).body.artefact).toMatchObject({
    fields: { property: ['integrity'] },
    origin: { how: 'rules', what: 'Gap: Risk to reduce, without a goal' },
  })
  const requirement = await fixed(program, 'goal-without-requirement', goal.uuid)
  expect(await fixed(program, 'goal-without-concept', goal.uuid)).toMatchObject({ kind: 'concept' })
  expect(await fixed(program, 'requirement-unverified', requirement.uuid)).toMatchObject({
    kind: 'test-case',
    title: 'Verify CSR-001: Ensure: Integrity of Torque request',
  })
  const [control] = await save(program, {
    artefacts: [{ kind: 'control', title: 'SecOC', fields: { standing: 'planned' } }],
  })
  expect(await fixed(program, 'control-unrealised', control!.uuid)).toMatchObject({
    kind: 'requirement',
    title: 'Realise: SecOC',
  })
  const { body } = await fix(program, 'work-product-missing', { item: 'WP-09-02' })
  expect(body.made).toMatchObject([{ kind: 'work-product', title: 'TARA' }])
  expect(
    (await gapsIn(program)).find(({ rule }) => rule === 'work-product-missing')!.items.map(({ code }) => code),
  ).not.toContain('WP-09-02')
})

test('[GAP-13] a gap is fixed once, only with permission, and only if there is a fix', async () => {
  const program = await begin()
  const [threat] = await save(program, {
    artefacts: [{ kind: 'threat-scenario', title: 'Spoofed torque', fields: { treatment: 'retain' } }],
  })
  const answers = await Promise.all([1, 2, 3].map(() => fix(program, 'retain-without-claim', { uuid: threat!.uuid })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
  expect(answers.find(({ status }) => status === 422)!.body).toMatchObject({ code: 'RULE_REFUSED' })
  expect((await get('get-artefacts', { program_uuid: program, kinds: 'claim' })).body.artefacts).toMatchObject([
    { title: 'Spoofed torque: the risk is retained' },
  ])
  for (const [rule, what, status] of [
    ['threat-without-asset', { uuid: threat!.uuid }, 400],
    ['nothing', { uuid: threat!.uuid }, 400],
    ['annex5-uncovered', { item: '4.1' }, 400],
    ['work-product-missing', { item: 'WP-99-99' }, 422],
    ['threat-without-path', { uuid: randomUUID() }, 404],
    ['threat-without-path', {}, 400],
  ] as const) {
    expect([rule, (await fix(program, rule, what)).status]).toEqual([rule, status])
  }
  await call('save-program-member', { program_uuid: program, user_uuid: viewer.uuid, role: 'READER' })
  expect((await fix(program, 'threat-without-path', { uuid: threat!.uuid }, viewer.token)).status).toBe(422)
  expect((await get('get-gaps', { program_uuid: program }, viewer.token)).status).toBe(200)
})

test('[GAP-9] [GAP-11] suspect links are gaps of their targets; a baseline requires approvals', async () => {
  const program = await begin()
  const [goal, requirement] = await save(program, {
    artefacts: [
      { kind: 'goal', title: 'Authenticity' },
      { kind: 'requirement', title: 'SecOC' },
    ],
  })
  await save(program, { link: [{ kind: 'demands', from: goal!.uuid, to: requirement!.uuid }] })
  await save(program, {
    artefacts: [{ uuid: goal!.uuid, kind: 'goal', revision: 1, title: 'Authenticity and freshness' }],
  })
  expect(await broken(program)).toMatchObject({ suspect: ['CSR-001'] })
  await call('save-baseline', { program_uuid: program, name: 'First' })
  expect((await broken(program)).unapproved).toEqual(['CG-01', 'CSR-001'])
  await save(program, { artefacts: [{ uuid: goal!.uuid, kind: 'goal', revision: 2, status: 'COMPLETED' }] })
  expect((await broken(program)).unapproved).toEqual(['CSR-001'])
})

test('[GAP-14] a trace matrix has two kinds and the links between them, in both directions', async () => {
  const program = await begin()
  const [a, b, one, two, three] = await save(program, {
    artefacts: [
      { kind: 'goal', title: 'A' },
      { kind: 'goal', title: 'B' },
      ...['One', 'Two', 'Three'].map((title) => ({ kind: 'requirement', title })),
    ],
  })
  await save(program, {
    link: [
      [a, one],
      [b, one],
      [b, three],
    ].map(([from, to]) => ({ kind: 'demands', from: from!.uuid, to: to!.uuid })),
  })
  await save(program, { artefacts: [{ uuid: a!.uuid, kind: 'goal', revision: 1, title: 'A, changed' }] })
  const matrix = async (from: string, to: string, more: object = {}) =>
    (await get('get-trace-matrix', { program_uuid: program, from_kind: from, to_kind: to, ...more })).body
  const onward = await matrix('goal', 'requirement')
  expect([onward.from.map(({ uuid }: Node) => uuid), onward.to.map(({ uuid }: Node) => uuid)]).toEqual([
    [a!.uuid, b!.uuid],
    [one!.uuid, two!.uuid, three!.uuid],
  ])
  expect(onward.cells.toSorted()).toEqual([
    [0, 0, 'demands', true],
    [1, 0, 'demands', false],
    [1, 2, 'demands', false],
  ])
  expect((await matrix('requirement', 'goal')).cells.toSorted()).toEqual([
    [0, 0, 'demands', true],
    [0, 1, 'demands', false],
    [2, 1, 'demands', false],
  ])
  expect(await matrix('goal', 'requirement', { limit: 1 })).toMatchObject({
    cells: [[0, 0, 'demands', true]],
    from_total: 2,
    to_total: 3,
  })
  expect(await matrix('goal', 'nothing')).toMatchObject({ to: [], cells: [] })
})
