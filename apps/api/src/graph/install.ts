import { topics } from '@carapace/shared/account/topics'
import { createChangeFeed } from '../core/live/change-feed.ts'
import { createPresence } from '../core/live/presence.ts'
import type { Install } from '../module.ts'
import { artefactRoutes } from './artefacts/artefacts.routes.ts'
import { baselineRoutes } from './collaboration/baselines.routes.ts'
import { commentRoutes } from './collaboration/comments.routes.ts'
import { presenceLive } from './collaboration/presence.live.ts'
import { reviewNotificationKinds } from './collaboration/review-notices.ts'
import { reviewRoutes } from './collaboration/reviews.routes.ts'
import { programHistoryRoutes } from './history/program-history.routes.ts'
import { programLive } from './history/program.live.ts'
import { graphPersonalData } from './personal-data.queries.ts'
import { programRoutes } from './programs/programs.routes.ts'
import { projectRoutes } from './programs/projects.routes.ts'

/** Programs, and the artefacts of every engineering module as one graph. */
export const graph: Install = ({ db, bus, publisher, graph: extensions, services, onGap, onError }) => {
  const feed = createChangeFeed(bus, topics.graphs, onGap, onError)
  const presence = createPresence(bus, publisher)
  const deps = { db, publisher, afterWrite: extensions.afterWrite, services }
  return {
    async routes(app) {
      await programRoutes(app, { ...deps, programSteps: extensions.programSteps })
      await artefactRoutes(app, deps)
      await reviewRoutes(app, deps)
      await commentRoutes(app, deps)
      await baselineRoutes(app, db, extensions.riskDifferences)
      await projectRoutes(app, deps)
      await programHistoryRoutes(app, db)
    },
    channels: [programLive(db, feed), presenceLive(db, feed, presence)],
    personalData: graphPersonalData,
    notificationKinds: reviewNotificationKinds,
    background: [feed, presence],
  }
}
