import { expect, test } from 'vitest'
import type {
  ArchivedArtefact,
  ArchivedLink,
  ArchivedProgram,
  ArchivedProject,
  ArchivedReview,
  ArchivedRisk,
  ArchivedVersion,
  Manifest,
} from './archive.ts'
import { archiveCheck } from './archive-check.ts'

const time = '2026-01-01T00:00:00.000Z'
const manifest = (scope: Manifest['scope']): Manifest => ({
  format: 'carapace-archive',
  version: 1,
  product: '1',
  scope,
  made_at: time,
  graph_versions: scope === 'program' ? 5 : 0,
  name: 'X',
  projects: 0,
  artefacts: {},
  links: 0,
})
const program: ArchivedProgram = {
  name: 'X',
  description: '',
  status: 'CREATED',
  current_phase: 'CONCEPT',
  phase_statuses: {},
  choices: { propulsion_types: [], design_type: null, regulation_types: [], rating_types: [] },
  numbers: { requirement: 9, control: 9, 'attack-tree': 9, 'threat-scenario': 9 },
}
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const artefact = (n: number, more: Partial<ArchivedArtefact> = {}): ArchivedArtefact => ({
  uuid: uuid(n),
  number: n,
  title: `R${n}`,
  status: 'CREATED',
  project: null,
  fields: {},
  origin: { how: 'written', what: '' },
  revision: 1,
  created_at: time,
  updated_at: time,
  ...more,
})
const version = (n: number, more: Partial<ArchivedVersion> = {}): ArchivedVersion => ({
  uuid: uuid(n),
  kind: 'requirement',
  number: n,
  revision: 1,
  graph_version: 1,
  action: 'made',
  title: `R${n}`,
  status: 'CREATED',
  project: null,
  fields: {},
  at: time,
  by: null,
  ...more,
})
const link = (from: number, to: number, more: Partial<ArchivedLink> = {}): ArchivedLink => ({
  kind: 'refines',
  from: uuid(from),
  to: uuid(to),
  suspect: null,
  suspect_at: null,
  confirmed_at: null,
  ...more,
})
const risk = (n: number, more: Partial<ArchivedRisk> = {}): ArchivedRisk => ({
  threat: uuid(n),
  graph_version: 1,
  initial: 4,
  today: 4,
  target: 2,
  cal: 3,
  method: 'Default',
  method_version: 1,
  at: time,
  ...more,
})
const review = (more: Partial<ArchivedReview> = {}): ArchivedReview => ({
  artefact: uuid(1),
  revision: 1,
  note: '',
  requested_at: time,
  decision: null,
  decided_at: null,
  reason: '',
  requested_by: null,
  decided_by: null,
  ...more,
})
const project = (n: number): ArchivedProject => ({
  uuid: uuid(n),
  name: 'P',
  type: 'SYSTEM',
  description: '',
  current_phase: 'CONCEPT',
  phase_statuses: {},
  milestone: null,
  created_at: time,
})

function begun(scope: Manifest['scope'] = 'program') {
  const check = archiveCheck(
    { artefacts: 5, links: 4, versions: 10, projects: 2, baselines: 2, comments: 2 },
    (text) => text,
  )
  check.manifest(manifest(scope))
  check.program(program)
  check.projects(scope === 'program' ? [] : [project(99)])
  return check
}

/** A check that has read requirements 1 to `n` with their first versions. */
function withSome(n: number) {
  const check = begun()
  for (let i = 1; i <= n; i++) check.artefact('requirement', artefact(i))
  for (let i = 1; i <= n; i++) check.version(version(i))
  return check
}

test('[EXCHANGE-5] a consistent archive is accepted, with removed links of a removed artefact', () => {
  const check = withSome(2)
  check.version(version(3))
  check.version(version(3, { revision: 2, graph_version: 3, action: 'removed' }))
  check.link(link(1, 2, { added: 2, removed: null }))
  check.link(link(1, 3, { added: 2, removed: 3 }))
  check.baselines([{ name: 'Gate', note: '', graph_version: 3, created_at: time }])
  expect(() => check.end()).not.toThrow()
  expect(check.counts).toMatchObject({ artefacts: 2, links: 2, currentLinks: 1, versions: 4 })
})

