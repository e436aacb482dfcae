import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import {
  mayEditProgram,
  mayLeadProgram,
  maySeeProgram,
  type ProgramRole,
  programRoles,
} from '@carapace/shared/graph/members/membership'
import { mostMembers, mostPrograms } from '@carapace/shared/graph/programs/programs'
import { getProgram, listPhases, type Program } from '@carapace/shared/graph/programs/programs.contract'
import { type Role, roles } from '@carapace/shared/modules'
import { may } from '@carapace/shared/permissions'

import { startInstallation } from '../support/installation.ts'
import { createProgram } from '../support/factories.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ADMIN: admin, ENGINEER: engineer, ANALYST: analyst, VIEWER: viewer } = alpha.members

/** Another user of the organisation with this role. */
async function colleague(name: string, role: Role = 'ENGINEER', active = true) {
  const [row] = await site.sql<{ uuid: string }[]>`INSERT INTO users (org_uuid, email, name, role, active)
    VALUES (${alpha.org.uuid}, ${`${name.toLowerCase()}@alpha.example`}, ${name}, ${role}, ${active})
    RETURNING uuid`
  return { uuid: row!.uuid, name, token: await site.signIn(alpha.org, row!.uuid) }
}
const founder = await colleague('Founder')

const call = (path: string, input: object, token = engineer.token) => site.call(token, `v2/app/${path}`, input)
const get = (path: string, query: Record<string, string | number>, token = engineer.token) =>
  site.get(token, `v2/app/${path}`, query)

let begun = 0
async function begin(token = founder.token, name = `Program ${++begun}`): Promise<Program> {
  return createProgram(site, token, { name, description: 'made by a test' })
}
const place = (program: Program, user: { uuid: string }, role: ProgramRole | null, token = admin.token) =>
  call('save-program-member', { program_uuid: program.uuid, user_uuid: user.uuid, role }, token)
const now = async (program: Program): Promise<Program> =>
  (await site.request(admin.token, getProgram, { programUuid: program.uuid })).program
const recorded = async (program: Program) =>
  (
    await site.sql<
      { action: string; actor: string }[]
    >`SELECT action, actor FROM audit_log WHERE subject_uuid = ${program.uuid} ORDER BY id`
  ).map(({ action, actor }) => `${actor}: ${action}`)
const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

test('[PROGRAM-1] [PROGRAM-7] the creator of a program is its lead; it begins in the concept phase', async () => {
  const { status, body } = await call('save-program', {
    name: '  Fjord zonal 2 ',
    description: 'Two models on one architecture',
  })
  expect(status).toBe(200)
  expect(body.program).toMatchObject({
    name: 'Fjord zonal 2',
    description: 'Two models on one architecture',
    status: 'CREATED',
    current_phase: 'CONCEPT',
    members: 1,
    my_role: 'LEAD',
    revision: 1,
  })
  expect(body.program.phases).toEqual([
    { phase: 'CONCEPT', status: 'CREATED' },
    { phase: 'PRODUCT_DEVELOPMENT', status: null },
    { phase: 'PRODUCTION', status: null },
    { phase: 'INCIDENCE_RESPONCE', status: null },
    { phase: 'DECOMMISSIONING', status: null },
  ])
  expect(await recorded(body.program)).toEqual(['Alpha engineer: begin program'])
})

test('[LIFECYCLE-1] [PROGRAM-9] every step of a new program has its condition', async () => {
  const program = await begin()
  const { body } = await get('program-lifecycle', { program_uuid: program.uuid }, founder.token)
  expect(body.lifecycle).toEqual(program.lifecycle)
  expect(
    program.lifecycle.map(({ is_configurable, error_message: why }) => [
      is_configurable,
      why?.startsWith('This Feature is currently not available for this program. Please ensure '),
    ]),
  ).toEqual(Array(9).fill([false, true]))
})

interface ProgramCall {
  readonly path: string
  readonly say: (program: Program) => object
  readonly allows: typeof maySeeProgram
  readonly reads?: true
}

