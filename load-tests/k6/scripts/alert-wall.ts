import execution from 'k6/execution'
import type { Options } from 'k6/options'
import { openSession } from '../lib/api.ts'
import { nothingLost, send } from '../lib/ingest.ts'
import { reportOf, trendStats } from '../lib/report.ts'
import { lasting, size } from '../lib/settings.ts'
import { perMinute } from '../lib/shape.ts'
import { idsOf, positionOf } from '../lib/traffic.ts'
import { openWalls, wallsAreTrue } from '../lib/wall.ts'

/**
 * Wall displays all over the company while alerts arrive: how late does each display receive an alert, and is each one
 * correct at the end?
 */
const viewers = size('VIEWERS', 100)
const viewersPerVu = size('VIEWERS_PER_VU', 10)
const alertsPerSecond = size('ALERTS_PER_SECOND', 10)
const vehicles = size('VEHICLES', 100)
const seconds = lasting('60s')

/** The first vehicle with alerts: these vehicles have no other alerts. */
const firstVehicle = 920_000
/** Sockets are opened over this time, s: the server lets 200 unauthenticated sockets of one address wait at a time. */
const openingS = Math.min(10, seconds / 4)
const vus = Math.ceil(viewers / viewersPerVu)

export const options: Options = {
  scenarios: {
    alarms: {
      executor: 'constant-arrival-rate',
      exec: 'alarm',
      rate: perMinute(alertsPerSecond),
      timeUnit: '1m',
      startTime: `${openingS}s`,
      duration: `${seconds - openingS}s`,
      preAllocatedVUs: 10,
      maxVUs: 100,
    },
    walls: { executor: 'per-vu-iterations', exec: 'watch', vus, iterations: 1, maxDuration: `${seconds + 60}s` },
  },
  thresholds: { ...nothingLost, ...wallsAreTrue, live_alert_changes: ['count>0'], live_snapshot_ms: ['p(95)<2000'] },
  summaryTrendStats: trendStats,
}

export function setup() {
  const began = Date.now()
  return { run: `k6-${began}`, began, token: openSession() }
}

/** Vehicles report a high event in turn: the first time it raises an alert, later it increases its count. */
export function alarm({ run }: ReturnType<typeof setup>): void {
  const n = execution.scenario.iterationInTest
  const vehicle = firstVehicle + (n % vehicles)
  const ts = Date.now()
  send('alarm', run, n, [positionOf(vehicle, ts), idsOf(vehicle, ts, 0x8001)])
}

/** The viewers of one virtual user. */
export function watch({ token, began }: ReturnType<typeof setup>): void {
  const first = execution.scenario.iterationInTest * viewersPerVu
  openWalls(token, began, Math.min(viewersPerVu, viewers - first), openingS, seconds)
}

export const handleSummary = reportOf('alert-wall')