test.for<[string, (check: ReturnType<typeof begun>) => void, string]>([
  [
    'a history with a gap',
    (check) => check.version(version(1, { revision: 3, graph_version: 2, action: 'changed' })),
    'has a gap',
  ],
  [
    'a history that goes backwards',
    (check) => {
      check.version(version(1, { revision: 2, graph_version: 4, action: 'changed' }))
      check.version(version(1, { revision: 3, graph_version: 2, action: 'changed' }))
    },
    'has a gap',
  ],
  [
    'a history with a different last version',
    (check) => {
      check.version(version(1, { revision: 2, graph_version: 4, action: 'changed' }))
      check.end()
    },
    'does not end',
  ],
  [
    'an artefact that is present and removed',
    (check) => {
      check.version(version(1, { revision: 2, graph_version: 4, action: 'removed' }))
      check.end()
    },
    'does not end',
  ],
  [
    'a graph version after the last',
    (check) => check.version(version(3, { graph_version: 6 })),
    'after its last graph version',
  ],
  ['a risk of another kind of artefact', (check) => check.risk(risk(1)), 'not of a threat scenario'],
  ['a risk of a missing artefact', (check) => check.risk(risk(9)), 'not in it'],
  [
    'two risks of one graph version',
    (check) => {
      check.artefact('threat-scenario', artefact(3))
      check.risk(risk(3))
      check.risk(risk(3))
    },
    'not in their order',
  ],
  [
    'a risk after the last graph version',
    (check) => {
      check.artefact('threat-scenario', artefact(3))
      check.risk(risk(3, { graph_version: 6 }))
    },
    'after its last graph version',
  ],
  ['a code twice', (check) => check.artefact('requirement', artefact(1, { uuid: uuid(7) })), 'twice'],
  ['a uuid twice', (check) => check.artefact('requirement', artefact(3, { uuid: uuid(1) })), 'twice'],
  ['a number that was never given', (check) => check.artefact('requirement', artefact(12)), 'higher number'],
  [
    'a status of another kind',
    (check) => check.artefact('requirement', artefact(3, { status: 'OPEN' })),
    'are never OPEN',
  ],
  [
    'a field of another kind',
    (check) => check.artefact('requirement', artefact(3, { fields: { colour: 'red' } })),
    'no field of this name',
  ],
  [
    'a project that is not in it',
    (check) => check.artefact('requirement', artefact(3, { project: uuid(98) })),
    'not in the archive',
  ],
  ['a link to a missing artefact', (check) => check.link(link(1, 8, { added: 1, removed: null })), 'not in it'],
  [
    'a link of a kind that does not join these',
    (check) => check.link(link(1, 2, { kind: 'harms', added: 1, removed: null })),
    'cannot be linked',
  ],
  [
    'a link twice',
    (check) => {
      for (let i = 0; i < 2; i++) check.link(link(1, 2, { added: 1, removed: null }))
    },
    'twice',
  ],
  ['a link without its graph version', (check) => check.link(link(1, 2)), 'needs the graph version'],
  ['a link that ended before it was made', (check) => check.link(link(1, 2, { added: 3, removed: 2 })), 'ended before'],
  [
    'a cycle',
    (check) => {
      check.link(link(1, 2, { added: 1, removed: null }))
      check.link(link(2, 1, { added: 1, removed: null }))
      check.end()
    },
    'a cycle',
  ],
  [
    'two open reviews',
    (check) => {
      for (let i = 0; i < 2; i++) check.review(review())
    },
    'two open reviews',
  ],
  ['a review of a later revision', (check) => check.review(review({ revision: 2 })), 'not in it'],
  [
    'a comment on a missing artefact',
    (check) => check.comment({ artefact: uuid(8), text: 'x', is_resolved: false, created_at: time, by: null }),
    'not in it',
  ],
  [
    'two baselines with the same name',
    (check) => check.baselines(['A', 'A'].map((name) => ({ name, note: '', graph_version: 1, created_at: time }))),
    'Two baselines',
  ],
  ['more projects than a program has', (check) => check.projects([97, 98, 99].map(project)), 'more than 2 projects'],
  [
    'more baselines than a program has',
    (check) => check.baselines(['A', 'B', 'C'].map((name) => ({ name, note: '', graph_version: 1, created_at: time }))),
    'more than 2 baselines',
  ],
  [
    'more comments than an artefact takes',
    (check) => {
      for (const n of [1, 2, 1, 2, 1])
        check.comment({ artefact: uuid(n), text: 'x', is_resolved: false, created_at: time, by: null })
    },
    'CSR-001 has more than 2 comments',
  ],
  [
    'more artefacts than a program holds',
    (check) => {
      for (let i = 3; i < 8; i++) check.artefact('requirement', artefact(i))
    },
    'more than 5',
  ],
])('[EXCHANGE-5] an archive with %s is refused', ([, corrupt, why]) => {
  const check = withSome(2)
  expect(() => corrupt(check)).toThrow(why)
})

