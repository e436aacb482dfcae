import { check } from 'k6'
import execution from 'k6/execution'
import { Counter, Rate } from 'k6/metrics'
import type { Response } from 'k6/http'
import type { Options } from 'k6/options'
import { get, post, signIn, tokenIn } from '../lib/api.ts'
import { reportOf, trendStats } from '../lib/report.ts'
import { installation, lasting, size } from '../lib/settings.ts'
import { perMinute, type Shape, stagesOf } from '../lib/shape.ts'

/**
 * Monday morning: all users sign in with the right password, from one address, while an attacker guesses passwords.
 * Each password costs an Argon2id hash by design. The right passwords must all succeed; the guesser never, and must get
 * responses to stop.
 */
const peak = size('SIGN_INS_PER_SECOND', 15)
const guesses = size('GUESSES', 15)
const seconds = lasting('60s')

/** By design an address gets 429 after this many sign-in calls a minute, right or wrong. */
const callsPerMinute = 3_000
const isWithinLimit = peak * 60 <= callsPerMinute
const storm: Shape = [
  [0.1, 0.2],
  [0.2, 1],
  [0.5, 1],
  [0.2, 0],
]

/** Counts responses of 429 to a right password. */
const turnedAway = new Counter('right_passwords_turned_away')
/**
 * Of the guesses after the tenth, which is the last that an account accepts in a quarter of an hour: the share that got
 * 429.
 */
const guessesStopped = new Rate('guesses_stopped')
const lastTaken = 10

export const options: Options = {
  scenarios: {
    colleagues: {
      executor: 'ramping-arrival-rate',
      exec: 'arrive',
      timeUnit: '1m',
      startRate: 0,
      stages: stagesOf(storm, seconds, perMinute(peak)),
      preAllocatedVUs: 50,
      maxVUs: 500,
    },
    guesser: {
      executor: 'per-vu-iterations',
      exec: 'guess',
      vus: 1,
      iterations: 1,
      startTime: `${seconds / 3}s`,
      maxDuration: `${seconds + 60}s`,
    },
  },
  thresholds: {
    checks: ['rate==1'],
    http_req_failed: ['rate==0'],
    dropped_iterations: ['rate<1'],
    guesses_stopped: ['rate==1'],
    'http_req_duration{kind:sign-in}': ['p(95)<2000'],
    ...(isWithinLimit && { right_passwords_turned_away: ['count==0'] }),
  },
  summaryTrendStats: trendStats,
}

export function setup() {
  if (!isWithinLimit)
    console.warn(
      `More than ${callsPerMinute} sign-ins a minute of one address are answered 429 by design: this ` +
        `run makes up to ${peak * 60}.`,
    )
  return { run: Date.now() }
}

/** A user signs in, requests their session, and signs out again. */
export function arrive(): void {
  const { people } = installation
  const response = signIn(people[execution.scenario.iterationInTest % people.length]!, [200, 429])
  if (response.status === 429) {
    turnedAway.add(1)
    return void check(response, { 'a refused caller learns how long to wait': hasRetryAfter })
  }
  const token = tokenIn(response)
  check(token, { 'the right password gets in': (token) => token !== undefined })
  if (!token) return
  check(get(token, 'v2/auth/session'), { 'the session is good at once': ({ status }) => status === 200 })
  check(post(token, 'v2/auth/logout', {}), { 'signing out works': ({ status }) => status === 200 })
}

/** Guesses for an address without an account: it is counted like any other, and locks no account. */
export function guess({ run }: ReturnType<typeof setup>): void {
  for (let n = 1; n <= guesses; n++) {
    const response = signIn({ email: `nobody-${run}@load-test.example`, password: `guess ${n}` }, [422, 429], 'guess')
    check(response, { 'a guess never gets in': ({ status }) => status === 422 || status === 429 })
    if (response.status === 429) check(response, { 'a refused caller learns how long to wait': hasRetryAfter })
    if (n > lastTaken) guessesStopped.add(response.status === 429)
  }
}

function hasRetryAfter({ headers }: Response): boolean {
  return Number(headers['Retry-After']) > 0
}

export const handleSummary = reportOf('sign-in-storm')
