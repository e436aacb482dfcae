import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { listBacktests, startBacktest } from '@carapace/shared/msoc/rules/rules.contract'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import type { Jobs } from '../../core/jobs/jobs.ts'
import { addBacktest } from './backtest.ts'
import { backtestsOf } from './backtest.queries.ts'
import { ruleRows } from './rules.queries.ts'

/** Runs of rules on stored events, over HTTP. */
export async function backtestRoutes(app: FastifyInstance, { db, jobs }: { db: Database; jobs: Jobs }): Promise<void> {
  serve(app, startBacktest).with(async ({ input, caller }) => {
    const backtest = await addBacktest(db, jobs, caller, input)
    jobs.wake(caller.org)
    return { success: true, backtest }
  })

  serve(app, listBacktests).with(async ({ input: { uuid }, caller: { org } }) => {
    if ((await ruleRows(db, org, [uuid])).length === 0) throw new Failure('NOT_FOUND')
    return { backtests: await backtestsOf(db, org, uuid) }
  })
}
