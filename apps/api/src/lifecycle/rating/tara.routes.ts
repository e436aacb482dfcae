import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { treeOf } from '@carapace/shared/lifecycle/rating/assess'
import { controlScenarios } from '@carapace/shared/lifecycle/rating/assessment'
import { each } from '@carapace/shared/lifecycle/rating/feasibility'
import type { ImpactLevel, Method } from '@carapace/shared/lifecycle/methods/method'
import { rateTree as rate, type RatedTree } from '@carapace/shared/lifecycle/attack-tree/rate-tree'
import { overallImpact, riskOf, worstImpacts } from '@carapace/shared/lifecycle/rating/risk'
import { getAssessments, getRiskHistory, rateTree } from '@carapace/shared/lifecycle/rating/tara.contract'
import { noEffort } from '@carapace/shared/lifecycle/attack-tree/tree'
import type { Caller } from '../../core/http/caller.ts'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { seeProgram } from '../../graph/programs/access.queries.ts'
import { originOfVersions } from '../../graph/artefacts/reading.queries.ts'
import { assessmentsPage, sightingsByThreat } from './assessments.queries.ts'
import { contradictionsIn } from '../sightings/contradictions.ts'
import { configOf } from '../program/program-config.queries.ts'
import { readThreats, referencedArtefactsOf } from './rated-threats.ts'
import { methodIn, risksOver } from './risk-history.queries.ts'

/** Maximum attack paths of a tree that are listed, the easiest first. */
const mostShown = 500

/**
 * Assessments of threat scenarios and attack trees, over HTTP (rules TREE-5 to TREE-8, RISK-1 to RISK-7 of
 * packages/shared/src/lifecycle/SPEC.md).
 */
export async function taraRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, getAssessments).with(async ({ input: { program_uuid: programUuid, uuids, after, limit }, caller }) => {
    await seeProgram(db, caller, programUuid)
    const { method } = await configOf(db, caller.org, programUuid)
    const rows = await assessmentsPage(db, caller.org, { programUuid, uuids, after, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const threats = page.map(({ threatUuid }) => threatUuid)
    const [seen, contradictions] = await Promise.all([
      sightingsByThreat(db, caller.org, programUuid, threats),
      contradictionsIn(db, caller.org, programUuid, method.content, threats),
    ])
    const assessments = page.map(({ threatUuid, result }) => ({
      ...result,
      scenarios: each(controlScenarios, (scenario) => ({
        ...result.scenarios[scenario],
        path: [...result.scenarios[scenario].path],
      })),
      threat_uuid: threatUuid,
      sightings: seen.get(threatUuid) ?? 0,
      contradiction: contradictions.get(threatUuid) ?? null,
    }))
    return { success: true, assessments, method, next: rows.length > limit ? page.at(-1)!.threatUuid : null }
  })

  serve(app, getRiskHistory).with(async ({ input: { uuid, before, limit }, caller }) => {
    const origin = await originOfVersions(db, caller.org, uuid)
    if (origin === undefined) throw new Failure('NOT_FOUND')
    await seeProgram(db, caller, origin.programUuid)
    const rows = await risksOver(db, caller.org, uuid, { before, limit: limit + 1 })
    const risks = rows
      .slice(0, limit)
      .map((row) => ({
        seq: row.seq,
        at: row.at.toISOString(),
        initial: row.initial,
        today: row.today,
        target: row.target,
        cal: row.cal,
        method: methodIn(row),
      }))
    return { success: true, risks, next: rows.length > limit ? risks.at(-1)!.seq : null }
  })

  serve(app, rateTree).with(async ({ input: { program_uuid: programUuid, tree, threat_uuid: threatUuid }, caller }) => {
    await seeProgram(db, caller, programUuid)
    const {
      method: { content: method },
    } = await configOf(db, caller.org, programUuid)
    const threat = threatUuid === undefined ? undefined : await threatNamed(db, caller, programUuid, threatUuid)
    const whole = treeOf({ tree, effort: noEffort, controls: threat?.controls ?? [] })
    const rated = rate(
      method,
      whole,
      await referencedArtefactsOf(db, caller.org, programUuid, [{ tree: whole, controls: [] }]),
    )
    if (!rated.ok) throw new Failure('INVALID_INPUT', { message: rated.reason, errors: { tree: rated.reason } })
    const impact = threat ? overallImpact(method, worstImpacts(threat.damages)) : null
    return {
      success: true,
      scenarios: each(controlScenarios, (scenario) => treeResponse(method, impact, rated.value[scenario])),
      total: rated.value.initial.paths.length,
    }
  })
}

async function threatNamed(db: Database, { org }: Caller, programUuid: string, uuid: string) {
  const { threats } = await readThreats(db, org, programUuid, [uuid])
  const threat = threats.get(uuid)
  if (!threat) throw new Failure('NOT_FOUND')
  return threat
}

function treeResponse(method: Method, impact: ImpactLevel | null, { steps, paths }: RatedTree) {
  const shown = paths.slice(0, mostShown)
  return {
    steps: [...steps],
    paths: shown.map((path) => ({ ...path, steps: [...path.steps] })),
    risk: shown.map(({ ratings }) => riskOf(method, impact, ratings[method.deciding]?.feasibility ?? null)),
  }
}
