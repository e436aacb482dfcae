import type { FastifyInstance } from 'fastify'
import { listAudit } from '@carapace/shared/account/security.contract'
import { Failure } from '@carapace/shared/core/failure'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { auditPage } from './audit.queries.ts'

/** The audit log (rule ACCOUNT-9 of packages/shared/src/account/SPEC.md). */
export async function auditRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, listAudit).with(async ({ input: { q, actor, cursor, limit }, caller }) => {
    const { entries, next } = await auditPage(db, caller.org, { q, actor, after: decoded(cursor), limit })
    return { entries, next_cursor: next === null ? null : String(next) }
  })
}

function decoded(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  if (!/^\d{1,15}$/.test(cursor))
    throw new Failure('INVALID_INPUT', { errors: { cursor: 'This is not a cursor of ours.' } })
  return Number(cursor)
}
