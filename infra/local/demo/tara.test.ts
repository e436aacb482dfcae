import { describe, expect, test } from 'vitest'
import { joins, linkKindNamed } from '@carapace/shared/artefact-kinds'
import { annex5Items } from '@carapace/shared/catalogues/annex5'
import { cycleIn } from '@carapace/shared/functional-safety/fault-tree/cycle'
import { checkFields } from '@carapace/shared/graph/artefacts/artefact-kind'
import { isSame } from '@carapace/shared/graph/artefacts/changes'
import { assess } from '@carapace/shared/lifecycle/rating/assess'
import { whyNotTree } from '@carapace/shared/lifecycle/attack-tree/attack-tree'
import { defaultMethod } from '@carapace/shared/lifecycle/methods/default-method'
import type { Indicators } from '@carapace/shared/lifecycle/sightings/indicators'
import type { Control } from '@carapace/shared/lifecycle/attack-tree/rate-tree'
import { observableSteps } from '@carapace/shared/lifecycle/sightings/step-sightings'
import type { Impacts } from '@carapace/shared/lifecycle/rating/risk'
import { type Effort, noEffort, type Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import { attackKinds } from '../../../load-tests/fleet/vehicles/attacks.ts'
import { demoPeople } from './people.ts'
import { demoPrograms } from './programs.ts'
import { type DemoKind, demoKinds, type DemoArtefact } from './tara/build.ts'
import type { DemoContent } from './tara/demo-content.ts'
import { eqx } from './tara/eqx/content.ts'
import { type History, historyOf, linksOf } from './tara/history.ts'
import { hauler } from './tara/others/hauler.ts'
import { tern } from './tara/others/tern.ts'
import { programLife } from './tara/program-life.ts'
import { projectLife } from './tara/project-lives.ts'
import type { Recorded } from './tara/record.ts'
import { withUuids } from './tara/with-uuids.ts'

const now = new Date('2026-03-18T12:00:00Z')
/** Every day of a week, at an hour after midnight. */
const week = [
  ...Array.from({ length: 7 }, (_, i) => new Date(now.getTime() + i * 86_400_000)),
  new Date('2026-03-16T01:00:00Z'),
].map((day) => [day.toISOString(), day] as const)
const all: readonly [string, DemoContent][] = [
  ['EQX-24', eqx],
  ['Tern Van', tern],
  ['Hauler T9', hauler],
]
const of = ({ artefacts }: DemoContent, kind: DemoKind) => artefacts.filter((artefact) => artefact.kind === kind)
const uuidOf = (code: string) => `00000000-0000-4000-8000-${Buffer.from(code.padEnd(6)).toString('hex').slice(0, 12)}`

function assessed(content: DemoContent, { code, fields }: DemoArtefact) {
  const fieldsByCode = new Map(content.artefacts.map((one) => [one.code, one.fields]))
  const links = linksOf(content.artefacts)
  const ends = (kind: string) => links.filter((link) => link.kind === kind && link.to === code).map(({ from }) => from)
  const tree = links.find(({ kind, from }) => kind === 'refined-in' && from === code)
  const controls = new Map(
    of(content, 'control').map((control): [string, Control] => [
      control.code,
      { raises: noEffort, standing: null, ...control.fields },
    ]),
  )
  const refuted = new Set(
    of(content, 'assumption')
      .filter((one) => one.fields.holds === 'refuted')
      .map((one) => one.code),
  )
  const threat = {
    damages: ends('leads-to').map((damage) => fieldsByCode.get(damage) as unknown as Impacts),
    tree: tree ? (fieldsByCode.get(tree.to)!.tree as Tree) : null,
    effort: (fields.effort ?? noEffort) as Effort,
    controls: ends('stands-in'),
  }
  return assess(defaultMethod, threat, { controls, refuted })
}

describe.each(all)('%s', (_name, content) => {
  const codes = new Map(content.artefacts.map((artefact) => [artefact.code, artefact]))

  test('[GRAPH-1] every code is unique, and matches its kind', () => {
    expect(codes.size).toBe(content.artefacts.length)
    expect(() => historyOf(content, now)).not.toThrow()
  })

  test('[GRAPH-2] fields and statuses are valid for their kinds', () => {
    for (const { kind, code, fields, status, project } of content.artefacts) {
      expect(checkFields(demoKinds[kind], withUuids(kind, fields, uuidOf)), code).toMatchObject({ ok: true })
      expect(demoKinds[kind].statuses, code).toContain(status)
      if (project !== undefined)
        expect(
          content.projects.map(({ name }) => name),
          code,
        ).toContain(project)
    }
  })

  test('[GRAPH-6] links connect the kinds that they may connect, and have no cycles', () => {
    const links = linksOf(content.artefacts)
    for (const { kind, from, to } of links)
      expect(
        joins(linkKindNamed(kind)!, codes.get(from)?.kind ?? from, codes.get(to)?.kind ?? to),
        `${kind} ${from} ${to}`,
      ).toBe(true)
    for (const [kind, some] of Map.groupBy(links, (link) => link.kind)) {
      const next = Map.groupBy(some, ({ from }) => from)
      expect(
        cycleIn(next.keys(), (code) => (next.get(code) ?? []).map(({ to }) => to)),
        kind,
      ).toBeUndefined()
    }
    for (const kind of ['from', 'to'] as const)
      expect(new Set(links.filter((link) => link.kind === 'refined-in').map((link) => link[kind])).size).toBe(
        of(content, 'attack-tree').length,
      )
  })

  test('attack trees are valid, and the method knows all of their levels', () => {
    for (const { code, fields } of of(content, 'attack-tree'))
      expect(whyNotTree(fields.tree as Tree), code).toBeUndefined()
    for (const threat of of(content, 'threat-scenario'))
      expect(assessed(content, threat).trouble, threat.code).toBeNull()
  })

  test('[GRAPH-9] reviewers neither requested the review nor wrote any change since the last approval', () => {
    const { artefacts, reviews } = historyOf(content, now)
    const decided = reviews.filter(({ decision }) => decision === 'approved' || decision === 'rejected')
    expect(decided.every(({ requested, decided: by }) => requested.by !== by!.by)).toBe(true)
    expect(artefacts.flatMap(({ artefact: { code }, states }) => (decidedByWriters(states) ? [code] : []))).toEqual([])
    for (const { artefact, states } of artefacts) expect(states.at(-1)!.status, artefact.code).toBe(artefact.status)
  })

  test.each(week)(
    '[GRAPH-3] time grows with the graph version, and a link is as old as the later of its ends: seeded at %s',
    (_day, day) => {
      const { artefacts, links, seq } = historyOf(content, day)
      const actions = artefacts
        .flatMap(({ states }) => states.map(({ action }) => action))
        .sort((a, b) => a.seq - b.seq)
      expect(actions.every(({ at }, i) => i === 0 || actions[i - 1]!.at <= at)).toBe(true)
      expect(actions.at(-1)!.at < day).toBe(true)
      expect(Math.max(...actions.map((action) => action.seq))).toBeLessThanOrEqual(seq)
      for (const { states } of artefacts)
        expect(states.every(({ action }, i) => i === 0 || states[i - 1]!.action.seq < action.seq)).toBe(true)
      expect(
        links.every(({ from, to, added }) => added.seq === Math.max(madeAt(artefacts, from), madeAt(artefacts, to))),
      ).toBe(true)
    },
  )

  test('comments and amendments refer to existing artefacts', () => {
    for (const { code } of [...content.comments, ...content.amendments]) expect(codes.has(code), code).toBe(true)
  })
})

function decidedByWriters(states: History['artefacts'][number]['states']): boolean {
  const writers = new Set<string>()
  return states.some(({ by, status, fields }, i) => {
    const before = states[i - 1]
    const isDecision = (status === 'APPROVED' || status === 'REJECTED') && before?.status === 'UNDER_REVIEW'
    const isBroken = isDecision && writers.has(by)
    if (status === 'APPROVED' && isDecision) writers.clear()
    else if (!isSame(fields, before?.fields)) writers.add(by)
    return isBroken
  })
}

const madeAt = (artefacts: History['artefacts'], code: string) =>
  artefacts.find(({ artefact }) => artefact.code === code)!.states[0]!.action.seq

test('the example is large enough to learn from', () => {
  const least: Partial<Record<DemoKind, number>> = {
    component: 31,
    system: 4,
    asset: 30,
    'damage-scenario': 25,
    'threat-scenario': 63,
    'attack-tree': 20,
    control: 20,
    goal: 20,
    claim: 10,
    concept: 10,
    requirement: 80,
    specification: 10,
    'test-case': 50,
    validation: 4,
    diagram: 2,
    'work-product': 30,
  }
  for (const [kind, count] of Object.entries(least))
    expect(of(eqx, kind as DemoKind).length, kind).toBeGreaterThanOrEqual(count)
})

test('the example has the figures that the overview shows to its readers: impact by feasibility', () => {
  const cells: Record<string, number> = {}
  for (const threat of of(eqx, 'threat-scenario')) {
    const { overall, scenarios } = assessed(eqx, threat)
    const cell = `${overall} ${scenarios.initial.feasibility}`
    cells[cell] = (cells[cell] ?? 0) + 1
  }
  expect(cells).toEqual({
    'severe very-low': 1,
    'severe low': 4,
    'severe medium': 5,
    'severe high': 2,
    'major very-low': 3,
    'major low': 8,
    'major medium': 11,
    'major high': 4,
    'moderate low': 6,
    'moderate medium': 9,
    'moderate high': 3,
    'negligible very-low': 2,
    'negligible low': 1,
    'negligible medium': 4,
  })
})

test('the spoofed torque request has five paths, and three methods that differ', () => {
  const { paths, scenarios, cal } = assessed(
    eqx,
    of(eqx, 'threat-scenario').find(({ code }) => code === 'TS-031')!,
  )
  expect({ paths, path: scenarios.initial.path, cal }).toEqual({ paths: 5, path: ['A1', 'A2a', 'A3'], cal: 3 })
  expect(scenarios.initial.ratings.potential).toEqual({ feasibility: 'medium', value: 15 })
  expect(scenarios.initial.ratings.cvss).toEqual({ feasibility: 'medium', value: 2.52 })
  expect(scenarios.target.ratings.potential).toEqual({ feasibility: 'very-low', value: 34 })
  expect([scenarios.initial.risk, scenarios.today.risk, scenarios.target.risk]).toEqual([4, 4, 2])
})

test('[GRAPH-5] fourteen links are suspect, none of them because of an old change that nobody reviewed', () => {
  const suspects = historyOf(eqx, now)
    .links.filter(({ suspect }) => suspect)
    .map(({ from, to }) => `${from} ${to}`)
  expect(suspects.sort()).toEqual([
    'AS-07 TS-040',
    'AU-04 CC-03',
    'CG-07 CSR-114',
    'CG-11 CSR-138',
    'CG-11 SC-11',
    'CG-22 CSR-196',
    'CG-22 SC-22',
    'CSR-114 TC-208',
    'CSR-135 TC-234',
    'CSR-141 TC-237',
    'CSR-171 TC-268',
    'CSR-193 TC-283',
    'DS-012 TS-033',
    'DS-030 TS-051',
  ])
})

test('the program covers most of the lists that it should cover', () => {
  const covered = new Set(of(eqx, 'threat-scenario').flatMap(({ fields }) => fields.annex5 as string[]))
  expect([...covered].filter((item) => !annex5Items.includes(item))).toEqual([])
  expect(covered.size).toBeGreaterThan(50)
})

test('every attack of the simulated fleet has a matching threat scenario', () => {
  const scenarioIndicators = of(eqx, 'threat-scenario').flatMap(({ fields }) =>
    fields.indicators ? [fields.indicators as Indicators] : [],
  )
  const matches: Readonly<Record<string, (one: Indicators) => boolean>> = {
    'can-flood': ({ detectors }) => detectors.includes('can-flood'),
    'unknown-arbitration-id': ({ detectors, can_ids }) =>
      detectors.includes('can-unknown-id') && can_ids.includes(0x6f7),
    'spoofed-torque': ({ detectors, can_ids }) => detectors.includes('can-period') && can_ids.includes(0x0a0),
    'ssh-brute-force': ({ detectors }) => detectors.includes('authentication-failures'),
    'gnss-teleport': ({ detectors }) => detectors.includes('impossible-movement'),
    'goes-silent': ({ detectors }) => detectors.includes('silence'),
    'malformed-events': ({ detectors }) => detectors.includes('reject-storm'),
    'ids-burst': ({ event_ids }) => event_ids.includes(0x8001),
  }
  for (const { name } of attackKinds) expect(scenarioIndicators.some(matches[name] ?? (() => false)), name).toBe(true)
})

test.each(all)(
  '[SIGHTING-12] %s: indicators of a step are also indicators of its scenario, so that it can be a sighting',
  (_name, content) => {
    const indicatorsByCode = new Map(
      content.artefacts.map(({ code, fields }) => [code, fields.indicators as Indicators | undefined]),
    )
    for (const { from, to } of linksOf(content.artefacts).filter(({ kind }) => kind === 'refined-in')) {
      const { steps } = content.artefacts.find(({ code }) => code === to)!.fields.tree as Tree
      for (const { id, indicators } of steps.filter((step) => step.indicators)) {
        const [whole, part] = [indicatorsByCode.get(from)!, indicators!]
        expect(
          part.detectors.every((one) => whole.detectors.includes(one)) &&
            part.event_ids.every((one) => whole.event_ids.includes(one)),
          `${to} ${id}`,
        ).toBe(true)
      }
    }
  },
)

test('[SIGHTING-12] attacks of the simulated fleet on a scenario with a tree match a step of the tree', () => {
  const shown = of(eqx, 'attack-tree')
    .filter(({ fields }) => observableSteps(fields.tree as Tree).length > 0)
    .map(({ code }) => code)
  expect(shown).toEqual(expect.arrayContaining(['AT-031', 'AT-032', 'AT-044', 'AT-047', 'AT-055', 'AT-061', 'AT-074']))
})

test.each(week)(
  '[PROJECT-8] programs and projects reach their current states by actions in order of time: seeded at %s',
  (_day, day) => {
    const people = new Map(demoPeople.map(({ name }) => [name as string, `uuid of ${name}`]))
    const inOrder = (done: readonly Recorded[]) => done.every(({ at }, i) => i === 0 || done[i - 1]!.at <= at)
    for (const program of demoPrograms) {
      const { done, revision } = programLife({ uuid: 'program', people, now: day }, program)
      expect([program.name, inOrder(done), revision]).toEqual([
        program.name,
        true,
        1 + done.filter(({ action }) => action === 'change program' || action === 'configure program').length,
      ])
      for (const [place, project] of program.content.projects.entries()) {
        const life = projectLife({ programUuid: 'program', people, now: day }, project, 'project', place)
        expect([project.name, inOrder(life)]).toEqual([project.name, true])
        expect(Object.assign({}, ...life.map(({ after }) => after)), project.name).toMatchObject({
          currentPhase: project.currentPhase,
          phaseStatuses: project.phaseStatuses,
          type: project.type,
        })
      }
    }
  },
)

test('[PROGRAM-3] programs are in the phases that result from their actions', () => {
  const reached = demoPrograms.map((program) => programLife({ uuid: 'program', people: new Map(), now }, program).state)
  expect(reached.map(({ status, currentPhase, phaseStatuses }) => [status, currentPhase, phaseStatuses])).toEqual([
    [
      'IN_PROCESS',
      'PRODUCT_DEVELOPMENT',
      { CONCEPT: 'COMPLETED', PRODUCT_DEVELOPMENT: 'IN_PROCESS', PRODUCTION: 'CREATED' },
    ],
    [
      'UNDER_REVIEW',
      'INCIDENCE_RESPONCE',
      {
        CONCEPT: 'APPROVED',
        PRODUCT_DEVELOPMENT: 'APPROVED',
        PRODUCTION: 'COMPLETED',
        INCIDENCE_RESPONCE: 'UNDER_REVIEW',
      },
    ],
    ['CREATED', 'CONCEPT', { CONCEPT: 'IN_PROCESS' }],
  ])
})
