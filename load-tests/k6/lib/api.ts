import { sleep } from 'k6'
import http, { type Response } from 'k6/http'
import { installation, type Person } from './settings.ts'

/** The fields of a listed alert that the scripts use. */
export interface Alert {
  readonly uuid: string
  readonly count: number
  readonly last_seen: string
  readonly revision: number
  readonly vehicle: { readonly vin: string } | null
}

/** A GET call without cookies. `name` is the path: with the query, each call would be counted separately. */
export function get(token: string, path: string, query: Readonly<Record<string, string | number>> = {}): Response {
  const words = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const jar = new http.CookieJar()
  return http.get(`${installation.apiUrl}/api/${path}${words.length > 0 ? '?' : ''}${words.join('&')}`, {
    headers: { 'access-token': token },
    tags: { name: `GET /api/${path}`, kind: 'read' },
    jar,
  })
}

export function post(token: string, path: string, body: object): Response {
  const jar = new http.CookieJar()
  return http.post(`${installation.apiUrl}/api/${path}`, JSON.stringify(body), {
    headers: { 'access-token': token, 'content-type': 'application/json' },
    tags: { name: `POST /api/${path}`, kind: 'write' },
    jar,
  })
}

/** Signs in with a password. `expected` are the statuses that are not failures here. */
export function signIn(person: Person, expected: readonly number[] = [200], kind = 'sign-in'): Response {
  return http.post(`${installation.apiUrl}/api/v2/auth/login`, JSON.stringify({ ...person, recaptcha_token: null }), {
    headers: { 'content-type': 'application/json' },
    tags: { name: 'POST /api/v2/auth/login', kind },
    jar: new http.CookieJar(),
    responseCallback: http.expectedStatuses(...expected),
  })
}

/** The session token in the response to a sign-in; undefined if there is none. */
export function tokenIn({ status, body }: Response): string | undefined {
  return status === 200
    ? (JSON.parse(body!) as { user: { access_token: string } | null }).user?.access_token
    : undefined
}

/** Opens a session for the rest of the script. Throws if that fails: then nothing could be measured. */
export function openSession(person = installation.people[0]!): string {
  const response = signIn(person)
  const token = tokenIn(response)
  if (!token) throw new Error(`${person.email} can't sign in: ${response.status} ${response.body ?? response.error}`)
  return token
}

export function alertsIn(response: Response): readonly Alert[] {
  return response.status === 200 ? (JSON.parse(response.body!) as { alerts: readonly Alert[] }).alerts : []
}

/**
 * Polls until this vehicle's alert of this rule was seen since `from` (epoch ms), for at most `seconds`; returns
 * whether it was.
 */
export function awaitAlert(token: string, vehicle: string, rule: string, from: number, seconds: number): boolean {
  const query = { vehicle, rule, from: new Date(from).toISOString(), limit: 1 }
  for (const end = Date.now() + seconds * 1000; Date.now() < end; sleep(0.25)) {
    if (alertsIn(get(token, 'msoc/v1/alerts', query)).length > 0) return true
  }
  return false
}
