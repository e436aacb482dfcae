import { topics } from '@carapace/shared/msoc/topics'
import { createChangeFeed } from '../core/live/change-feed.ts'
import type { Install } from '../module.ts'
import { alertsLive, casesLive } from './alerts/alerts.live.ts'
import { alertRoutes } from './alerts/alerts.routes.ts'
import { bulkUpdateRoutes } from './alerts/bulk-update.routes.ts'
import { bulkUpdates } from './alerts/bulk-update.ts'
import { canNoteRoutes } from './can/notes.routes.ts'
import { profileLearning } from './can/profile-learn.ts'
import { canProfileRoutes } from './can/profiles.routes.ts'
import { canStatusRoutes } from './can/status.routes.ts'
import { captureKeeps } from './capture/keeping.ts'
import { captureReads } from './capture/reading.ts'
import { captureRoutes } from './capture/captures.routes.ts'
import { caseRoutes } from './cases/cases.routes.ts'
import { countersLive } from './dashboard/counters.live.ts'
import { dbcRoutes } from './dbc/dbcs.routes.ts'
import { exportRoutes } from './exports.routes.ts'
import { dashboardRoutes } from './dashboard/dashboard.routes.ts'
import { createFleetViews } from './map/fleet-views.ts'
import { historyRoutes } from './history/history.routes.ts'
import { ingestRoutes } from './ingest/ingest.routes.ts'
import { msocPersonalData } from './personal-data.queries.ts'
import { pipelineLive } from './ingest/pipeline.live.ts'
import { plotRoutes } from './history/plots.routes.ts'
import { positionsLive } from './map/positions.live.ts'
import { rejectRoutes } from './ingest/rejects.routes.ts'
import { vehicleImportRoutes } from './vehicles/import.routes.ts'
import { vehicleImports } from './vehicles/import.ts'
import { canLive, syslogLive, vehicleLive } from './vehicles/vehicle.live.ts'
import { vehicleRoutes } from './vehicles/vehicles.routes.ts'
import { createDbcThread } from './dbc/thread.ts'

/** Installs the security operations module: alerts, cases, vehicles, the live map, CAN analysis. */
export const msoc: Install = (deps) => {
  const { db, bus, publisher, onGap, onError } = deps
  const dbcThread = createDbcThread()
  const feed = createChangeFeed(bus, topics.changes, onGap, onError)
  const views = createFleetViews(db, bus, onGap, onError)
  return {
    async routes(app, jobs) {
      const withJobs = { ...deps, jobs, dbcThread }
      await alertRoutes(app, withJobs)
      await caseRoutes(app, withJobs)
      await captureRoutes(app, withJobs)
      await vehicleRoutes(app, db)
      await historyRoutes(app, db)
      await plotRoutes(app, db)
      await dashboardRoutes(app, db)
      await ingestRoutes(app, db)
      await bulkUpdateRoutes(app, withJobs)
      await exportRoutes(app, db)
      await vehicleImportRoutes(app, withJobs)
      await rejectRoutes(app, db)
      await canNoteRoutes(app, db)
      await canProfileRoutes(app, withJobs)
      await canStatusRoutes(app, db)
      await dbcRoutes(app, withJobs)
    },
    jobs: [bulkUpdates(publisher), vehicleImports, captureReads(), captureKeeps, profileLearning(dbcThread)],
    channels: [
      positionsLive(views),
      countersLive(db, bus, onError),
      alertsLive(db, feed),
      casesLive(db, feed),
      vehicleLive(db, bus, onGap, onError),
      canLive(db, bus),
      syslogLive(db, bus),
      pipelineLive(bus),
    ],
    personalData: msocPersonalData,
    background: [feed, dbcThread],
  }
}
