import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { treeOf } from '@carapace/shared/lifecycle/assess'
import { controlScenarios } from '@carapace/shared/lifecycle/assessment'
import { each } from '@carapace/shared/lifecycle/feasibility'
import type { ImpactLevel, Method } from '@carapace/shared/lifecycle/method'
import { rateTree as rate, type RatedTree } from '@carapace/shared/lifecycle/rate-tree'
import { overallImpact, riskOf, worstImpacts } from '@carapace/shared/lifecycle/risk'
import { getAssessments, rateTree } from '@carapace/shared/lifecycle/tara.contract'
import { noEffort } from '@carapace/shared/lifecycle/tree'
import type { Caller } from '../core/caller.ts'
import type { Database } from '../core/db.ts'
import { serve } from '../core/serve.ts'
import { seeProgram } from '../graph/access.queries.ts'
import { assessmentsPage, sightingsByThreat } from './assessments.queries.ts'
import { configOf } from './program-config.queries.ts'
import { readThreats, surroundingsOf } from './rated-threats.ts'

/** Paths that are told of a tree: the easiest. */
const mostTold = 500

/** What threat scenarios and trees come to, over HTTP (rules AT5-AT8, RI1-RI6 of packages/shared/src/lifecycle/SPEC.md). */
export async function taraRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, getAssessments).with(async ({ input: { program_uuid: programUuid, uuids, after, limit }, caller }) => {
    await seeProgram(db, caller, programUuid)
    const { method } = await configOf(db, caller.org, programUuid)
    const rows = await assessmentsPage(db, caller.org, { programUuid, uuids, after, limit: limit + 1 })
    const told = rows.slice(0, limit)
    const seen = await sightingsByThreat(db, caller.org, programUuid, told.map(({ threatUuid }) => threatUuid))
    const assessments = told.map(({ threatUuid, result }) => ({ ...result, scenarios: each(controlScenarios, (scenario) => ({ ...result.scenarios[scenario], path: [...result.scenarios[scenario].path] })), threat_uuid: threatUuid, sightings: seen.get(threatUuid) ?? 0 }))
    return { success: true, assessments, method, next: rows.length > limit ? told.at(-1)!.threatUuid : null }
  })

  serve(app, rateTree).with(async ({ input: { program_uuid: programUuid, tree, threat_uuid: threatUuid }, caller }) => {
    await seeProgram(db, caller, programUuid)
    const { method: { content: method } } = await configOf(db, caller.org, programUuid)
    const threat = threatUuid === undefined ? undefined : await threatNamed(db, caller, programUuid, threatUuid)
    const whole = treeOf({ tree, effort: noEffort, controls: threat?.controls ?? [] })
    const rated = rate(method, whole, await surroundingsOf(db, caller.org, programUuid, [{ tree: whole, controls: [] }]))
    if (!rated.ok) throw new Failure('INVALID_INPUT', { message: rated.reason, errors: { tree: rated.reason } })
    const impact = threat ? overallImpact(method, worstImpacts(threat.damages)) : null
    return { success: true, scenarios: each(controlScenarios, (scenario) => treeTold(method, impact, rated.value[scenario])), total: rated.value.initial.paths.length }
  })
}

async function threatNamed(db: Database, { org }: Caller, programUuid: string, uuid: string) {
  const { threats } = await readThreats(db, org, programUuid, [uuid])
  const threat = threats.get(uuid)
  if (!threat) throw new Failure('NOT_FOUND')
  return threat
}

function treeTold(method: Method, impact: ImpactLevel | null, { steps, paths }: RatedTree) {
  const told = paths.slice(0, mostTold)
  return { steps: [...steps], paths: told.map((path) => ({ ...path, steps: [...path.steps] })), risk: told.map(({ ratings }) => riskOf(method, impact, ratings[method.deciding]?.feasibility ?? null)) }
}
