import { topics } from '@carapace/shared/msoc/topics'
import { createChangeFeed } from '../core/live/change-feed.ts'
import type { Install } from '../module.ts'
import { alertsLive, casesLive } from './alerts/alerts.live.ts'
import { alertRoutes } from './alerts/alerts.routes.ts'
import { bulkUpdateRoutes } from './alerts/bulk-update.routes.ts'
import { createAlertNotifier } from './alerts/notifying/notifier.ts'
import { foldingRoutes } from './alerts/pipeline/folding.routes.ts'
import { proposalRoutes } from './alerts/pipeline/proposals.routes.ts'
import { standingStepRoutes } from './alerts/pipeline/standing.routes.ts'
import { alertMergeRoutes } from './alerts/merge.routes.ts'
import { createStepFollower } from './alerts/pipeline/follower.ts'
import { alertStepRoutes } from './alerts/pipeline/steps.routes.ts'
import { bulkUndos } from './alerts/bulk-undo.ts'
import { bulkUpdates } from './alerts/bulk-update.ts'
import { canNoteRoutes } from './can/notes.routes.ts'
import { profileLearning } from './can/profile-learn.ts'
import { canProfileRoutes } from './can/profiles.routes.ts'
import { canStatusRoutes } from './can/status.routes.ts'
import { captureKeeps } from './capture/keeping.ts'
import { captureReads } from './capture/reading.ts'
import { captureRoutes } from './capture/captures.routes.ts'
import { caseRoutes } from './cases/cases.routes.ts'
import { caseSettingsRoutes } from './cases/settings.routes.ts'
import { caseWorkRoutes } from './cases/work.routes.ts'
import { countersLive } from './dashboard/counters.live.ts'
import { dbcRoutes } from './dbc/dbcs.routes.ts'
import { exportRoutes } from './exports.routes.ts'
import { dashboardRoutes } from './dashboard/dashboard.routes.ts'
import { createFleetViews } from './map/fleet-views.ts'
import { historyRoutes } from './history/history.routes.ts'
import { kpiRoutes } from './kpis/kpis.routes.ts'
import { panelRoutes } from './panels/panels.routes.ts'
import { boardLive } from './shifts/board.live.ts'
import { handoverRoutes } from './shifts/handovers.routes.ts'
import { shiftRoutes } from './shifts/shifts.routes.ts'
import { shiftService } from './shifts/shifts.ts'
import { watchRoutes } from './shifts/watch.routes.ts'
import { ingestRoutes } from './ingest/ingest.routes.ts'
import { msocNotificationKinds } from './notification-kinds.ts'
import { msocPersonalData } from './personal-data.queries.ts'
import { pipelineLive } from './ingest/pipeline.live.ts'
import { analyzerRoutes } from './observables/analyze/analyzers.routes.ts'
import { createObservableFollower } from './observables/follower.ts'
import { observableExportRoutes } from './observables/exports.routes.ts'
import { observableImportRoutes } from './observables/import/import.routes.ts'
import { observableImports } from './observables/import/importing.ts'
import { observableListRoutes } from './observables/lists/lists.routes.ts'
import { observableRoutes } from './observables/observables.routes.ts'
import { plotRoutes } from './history/plots.routes.ts'
import { positionsLive } from './map/positions.live.ts'
import { backtests } from './rules/backtest.ts'
import { backtestRoutes } from './rules/backtest.routes.ts'
import { ruleExchangeRoutes } from './rules/exchange.routes.ts'
import { ruleRoutes } from './rules/rules.routes.ts'
import { ruleTryRoutes } from './rules/try.routes.ts'
import { sensitivityRoutes } from './sensitivity/sensitivity.routes.ts'
import { rejectRoutes } from './ingest/rejects.routes.ts'
import { vehicleImportRoutes } from './vehicles/import.routes.ts'
import { vehicleImports } from './vehicles/import.ts'
import { vehicleRiskRoutes } from './vehicles/risk.routes.ts'
import { canLive, syslogLive, vehicleLive } from './vehicles/vehicle.live.ts'
import { vehicleRoutes } from './vehicles/vehicles.routes.ts'
import { createDbcThread } from './dbc/thread.ts'
import { createPlaybooks } from './playbooks/playbooks.ts'

/** Installs the security operations module: alerts, cases, vehicles, the live map, CAN analysis. */
export const msoc: Install = (deps) => {
  const { db, bus, publisher, onGap, onError } = deps
  const dbcThread = createDbcThread()
  const feed = createChangeFeed(bus, topics.changes, onGap, onError)
  const views = createFleetViews(db, bus, onGap, onError)
  const playbooks = createPlaybooks(deps)
  return {
    async routes(app, jobs) {
      const withJobs = { ...deps, jobs, dbcThread }
      await alertRoutes(app, withJobs)
      await alertStepRoutes(app, withJobs)
      await standingStepRoutes(app, deps)
      await foldingRoutes(app, deps)
      await proposalRoutes(app, deps)
      await alertMergeRoutes(app, withJobs)
      await caseRoutes(app, deps)
      await caseSettingsRoutes(app, deps)
      await caseWorkRoutes(app, deps)
      await captureRoutes(app, withJobs)
      await vehicleRoutes(app, db)
      await vehicleRiskRoutes(app, db)
      await historyRoutes(app, db)
      await plotRoutes(app, db)
      await dashboardRoutes(app, db)
      await ingestRoutes(app, deps)
      await bulkUpdateRoutes(app, withJobs)
      await exportRoutes(app, db)
      await vehicleImportRoutes(app, withJobs)
      await rejectRoutes(app, db)
      await canNoteRoutes(app, db)
      await canProfileRoutes(app, withJobs)
      await canStatusRoutes(app, db)
      await dbcRoutes(app, withJobs)
      await observableRoutes(app, deps)
      await observableListRoutes(app, deps)
      await observableImportRoutes(app, withJobs)
      await observableExportRoutes(app, deps)
      await analyzerRoutes(app, deps)
      await sensitivityRoutes(app, deps)
      await ruleRoutes(app, withJobs)
      await ruleTryRoutes(app, withJobs)
      await backtestRoutes(app, withJobs)
      await ruleExchangeRoutes(app, withJobs)
      await playbooks.routes(app)
      await shiftRoutes(app, deps)
      await handoverRoutes(app, deps)
      await watchRoutes(app, deps)
      await kpiRoutes(app, deps)
      await panelRoutes(app, deps)
    },
    jobs: [
      bulkUpdates(publisher),
      bulkUndos(publisher),
      vehicleImports,
      observableImports,
      captureReads(),
      captureKeeps,
      profileLearning(dbcThread),
      backtests(),
    ],
    channels: [
      positionsLive(views),
      countersLive(db, bus, onError),
      alertsLive(db, feed),
      casesLive(db, feed),
      vehicleLive(db, bus, onGap, onError),
      canLive(db, bus),
      syslogLive(db, bus),
      pipelineLive(bus),
      playbooks.live,
      boardLive(deps),
    ],
    services: { shifts: shiftService },
    personalData: msocPersonalData,
    notificationKinds: msocNotificationKinds,
    background: [
      feed,
      dbcThread,
      createStepFollower(deps),
      createObservableFollower(deps),
      createAlertNotifier(deps),
      playbooks.runner,
    ],
  }
}