const revised = ({ uuid, revision }: Program) => ({ program_uuid: uuid, revision })
/** Every call that names a program; the last call removes it. */
const programCalls: readonly ProgramCall[] = [
  { path: 'get-program-by-uuid', say: ({ uuid }) => ({ programUuid: uuid }), allows: maySeeProgram, reads: true },
  { path: 'program-lifecycle', say: ({ uuid }) => ({ program_uuid: uuid }), allows: maySeeProgram, reads: true },
  { path: 'get-program-members', say: ({ uuid }) => ({ program_uuid: uuid }), allows: maySeeProgram, reads: true },
  {
    path: 'save-program',
    say: ({ uuid, revision }) => ({ uuid, revision, name: 'Changed', description: '' }),
    allows: mayEditProgram,
  },
  { path: 'update-program-name', say: (program) => ({ ...revised(program), name: 'Renamed' }), allows: mayEditProgram },
  {
    path: 'update-program-status',
    say: (program) => ({ ...revised(program), status: 'IN_PROCESS' }),
    allows: mayEditProgram,
  },
  {
    path: 'update-program-current-phase',
    say: (program) => ({ ...revised(program), current_phase: 'PRODUCTION' }),
    allows: mayEditProgram,
  },
  {
    path: 'save-program-member',
    say: ({ uuid }) => ({ program_uuid: uuid, user_uuid: viewer.uuid, role: 'LEAD' }),
    allows: mayLeadProgram,
  },
  { path: 'delete-program', say: revised, allows: mayLeadProgram },
]

/** The expected status of a call, by the rules in the order in which they are checked. */
function expected({ allows, reads }: ProgramCall, role: Role, programRole: ProgramRole | null): number {
  if (!reads && !may(role, 'programs.manage')) return 422
  if (!maySeeProgram({ role, programRole })) return 404
  return allows({ role, programRole }) ? 200 : 422
}

const matrix = roles.flatMap((role) => [null, ...programRoles].map((programRole) => ({ role, programRole })))

test.for(matrix)(
  '[MEMBER-1] [MEMBER-2] [MEMBER-3] the permissions of $role as $programRole of the program',
  async ({ role, programRole }) => {
    const program = await begin()
    const me = alpha.members[role]
    if (programRole !== null) await place(program, me, programRole)
    const answers = []
    for (const programCall of programCalls) {
      const input = programCall.say(
        programCall.path === 'delete-program' || !programCall.reads ? await now(program) : program,
      )
      const { status, body } = await (programCall.reads
        ? get(programCall.path, input as Record<string, string>, me.token)
        : call(programCall.path, input, me.token))
      answers.push([programCall.path, status])
      if (status === 422)
        expect([body.code, body.message]).toEqual(['ROLE_REQUIRED', expect.stringMatching(/^Only .+\.$/)])
    }
    expect(answers).toEqual(
      programCalls.map((programCall) => [programCall.path, expected(programCall, role, programRole)]),
    )
  },
)

test("[MEMBER-1] the list has the member's programs; an administrator's list has all", async () => {
  const [shown, hidden] = [
    await begin(founder.token, 'Listed with me'),
    await begin(founder.token, 'Listed without me'),
  ]
  await place(shown, viewer, 'READER')
  const names = async (token: string) =>
    (await get('get-programs', { q: 'LISTED WITH' }, token)).body.programs.map(({ name, my_role: role }: Program) => [
      name,
      role,
    ])
  expect(await names(viewer.token)).toEqual([['Listed with me', 'READER']])
  expect(await names(admin.token)).toEqual([
    ['Listed with me', null],
    ['Listed without me', null],
  ])
  expect((await get('get-program-by-uuid', { programUuid: hidden.uuid }, viewer.token)).body.code).toBe('NOT_FOUND')
})

