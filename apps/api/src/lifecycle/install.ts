import { topics } from '@carapace/shared/account/topics'
import { createChangeFeed } from '../core/live/change-feed.ts'
import type { Install } from '../module.ts'
import { gapRoutes } from './compliance/gaps.routes.ts'
import { archiveImports } from './exchange/archive-import.ts'
import { exchangeRoutes } from './exchange/exchange.routes.ts'
import { rowsImports } from './exchange/rows-import.ts'
import { methodRoutes } from './methods/methods.routes.ts'
import { programConfigRoutes } from './program/program-config.routes.ts'
import { programSteps } from './program/program-steps.ts'
import { summaryRoutes } from './program/summary.routes.ts'
import { generationRoutes } from './proposals/generation.routes.ts'
import { reassess } from './rating/assessments.ts'
import { riskDifferences } from './rating/risk-history.queries.ts'
import { taraRoutes } from './rating/tara.routes.ts'
import { programReport } from './reports/reports.ts'
import { ratingInputs } from './rating/threat-ratings.ts'
import { alertScenariosLive } from './sightings/alert-scenarios.live.ts'
import { attackCoverage } from './sightings/techniques.queries.ts'
import { createFollower } from './sightings/sightings-follower.ts'
import { sightingRoutes } from './sightings/sightings.routes.ts'

/** The cybersecurity lifecycle: threat analysis and risk assessment, requirements, verification, compliance. */
export const lifecycle: Install = (deps) => {
  const { db, bus, publisher, settings, services, graph: extensions, onGap, onError } = deps
  const feed = createChangeFeed(bus, topics.graphs, onGap, onError)
  const graph = { db, publisher, afterWrite: extensions.afterWrite }
  return {
    async routes(app, jobs) {
      await programConfigRoutes(app, db)
      await summaryRoutes(app, db)
      await sightingRoutes(app, graph)
      await gapRoutes(app, graph)
      await taraRoutes(app, db)
      await methodRoutes(app, graph)
      const entries = (org: Parameters<typeof services.catalogueEntries>[0]) =>
        services.catalogueEntries(org, ['damage', 'threat', 'attack'])
      await generationRoutes(app, { db, settings, entries })
      await exchangeRoutes(app, { ...deps, jobs })
    },
    jobs: [archiveImports(publisher, extensions.afterImport), rowsImports(publisher, extensions.afterWrite)],
    graph: { afterWrite: reassess, programSteps, riskDifferences },
    channels: [alertScenariosLive(db, feed)],
    services: { attackCoverage, ratingInputs, programReport },
    background: [feed, createFollower({ db, bus, publisher, onGap, onError })],
  }
}
