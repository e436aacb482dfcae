import execution from 'k6/execution'
import type { Options } from 'k6/options'
import { nothingLost, send } from '../lib/ingest.ts'
import { reportOf, trendStats } from '../lib/report.ts'
import { lasting, size } from '../lib/settings.ts'
import { perMinute, ramp, stagesOf } from '../lib/shape.ts'
import { positionOf, telemetryOf } from '../lib/traffic.ts'

/**
 * Increasing numbers of positions and telemetry up to the peak, which is held: at what load do response times grow?
 */
const vehicles = size('VEHICLES', 2_000)
const eventsPerSecond = size('EVENTS_PER_SECOND', 5_000)
const eventsPerRequest = size('EVENTS_PER_REQUEST', 100)
const seconds = lasting('60s')

export const options: Options = {
  scenarios: {
    ramp: {
      executor: 'ramping-arrival-rate',
      exec: 'report',
      timeUnit: '1m',
      preAllocatedVUs: 20,
      maxVUs: 200,
      startRate: 0,
      stages: stagesOf(ramp, seconds, perMinute(eventsPerSecond / eventsPerRequest)),
    },
  },
  thresholds: { ...nothingLost, stored_ms: ['p(95)<1000', 'p(99)<2500'], dropped_iterations: ['rate<1'] },
  summaryTrendStats: trendStats,
}

export function setup() {
  return { run: `k6-${Date.now()}` }
}

/** A request is from the next vehicles in turn, each with its position and its state. */
export function report({ run }: ReturnType<typeof setup>): void {
  const n = execution.scenario.iterationInTest
  const reporting = Math.ceil(eventsPerRequest / 2)
  const ts = Date.now()
  const events = Array.from({ length: reporting }, (_, i) => (n * reporting + i) % vehicles).flatMap((vehicle) => [
    positionOf(vehicle, ts),
    telemetryOf(vehicle, ts),
  ])
  send('telemetry', run, n, events)
}

export const handleSummary = reportOf('telemetry-ramp')