test('[PROGRAM-2] programs are listed in pages, the latest changed first, and found by description', async () => {
  const paging = await colleague('Paging')
  const all: Program[] = []
  for (let index = 0; index < 12; index++) all.push(await begin(paging.token, `Paged ${index}`))
  await call(
    'save-program',
    { uuid: all[3]!.uuid, revision: 1, name: 'Paged 3', description: '100% brake-by-wire_' },
    paging.token,
  )

  const first = (await get('get-programs', {}, paging.token)).body
  expect(first).toMatchObject({ total: 12, page: 1, per_page: 10 })
  expect(first.programs.map(({ name }: Program) => name)).toEqual([
    'Paged 3',
    ...[11, 10, 9, 8, 7, 6, 5, 4, 2].map((index) => `Paged ${index}`),
  ])
  const second = (await get('get-programs', { page: 2 }, paging.token)).body
  expect(second.programs.map(({ name }: Program) => name)).toEqual(['Paged 1', 'Paged 0'])
  expect((await get('get-programs', { page: 3 }, paging.token)).body).toMatchObject({ programs: [], total: 12 })
  expect(
    (await get('get-programs', { perPage: 3, page: 2 }, paging.token)).body.programs.map(({ name }: Program) => name),
  ).toEqual(['Paged 9', 'Paged 8', 'Paged 7'])

  const found = async (q: string) =>
    (await get('get-programs', { q }, paging.token)).body.programs.map(({ name }: Program) => name)
  expect([await found('BRAKE-by'), await found('0%'), await found('wire_'), await found('%')]).toEqual([
    ['Paged 3'],
    ['Paged 3'],
    ['Paged 3'],
    ['Paged 3'],
  ])
  await call('update-program-current-phase', { ...revised(all[5]!), current_phase: 'PRODUCTION' }, paging.token)
  expect((await get('get-programs', { phase: 'PRODUCTION', q: 'paged' }, paging.token)).body).toMatchObject({
    programs: [{ name: 'Paged 5' }],
    total: 1,
  })
  expect((await get('get-programs', { perPage: 101 }, paging.token)).status).toBe(400)
})

test('[PROGRAM-10] programs are sorted as requested, over all pages without repeated or missing ones', async () => {
  const sorter = await colleague('Sorter')
  const [apple, banana, cherry] = [
    await begin(sorter.token, 'sorted apple'),
    await begin(sorter.token, 'Sorted Banana'),
    await begin(sorter.token, 'sorted cherry'),
  ]
  await place(apple, viewer, 'READER')
  await call('update-program-status', { ...revised(banana), status: 'APPROVED' }, sorter.token)
  await call('update-program-status', { ...revised(apple), status: 'UNDER_REVIEW' }, sorter.token)
  await call('update-program-current-phase', { ...revised(cherry), current_phase: 'PRODUCT_DEVELOPMENT' }, sorter.token)
  const short = { 'sorted apple': 'a', 'Sorted Banana': 'b', 'sorted cherry': 'c' } as Record<string, string>
  const listed = async (query: Record<string, string | number>, token = sorter.token) =>
    (await get('get-programs', { q: 'sorted', ...query }, token)).body.programs
      .map(({ name }: Program) => short[name])
      .join('')
  expect([await listed({ sort: 'name' }), await listed({ sort: 'name', order: 'desc' })]).toEqual(['abc', 'cba'])
  expect([await listed({ sort: 'status' }), await listed({ sort: 'status', order: 'desc' })]).toEqual(['cab', 'bac'])
  expect((await listed({ sort: 'phase', order: 'desc' }))[0]).toBe('c')
  expect((await listed({ sort: 'members' }))[0]).toBe('a')
  expect([await listed({ sort: 'begun' }), await listed({ sort: 'begun', order: 'asc' }), await listed({})]).toEqual([
    'cba',
    'abc',
    'cab',
  ])
  await place(cherry, admin, 'READER')
  expect([
    (await listed({ sort: 'role' }, admin.token))[0],
    (await listed({ sort: 'role', order: 'desc' }, admin.token))[0],
  ]).toEqual(['c', 'c']) // for programs without membership there is no value
  const alike = await Promise.all([1, 2, 3].map((page) => listed({ sort: 'role', perPage: 1, page })))
  expect(alike.toSorted((a, b) => a.localeCompare(b))).toEqual(['a', 'b', 'c'])
  expect((await get('get-programs', { sort: 'revision' }, sorter.token)).status).toBe(400)
})

