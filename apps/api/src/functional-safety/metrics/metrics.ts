import type { Org } from '@carapace/shared/core/owned'
import type { Parsed } from '@carapace/shared/core/parsed'
import { meetsPmhf, pmhfOf, pmhfTarget } from '@carapace/shared/functional-safety/fault-tree/pmhf'
import type { TopFrequency } from '@carapace/shared/functional-safety/fault-tree/top-frequency'
import { metricsOfGoal } from '@carapace/shared/functional-safety/hardware-graph'
import { againstTargets, type HardwareMetrics } from '@carapace/shared/functional-safety/metrics'
import { mostElements, mostModes } from '@carapace/shared/functional-safety/metrics.contract'
import { artefactLinks } from '@carapace/shared/graph/artefacts/artefacts.table'
import type { Database } from '../../core/db.ts'
import { nodeOf } from '../../graph/artefacts/artefacts.queries.ts'
import { treesOfGoal } from '../fault-trees.ts'
import type { GoalSeen } from '../goals.ts'
import { fieldsOf, linksFrom, nodesAmong } from '../safety-graph.queries.ts'
import type { TopProbability } from './analyse-tree.ts'
import type { FaultTreeThread } from './thread.ts'

const kind = 'hardware-element'

/** The FMEDA of a goal (rules METRIC-1 to METRIC-9). */
export async function hardwareMetricsOf(db: Database, org: Org, { programUuid, goal, asil }: GoalSeen) {
  const linked = await linksFrom(db, org, programUuid, ['may-violate'], artefactLinks.toUuid, [goal.uuid])
  const uuids = linked.map(({ from }) => from)
  const all = await nodesAmong(db, org, programUuid, [kind], uuids, fieldsOf(['fit', 'is_excluded', 'modes']))
  const rows = all.slice(0, mostElements)
  const result = metricsOfGoal(goal.fields, rows)
  const tooMany = all.length - rows.length
  const problems =
    tooMany > 0
      ? [{ element: null, mode: null, message: `A goal has ${mostElements} elements at most, ${tooMany} less.` }]
      : result.ok
        ? []
        : [...result.problems]
  return {
    asil,
    elements: rows.map(nodeOf),
    problems,
    metrics: result.ok && problems.length === 0 ? metricsResponse(result.value, asil) : null,
  }
}

function metricsResponse(metrics: HardwareMetrics, asil: GoalSeen['asil']) {
  const { total, rates, spfm, lfm, pmhf, modes, dualPoints, unpaired } = metrics
  const targets = asil && againstTargets(metrics, asil)
  const target = ({ value, target: wanted, isMet }: NonNullable<typeof targets>['spfm']) => ({
    value,
    target: wanted,
    is_met: isMet,
  })
  return {
    total,
    rates,
    spfm,
    lfm,
    pmhf,
    targets: targets && { spfm: target(targets.spfm), lfm: target(targets.lfm), pmhf: target(targets.pmhf) },
    modes: modes.slice(0, mostModes),
    dual_points: dualPoints.slice(0, mostModes),
    unpaired: unpaired.slice(0, mostModes),
  }
}

/** The PMHF of a goal by each of its fault trees (rule METRIC-10). */
export async function pmhfsOf(db: Database, thread: FaultTreeThread, org: Org, { programUuid, goal, asil }: GoalSeen) {
  const { tops, trees } = await treesOfGoal(db, org, programUuid, goal.uuid)
  const target = asil === null ? undefined : pmhfTarget(asil)
  const results = []
  for (const row of tops) {
    const found = await thread.run(org.uuid, 'topProbability', () =>
      Promise.resolve({ top: row.uuid, trees: [...trees] }),
    )
    results.push({ tree: nodeOf(row), ...pmhfResponse(found, asil) })
  }
  return { asil, target: target ?? null, trees: results }
}

function pmhfResponse(found: TopProbability, asil: GoalSeen['asil']) {
  if ('problem' in found)
    return {
      problem: found.problem,
      mission_time: null,
      pmhf: null,
      lower: null,
      upper: null,
      is_met: null,
      ...frequencyResponse({ ok: false, reason: found.problem }),
    }
  const { missionTime, exact } = found
  const [lower, upper] = [pmhfOf(found.lower, missionTime), pmhfOf(found.upper, missionTime)]
  const [best, worst] = [lower, upper].map((pmhf) => (asil === null ? undefined : meetsPmhf(pmhf, asil)))
  return {
    problem: null,
    mission_time: missionTime,
    pmhf: exact === null ? null : pmhfOf(exact, missionTime),
    lower,
    upper,
    is_met: best === worst ? (best ?? null) : null,
    ...frequencyResponse(found.frequency),
  }
}

function frequencyResponse(frequency: Parsed<TopFrequency>) {
  const found = frequency.ok ? frequency.value : undefined
  return {
    frequency: found?.perHour ?? null,
    conditional_frequency: found?.conditional ?? null,
    expected_occurrences: found?.expected ?? null,
    no_frequency: frequency.ok ? null : frequency.reason,
  }
}
