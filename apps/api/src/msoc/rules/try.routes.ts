import type { FastifyInstance } from 'fastify'
import { listRuleFields, tryRule } from '@carapace/shared/msoc/rules/rules.contract'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { fieldsFor } from './fields.ts'
import { createTrials } from './try.ts'

/** What helps to write a rule: the fields that it may read, and a run on known events. */
export async function ruleTryRoutes(app: FastifyInstance, { db }: { db: Database }): Promise<void> {
  const tried = createTrials(db)

  serve(app, listRuleFields).with(async ({ input, caller: { org } }) => fieldsFor(db, org, input))

  serve(app, tryRule).with(async ({ input, caller }) => tried(caller, input))
}
