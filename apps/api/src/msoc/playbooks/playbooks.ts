import type { FastifyInstance } from 'fastify'
import { createSeal } from '@carapace/shared/core/sealed'
import type { Deps } from '../../module.ts'
import { createAnalyses } from '../observables/analyze/analyses.ts'
import { vehicleActionRoutes } from '../vehicle-actions/actions.routes.ts'
import { playbookRoutes } from './playbooks.routes.ts'
import { createPlaybookRunner } from './runner.ts'
import { playbookRunsLive } from './runs.live.ts'
import { playbookRunRoutes } from './runs.routes.ts'
import { playbookSecretRoutes } from './secrets.routes.ts'
import { playbookWebhookRoutes } from './webhook.routes.ts'

/** Playbooks and vehicle actions: their calls, their channel and the runner. */
export function createPlaybooks({ db, publisher, bus, outgoing, services, settings, onGap, onError }: Deps) {
  const seal = createSeal(settings.secretKey, 'playbooks')
  const analyses = createAnalyses({ db, outgoing, settings })
  const deps = { db, publisher, bus, outgoing, services, seal, analyses, onGap, onError }
  return {
    async routes(app: FastifyInstance): Promise<void> {
      await playbookRoutes(app, deps)
      await playbookRunRoutes(app, deps)
      await playbookSecretRoutes(app, deps)
      await playbookWebhookRoutes(app, deps)
      await vehicleActionRoutes(app, deps)
    },
    live: playbookRunsLive(db, bus, onGap, onError),
    runner: createPlaybookRunner(deps),
  }
}
