import type { FastifyInstance } from 'fastify'
import { listRejects, retryRejects } from '@carapace/shared/msoc/history/history.contract'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { lockRejects, markRetrying, rejectsPage } from './rejects.queries.ts'

/**
 * Events that were not stored, over HTTP: the list, and retries (rules RETRY-1 to RETRY-6 of
 * packages/shared/src/msoc/SPEC.md).
 */
export async function rejectRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, listRejects).with(async ({ input, caller }) => rejectsPage(db, caller.org, input))

  serve(app, retryRejects).with(async ({ input, caller }) => {
    const requested = new Map(input.rejects.map((reject) => [reject.id, reject]))
    const found = await db.transaction(async (tx) => {
      const ids = await lockRejects(tx, caller.org, [...requested.keys()])
      if (ids.length === 0) return ids
      await markRetrying(
        tx,
        caller.org,
        caller.user.name,
        ids.map((id) => requested.get(id)!),
      )
      await audit(tx, caller.org, byCaller(caller), {
        action: 'retry rejects',
        subject: 'reject',
        after: { rejects: ids, corrected: ids.filter((id) => requested.get(id)!.event !== undefined) },
      })
      return ids
    })
    return { success: true, retrying: found.length, not_found: requested.size - found.length }
  })
}
