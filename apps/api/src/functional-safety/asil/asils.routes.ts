import type { FastifyInstance } from 'fastify'
import { getAsils, getAsilTree } from '@carapace/shared/functional-safety/asils.contract'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { seeProgram } from '../../graph/programs/access.queries.ts'
import { goalSeen } from '../goals.ts'
import { asilTreeOf } from './asil-tree.ts'
import { asilsPage } from './asils.queries.ts'

/** The ASILs of programs over HTTP (rules ASIL-8 to ASIL-10 of packages/shared/src/functional-safety/SPEC.md). */
export async function asilRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, getAsils).with(async ({ input: { program_uuid: programUuid, uuids, after, limit }, caller }) => {
    await seeProgram(db, caller, programUuid)
    const rows = await asilsPage(db, caller.org, { programUuid, uuids, after, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const asils = page.map(({ uuid, value }) => ({ ...value, uuid }))
    return { success: true, asils, next: rows.length > limit ? page.at(-1)!.uuid : null }
  })

  serve(app, getAsilTree).with(async ({ input: { goal_uuid: uuid }, caller }) => ({
    success: true,
    ...(await asilTreeOf(db, caller.org, await goalSeen(db, caller, uuid))),
  }))
}
