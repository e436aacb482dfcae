import type { FastifyInstance } from 'fastify'
import { getHazop } from '@carapace/shared/functional-safety/hazop.contract'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { seeProgram } from '../../graph/programs/access.queries.ts'
import { hazopOf } from './hazop.ts'

/** The HAZOP of programs over HTTP (rules HAZOP-3 to HAZOP-6 of packages/shared/src/functional-safety/SPEC.md). */
export async function hazopRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, getHazop).with(async ({ input: { program_uuid: programUuid, ...page }, caller }) => {
    await seeProgram(db, caller, programUuid)
    return { success: true, ...(await hazopOf(db, caller.org, programUuid, page)) }
  })
}
