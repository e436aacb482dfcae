import type { FastifyInstance } from 'fastify'
import { deleteComment, getComments, saveComment } from '@carapace/shared/graph/collaboration/collaboration.contract'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { programOfArtefact } from '../programs/access.queries.ts'
import { authorOf } from '../artefacts/artefacts.queries.ts'
import { announceGraph, type GraphDeps } from '../artefacts/artefacts.routes.ts'
import { commentsOn } from './comments.queries.ts'
import { sayComment, takeComment } from './comments.ts'

/** Comments on artefacts, over HTTP (rule GRAPH-16 of packages/shared/src/graph/SPEC.md). */
export async function commentRoutes(
  app: FastifyInstance,
  { db, publisher }: Pick<GraphDeps, 'db' | 'publisher'>,
): Promise<void> {
  serve(app, getComments).with(async ({ input: { artefact_uuid: artefactUuid }, caller }) => {
    await programOfArtefact(db, caller, artefactUuid)
    return commentsResponse(db, caller, artefactUuid)
  })

  serve(app, saveComment).with(
    async ({ input: { artefact_uuid: artefactUuid, uuid, revision, text, is_resolved: isResolved }, caller }) => {
      const { programUuid, answer } = await db.transaction(async (tx) => ({
        programUuid: await sayComment(tx, caller, { artefactUuid, uuid, revision, text, isResolved }),
        answer: await commentsResponse(tx, caller, artefactUuid),
      }))
      announceGraph(publisher, caller.org, programUuid)
      return answer
    },
  )

  serve(app, deleteComment).with(async ({ input, caller }) => {
    const programUuid = await db.transaction((tx) => takeComment(tx, caller, input))
    announceGraph(publisher, caller.org, programUuid)
    return { success: true }
  })
}

async function commentsResponse(db: Database | Tx, { org, user }: Caller, artefactUuid: string) {
  const rows = await commentsOn(db, org, artefactUuid)
  return {
    success: true as const,
    comments: rows.map(({ row, by }) => ({
      uuid: row.uuid,
      text: row.text,
      is_resolved: row.isResolved,
      created_at: row.createdAt.toISOString(),
      by: authorOf(by, row.createdByName),
      is_mine: row.createdByUuid === user.uuid,
      revision: row.revision,
    })),
  }
}
