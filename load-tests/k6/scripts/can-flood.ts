import { check, sleep } from 'k6'
import execution from 'k6/execution'
import { Trend } from 'k6/metrics'
import type { Options } from 'k6/options'
import { alertsIn, awaitAlert, get, openSession } from '../lib/api.ts'
import { nothingLost, send } from '../lib/ingest.ts'
import { reportOf, trendStats } from '../lib/report.ts'
import { lasting, size } from '../lib/settings.ts'
import { canSecondOf, vinOf, vinPrefix } from '../lib/traffic.ts'

/**
 * Many buses with full traffic, some of which are flooded: every flood must raise an alert, and no other vehicle may
 * have one.
 */
const vehicles = size('VEHICLES', 20)
const victims = size('VICTIMS', 5)
const floodSeconds = size('FLOOD_SECONDS', 5)
const seconds = lasting('60s')

/** The attacked vehicles are separate from those that only drive. */
const firstVictim = 900_000
const rule = 'can-flood'
/** The maximum wait for an alert, seconds. */
const alertWaitSeconds = 30

/** From the arrival of the first flooded second until the api lists the alert: checked every 250 ms. */
const floodToAlert = new Trend('flood_to_alert_ms', true)

export const options: Options = {
  scenarios: {
    buses: {
      executor: 'constant-arrival-rate',
      exec: 'drive',
      rate: vehicles,
      duration: `${seconds}s`,
      preAllocatedVUs: 20,
      maxVUs: 200,
    },
    floods: {
      executor: 'per-vu-iterations',
      exec: 'flood',
      vus: victims,
      iterations: 1,
      startTime: `${seconds / 3}s`,
      maxDuration: `${seconds + floodSeconds + alertWaitSeconds}s`,
    },
  },
  thresholds: {
    ...nothingLost,
    stored_ms: ['p(95)<1000'],
    flood_to_alert_ms: ['p(95)<2000'],
    dropped_iterations: ['rate<1'],
  },
  summaryTrendStats: trendStats,
}

export function setup() {
  const began = Date.now()
  return { run: `k6-${began}`, began, token: openSession() }
}

/** Sends the last second of a bus. Vehicles take turns, so that the seconds of each vehicle fit together. */
export function drive({ run }: ReturnType<typeof setup>): void {
  const { iterationInTest: n, startTime } = execution.scenario
  const vehicle = n % vehicles
  const from = Math.round(startTime + (Math.floor(n / vehicles) - 1 + vehicle / vehicles) * 1000)
  send('can', run, n, [canSecondOf(vehicle, from)])
}

export function flood({ run, token }: ReturnType<typeof setup>): void {
  const victim = firstVictim + execution.scenario.iterationInTest
  const began = Date.now()
  let acceptedAt: number | undefined
  for (let second = 0; second < floodSeconds; second++) {
    sleep(Math.max(0, began + (second + 1) * 1000 - Date.now()) / 1000)
    send('flood', run, victim * 1000 + second, [canSecondOf(victim, began + second * 1000, true)])
    acceptedAt ??= Date.now()
    if (second === 0) {
      const came = awaitAlert(token, vinOf(victim), rule, began, alertWaitSeconds)
      check(came, { 'the flood is an alert': (came) => came })
      if (came) floodToAlert.add(Date.now() - acceptedAt)
    }
  }
}

/** Checks that this run's flood alerts are only for flooded vehicles. */
export function teardown({ token, began }: ReturnType<typeof setup>): void {
  const flooded = new Set(Array.from({ length: victims }, (_, i) => vinOf(firstVictim + i)))
  const alerts = alertsIn(
    get(token, 'msoc/v1/alerts', { rule, q: vinPrefix, from: new Date(began).toISOString(), limit: 500 }),
  )
  check(alerts, {
    'no other vehicle is reported as flooded': (alerts) =>
      alerts.every(({ vehicle }) => flooded.has(vehicle?.vin ?? '')),
  })
}

export const handleSummary = reportOf('can-flood')
