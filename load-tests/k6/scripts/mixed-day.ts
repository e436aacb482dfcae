import { check, sleep } from 'k6'
import execution from 'k6/execution'
import type { Options, Scenario } from 'k6/options'
import { alertsIn, get, openSession, post } from '../lib/api.ts'
import { nothingLost, send } from '../lib/ingest.ts'
import { reportOf, trendStats } from '../lib/report.ts'
import { installation, lasting, size } from '../lib/settings.ts'
import { day, perMinute, shifts, stagesOf } from '../lib/shape.ts'
import { canSecondOf, idsOf, logLineOf, positionOf, telemetryOf, vinOf, vinPrefix } from '../lib/traffic.ts'
import { openWalls, wallsAreTrue } from '../lib/wall.ts'

/**
 * A day of a fleet and of the analysts who watch it, from midnight to midnight, within minutes: the loads of all other
 * scripts together, and analysts who read and work on alerts.
 */
const vehicles = size('VEHICLES', 500)
const analysts = size('ANALYSTS', 4)
const viewers = size('VIEWERS', 10)
const seconds = lasting('120s')

const reportsPerRequest = 50
const linesPerRequest = 25
/** In a rush hour: the share of the fleet that sends each second, by kind. */
const busy = { reports: 1, can: 0.02, ids: 0.01, syslog: 0.25 }

function throughTheDay(exec: string, arrivalsPerSecond: number): Scenario {
  const stages = stagesOf(day, seconds, perMinute(arrivalsPerSecond))
  return {
    executor: 'ramping-arrival-rate',
    exec,
    timeUnit: '1m',
    startRate: stages.at(-1)!.target,
    stages,
    preAllocatedVUs: 10,
    maxVUs: 100,
  }
}

export const options: Options = {
  scenarios: {
    reports: throughTheDay('report', (vehicles * busy.reports) / reportsPerRequest),
    can: throughTheDay('drive', vehicles * busy.can),
    ids: throughTheDay('notice', vehicles * busy.ids),
    syslog: throughTheDay('log', (vehicles * busy.syslog) / linesPerRequest),
    analysts: {
      executor: 'ramping-vus',
      exec: 'analyse',
      startVUs: 1,
      stages: stagesOf(shifts, seconds, analysts),
      gracefulRampDown: '10s',
    },
    walls: {
      executor: 'per-vu-iterations',
      exec: 'watch',
      vus: viewers,
      iterations: 1,
      maxDuration: `${seconds + 60}s`,
    },
  },
  thresholds: {
    ...nothingLost,
    ...wallsAreTrue,
    dropped_iterations: ['rate<1'],
    'stored_ms{kind:report}': ['p(95)<1000'],
    'stored_ms{kind:can}': ['p(95)<1000'],
    'stored_ms{kind:ids}': ['p(95)<1000'],
    'stored_ms{kind:syslog}': ['p(95)<1000'],
    'http_req_duration{kind:read}': ['p(95)<500'],
    'http_req_duration{kind:write}': ['p(95)<500'],
  },
  summaryTrendStats: trendStats,
}

export function setup() {
  const began = Date.now()
  const sessions = installation.people.slice(0, analysts).map((person) => openSession(person))
  return { run: `k6-${began}`, began, sessions }
}
type Begun = ReturnType<typeof setup>

/** Sends positions of the next vehicles in turn; every fifth of them also sends its signals. */
export function report({ run }: Begun): void {
  const n = execution.scenario.iterationInTest
  const ts = Date.now()
  const reporting = Array.from({ length: reportsPerRequest }, (_, i) => (n * reportsPerRequest + i) % vehicles)
  send(
    'report',
    run,
    n,
    reporting.flatMap((vehicle) =>
      vehicle % 5 === n % 5 ? [positionOf(vehicle, ts), telemetryOf(vehicle, ts)] : [positionOf(vehicle, ts)],
    ),
  )
}

/** Sends a second of a bus. */
export function drive({ run }: Begun): void {
  const n = execution.scenario.iterationInTest
  send('can', run, n, [canSecondOf(n % vehicles, Date.now() - 1000)])
}

/** Sends heartbeats of sensors, and one event in ten that raises an alert. */
export function notice({ run }: Begun): void {
  const n = execution.scenario.iterationInTest
  send('ids', run, n, [idsOf(n % vehicles, Date.now(), n % 10 === 0 ? 0x8001 : 0x8031)])
}

export function log({ run }: Begun): void {
  const n = execution.scenario.iterationInTest
  const ts = Date.now()
  send(
    'syslog',
    run,
    n,
    Array.from({ length: linesPerRequest }, (_, i) => logLineOf((n * linesPerRequest + i) % vehicles, ts, n + i)),
  )
}

/** An analyst's minute: the queue, its histogram over time, an alert in detail, its vehicle, a tag on the alert. */
export function analyse({ sessions }: Begun): void {
  const token = sessions[execution.scenario.iterationInTest % sessions.length]!
  const queue = get(token, 'msoc/v1/alerts', { q: vinPrefix, limit: 50 })
  const shown = [queue, get(token, 'msoc/v1/alerts/histogram'), get(token, 'msoc/v1/assets/vehicles', { limit: 50 })]
  const alert = alertsIn(queue)[execution.scenario.iterationInTest % 50]
  if (alert) {
    shown.push(
      get(token, 'msoc/v1/alerts/get', { uuid: alert.uuid }),
      get(token, 'msoc/v1/assets/vehicles', { q: alert.vehicle?.vin ?? vinOf(0) }),
    )
    shown.push(
      post(token, 'msoc/v1/alerts/update', {
        uuids: [alert.uuid],
        change: { tags: [`load ${execution.scenario.iterationInTest % 10}`] },
      }),
    )
  }
  check(shown, { "an analyst's requests succeed": (shown) => shown.every(({ status }) => status === 200) })
  sleep(1 + Math.random())
}

export function watch({ sessions, began }: Begun): void {
  openWalls(sessions[0]!, began, 1, 0, seconds)
}

export const handleSummary = reportOf('mixed-day')
