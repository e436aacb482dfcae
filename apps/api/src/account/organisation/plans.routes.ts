import type { FastifyInstance } from 'fastify'
import { listPlans } from '@carapace/shared/account/organisation.contract'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { plansOffered } from './plans.queries.ts'

/** The public list of plans. */
export async function planRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, listPlans).with(async () => ({ plans: await plansOffered(db) }))
}
