import { describe, expect, test } from 'vitest'
import { priorityCounts } from '@carapace/shared/fmea/dashboard'
import { defaultProfile } from '@carapace/shared/fmea/default-profile'
import { apOf } from '@carapace/shared/fmea/rating-profile'
import type { Asil } from '@carapace/shared/functional-safety/asil'
import { asilsOf, decompositionsIn } from '@carapace/shared/functional-safety/asil-graph'
import { defaultSituations } from '@carapace/shared/functional-safety/default-situations'
import { fitOfRatePerHour } from '@carapace/shared/functional-safety/fault-tree/event-models'
import { expandTree } from '@carapace/shared/functional-safety/fault-tree/expand'
import { sampleProbabilities } from '@carapace/shared/functional-safety/fault-tree/monte-carlo'
import { meetsPmhf, pmhfOf } from '@carapace/shared/functional-safety/fault-tree/pmhf'
import type { StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'
import { unusedNodes } from '@carapace/shared/functional-safety/fault-tree/whole-tree'
import { defaultGuidewords, hazopCoverage } from '@carapace/shared/functional-safety/guidewords'
import { haraOf } from '@carapace/shared/functional-safety/hara-graph'
import { haraFindings } from '@carapace/shared/functional-safety/hara-rules'
import { metricsOfGoal } from '@carapace/shared/functional-safety/hardware-graph'
import { hazopEntriesOf } from '@carapace/shared/functional-safety/hazop-graph'
import { independenceOf, type PartCauses } from '@carapace/shared/functional-safety/independence'
import type { HardwareModes } from '@carapace/shared/functional-safety/kinds/hardware.kinds'
import { againstTargets, type HardwareMetrics, worstModes } from '@carapace/shared/functional-safety/metrics'
import { analysed } from '@carapace/shared/graph/fault-tree/analysis'
import { type DemoArtefact, type DemoKind, demoKinds, type FieldsFor } from './tara/build.ts'
import { brake } from './tara/eqx/brake/content.ts'
import { eqx } from './tara/eqx/content.ts'
import { historyOf, linksOf } from './tara/history.ts'

// the fields, statuses and links of these artefacts are checked in tara.test.ts, with those of their program

const links = linksOf(eqx.artefacts)
const byCode = new Map(brake.map((artefact) => [artefact.code, artefact]))
const of = (kind: DemoKind) => brake.filter((artefact) => artefact.kind === kind)
const fieldsOf = <K extends DemoKind>(_kind: K, { fields }: DemoArtefact) => fields as FieldsFor<K>
const upstream = (link: string, code: string) =>
  links.flatMap(({ kind, from, to }) => (kind === link && to === code ? [from] : []))
const downstream = (link: string, code: string) =>
  links.flatMap(({ kind, from, to }) => (kind === link && from === code ? [to] : []))

test('the example is large enough to learn from', () => {
  const least: Partial<Record<DemoKind, number>> = {
    function: 14,
    failure: 250,
    hazard: 11,
    'hazardous-event': 35,
    'safety-goal': 10,
    'safety-concept': 8,
    'safety-requirement': 40,
    'safety-test': 25,
    'fault-tree': 9,
    'hardware-element': 19,
    'fmea-line': 120,
    'fmea-action': 15,
  }
  for (const [kind, count] of Object.entries(least))
    expect(of(kind as DemoKind).length, kind).toBeGreaterThanOrEqual(count)
})

test('artefacts with a status by a field have that status', () => {
  const others = brake.filter(({ kind, status, fields }) => {
    const by = demoKinds[kind].statusBy
    return by !== undefined && by.statuses[fields[by.field] as string] !== status
  })
  expect(others).toEqual([])
})

test('every artefact of the analyses is linked to another one, and no link of theirs is suspect', () => {
  const ends = new Set(links.flatMap(({ from, to }) => [from, to]))
  expect(brake.filter(({ code }) => !ends.has(code)).map(({ code }) => code)).toEqual([])
  const suspects = historyOf(eqx, new Date('2026-03-18T12:00:00Z')).links.filter(({ suspect }) => suspect)
  expect(suspects.filter(({ from }) => byCode.has(from))).toEqual([])
})

const trees = new Map(of('fault-tree').map(({ code, fields }) => [code, fields.tree as StoredTree]))

/** The artefacts as rows of the graph, with their codes as uuids. */
const rows = brake.map(({ code, ...row }) => ({ ...row, uuid: code }))
const asils = asilsOf(rows, links)
const tag = (code: string) => asils.get(code)!.text

describe('hazard analysis', () => {
  const levels = new Map([...asils].map(([code, { tag: stored }]) => [code, stored?.level ?? null]))
  const hara = haraOf(rows, links, levels, defaultSituations)

  test('[HAZOP-5] 129 of 210 cells are judged, each with its reason or its effects', () => {
    const functions = of('function').map(({ code }) => code)
    const entries = hazopEntriesOf(
      rows.filter(({ kind }) => kind === 'failure'),
      links.filter(({ kind, from }) => kind === 'fails-as' && functions.includes(from)),
    )
    const { counts, strays } = hazopCoverage(functions, defaultGuidewords, entries)
    expect([counts, strays]).toEqual([{ judged: 95, 'not-applicable': 34, open: 81 }, []])
    const hazardous = entries.filter(({ malfunctions }) => malfunctions > 0)
    expect(hazardous.length).toBe(72)
    expect(hazardous.filter(({ failure }) => downstream('creates', failure).length === 0)).toEqual([])
  })

  test('[SITUATION-1] situations are stored in their normal form', () => {
    const stored = of('hazardous-event').map((artefact) => fieldsOf('hazardous-event', artefact).situation)
    expect(hara.events.map(({ situation }) => JSON.stringify(situation))).toEqual(
      stored.map((one) => JSON.stringify(one)),
    )
  })

  test('[HARA-9] [HARA-13] the rules find the two errors that the example shows, and nothing else', () => {
    expect(haraFindings(hara).map(({ code, rows: about }) => [code, ...about])).toEqual([
      ['goal-too-low', 'SG-07', 'HE-032'],
      ['handling-too-slow', 'SG-03'],
    ])
  })

  test('[ASIL-8] safety goals have the ASIL of their worst event, but for SG-07, which states a lower one', () => {
    expect(Object.fromEntries(of('safety-goal').map(({ code }) => [code, tag(code)]))).toEqual({
      'SG-01': 'D',
      'SG-02': 'C',
      'SG-03': 'D',
      'SG-04': 'C',
      'SG-05': 'C',
      'SG-06': 'B',
      'SG-07': 'A',
      'SG-08': 'A',
      'SG-09': 'B',
      'SG-10': 'A',
    })
  })

  test('goals could be violated by threat scenarios of the same program', () => {
    const violated = of('safety-goal').filter(({ code }) => upstream('violates', code).length > 0)
    expect(violated.map(({ code }) => code)).toEqual(['SG-01', 'SG-02', 'SG-03', 'SG-04', 'SG-07'])
  })
})

describe('safety requirements', () => {
  const decompositions = decompositionsIn(new Map(rows.map((row) => [row.uuid, row])), links)

  test('[ASIL-4] [ASIL-6] five requirements are decomposed, each with the argument of its independence', () => {
    expect(
      decompositions.map(({ of: whole, parts }) => [whole, tag(whole), ...parts.map(({ id }) => tag(id))]),
    ).toEqual([
      ['FSR-001', 'D', 'B(D)', 'B(D)'],
      ['FSR-005', 'D', 'B(D)', 'B(D)'],
      ['FSR-016', 'C', 'B(C)', 'A(C)'],
      ['FSR-021', 'D', 'QM(D)', 'D(D)'],
      ['FSR-032', 'C', 'B(C)', 'A(C)'],
    ])
    for (const { of: whole, isIndependent } of decompositions) {
      const { independence = '' } = fieldsOf('safety-requirement', byCode.get(whole)!)
      expect([isIndependent, independence.length > 100], whole).toEqual([true, true])
    }
  })

  test('[ASIL-7] one requirement belongs to both parts of a decomposition, which the example shows', () => {
    const found = [...asils].flatMap(([code, { problems }]) => problems.map((problem) => [code, problem.code]))
    expect(found).toEqual(
      expect.arrayContaining([
        ['SG-07', 'lower'],
        ['FSR-009', 'shared'],
        ['FSR-005', 'shared'],
      ]),
    )
    expect([found.length, tag('FSR-009')]).toEqual([3, 'D'])
  })

  test('[ASIL-5] every requirement has an ASIL, and every goal has a concept and requirements', () => {
    expect([...asils].filter(([, { text }]) => text === null)).toEqual([])
    for (const { code } of of('safety-goal')) {
      expect(downstream('achieved-by', code).length, code).toBeGreaterThan(0)
      expect(downstream('derived-to', code).length, code).toBeGreaterThan(0)
    }
  })

  /** What could make a requirement fail: the failures of what it and its derived ones are assigned to. */
  function causesOf(requirement: string): PartCauses {
    const reached = (link: string, starts: readonly string[], step: typeof downstream) => {
      const all = new Set(starts)
      for (const code of all) for (const next of step(link, code)) all.add(next)
      return all
    }
    const elements = [...reached('derived-to', [requirement], downstream)].flatMap((code) =>
      downstream('assigned-to', code),
    )
    const hardware = elements.flatMap((code) => downstream('built-of', code))
    const failures = [
      ...elements.flatMap((code) => downstream('fails-as', code)),
      ...hardware.flatMap((code) => upstream('fails-by', code)),
    ]
    return { elements: new Set(elements), failures: reached('results-in', failures, upstream) }
  }

  test('[ASIL-10] fault trees show which parts are independent, and which common causes are left to be argued', () => {
    const goalOf = {
      'FSR-001': 'SG-01',
      'FSR-005': 'SG-01',
      'FSR-016': 'SG-02',
      'FSR-021': 'SG-03',
      'FSR-032': 'SG-05',
    }
    const found = decompositions.map(({ of: whole, parts: [one, other] }) => {
      const tops = downstream('analysed-in', goalOf[whole as keyof typeof goalOf])
      const { verdict, elements, groups, events } = independenceOf(causesOf(one.id), causesOf(other.id), tops, trees)
      return [whole, verdict, elements, groups.map(({ group }) => group), events.length]
    })
    expect(found).toEqual([
      ['FSR-001', 'independent', [], [], 0],
      ['FSR-005', 'dependent', ['CO-33', 'CO-34'], ['controller_mcus'], 9],
      ['FSR-016', 'independent', [], [], 0],
      ['FSR-021', 'dependent', [], ['FL_board', 'FR_board', 'RL_board', 'RR_board'], 0],
      ['FSR-032', 'dependent', [], ['latch_springs'], 16],
    ])
  })
})

describe('fault trees', () => {
  const expanded = (code: string) => {
    const result = expandTree(code, trees)
    if (!result.ok) throw new Error(`${code}: ${result.reason}`)
    return result.value
  }
  const eventsIn = (code: string) => trees.get(code)!.nodes.filter(({ kind }) => kind !== 'gate' && kind !== 'transfer')

  test('the loss of braking has more than 150 basic events and six common-cause groups', () => {
    expect(eventsIn('FT-01').length).toBeGreaterThan(150)
    expect(trees.get('FT-01')!.groups.map(({ model }) => model)).toEqual([
      'MGL',
      'alpha-factor',
      'beta-factor',
      'beta-factor',
      'beta-factor',
      'beta-factor',
    ])
  })

  test.for([...trees.keys()])(
    '[FTA-8] [FTA-27] %s has a probability for each event, and is analysed exactly',
    (code) => {
      const { tree, probabilities, unknown } = expanded(code)
      expect([unknown, unusedNodes(trees.get(code)!)]).toEqual([[], []])
      const { complete, sets, probability } = analysed(tree, probabilities)
      expect(complete).toBe(true)
      expect(Number(sets.count)).toBeGreaterThan(5)
      expect(probability.exact).toBeGreaterThan(0)
    },
  )

  test('no event has failed half of the vehicles in their life, and rates are from 0.01 to 1,000 FIT', () => {
    for (const code of trees.keys())
      for (const node of eventsIn(code)) {
        const expression = 'probability' in node ? node.probability : null
        if (expression === null || typeof expression === 'number') continue
        const [rate] = (expression as { args: readonly unknown[] }).args
        if (typeof rate !== 'number') continue
        expect(rate, `${code} ${node.id}`).toBeGreaterThanOrEqual(1e-11)
        expect(rate, `${code} ${node.id}`).toBeLessThanOrEqual(1e-6)
      }
  })

  test('[FTA-19] the loss of braking has uncertain rates, none of which leaves 0 to 1 in a simulation', () => {
    const { ok, ...sampled } = sampleProbabilities(expanded('FT-01'), 100, 1)
    expect([ok, sampled]).toMatchObject([true, { value: { trials: 100, cut: 0 } }])
  })

  test('[FTA-39] goals with a target have a tree, and a PMHF below the target, in FIT', () => {
    /** SG-07 states A; it counts with the B of its events. */
    const needed = (code: string): Asil => (code === 'SG-07' ? 'B' : asils.get(code)!.tag!.level)
    const figures = of('safety-goal').flatMap(({ code: goal }) => {
      const [code] = downstream('analysed-in', goal)
      if (code === undefined) return []
      const { tree, probabilities } = expanded(code)
      const pmhf = pmhfOf(analysed(tree, probabilities).probability.exact!, trees.get(code)!.missionTime)
      return [[goal, Number(fitOfRatePerHour(pmhf).toFixed(2)), meetsPmhf(pmhf, needed(goal))]]
    })
    expect(figures).toEqual([
      ['SG-01', 2.09, true],
      ['SG-02', 20.35, true],
      ['SG-03', 9.51, true],
      ['SG-04', 2.2, true],
      ['SG-05', 0.4, true],
      ['SG-06', 2.71, true],
      ['SG-07', 0.04, true],
      ['SG-09', 36.09, true],
    ])
  })
})
describe('hardware metrics of a wheel control unit against SG-03', () => {
  const goal = byCode.get('SG-03')!.fields
  const elements = rows.filter(({ uuid }) => upstream('may-violate', 'SG-03').includes(uuid))
  const metricsFor = (some: typeof elements): HardwareMetrics => {
    const result = metricsOfGoal(goal, some)
    if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join(' '))
    return result.value
  }
  const met = (metrics: HardwareMetrics) =>
    Object.fromEntries(Object.entries(againstTargets(metrics, 'D')!).map(([metric, { isMet }]) => [metric, isMet]))

  test('[METRIC-6] [METRIC-9] the single-point fault metric is missed by the force sensor, the others are met', () => {
    const metrics = metricsFor(elements)
    expect(met(metrics)).toEqual({ spfm: false, lfm: true, pmhf: true })
    expect(metrics.spfm).toBeCloseTo(0.9892, 4)
    expect(metrics.lfm).toBeCloseTo(0.9727, 4)
    expect(metrics.pmhf).toBeCloseTo(2.255, 2)
    const [worst] = worstModes(metrics, 'spfm', 1)
    expect([byCode.get(worst!.element)!.title, worst!.mode]).toEqual(['Force sensor', 'reads too low'])
    expect(metrics.unpaired).toEqual([])
  })

  test('the coverage that the open action promises would meet it', () => {
    const learnt = elements.map((row) => ({
      ...row,
      fields: {
        ...row.fields,
        modes: (row.fields.modes as HardwareModes).map((mode) => ({
          ...mode,
          residual: mode.residual.map((claim) => ({ ...claim, coverage: Math.max(claim.coverage, 0.9) })),
        })),
      },
    }))
    expect(met(metricsFor(learnt))).toEqual({ spfm: true, lfm: true, pmhf: true })
  })
})