test('[EXCHANGE-5] links match the trees that imply them, and a single link kind is used once', () => {
  const tree = {
    root: 'A',
    steps: [
      {
        id: 'A',
        title: 'x',
        gate: null,
        parts: [],
        effort: { potential: {}, cvss: {}, vector: null },
        controls: [uuid(1)],
      },
    ],
  }
  const treed = (links: readonly ArchivedLink[]) => () => {
    const check = begun('project')
    for (const n of [1, 2])
      check.artefact('attack-tree', artefact(n, { uuid: uuid(10 + n), fields: n === 1 ? { tree } : {} }))
    check.artefact('control', artefact(1))
    check.artefact('threat-scenario', artefact(1, { uuid: uuid(20) }))
    for (const one of links) check.link(one)
    check.end()
  }
  const implied = link(1, 11, { kind: 'stands-in' })
  expect(treed([implied])).not.toThrow()
  expect(treed([])).toThrow('do not match')
  expect(treed([implied, link(1, 12, { kind: 'stands-in' })])).toThrow('do not match')
  expect(treed([implied, link(20, 11, { kind: 'refined-in' }), link(20, 12, { kind: 'refined-in' })])).toThrow(
    'of which there is one',
  )
})

/** The states that a requirement has, each a version, and how its reviews were decided, the last of them last. */
test.for<[string, { states: Partial<ArchivedVersion>[]; decided: [number, 'approved' | 'rejected'][]; ends: boolean }]>(
  [
    ['no review', { states: [{}], decided: [], ends: true }],
    ['a review of its only revision', { states: [{}], decided: [[1, 'approved']], ends: false }],
    [
      'a review before a change of status',
      { states: [{}, { status: 'APPROVED' }], decided: [[1, 'approved']], ends: false },
    ],
    [
      'a review before a change of a field that does not matter',
      { states: [{}, { fields: { owner: 'Kestrel' } }], decided: [[1, 'approved']], ends: false },
    ],
    [
      'a review before a change of a field that matters',
      { states: [{}, { fields: { text: 'Other.' } }], decided: [[1, 'approved']], ends: true },
    ],
    [
      'a review before a change of the title',
      { states: [{}, { title: 'Other' }], decided: [[1, 'approved']], ends: true },
    ],
    [
      'a review after the change',
      {
        states: [{}, { title: 'Other' }],
        decided: [
          [1, 'rejected'],
          [2, 'approved'],
        ],
        ends: false,
      },
    ],
    [
      'a later rejection',
      {
        states: [{}, {}],
        decided: [
          [1, 'approved'],
          [2, 'rejected'],
        ],
        ends: true,
      },
    ],
  ],
)('[EXCHANGE-33] an approved artefact with %s', ([, { states, decided, ends }]) => {
  const check = begun()
  const last = states.at(-1)!
  check.artefact('requirement', {
    ...artefact(1, { revision: states.length, status: 'APPROVED' }),
    ...(last.title !== undefined && { title: last.title }),
    ...(last.fields !== undefined && { fields: last.fields }),
  })
  for (const [i, state] of states.entries())
    check.version(
      version(1, {
        revision: i + 1,
        graph_version: i + 1,
        action: i === 0 ? 'made' : 'changed',
        ...(i === states.length - 1 && { status: 'APPROVED' }),
        ...state,
      }),
    )
  for (const [i, [revision, decision]] of decided.entries())
    check.review(review({ revision, decision, decided_at: `2026-01-0${i + 1}T00:00:00.000Z` }))
  check.end()
  expect(check.unreviewed()).toEqual(ends ? [{ uuid: uuid(1), code: 'CSR-001' }] : [])
})

test('[EXCHANGE-33] only what is approved needs a review, in the archive of a project as well', () => {
  const check = begun('project')
  check.artefact('requirement', artefact(1, { status: 'COMPLETED' }))
  check.artefact('requirement', artefact(2, { status: 'APPROVED', revision: 5 }))
  check.artefact('requirement', artefact(3, { status: 'APPROVED', revision: 5 }))
  check.review(review({ artefact: uuid(2), revision: 3, decision: 'approved', decided_at: time }))
  check.end()
  expect(check.unreviewed()).toEqual([{ uuid: uuid(3), code: 'CSR-003' }])
})

test('[EXCHANGE-3] an archive of a project has no history', () => {
  expect(() => begun('project').version(version(1))).toThrow('no history')
  expect(() => begun('project').baselines([{ name: 'A', note: '', graph_version: 1, created_at: time }])).toThrow(
    'no baselines',
  )
})