test('[PROGRAM-10] [MEMBER-1] [DOCUMENT-10] the CSV has all visible matches, in order, without formulas', async () => {
  const exporter = await colleague('Exporter')
  for (let n = 0; n < 12; n++) await begin(exporter.token, `Taken out ${String(n).padStart(2, '0')}`)
  await call('save-program', { name: '=SUM(1) taken out', description: 'a "quoted", one' }, exporter.token)
  const csv = async (query: Record<string, string>, token = exporter.token) =>
    (await get('export-programs', query, token)).text
  const { status, headers, text } = await get(
    'export-programs',
    { q: 'taken out', sort: 'name', order: 'desc' },
    exporter.token,
  )
  expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
    200,
    'text/csv; charset=utf-8',
    expect.stringMatching(/^attachment; filename="carapace-programs-[\w-]+Z\.csv"$/),
  ])
  const lines: Record<string, string>[] = parse(text, { bom: true, columns: true })
  expect(lines.map(({ name }) => name)).toEqual([
    ...Array.from({ length: 12 }, (_, n) => `Taken out ${String(11 - n).padStart(2, '0')}`),
    "'=SUM(1) taken out",
  ])
  expect(lines.at(-1)).toMatchObject({
    description: 'a "quoted", one',
    status: 'CREATED',
    current_phase: 'CONCEPT',
    my_role: 'LEAD',
    members: '1',
  })
  expect(parse(await csv({ q: 'taken out' }, viewer.token), { bom: true, columns: true })).toEqual([])
  expect((await get('export-programs', { phase: 'NONE' }, exporter.token)).status).toBe(400)
})

test('[PROGRAM-3] [PROGRAM-4] [PROGRAM-5] phases and statuses follow; an equal value is no change', async () => {
  const program = await begin()
  const moved = (
    await call('update-program-current-phase', { ...revised(program), current_phase: 'PRODUCTION' }, founder.token)
  ).body.program
  expect(moved).toMatchObject({ current_phase: 'PRODUCTION', status: 'CREATED', revision: 2 })
  const done = (
    await call('update-program-status', { ...revised(moved), status: 'COMPLETED', phase: 'CONCEPT' }, founder.token)
  ).body.program
  expect(done.phases.slice(0, 3)).toEqual([
    { phase: 'CONCEPT', status: 'COMPLETED' },
    { phase: 'PRODUCT_DEVELOPMENT', status: null },
    { phase: 'PRODUCTION', status: 'CREATED' },
  ])
  const approved = (await call('update-program-status', { ...revised(done), status: 'APPROVED' }, founder.token)).body
    .program
  expect(approved).toMatchObject({ status: 'APPROVED', revision: 4 })

  for (const [path, more] of [
    ['update-program-status', { status: 'APPROVED' }],
    ['update-program-current-phase', { current_phase: 'PRODUCTION' }],
    ['update-program-name', { name: program.name }],
  ] as const) {
    expect((await call(path, { ...revised(approved), ...more }, founder.token)).body.program).toEqual(approved)
  }
  expect(await recorded(program)).toEqual(['Founder: begin program', ...Array(3).fill('Founder: change program')])
})

test.for([
  ['IN-PROCESS', 'IN_PROCESS'],
  ['UNDER-REVIEW', 'UNDER_REVIEW'],
  ['NOT COMPLETED', 'NOT_COMPLETED'],
  ['PENDING', 'PENDING'],
  ['CLOSE', 'CLOSE'],
])('[PROGRAM-12] the status %s of a program is accepted, and answered as %s', async ([sent, answered]) => {
  const program = await begin()
  const whole = await call('update-program-status', { ...revised(program), status: sent }, founder.token)
  expect([whole.status, whole.body.program.status]).toEqual([200, answered])
  const input = { ...revised(whole.body.program), status: sent, phase: 'PRODUCTION' }
  const { body } = await call('update-program-status', input, founder.token)
  expect(body.program.phases[2]).toEqual({ phase: 'PRODUCTION', status: answered })
})

test('[PROGRAM-6] a change of an older revision is refused; members do not change the revision', async () => {
  const program = await begin()
  await call('update-program-name', { ...revised(program), name: 'Theirs' }, founder.token)
  for (const [path, more] of [
    ['update-program-name', { name: 'Mine' }],
    ['update-program-status', { status: 'APPROVED' }],
    ['update-program-current-phase', { current_phase: 'PRODUCTION' }],
    ['delete-program', {}],
  ] as const) {
    const { status, body } = await call(path, { ...revised(program), ...more }, founder.token)
    expect([path, status, body.code]).toEqual([path, 409, 'ROW_CHANGED'])
  }
  expect((await call('save-program', { uuid: program.uuid, revision: 1, name: 'Mine' }, founder.token)).status).toBe(
    409,
  )
  await place(program, viewer, 'READER')
  expect(await now(program)).toMatchObject({
    name: 'Theirs',
    status: 'CREATED',
    current_phase: 'CONCEPT',
    revision: 2,
    members: 2,
  })
})

