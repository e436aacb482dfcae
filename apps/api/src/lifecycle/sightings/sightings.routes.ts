import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { contradictionOf, FieldAnswer } from '@carapace/shared/lifecycle/sightings/contradiction'
import {
  answerProposal,
  getMatchingScenarios,
  getSightings,
  getStepSightings,
} from '@carapace/shared/lifecycle/sightings/sightings.contract'
import { stepsSeen, observableSteps } from '@carapace/shared/lifecycle/sightings/step-sightings'
import { serve } from '../../core/http/serve.ts'
import { programOfArtefact } from '../../graph/programs/access.queries.ts'
import { announceGraph, type GraphDeps } from '../../graph/artefacts/artefacts.routes.ts'
import { withdrawReviews } from '../../graph/artefacts/written.queries.ts'
import { writeGraph } from '../../graph/artefacts/writes.ts'
import { matchingScenariosOf } from './matching-scenarios.ts'
import { evidenceByThreat } from './contradictions.queries.ts'
import { contradictionsIn } from './contradictions.ts'
import { configOf } from '../program/program-config.queries.ts'
import {
  alertsMatched,
  countSightings,
  latestSightings,
  ratedThreat,
  suspectOrigins,
  treeOfThreat,
} from './sightings.queries.ts'

/** Maximum sightings that are compared with the steps of a tree in each call. */
const mostHeld = 2_000

/**
 * Sightings of threat scenarios, and matching threat scenarios of alerts, over HTTP (rules SIGHTING-6 to SIGHTING-12 of
 * packages/shared/src/lifecycle/SPEC.md).
 */
export async function sightingRoutes(app: FastifyInstance, { db, publisher, afterWrite }: GraphDeps): Promise<void> {
  serve(app, getSightings).with(async ({ input: { threat_uuid: threatUuid, limit }, caller }) => {
    const programUuid = await programOfArtefact(db, caller, threatUuid)
    const threat = await ratedThreat(db, caller.org, threatUuid)
    if (!threat) throw new Failure('NOT_FOUND')
    const answer = FieldAnswer.nullable()
      .catch(null)
      .parse(threat.fields.field_answer ?? null)
    const [{ method }, evidence, rows, counted] = await Promise.all([
      configOf(db, caller.org, programUuid),
      evidenceByThreat(db, caller.org, programUuid, [threatUuid]),
      latestSightings(db, caller.org, threatUuid, limit),
      countSightings(db, caller.org, threatUuid),
    ])
    const [shown] = evidence
    return {
      success: true,
      sightings: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
      ...counted,
      proposal: shown ? contradictionOf(method.content, shown, shown) : null,
      confirmed: shown?.confirmed ?? 0,
      blocked: shown?.blocked ?? 0,
      answer,
      revision: threat.revision,
    }
  })

  serve(app, getStepSightings).with(async ({ input: { threat_uuid: threatUuid }, caller }) => {
    await programOfArtefact(db, caller, threatUuid)
    const tree = await treeOfThreat(db, caller.org, threatUuid)
    if (tree === undefined) throw new Failure('NOT_FOUND')
    const { alerts, total } = await alertsMatched(
      db,
      caller.org,
      threatUuid,
      tree && observableSteps(tree).length > 0 ? mostHeld : 0,
    )
    return { success: true, seen: tree ? stepsSeen(tree, alerts) : [], looked: alerts.length, total }
  })

  serve(app, getMatchingScenarios).with(async ({ input: { alert_uuid: alertUuid }, caller }) => ({
    success: true,
    scenarios: await matchingScenariosOf(db, caller, alertUuid),
  }))

  serve(app, answerProposal).with(async ({ input: { threat_uuid: uuid, revision, answer, reason }, caller }) => {
    const programUuid = await programOfArtefact(db, caller, uuid)
    const again = answer === 'reassess'
    const { method } = await configOf(db, caller.org, programUuid)
    const proposed = again ? await contradictionsIn(db, caller.org, programUuid, method.content, [uuid]) : undefined
    const fields = {
      field_answer: {
        answer,
        reason,
        at: new Date().toISOString(),
        feasibility: proposed?.get(uuid)?.feasibility ?? null,
      } satisfies FieldAnswer,
    }
    await db.transaction(async (tx) => {
      const { seq } = await writeGraph(
        tx,
        caller,
        programUuid,
        {
          artefacts: [{ uuid, revision, kind: 'threat-scenario', fields, ...(again && { status: 'IN_PROCESS' }) }],
          link: [],
          unlink: [],
        },
        afterWrite,
      )
      if (!again) return
      await suspectOrigins(tx, caller.org, uuid, seq, `Seen in the field: ${reason}`)
      await withdrawReviews(tx, caller, [uuid])
    })
    announceGraph(publisher, caller.org, programUuid)
    return { success: true }
  })
}
