import { getDashboard } from '@carapace/shared/msoc/dashboard/dashboard.contract'
import { call } from '../../../core/call/call.ts'
import { type Polled, usePolled } from '../../../core/call/use-polled.ts'
import type { RollupBook } from '../data/rollups.ts'
import type { DashboardAnswer } from '../data/use-dashboard.ts'
import { useRollups } from '../data/use-rollups.ts'

const minuteMs = 60_000
const day = { lastMs: 24 * 60 * minuteMs }

/** The figures that no channel sends, of the last 24 hours: one request per minute for all panels of the wall. */
export function useDayDashboard(): Polled<DashboardAnswer> {
  return usePolled([getDashboard.path, {}], (signal) => call(getDashboard, {}, { signal }), { everyMs: minuteMs })
}

/** The counts of the last 24 hours; requested once, and afterwards only for the last minutes (rule DASHBOARD-UI-6). */
export function useDayRollups(): Polled<RollupBook> {
  return useRollups(day, minuteMs)
}
