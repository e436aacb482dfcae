import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  type Artefact,
  getArtefact,
  type GraphChange,
  type Link,
} from '@carapace/shared/graph/artefacts/artefacts.contract'
import { startInstallation } from '../support/installation.ts'
import { createProgram, writeArtefacts } from '../support/factories.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ENGINEER: engineer, ADMIN: admin, VIEWER: viewer } = alpha.members

const call = (path: string, input: object, token = engineer.token) => site.call(token, `v2/app/${path}`, input)
const get = (path: string, query: Record<string, string | number>, token = engineer.token) =>
  site.get(token, `v2/app/${path}`, query)

async function begin(): Promise<string> {
  return (await createProgram(site, engineer.token)).uuid
}

async function make(
  program: string,
  kind: string,
  title: string,
  fields: Record<string, unknown> = {},
): Promise<Artefact> {
  const [artefact] = await writeArtefacts(site, engineer.token, program, { kind, title, fields })
  return artefact!
}

const link = (program: string, kind: string, from: Artefact, to: Artefact) =>
  call('save-artefacts', { program_uuid: program, link: [{ kind, from: from.uuid, to: to.uuid }] })
const change = (program: string, { uuid, kind, revision }: Artefact, input: object, token?: string) =>
  call('save-artefacts', { program_uuid: program, artefacts: [{ uuid, kind, revision, ...input }] }, token)
const now = ({ uuid }: Artefact) => site.request(engineer.token, getArtefact, { uuid })
const suspectsOf = async (artefact: Artefact) => (await now(artefact)).links.flatMap(({ suspect }) => suspect ?? [])

test('[GRAPH-1] artefacts are numbered by kind, and no number is used twice', async () => {
  const program = await begin()
  const [one, two] = [await make(program, 'asset', 'Torque request'), await make(program, 'asset', 'Firmware')]
  const threat = await make(program, 'threat-scenario', 'Spoofed torque request')
  expect([one, two, threat].map(({ code, status, revision }) => [code, status, revision])).toEqual([
    ['AS-01', 'CREATED', 1],
    ['AS-02', 'CREATED', 1],
    ['TS-001', 'CREATED', 1],
  ])
  expect(
    (await call('delete-artefacts', { program_uuid: program, artefacts: [{ uuid: two.uuid, revision: 1 }] })).status,
  ).toBe(200)
  expect((await make(program, 'asset', 'Another')).code).toBe('AS-03')
})

test('[GRAPH-2] fields that a kind does not have are refused with their path, and nothing is written', async () => {
  const program = await begin()
  const { status, body } = await call('save-artefacts', {
    program_uuid: program,
    artefacts: [
      { kind: 'asset', title: 'Good' },
      { kind: 'asset', title: 'Bad', fields: { colour: 'red', properties: ['speed'] } },
    ],
  })
  expect(status).toBe(400)
  expect(Object.keys(body.errors)).toEqual(['artefacts.1.colour', 'artefacts.1.properties'])
  expect((await get('get-artefacts', { program_uuid: program })).body.artefacts).toEqual([])
})

test('[GRAPH-3] writers of one program run one after the other, each with its own graph version', async () => {
  const program = await begin()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      call('save-artefacts', { program_uuid: program, artefacts: [{ kind: 'asset', title: `Asset ${i}` }] }),
    ),
  )
  expect(answers.map(({ body }) => body.seq).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 12 }, (_, i) => i + 1),
  )
  expect(new Set(answers.map(({ body }) => body.artefacts[0].code)).size).toBe(12)
})

test('[GRAPH-4] of two changes of one row one is refused; an equal value is not a change', async () => {
  const program = await begin()
  const asset = await make(program, 'asset', 'Torque request')
  const [a, b] = await Promise.all([
    change(program, asset, { title: 'Torque' }),
    change(program, asset, { title: 'Request' }),
  ])
  expect([a.status, b.status].toSorted((one, other) => one - other)).toEqual([200, 409])
  expect([a, b].find(({ status }) => status === 409)!.body).toMatchObject({
    code: 'ROW_CHANGED',
    message: expect.stringContaining('AS-01'),
    errors: { 'artefacts.0.revision': '2' },
  })
  const later = (await now(asset)).artefact
  const { body } = await change(program, later, { title: later.title })
  expect(body.artefacts[0].revision).toBe(2)
})

