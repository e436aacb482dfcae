import type { FastifyInstance } from 'fastify'
import { topics } from '@carapace/shared/account/topics'
import type { Publisher, Subscriber } from '@carapace/shared/core/bus/bus'
import { appConfigRoutes } from './account/app-config.routes.ts'
import { invitationRoutes } from './account/team/invitations.routes.ts'
import { jobsLive } from './account/jobs/jobs.live.ts'
import { jobRoutes } from './account/jobs/jobs.routes.ts'
import { outboxRoutes } from './account/mail/outbox.routes.ts'
import { passwordRoutes } from './account/passwords/passwords.routes.ts'
import { peopleRoutes } from './account/people.routes.ts'
import { planRoutes } from './account/organisation/plans.routes.ts'
import { registrationRoutes } from './account/registration/registration.routes.ts'
import { viewRoutes } from './account/views/views.routes.ts'
import { catalogueRoutes, entriesOf } from './catalogues/catalogues.routes.ts'
import { entryImports } from './catalogues/entry-import.ts'
import { createChangeFeed } from './core/live/change-feed.ts'
import type { Database } from './core/db.ts'
import type { JobKind, Jobs } from './core/jobs/jobs.ts'
import type { LiveChannel } from './core/live/live.ts'
import type { CheckCaptcha } from './core/outgoing/recaptcha.ts'
import type { Settings } from './core/settings.ts'
import { artefactRoutes, type GraphParts } from './graph/artefacts/artefacts.routes.ts'
import { baselineRoutes } from './graph/collaboration/baselines.routes.ts'
import { commentRoutes } from './graph/collaboration/comments.routes.ts'
import { presenceLive } from './graph/collaboration/presence.live.ts'
import { createPresence } from './graph/collaboration/presence.ts'
import { programLive } from './graph/history/program.live.ts'
import { reviewRoutes } from './graph/collaboration/reviews.routes.ts'
import { reassess } from './lifecycle/rating/assessments.ts'
import { methodRoutes } from './lifecycle/methods/methods.routes.ts'
import { gapRoutes } from './lifecycle/compliance/gaps.routes.ts'
import { generationRoutes } from './lifecycle/proposals/generation.routes.ts'
import { archiveImports } from './lifecycle/exchange/archive-import.ts'
import { exchangeRoutes } from './lifecycle/exchange/exchange.routes.ts'
import { rowsImports } from './lifecycle/exchange/rows-import.ts'
import { lifecycleKeepsAbout } from './graph/personal-data.queries.ts'
import { programConfigRoutes } from './lifecycle/program/program-config.routes.ts'
import { programHistoryRoutes } from './graph/history/program-history.routes.ts'
import { programRoutes } from './graph/programs/programs.routes.ts'
import { projectRoutes } from './graph/programs/projects.routes.ts'
import { alertScenariosLive } from './lifecycle/sightings/alert-scenarios.live.ts'
import { sightingRoutes } from './lifecycle/sightings/sightings.routes.ts'
import { summaryRoutes } from './lifecycle/program/summary.routes.ts'
import { riskDifferences } from './lifecycle/rating/risk-history.queries.ts'
import { taraRoutes } from './lifecycle/rating/tara.routes.ts'
import { alertsLive, casesLive } from './msoc/alerts/alerts.live.ts'
import { alertRoutes } from './msoc/alerts/alerts.routes.ts'
import { bulkUpdateRoutes } from './msoc/alerts/bulk-update.routes.ts'
import { bulkUpdates } from './msoc/alerts/bulk-update.ts'
import { canNoteRoutes } from './msoc/can/notes.routes.ts'
import { profileLearning } from './msoc/can/profile-learn.ts'
import { canProfileRoutes } from './msoc/can/profiles.routes.ts'
import { canStatusRoutes } from './msoc/can/status.routes.ts'
import { captureKeeps } from './msoc/capture/keeping.ts'
import { captureReads } from './msoc/capture/reading.ts'
import { captureRoutes } from './msoc/capture/captures.routes.ts'
import { caseRoutes } from './msoc/cases/cases.routes.ts'
import { countersLive } from './msoc/dashboard/counters.live.ts'
import type { DbcThread } from './msoc/dbc/thread.ts'
import { dbcRoutes } from './msoc/dbc/dbcs.routes.ts'
import { exportRoutes } from './msoc/exports.routes.ts'
import { dashboardRoutes } from './msoc/dashboard/dashboard.routes.ts'
import { createFleetViews } from './msoc/map/fleet-views.ts'
import { historyRoutes } from './msoc/history/history.routes.ts'
import { ingestRoutes } from './msoc/ingest/ingest.routes.ts'
import { msocKeepsAbout } from './msoc/personal-data.queries.ts'
import { pipelineLive } from './msoc/ingest/pipeline.live.ts'
import { plotRoutes } from './msoc/history/plots.routes.ts'
import { positionsLive } from './msoc/map/positions.live.ts'
import { rejectRoutes } from './msoc/ingest/rejects.routes.ts'
import { vehicleImportRoutes } from './msoc/vehicles/import.routes.ts'
import { vehicleImports } from './msoc/vehicles/import.ts'
import { canLive, syslogLive, vehicleLive } from './msoc/vehicles/vehicle.live.ts'
import { vehicleRoutes } from './msoc/vehicles/vehicles.routes.ts'
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
      alertScenariosLive(db, graphs),
      presenceLive(db, graphs, presence),
    ],
  }
}
