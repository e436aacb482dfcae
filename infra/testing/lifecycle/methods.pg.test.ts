import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { defaultMethod } from '@carapace/shared/lifecycle/methods/default-method'
import type { Method } from '@carapace/shared/lifecycle/methods/method'
import type { getMethods, previewMethod } from '@carapace/shared/lifecycle/methods/methods.contract'
import type { getAssessments } from '@carapace/shared/lifecycle/rating/tara.contract'
import { startInstallation } from '../support/installation.ts'
import { createProgram } from '../support/factories.ts'

/** The output type of a call. */
type ResponseOf<E extends { output: { parse: (value: unknown) => unknown } }> = ReturnType<E['output']['parse']>

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const beta = await site.organisation('Beta')
const { ENGINEER: engineer, ADMIN: admin, VIEWER: viewer } = alpha.members

const call = (path: string, input: object, token = engineer.token) => site.call(token, `v2/app/${path}`, input)
const get = (path: string, query: Record<string, string | number>, token = engineer.token) =>
  site.get(token, `v2/app/${path}`, query)

/** A method with higher risks, which rates feasibility by the attack vector. */
const stricter: Method = {
  ...defaultMethod,
  deciding: 'vector',
  matrix: { ...defaultMethod.matrix, major: { 'very-low': 2, low: 3, medium: 4, high: 5 } },
}

async function draft(name: string, content: Method = stricter) {
  const { status, body } = await call('save-method', { name, content })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.method as ResponseOf<typeof getMethods>['methods'][number]
}

async function released(name: string, content?: Method): Promise<string> {
  const { uuid, revision } = await draft(name, content)
  expect((await call('release-method', { uuid, revision })).status).toBe(200)
  return uuid!
}

/** A program of 30 threat scenarios, two thirds of them with a major damage, with different vectors and efforts. */
async function assessedProgram() {
  const { uuid: program } = await createProgram(site, engineer.token)
  const damage = randomUUID()
  const threats = Array.from({ length: 30 }, (_, i) => ({
    new_uuid: randomUUID(),
    kind: 'threat-scenario',
    title: `Threat ${i}`,
    fields: {
      effort: {
        potential: { time: ['day', 'month', 'longer'][i % 3], expertise: 'experts' },
        cvss: {},
        vector: ['physical', 'local', 'adjacent', 'network', null][i % 5],
      },
    },
  }))
  const { status } = await call('save-artefacts', {
    program_uuid: program,
    artefacts: [
      { new_uuid: damage, kind: 'damage-scenario', title: 'Theft', fields: { financial: 'major' } },
      ...threats,
    ],
    link: threats.filter((_, i) => i % 3 < 2).map(({ new_uuid: to }) => ({ kind: 'leads-to', from: damage, to })),
  })
  expect(status).toBe(200)
  return program
}

const assessmentsOf = async (program: string) =>
  (await get('get-assessments', { program_uuid: program })).body as ResponseOf<typeof getAssessments>
const risksOf = async (program: string) =>
  new Map(
    (await assessmentsOf(program)).assessments.map(
      ({ threat_uuid: uuid, scenarios: { initial, today, target }, cal }) => [
        uuid,
        { initial: initial.risk, today: today.risk, target: target.risk, cal },
      ],
    ),
  )

test('[METHOD-2] the shipped method is first, and only one version of a name may be a draft', async () => {
  const { body } = await get('get-methods', {}, viewer.token)
  expect(body.methods[0]).toMatchObject({
    uuid: null,
    name: 'Default',
    version: 1,
    state: 'released',
    content: defaultMethod,
  })
  const first = await draft('House')
  expect(first).toMatchObject({
    name: 'House',
    version: 1,
    state: 'draft',
    programs: 0,
    created_by: 'Alpha engineer',
    revision: 1,
  })
  expect((await call('save-method', { name: 'House', content: stricter })).body).toMatchObject({
    code: 'RULE_REFUSED',
    message: expect.stringContaining('House 1 is a draft'),
  })
  await call('release-method', { uuid: first.uuid, revision: 1 })
  expect((await draft('House')).version).toBe(2)
  expect((await draft('Default')).version).toBe(2)
})

