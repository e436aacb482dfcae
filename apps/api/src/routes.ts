import type { FastifyInstance } from 'fastify'
import { topics } from '@carapace/shared/account/topics'
import type { Publisher, Subscriber } from '@carapace/shared/core/bus'
import { appConfigRoutes } from './account/app-config.routes.ts'
import { invitationRoutes } from './account/invitations.routes.ts'
import { jobsLive } from './account/jobs.live.ts'
import { jobRoutes } from './account/jobs.routes.ts'
import { outboxRoutes } from './account/outbox.routes.ts'
import { passwordRoutes } from './account/passwords.routes.ts'
import { peopleRoutes } from './account/people.routes.ts'
import { planRoutes } from './account/plans.routes.ts'
import { registrationRoutes } from './account/registration.routes.ts'
import { viewRoutes } from './account/views.routes.ts'
import { catalogueRoutes, entriesOf } from './catalogues/catalogues.routes.ts'
import { entryImports } from './catalogues/entry-import.ts'
import { createChangeFeed } from './core/change-feed.ts'
import type { Database } from './core/db.ts'
import type { JobKind, Jobs } from './core/jobs.ts'
import type { LiveChannel } from './core/live.ts'
import type { CheckCaptcha } from './core/recaptcha.ts'
import type { Settings } from './core/settings.ts'
import { artefactRoutes, type GraphParts } from './graph/artefacts.routes.ts'
import { baselineRoutes } from './graph/baselines.routes.ts'
import { commentRoutes } from './graph/comments.routes.ts'
import { presenceLive } from './graph/presence.live.ts'
import { createPresence } from './graph/presence.ts'
import { programLive } from './graph/program.live.ts'
import { reviewRoutes } from './graph/reviews.routes.ts'
import { reassess } from './lifecycle/assessments.ts'
import { methodRoutes } from './lifecycle/methods.routes.ts'
import { gapRoutes } from './lifecycle/gaps.routes.ts'
import { generationRoutes } from './lifecycle/generation.routes.ts'
import { archiveImports } from './lifecycle/exchange/archive-import.ts'
import { exchangeRoutes } from './lifecycle/exchange/exchange.routes.ts'
import { rowsImports } from './lifecycle/exchange/rows-import.ts'
import { lifecycleKeepsAbout } from './lifecycle/personal-data.queries.ts'
import { programConfigRoutes } from './lifecycle/program-config.routes.ts'
import { programHistoryRoutes } from './lifecycle/program-history.routes.ts'
import { programRoutes } from './lifecycle/programs.routes.ts'
import { projectRoutes } from './lifecycle/projects.routes.ts'
import { sightingRoutes } from './lifecycle/sightings.routes.ts'
import { summaryRoutes } from './lifecycle/summary.routes.ts'
import { riskDifferences } from './lifecycle/risk-history.queries.ts'
import { taraRoutes } from './lifecycle/tara.routes.ts'
import { alertsLive, casesLive } from './msoc/alerts.live.ts'
import { alertRoutes } from './msoc/alerts.routes.ts'
import { bulkUpdateRoutes } from './msoc/bulk-update.routes.ts'
import { bulkUpdates } from './msoc/bulk-update.ts'
import { canNoteRoutes } from './msoc/can-notes.routes.ts'
import { profileLearning } from './msoc/can-profile-learn.ts'
import { canProfileRoutes } from './msoc/can-profiles.routes.ts'
import { canStatusRoutes } from './msoc/can-status.routes.ts'
import { captureKeeps } from './msoc/capture-keeping.ts'
import { captureReads } from './msoc/capture-reading.ts'
import { captureRoutes } from './msoc/captures.routes.ts'
import { caseRoutes } from './msoc/cases.routes.ts'
import { countersLive } from './msoc/counters.live.ts'
import type { DbcThread } from './msoc/dbc-thread.ts'
import { dbcRoutes } from './msoc/dbcs.routes.ts'
import { exportRoutes } from './msoc/exports.routes.ts'
import { dashboardRoutes } from './msoc/dashboard.routes.ts'
import { createFleetViews } from './msoc/fleet-views.ts'
import { historyRoutes } from './msoc/history.routes.ts'
import { ingestRoutes } from './msoc/ingest.routes.ts'
import { msocKeepsAbout } from './msoc/personal-data.queries.ts'
import { pipelineLive } from './msoc/pipeline.live.ts'
import { plotRoutes } from './msoc/plots.routes.ts'
import { positionsLive } from './msoc/positions.live.ts'
import { rejectRoutes } from './msoc/rejects.routes.ts'
import { vehicleImportRoutes } from './msoc/vehicle-import.routes.ts'
import { vehicleImports } from './msoc/vehicle-import.ts'
import { canLive, syslogLive, vehicleLive } from './msoc/vehicle.live.ts'
import { vehicleRoutes } from './msoc/vehicles.routes.ts'
import { topics as changeTopics } from '@carapace/shared/msoc/topics'

