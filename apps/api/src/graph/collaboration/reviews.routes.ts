import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { mayEditProgram } from '@carapace/shared/graph/members/membership'
import { requestReview, decideReview, getReviews } from '@carapace/shared/graph/collaboration/collaboration.contract'
import { serve } from '../../core/http/serve.ts'
import type { Services } from '../../module.ts'
import { programOfArtefact, seeProgram } from '../programs/access.queries.ts'
import { authorOf, nodeOf } from '../artefacts/artefacts.queries.ts'
import { announceGraph, type GraphDeps } from '../artefacts/artefacts.routes.ts'
import { openReviews, reviewNamed, writersOf } from './reviews.queries.ts'
import { beginReview, endReview, whyNotDecide } from './reviews.ts'

interface ReviewDeps extends GraphDeps {
  /** Complete only once all modules are installed. */
  readonly services: Partial<Pick<Services, 'notifications'>>
}

/** Reviews of artefacts over HTTP (rules GRAPH-9, GRAPH-10 of packages/shared/src/graph/SPEC.md). */
export async function reviewRoutes(
  app: FastifyInstance,
  { db, publisher, afterWrite, services }: ReviewDeps,
): Promise<void> {
  serve(app, requestReview).with(
    async ({ input: { artefact_uuid: artefactUuid, revision, reviewer_uuid: reviewerUuid, note }, caller }) => {
      const programUuid = await programOfArtefact(db, caller, artefactUuid)
      const uuid = await db.transaction((tx) =>
        beginReview(
          tx,
          caller,
          programUuid,
          { artefactUuid, revision, reviewerUuid, note },
          afterWrite,
          services.notifications,
        ),
      )
      announceGraph(publisher, caller.org, programUuid)
      services.notifications?.wake(caller.org)
      return { success: true, review_uuid: uuid }
    },
  )

  serve(app, decideReview).with(async ({ input: { review_uuid: uuid, decision, reason }, caller }) => {
    const review = await reviewNamed(db, caller.org, uuid)
    if (!review) throw new Failure('NOT_FOUND')
    await db.transaction((tx) =>
      endReview(tx, caller, review, { decision, reason }, afterWrite, services.notifications),
    )
    announceGraph(publisher, caller.org, review.programUuid)
    services.notifications?.wake(caller.org)
    return { success: true }
  })

  serve(app, getReviews).with(async ({ input: { program_uuid: programUuid, limit }, caller }) => {
    const programRole = await seeProgram(db, caller, programUuid)
    const mayEdit = mayEditProgram({ role: caller.user.role, programRole })
    const rows = await openReviews(db, caller.org, programUuid, limit)
    const writers = await writersOf(
      db,
      caller.org,
      rows.map(({ row }) => row.artefactUuid),
    )
    const reviews = rows.map(({ row, artefact, requester, reviewer }) => ({
      uuid: row.uuid,
      artefact: nodeOf(artefact),
      revision: row.revision,
      note: row.note,
      requested_at: row.requestedAt.toISOString(),
      requested_by: authorOf(requester, row.requestedByName),
      reviewer,
      may_decide: mayEdit && whyNotDecide(caller.user.uuid, row, writers.get(row.artefactUuid)!) === undefined,
    }))
    return { success: true, reviews }
  })
}