test('[PROGRAM-11] a program is renamed without a revision: the last one wins, the log has the former', async () => {
  const program = await begin()
  const { uuid: program_uuid } = program
  await call('update-program-name', { ...revised(program), name: 'Theirs' }, founder.token)
  const { status, body } = await call('update-program-name', { program_uuid, name: 'Mine' }, founder.token)
  expect([status, body.program.name, body.program.revision]).toEqual([200, 'Mine', 3])
  const [entry] = await site.sql`SELECT before->>'name' AS before, after->>'name' AS after
    FROM audit_log
    WHERE subject_uuid = ${program_uuid}
    ORDER BY id DESC
    LIMIT 1`
  expect(entry).toEqual({ before: 'Theirs', after: 'Mine' })
})

test('[PROGRAM-6] if two users change the same revision at once, one succeeds', async () => {
  const program = await begin()
  await place(program, engineer, 'EDITOR')
  const both = await Promise.all(
    [founder, engineer].map(({ token }, index) =>
      call('update-program-name', { ...revised(program), name: `Name ${index}` }, token),
    ),
  )
  expect(statusesOf(both)).toEqual([200, 409])
  expect(await now(program)).toMatchObject({
    revision: 2,
    name: both.find(({ status }) => status === 200)!.body.program.name,
  })
})

test('[MEMBER-4] a program with members keeps a lead; its only member may leave, the first one leads', async () => {
  const program = await begin()
  await place(program, engineer, 'EDITOR')
  for (const role of ['READER', null] as const) {
    const { status, body } = await place(program, founder, role, founder.token)
    expect([status, body.code, body.message]).toEqual([
      422,
      'RULE_REFUSED',
      'A program keeps at least one lead. Make another member a lead first.',
    ])
  }
  expect(
    (await place(program, engineer, 'LEAD', founder.token)).body.members.map(
      ({ name, role }: { name: string; role: string }) => [name, role],
    ),
  ).toEqual([
    ['Alpha engineer', 'LEAD'],
    ['Founder', 'LEAD'],
  ])
  expect((await place(program, founder, null, founder.token)).status).toBe(200)
  expect((await get('get-program-by-uuid', { programUuid: program.uuid }, founder.token)).status).toBe(404)
  expect((await place(program, engineer, null)).body.members).toEqual([])
  expect((await place(program, viewer, 'READER')).body.message).toBe('The first member of a program is its lead.')
  expect((await place(program, viewer, 'LEAD')).status).toBe(200)
})

test('[MEMBER-5] members are active users; a deactivated user returns with the reactivation', async () => {
  const otherTenantMember = (await site.organisation('Bravo')).members.ENGINEER
  const [program, gone] = [await begin(), await colleague('Gone', 'ENGINEER', false)]
  for (const user of [otherTenantMember, gone, { uuid: crypto.randomUUID() }]) {
    const { status, body } = await place(program, user, 'EDITOR')
    expect([status, body.errors]).toEqual([400, { user_uuid: 'This is not an active member of your organisation.' }])
  }
  const leaving = await colleague('Leaving')
  await place(program, leaving, 'LEAD')
  await site.sql`UPDATE users SET active = false WHERE uuid = ${leaving.uuid}`
  expect(await now(program)).toMatchObject({ members: 1 })
  expect((await place(program, founder, null)).status).toBe(200)
  expect((await get('get-program-members', { program_uuid: program.uuid }, admin.token)).body.members).toEqual([])
  await site.sql`UPDATE users SET active = true WHERE uuid = ${leaving.uuid}`
  expect((await get('get-program-members', { program_uuid: program.uuid }, admin.token)).body.members).toMatchObject([
    { name: 'Leaving', role: 'LEAD' },
  ])
})

test('[MEMBER-7] if two leads demote each other at once, one stays', async () => {
  const program = await begin()
  await place(program, engineer, 'LEAD')
  const both = await Promise.all([
    place(program, engineer, 'EDITOR', founder.token),
    place(program, founder, 'EDITOR', engineer.token),
  ])
  expect(statusesOf(both)).toEqual([200, 422])
  const { members } = (await get('get-program-members', { program_uuid: program.uuid }, admin.token)).body
  expect(members.map(({ role }: { role: string }) => role).sort()).toEqual(['EDITOR', 'LEAD'])
})