export interface Parts {
  readonly db: Database
  readonly publisher: Publisher
  readonly bus: Subscriber
  readonly settings: Settings
  readonly jobs: Jobs
  readonly dbcThread: DbcThread
  readonly captcha: CheckCaptcha
  /** Listens for "the bus shed something": read the tables again. */
  readonly onGap: (listen: () => void) => () => void
  readonly onError: (error: unknown) => void
}

/** Every module's calls. */
export async function installRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { db, settings } = parts
  await appConfigRoutes(app, settings)
  await peopleRoutes(app, parts, [msocKeepsAbout, lifecycleKeepsAbout])
  await registrationRoutes(app, parts)
  await passwordRoutes(app, db)
  await invitationRoutes(app, db)
  await planRoutes(app, db)
  await outboxRoutes(app, db, settings)
  await jobRoutes(app, parts)
  await viewRoutes(app, db)
  await programRoutes(app, parts)
  const graph: GraphParts = { ...parts, after: reassess }
  await artefactRoutes(app, graph)
  await reviewRoutes(app, graph)
  await commentRoutes(app, graph)
  await baselineRoutes(app, db, riskDifferences)
  await projectRoutes(app, graph)
  await programConfigRoutes(app, db)
  await programHistoryRoutes(app, db)
  await summaryRoutes(app, db)
  await sightingRoutes(app, graph)
  await gapRoutes(app, graph)
  await taraRoutes(app, db)
  await methodRoutes(app, graph)
  await catalogueRoutes(app, parts)
  await generationRoutes(app, { db, settings, entries: (org) => entriesOf(db, org, ['damage', 'threat', 'attack']) })
  await exchangeRoutes(app, parts)
  await alertRoutes(app, parts)
  await caseRoutes(app, parts)
  await captureRoutes(app, parts)
  await vehicleRoutes(app, db)
  await historyRoutes(app, db)
  await plotRoutes(app, db)
  await dashboardRoutes(app, db)
  await ingestRoutes(app, db)
  await bulkUpdateRoutes(app, parts)
  await exportRoutes(app, db)
  await vehicleImportRoutes(app, parts)
  await rejectRoutes(app, db)
  await canNoteRoutes(app, db)
  await canProfileRoutes(app, parts)
  await canStatusRoutes(app, db)
  await dbcRoutes(app, parts)
}

/** Every module's kinds of jobs. */
export function jobKinds(publisher: Publisher, dbcThread: DbcThread): JobKind[] {
  return [
    bulkUpdates(publisher),
    vehicleImports,
    captureReads(),
    captureKeeps,
    profileLearning(dbcThread),
    entryImports,
    archiveImports(publisher),
    rowsImports(publisher, reassess),
  ]
}

/** Every module's live channels. */
export function createChannels({ db, bus, publisher, onGap, onError }: Parts): {
  channels: LiveChannel[]
  stop: () => void
} {
  const feed = createChangeFeed(bus, changeTopics.changes, onGap, onError)
  const graphs = createChangeFeed(bus, topics.graphs, onGap, onError)
  const presence = createPresence(bus, publisher)
  const views = createFleetViews(db, bus, onGap, onError)
  return {
    stop() {
      feed.stop()
      graphs.stop()
      presence.stop()
    },
    channels: [
      positionsLive(views),
      countersLive(db, bus, onError),
      alertsLive(db, feed),
      casesLive(db, feed),
      vehicleLive(db, bus, onGap, onError),
      canLive(db, bus),
      syslogLive(db, bus),
      pipelineLive(bus),
      jobsLive(db, bus, onError),
      programLive(db, graphs),
      presenceLive(db, graphs, presence),
    ],
  }
}
