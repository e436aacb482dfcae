import type { FastifyInstance } from 'fastify'
import { getHardwareMetrics, getPmhf } from '@carapace/shared/functional-safety/metrics.contract'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { goalSeen } from '../goals.ts'
import { hardwareMetricsOf, pmhfsOf } from './metrics.ts'
import type { FaultTreeThread } from './thread.ts'

/** The quantitative metrics of goals over HTTP (rules METRIC-1 to METRIC-10). */
export async function metricRoutes(app: FastifyInstance, db: Database, thread: FaultTreeThread): Promise<void> {
  serve(app, getHardwareMetrics).with(async ({ input: { goal_uuid: uuid }, caller }) => ({
    success: true,
    ...(await hardwareMetricsOf(db, caller.org, await goalSeen(db, caller, uuid, ['lifetime_h', 'service_h']))),
  }))

  serve(app, getPmhf).with(async ({ input: { goal_uuid: uuid }, caller }) => ({
    success: true,
    ...(await pmhfsOf(db, thread, caller.org, await goalSeen(db, caller, uuid))),
  }))
}