test('[MEMBER-7] [PROGRAM-7] members added at once are all stored; an equal role is not recorded', async () => {
  const program = await begin()
  const people = [engineer, analyst, viewer, admin]
  await Promise.all(people.map((user) => place(program, user, 'READER')))
  await place(program, viewer, 'READER')
  await place(program, { uuid: crypto.randomUUID() }, null)
  expect(await now(program)).toMatchObject({ members: 5, revision: 1, my_role: 'READER' })
  expect(await recorded(program)).toEqual([
    'Founder: begin program',
    ...Array(4).fill('Alpha admin: change program members'),
  ])
})

test('[MEMBER-6] a program has a limit of members', async () => {
  const program = await begin()
  await site.sql`INSERT INTO users (org_uuid, email, name, role)
    SELECT ${alpha.org.uuid}, 'crowd' || n || '@alpha.example', 'Crowd ' || n, 'VIEWER'
    FROM generate_series(1, ${mostMembers}) n`
  await site.sql`INSERT INTO program_members (program_uuid, user_uuid, org_uuid, role)
    SELECT ${program.uuid}, uuid, org_uuid, 'READER'
    FROM users
    WHERE name LIKE 'Crowd %'
    ORDER BY name
    LIMIT ${mostMembers - 1}`
  const { status, body } = await place(program, engineer, 'READER')
  expect([status, body.message]).toEqual([
    422,
    `This program has ${mostMembers} members, which is the maximum. Remove one first.`,
  ])
  const { members } = (await get('get-program-members', { program_uuid: program.uuid }, admin.token)).body
  expect(members).toHaveLength(mostMembers)
  const crowd = members.find(({ role }: { role: string }) => role === 'READER')
  expect((await place(program, crowd, 'EDITOR')).status).toBe(200)
  expect((await place(program, crowd, null)).status).toBe(200)
  expect((await place(program, engineer, 'READER')).status).toBe(200)
})

test('[PROGRAM-8] an organisation has a limit of programs, even if two create the last one at once', async () => {
  const full = await site.organisation('Full house')
  await site.sql`INSERT INTO programs (org_uuid, name)
    SELECT ${full.org.uuid}, 'Program ' || n
    FROM generate_series(1, ${mostPrograms - 1}) n`
  const both = await Promise.all(
    [full.members.ADMIN, full.members.ENGINEER].map(({ token }) => call('save-program', { name: 'The last' }, token)),
  )
  expect(statusesOf(both)).toEqual([200, 422])
  expect(both.find(({ status }) => status === 422)!.body.message).toBe(
    'Your organisation has 1,000 programs, which is the maximum. Remove one first.',
  )
})

test('[PROGRAM-7] removing a program removes its members, and its last state stays in the log', async () => {
  const program = await begin()
  await place(program, viewer, 'READER')
  expect((await call('delete-program', revised(program), founder.token)).body).toEqual({ success: true })
  expect((await get('get-program-by-uuid', { programUuid: program.uuid }, admin.token)).status).toBe(404)
  expect(await site.sql`SELECT 1 FROM program_members WHERE program_uuid = ${program.uuid}`).toHaveLength(0)
  const [entry] =
    await site.sql`SELECT before FROM audit_log WHERE subject_uuid = ${program.uuid} ORDER BY id DESC LIMIT 1`
  expect(entry!.before).toMatchObject({ name: program.name })
})

test('a name is required, and name and description have a maximum length', async () => {
  for (const input of [{ name: ' ' }, { name: 'x'.repeat(121) }, { name: 'ok', description: 'x'.repeat(2_001) }]) {
    expect((await call('save-program', input)).status).toBe(400)
  }
})

test('every member can read the labels of the phases in their order', async () => {
  const body = await site.request(viewer.token, listPhases, {})
  expect(body.phases.map(({ label }: { label: string }) => label)).toEqual([
    'Concept Phase',
    'Product Development Phase',
    'Production Phase',
    'Incidence Response Phase',
    'Decommissioning Phase',
  ])
  expect(body.phases[3]!.key).toBe('INCIDENCE_RESPONCE')
  expect(body.statuses).toEqual(['CREATED', 'IN_PROCESS', 'UNDER_REVIEW', 'APPROVED', 'REJECTED', 'COMPLETED'])
})
