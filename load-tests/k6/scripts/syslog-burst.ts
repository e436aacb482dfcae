import { check } from 'k6'
import execution from 'k6/execution'
import type { Options } from 'k6/options'
import { awaitAlert, openSession } from '../lib/api.ts'
import { nothingLost, send } from '../lib/ingest.ts'
import { reportOf, trendStats } from '../lib/report.ts'
import { lasting, size } from '../lib/settings.ts'
import { perMinute } from '../lib/shape.ts'
import { failedPasswordOf, logLineOf, vinOf } from '../lib/traffic.ts'

/**
 * Log lines over HTTP: a quiet third, a burst, a quiet third. The burst's effect on response times must end with the
 * burst, and an attack during the burst must be detected.
 */
const vehicles = size('VEHICLES', 200)
const linesPerSecond = size('LINES_PER_SECOND', 200)
const burst = size('BURST', 20)
const linesPerRequest = size('LINES_PER_REQUEST', 50)
const seconds = lasting('60s')

const attacked = 910_000
const rule = 'authentication-failures'
const alertWaitSeconds = 30

function phase(name: string, perSecond: number, third: number) {
  const arrivals = {
    rate: perMinute(perSecond / linesPerRequest),
    timeUnit: '1m',
    duration: `${seconds / 3}s`,
    startTime: `${(third * seconds) / 3}s`,
  }
  return {
    [name]: { executor: 'constant-arrival-rate' as const, exec: 'log', preAllocatedVUs: 20, maxVUs: 200, ...arrivals },
  }
}

export const options: Options = {
  scenarios: {
    ...phase('before', linesPerSecond, 0),
    ...phase('burst', linesPerSecond * burst, 1),
    ...phase('after', linesPerSecond, 2),
    guesses: {
      executor: 'per-vu-iterations',
      exec: 'guess',
      vus: 1,
      iterations: 1,
      startTime: `${seconds / 2}s`,
      maxDuration: `${2 * alertWaitSeconds}s`,
    },
  },
  thresholds: {
    ...nothingLost,
    dropped_iterations: ['rate<1'],
    'stored_ms{scenario:before}': ['p(95)<500'],
    'stored_ms{scenario:burst}': ['p(95)<2000'],
    'stored_ms{scenario:after}': ['p(95)<500'],
  },
  summaryTrendStats: trendStats,
}

export function setup() {
  return { run: `k6-${Date.now()}`, token: openSession() }
}

export function log({ run }: ReturnType<typeof setup>): void {
  const { iterationInTest: n, startTime } = execution.scenario
  const ts = Date.now()
  const lines = Array.from({ length: linesPerRequest }, (_, i) =>
    logLineOf((n * linesPerRequest + i) % vehicles, ts, n + i),
  )
  // iterations are counted for each scenario: the start of the phase distinguishes its requests from the others
  send('syslog', `${run}-${startTime}`, n, lines)
}

export function guess({ run, token }: ReturnType<typeof setup>): void {
  const began = Date.now()
  send(
    'guesses',
    run,
    1,
    Array.from({ length: 5 }, (_, i) => failedPasswordOf(attacked, began + i)),
  )
  check(awaitAlert(token, vinOf(attacked), rule, began, alertWaitSeconds), {
    'guessed passwords are an alert during the burst': (came) => came,
  })
}

export const handleSummary = reportOf('syslog-burst')
