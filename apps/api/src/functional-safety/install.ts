import type { Install } from '../module.ts'
import { rateImported, rateSafety } from './asil/asils.ts'
import { asilRoutes } from './asil/asils.routes.ts'
import { haraRoutes } from './hara/hara.routes.ts'
import { hazopRoutes } from './hazop/hazop.routes.ts'
import { safetyMethodRoutes } from './methods/safety-methods.routes.ts'
import { metricRoutes } from './metrics/metrics.routes.ts'
import { createFaultTreeThread } from './metrics/thread.ts'
import { threatRoutes } from './threats/threats.routes.ts'

/** Functional safety: hazard analysis, ASILs and their inheritance, quantitative metrics. */
export const functionalSafety: Install = (deps) => {
  const { db } = deps
  const thread = createFaultTreeThread()
  return {
    async routes(app) {
      await hazopRoutes(app, db)
      await haraRoutes(app, deps)
      await asilRoutes(app, db)
      await metricRoutes(app, db, thread)
      await threatRoutes(app, db)
      await safetyMethodRoutes(app, db)
    },
    graph: { afterWrite: rateSafety, afterImport: rateImported },
    background: [{ stop: () => thread.stop() }],
  }
}