describe('DFMEA', () => {
  const lines = of('fmea-line').map(({ code, fields }) => {
    const { severity: s, occurrence: o, detection: d, ...rest } = fields as FieldsFor<'fmea-line'>
    return { ...rest, code, priority: apOf(defaultProfile, s!, o!, d!), actions: downstream('improved-by', code) }
  })

  test('[FMEA-9] lines of all action priorities', () => {
    expect(priorityCounts(lines)).toEqual({ H: 13, M: 30, L: 88, none: 0 })
  })

  test('[FMEA-7] urgent lines have an action, or a reason why there is none', () => {
    const urgent = lines.filter(({ priority }) => priority === 'H')
    expect(urgent.filter(({ actions, no_action }) => actions.length === 0 && !no_action)).toEqual([])
  })

  test('lines are rated again once their action is completed, with a lower priority', () => {
    for (const line of lines.filter(({ actions }) => actions.length > 0)) {
      const isDone = line.actions.every((action) => byCode.get(action)!.status === 'COMPLETED')
      const after = apOf(
        defaultProfile,
        line.severity_after ?? null,
        line.occurrence_after ?? null,
        line.detection_after ?? null,
      )
      expect([line.code, after]).toEqual([line.code, isDone ? 'L' : null])
    }
  })

  test('a chain leads from a cause over a mode to a malfunction of the HAZOP', () => {
    for (const { code, chain } of lines) {
      const { effect, mode, cause } = chain!
      expect(downstream('results-in', cause!), code).toEqual([mode])
      expect(downstream('results-in', mode!), code).toEqual([effect])
      expect(fieldsOf('failure', byCode.get(effect!)!).judgement, code).toBe('hazardous')
    }
  })
})