test('[METHOD-3] a draft can change and be removed; a released version cannot', async () => {
  const { uuid } = await draft('Workshop')
  const { body: changed } = await call('save-method', {
    uuid,
    revision: 1,
    name: 'Garage',
    note: 'For parts',
    content: defaultMethod,
  })
  expect(changed.method).toMatchObject({
    uuid,
    name: 'Garage',
    version: 1,
    note: 'For parts',
    revision: 2,
    content: defaultMethod,
  })
  expect((await call('save-method', { uuid, revision: 1, name: 'Garage', content: stricter })).status).toBe(409)
  expect(
    (await call('save-method', { uuid, revision: 2, name: 'Garage', note: 'For parts', content: defaultMethod })).body
      .method.revision,
  ).toBe(2)
  await call('release-method', { uuid, revision: 2 })
  for (const [path, input] of [
    ['save-method', { name: 'Garage', content: stricter }],
    ['delete-method', {}],
    ['release-method', {}],
  ] as const) {
    expect((await call(path, { uuid, revision: 3, ...input })).body).toMatchObject({
      code: 'RULE_REFUSED',
      message: expect.stringContaining('Garage 1 is released'),
    })
  }
  const other = await draft('Draft to drop')
  expect((await call('delete-method', { uuid: other.uuid, revision: 1 })).status).toBe(200)
  expect(
    ((await get('get-methods', {})).body.methods as { uuid: string }[]).some((method) => method.uuid === other.uuid),
  ).toBe(false)
})

test('[METHOD-7] an organisation has at most 100 versions', async () => {
  const gamma = await site.organisation('Gamma')
  await site.sql`INSERT INTO method_versions (org_uuid, name, version, state, content)
    SELECT ${gamma.org.uuid}, 'Many', n, 'released', ${JSON.stringify(defaultMethod)}::jsonb
    FROM generate_series(1, 100) n`
  expect(
    (await call('save-method', { name: 'One more', content: stricter }, gamma.members.ENGINEER.token)).body,
  ).toMatchObject({ code: 'RULE_REFUSED', message: expect.stringContaining('100 versions') })
})

test('[METHOD-1] a method that rates harder attacks as easier is refused, with the place', async () => {
  const { status, body } = await call('save-method', {
    name: 'Wrong',
    content: { ...defaultMethod, vector: { ...defaultMethod.vector, physical: 'high' } },
  })
  expect([status, Object.keys(body.errors)]).toEqual([400, ['content.vector']])
})

test('[METHOD-4] [METHOD-5] a preview has the same result as the change of method, and changes nothing', async () => {
  const program = await assessedProgram()
  const method = await draft('Preview')
  const before = await risksOf(program)
  const { body: preview } = (await get('preview-method', { program_uuid: program, method_uuid: method.uuid! })) as {
    body: ResponseOf<typeof previewMethod>
  }
  expect(await risksOf(program)).toEqual(before)
  expect(preview.scenarios).toBe(30)
  expect(preview.changed).toBeGreaterThan(5)
  expect(
    (await call('use-method', { program_uuid: program, revision: 1, method_uuid: method.uuid })).body,
  ).toMatchObject({ code: 'RULE_REFUSED', message: expect.stringContaining('is a draft') })
  await call('release-method', { uuid: method.uuid, revision: 1 })
  const { body: taken } = await call('use-method', { program_uuid: program, revision: 1, method_uuid: method.uuid })
  expect(taken.changed).toBe(preview.changed)
  const after = await risksOf(program)
  expect(
    [...after]
      .filter(([uuid, risks]) => JSON.stringify(risks) !== JSON.stringify(before.get(uuid)))
      .map(([uuid]) => uuid)
      .toSorted(),
  ).toEqual(preview.changes.map(({ uuid }) => uuid).toSorted())
  for (const { uuid, before: was, after: is } of preview.changes)
    expect([before.get(uuid), after.get(uuid)]).toEqual([was, is])
  expect((await assessmentsOf(program)).method).toMatchObject({
    uuid: method.uuid,
    name: 'Preview',
    version: 1,
    content: stricter,
  })
  const back = (await get('preview-method', { program_uuid: program })).body as ResponseOf<typeof previewMethod>
  expect(new Map(back.changes.map(({ uuid, after: is }) => [uuid, is]))).toEqual(
    new Map(preview.changes.map(({ uuid, before: was }) => [uuid, was])),
  )
})