test.for([-1, 1])(
  '[GRAPH-4] a change at a revision that differs by %d is refused, and changes nothing',
  async (off) => {
    const program = await begin()
    const { artefacts } = (await change(program, await make(program, 'asset', 'First'), { title: 'Second' })).body
    const { status, body } = await change(program, { ...artefacts[0], revision: 2 + off }, { title: 'Third' })
    expect([status, body.code, body.errors]).toEqual([409, 'ROW_CHANGED', { 'artefacts.0.revision': '2' }])
    expect((await now(artefacts[0])).artefact).toMatchObject({ title: 'Second', revision: 2 })
  },
)

test('[GRAPH-5] a change of meaning makes links suspect until confirmed; ignored fields do not', async () => {
  const program = await begin()
  const goal = await make(program, 'goal', 'Authenticity of torque requests')
  const requirement = await make(program, 'requirement', 'SecOC on 0x2C1')
  await link(program, 'demands', goal, requirement)
  const owned = (await change(program, requirement, { fields: { owner: 'Kestrel' } })).body.artefacts[0]
  expect(await suspectsOf(requirement)).toEqual([])
  await change(program, goal, { title: 'Authenticity and freshness', fields: { description: 'Replay counts too.' } })
  expect(await suspectsOf(requirement)).toEqual(['CG-01: Title, Description changed'])
  const { body } = await get('get-suspects', { program_uuid: program })
  expect(body).toMatchObject({ total: 1, links: [{ from: goal.uuid, to: owned.uuid }] })
  expect(
    (await call('confirm-links', { program_uuid: program, links: [body.links[0].uuid] }, viewer.token)).status,
  ).toBe(422)
  expect((await call('confirm-links', { program_uuid: program, links: [body.links[0].uuid] })).body.confirmed).toBe(1)
  expect(await suspectsOf(requirement)).toEqual([])
})

test("[GRAPH-5] a change that does not matter to a link's target does not make it suspect", async () => {
  const program = await begin()
  const threat = await make(program, 'threat-scenario', 'Forged torque request')
  const [tree, goal] = [
    await make(program, 'attack-tree', 'Forge a torque request'),
    await make(program, 'goal', 'Authenticity of torque requests'),
  ]
  await link(program, 'refined-in', threat, tree)
  await link(program, 'answered-by', threat, goal)
  const treated = (await change(program, threat, { fields: { treatment: 'reduce' } })).body.artefacts[0]
  expect([await suspectsOf(tree), await suspectsOf(goal)]).toEqual([[], ['TS-001: Treatment changed']])
  await change(program, treated, { title: 'Forged brake request', fields: { treatment: 'avoid' } })
  expect([await suspectsOf(tree), await suspectsOf(goal)]).toEqual([
    ['TS-001: Title changed'],
    ['TS-001: Title, Treatment changed'],
  ])
})

test('[GRAPH-6] a link joins the kinds that its kind allows, within one program, without cycles', async () => {
  const [program, other] = [await begin(), await begin()]
  const [a, b, c] = [
    await make(program, 'requirement', 'A'),
    await make(program, 'requirement', 'B'),
    await make(program, 'requirement', 'C'),
  ]
  const foreignArtefact = await make(other, 'requirement', 'Elsewhere')
  const asset = await make(program, 'asset', 'Asset')
  expect((await link(program, 'refines', a, b)).status).toBe(200)
  expect((await link(program, 'refines', a, b)).status).toBe(200)
  expect((await link(program, 'refines', b, c)).status).toBe(200)
  for (const [from, to, why] of [
    [c, a, 'after itself'],
    [a, a, 'after itself'],
    [a, foreignArtefact, 'not in this program'],
    [asset, a, 'never'],
  ] as const) {
    const { status, body } = await link(program, 'refines', from, to)
    expect([status, body.message]).toEqual([400, expect.stringContaining(why)])
  }
  expect((await now(b)).links).toHaveLength(2)
  const [threat, tree, second] = [
    await make(program, 'threat-scenario', 'Spoofing'),
    await make(program, 'attack-tree', 'Tree'),
    await make(program, 'attack-tree', 'Second'),
  ]
  await link(program, 'refined-in', threat, tree)
  expect((await link(program, 'refined-in', threat, second)).body.message).toContain('one already')
})

