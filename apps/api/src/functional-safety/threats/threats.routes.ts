import type { FastifyInstance } from 'fastify'
import type { Org } from '@carapace/shared/core/owned'
import { getGoalsAtStake, getThreatsToGoal, mostThreats } from '@carapace/shared/functional-safety/metrics.contract'
import type { Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { nodeOf, nodesNamed } from '../../graph/artefacts/artefacts.queries.ts'
import { licensedKinds } from '../../graph/licences.ts'
import { storedAsils } from '../asil/asils.queries.ts'
import { artefactSeen, goalSeen } from '../goals.ts'
import { nodesAmong } from '../safety-graph.queries.ts'
import { risksToday } from './threats.queries.ts'
import { between, waysFrom } from './ways.ts'

/** Threats and the goals that they could violate, over HTTP (rule ASIL-11). */
export async function threatRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, getThreatsToGoal).with(async ({ input: { goal_uuid: uuid }, caller }) => {
    const { org } = caller
    const { programUuid } = await goalSeen(db, caller, uuid)
    if (!licensedKinds(caller).includes('threat-scenario')) return { success: true, threats: [], truncated: false }
    const { reached, truncated } = await reachedOf(db, org, programUuid, uuid, 'threats')
    const risks = await risksToday(
      db,
      org,
      programUuid,
      reached.map((node) => node.uuid),
    )
    return {
      success: true,
      threats: reached.map((node) => ({ ...node, risk: risks.get(node.uuid) ?? null })),
      truncated,
    }
  })

  serve(app, getGoalsAtStake).with(async ({ input: { threat_uuid: uuid }, caller }) => {
    const { org } = caller
    const { programUuid } = await artefactSeen(db, caller, 'threat-scenario', uuid)
    const { reached, truncated } = await reachedOf(db, org, programUuid, uuid, 'goals')
    const asils = await storedAsils(
      db,
      org,
      reached.map((node) => node.uuid),
    )
    return {
      success: true,
      goals: reached.map((node) => ({ ...node, asil: asils.get(node.uuid)?.tag ?? null })),
      truncated,
    }
  })
}

const kindReached = { threats: 'threat-scenario', goals: 'safety-goal' } as const

async function reachedOf(
  db: Database,
  org: Org,
  programUuid: string,
  start: string,
  towards: 'goals' | 'threats',
): Promise<{ reached: (Node & { is_stated: boolean; via: Node[] })[]; truncated: boolean }> {
  const ways = await waysFrom(db, org, programUuid, start, towards)
  const all = await nodesAmong(db, org, programUuid, [kindReached[towards]], [...ways.from.keys()])
  const rows = all.slice(0, mostThreats)
  const passed = new Map(rows.map(({ uuid }) => [uuid, between(ways, uuid, start)]))
  const named = await nodesNamed(db, org, programUuid, [...new Set([...passed.values()].flat())])
  return {
    reached: rows.map((row) => ({
      ...nodeOf(row),
      is_stated: passed.get(row.uuid)!.length === 0,
      via: passed.get(row.uuid)!.flatMap((uuid) => named.get(uuid) ?? []),
    })),
    truncated: ways.truncated || all.length > rows.length,
  }
}