test('[METHOD-4] a change for an older revision of the program is refused; the same method is no change', async () => {
  const program = await assessedProgram()
  const method = await released('Twice')
  const answers = await Promise.all(
    [1, 2].map(() => call('use-method', { program_uuid: program, revision: 1, method_uuid: method })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await call('use-method', { program_uuid: program, revision: 2, method_uuid: method })).body).toEqual({
    success: true,
    changed: 0,
  })
  expect(
    ((await get('get-methods', {})).body.methods as { uuid: string; programs: number }[]).find(
      ({ uuid }) => uuid === method,
    )!.programs,
  ).toBe(1)
})

test('[METHOD-4] [RISK-6] after a change of method during writes, every threat scenario is rated by it', async () => {
  const program = await assessedProgram()
  const method = await released('Meanwhile')
  const threats = [...(await risksOf(program)).keys()]
  const rated = (uuid: string) => ({
    uuid,
    kind: 'threat-scenario',
    revision: 1,
    fields: { effort: { potential: { time: 'day' }, cvss: {}, vector: 'network' } },
  })
  const answers = await Promise.all([
    ...threats.slice(0, 8).map((uuid) => call('save-artefacts', { program_uuid: program, artefacts: [rated(uuid)] })),
    call('use-method', { program_uuid: program, revision: 1, method_uuid: method }),
    ...threats.slice(8, 16).map((uuid) => call('save-artefacts', { program_uuid: program, artefacts: [rated(uuid)] })),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const now = await assessmentsOf(program)
  for (const {
    threat_uuid: uuid,
    overall,
    scenarios: { initial },
  } of now.assessments)
    expect([uuid, initial.risk]).toEqual([
      uuid,
      overall && initial.ratings.vector ? stricter.matrix[overall][initial.ratings.vector.feasibility] : null,
    ])
  expect(
    (
      (await get('preview-method', { program_uuid: program, method_uuid: method })).body as ResponseOf<
        typeof previewMethod
      >
    ).changed,
  ).toBe(0)
})

test('[METHOD-6] changes of methods are in the audit log', async () => {
  const program = await assessedProgram()
  const { uuid } = await draft('Recorded')
  await call('save-method', { uuid, revision: 1, name: 'Recorded', note: 'more', content: stricter })
  await call('release-method', { uuid, revision: 2 })
  await call('use-method', { program_uuid: program, revision: 1, method_uuid: uuid })
  const dropped = await draft('Recorded')
  await call('delete-method', { uuid: dropped.uuid, revision: 1 })
  const { body } = await get('audit-log', { limit: 6 }, admin.token)
  expect(body.entries.map(({ action }: { action: string }) => action)).toEqual([
    'remove method',
    'draft method',
    'use method',
    'release method',
    'change method',
    'draft method',
  ])
})

test('only the organisation sees its methods, and only editors of a program change its method', async () => {
  const program = await assessedProgram()
  const method = await released('Ours')
  const otherTenantToken = beta.members.ADMIN.token
  expect(
    ((await get('get-methods', {}, otherTenantToken)).body.methods as { uuid: string | null }[]).map(
      ({ uuid }) => uuid,
    ),
  ).toEqual([null])
  expect((await call('release-method', { uuid: method, revision: 2 }, otherTenantToken)).status).toBe(404)
  const { uuid: theirs } = await createProgram(site, otherTenantToken, { name: 'Theirs' })
  expect(
    (await call('use-method', { program_uuid: theirs, revision: 1, method_uuid: method }, otherTenantToken)).body,
  ).toMatchObject({ code: 'INVALID_INPUT', errors: { method_uuid: 'There is no such method.' } })
  expect((await get('preview-method', { program_uuid: program }, otherTenantToken)).status).toBe(404)
  expect(
    (await call('use-method', { program_uuid: program, revision: 1, method_uuid: method }, viewer.token)).status,
  ).toBe(422)
  await call('save-program-member', { program_uuid: program, user_uuid: alpha.members.VIEWER.uuid, role: 'EDITOR' })
  expect((await get('preview-method', { program_uuid: program }, viewer.token)).status).toBe(200)
})