test('[GRAPH-6] links that end in the same call do not count: a link can be reversed', async () => {
  const program = await begin()
  const [a, b, c] = [
    await make(program, 'requirement', 'A'),
    await make(program, 'requirement', 'B'),
    await make(program, 'requirement', 'C'),
  ]
  await link(program, 'refines', a, b)
  await link(program, 'refines', b, c)
  const ends = (from: Artefact, to: Artefact) => ({ kind: 'refines', from: from.uuid, to: to.uuid })
  const turn = (input: object) => call('save-artefacts', { program_uuid: program, ...input })
  expect((await turn({ unlink: [ends(a, b)], link: [ends(b, a)] })).status).toBe(200)
  // a refused call ends no link
  expect((await turn({ unlink: [ends(b, a)], link: [ends(c, b)] })).body.message).toContain('after itself')
  expect(new Set((await now(b)).links.map(({ from, to }: Link) => `${from} ${to}`))).toEqual(
    new Set([`${b.uuid} ${a.uuid}`, `${b.uuid} ${c.uuid}`]),
  )
})

test('[GRAPH-7] links that a tree implies follow its changes', async () => {
  const program = await begin()
  const control = await make(program, 'control', 'SecOC')
  const step = { id: 'A', title: 'Send', gate: null, parts: [], effort: { potential: {}, cvss: {}, vector: null } }
  const tree = await make(program, 'attack-tree', 'Tree', {
    tree: { root: 'A', steps: [{ ...step, controls: [control.uuid] }] },
  })
  expect((await now(control)).links).toMatchObject([{ kind: 'stands-in', from: control.uuid, to: tree.uuid }])
  const { status, body } = await call('save-artefacts', {
    program_uuid: program,
    unlink: [{ kind: 'stands-in', from: control.uuid, to: tree.uuid }],
  })
  expect([status, body.message]).toEqual([400, expect.stringContaining('AT-001')])
  await change(program, tree, { fields: { tree: { root: 'A', steps: [step] } } })
  expect((await now(control)).links).toEqual([])
  expect(
    (
      await change(
        program,
        { ...tree, revision: 2 },
        { fields: { tree: { root: 'A', steps: [{ ...step, controls: [randomUUID()] }] } } },
      )
    ).status,
  ).toBe(400)
})

test('[GRAPH-11] [GRAPH-12] every state is stored, also the last, and links end with their artefacts', async () => {
  const program = await begin()
  const [asset, damage] = [
    await make(program, 'asset', 'Torque'),
    await make(program, 'damage-scenario', 'Unintended acceleration'),
  ]
  await link(program, 'harms', asset, damage)
  const later = (await change(program, asset, { title: 'Torque request' })).body.artefacts[0]
  await call('delete-artefacts', { program_uuid: program, artefacts: [{ uuid: asset.uuid, revision: later.revision }] })
  const { body } = await get('get-artefact-history', { uuid: asset.uuid })
  expect(
    body.versions.map(({ action, title, by }: { action: string; title: string; by: { name: string } }) => [
      action,
      title,
      by.name,
    ]),
  ).toEqual([
    ['removed', 'Torque request', 'Alpha engineer'],
    ['changed', 'Torque request', 'Alpha engineer'],
    ['made', 'Torque', 'Alpha engineer'],
  ])
  expect((await now(damage)).links).toEqual([])
  expect((await get('get-artefact', { uuid: asset.uuid })).status).toBe(404)
})

test('[GRAPH-12] references in a tree block a removal; a diagram drops the removed artefact', async () => {
  const program = await begin()
  const [control, component] = [await make(program, 'control', 'SecOC'), await make(program, 'component', 'Gateway')]
  const step = { id: 'A', title: 'Send', gate: null, parts: [], effort: { potential: {}, cvss: {}, vector: null } }
  const tree = await make(program, 'attack-tree', 'Tree', {
    tree: { root: 'A', steps: [{ ...step, controls: [control.uuid] }] },
  })
  const diagram = await make(program, 'diagram', 'Overview', {
    layout: { nodes: [{ uuid: component.uuid, x: 0, y: 0 }], edges: [] },
  })
  const erase = ({ uuid }: Artefact, revision = 1) =>
    call('delete-artefacts', { program_uuid: program, artefacts: [{ uuid, revision }] })
  const { status, body } = await erase(control)
  expect([status, body.message]).toEqual([422, 'AT-001 references it. Remove the reference there first.'])
  await change(program, tree, { fields: { tree: { root: 'A', steps: [step] } } })
  expect((await erase(control)).status).toBe(200)
  expect((await erase(component)).status).toBe(200)
  expect(
    (
      await change(program, diagram, {
        fields: { layout: { nodes: [{ uuid: component.uuid, x: 5, y: 5 }], edges: [] } },
      })
    ).status,
  ).toBe(200)
})

test('[GRAPH-14] the impact is listed level by level, in both directions', async () => {
  const program = await begin()
  const [asset, damage, threat, goal] = [
    await make(program, 'asset', 'Torque'),
    await make(program, 'damage-scenario', 'Acceleration'),
    await make(program, 'threat-scenario', 'Spoofing'),
    await make(program, 'goal', 'Authenticity'),
  ]
  for (const [kind, from, to] of [
    ['harms', asset, damage],
    ['leads-to', damage, threat],
    ['targets', asset, threat],
    ['answered-by', threat, goal],
  ] as const)
    await link(program, kind, from, to)
  const down = (await get('get-impact', { uuid: asset.uuid })).body
  expect(down.nodes.map(({ code, depth }: { code: string; depth: number }) => [code, depth]).toSorted()).toEqual([
    ['AS-01', 0],
    ['CG-01', 2],
    ['DS-001', 1],
    ['TS-001', 1],
  ])
  expect(down.links).toHaveLength(4)
  const up = (await get('get-impact', { uuid: goal.uuid, direction: 'upstream', depth: 1 })).body
  expect(up.nodes.map(({ code }: { code: string }) => code)).toEqual(['CG-01', 'TS-001'])
})

test('[GRAPH-15] a page is notified of changed artefacts, and of a full reload after many changes', async () => {
  const program = await begin()
  const live = (await site.live(engineer.token)).subscribe('lifecycle.program', { program_uuid: program })
  await live.snapshot()
  const [goal, requirement] = [await make(program, 'goal', 'Goal'), await make(program, 'requirement', 'Requirement')]
  await link(program, 'demands', goal, requirement)
  const received = () => live.changes.filter((item) => 'what' in (item as object)) as GraphChange[]
  await live.until(() => received().length === 3, 'three changes')
  expect(received()).toMatchObject([
    { what: 'artefact', uuids: [goal.uuid], action: 'made', by: 'Alpha engineer', seq: 1 },
    { what: 'artefact', uuids: [requirement.uuid], seq: 2 },
    { what: 'link', uuids: [goal.uuid, requirement.uuid], action: 'made', seq: 3 },
  ])
  const many = Array.from({ length: 200 }, (_, i) => ({ kind: 'asset', title: `Asset ${i}` }))
  const { position, missed } = { position: await live.snapshot(), missed: await site.live(engineer.token) }
  for (let i = 0; i < 3; i++) await call('save-artefacts', { program_uuid: program, artefacts: many })
  const late = missed.subscribe('lifecycle.program', { program_uuid: program }, { epoch: position.epoch, seq: 3 })
  await late.until(() => late.changes.length > 0, 'what was missed')
  expect(late.changes).toEqual([{ what: 'much', uuids: [], kind: '', action: 'changed', by: null, seq: 6 }])
})

test('[GRAPH-18] a list is filtered by words of the title or by the number', async () => {
  const program = await begin()
  for (const title of ['Torque request', 'Firmware', 'Torque limit, 100 %']) await make(program, 'asset', title)
  await make(program, 'threat-scenario', 'Spoofed TORQUE')
  const called = async (q: string) =>
    (await get('get-artefacts', { program_uuid: program, q })).body.artefacts.map(({ code }: Artefact) => code)
  expect(await called('torque')).toEqual(['AS-01', 'AS-03', 'TS-001'])
  expect(await called('as-2')).toEqual(['AS-02'])
  expect(await called('TS-0001')).toEqual(['TS-001'])
  expect(await called('%')).toEqual(['AS-03'])
  expect(await called('XX-1')).toEqual([])
})

test('a program is visible only to its members, and a list has a cursor for its next page', async () => {
  const program = await begin()
  for (const title of ['A', 'B', 'C']) await make(program, 'asset', title)
  const first = (await get('get-artefacts', { program_uuid: program, kinds: 'asset', limit: 2 })).body
  expect([first.artefacts.map(({ title }: Artefact) => title), first.next]).toEqual([['A', 'B'], 'asset|2'])
  const second = (await get('get-artefacts', { program_uuid: program, kinds: 'asset', limit: 2, after: first.next }))
    .body
  expect([second.artefacts.map(({ title }: Artefact) => title), second.next]).toEqual([['C'], null])
  expect((await get('get-artefacts', { program_uuid: program }, viewer.token)).status).toBe(404)
  expect((await get('get-artefact', { uuid: first.artefacts[0].uuid }, viewer.token)).status).toBe(404)
  expect((await get('get-artefacts', { program_uuid: program }, admin.token)).status).toBe(200)
})
