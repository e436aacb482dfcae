import { hash } from '@node-rs/argon2'
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import { connect, type Socket } from 'node:net'
import { openSession } from '@carapace/api/src/account/sign-in/sessions.queries.ts'
import { startApi } from '@carapace/api/src/app.ts'
import type { Settings } from '@carapace/api/src/core/settings.ts'
import { startIngest } from '@carapace/ingest/src/app.ts'
import type { Settings as IngestSettings } from '@carapace/ingest/src/core/settings.ts'
import { users } from '@carapace/shared/account/account.table'
import { createKey, createOrganisation } from '@carapace/shared/account/provision.queries'
import type { Org } from '@carapace/shared/core/owned'
import { type Licence, type Role, roles } from '@carapace/shared/modules'

import { apiSettings } from './api-settings.ts'
import { atEnd } from './at-end.ts'
import { typedClient } from './client.ts'
import { testDatabase } from './database.ts'
import { connectLive, type LiveClient } from './live.ts'

/** The password of all test users. Hashed cheaply: the cost of a hash is not tested here. */
export const password = 'correct horse battery staple'

export interface Member {
  readonly uuid: string
  readonly email: string
  readonly role: Role
  /** A session's token. */
  readonly token: string
}

export interface Organisation {
  readonly org: Org
  readonly name: string
  /** An ingest key, and the uuid of its row. */
  readonly key: string
  readonly keyUuid: string
  readonly members: Readonly<Record<Role, Member>>
}

export interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into the answer it expects
  readonly body: any
  readonly text: string
  readonly headers: Headers
}

type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
type Events = string | Uint8Array<ArrayBuffer> | readonly object[]

export type Installation = Awaited<ReturnType<typeof startInstallation>>

/**
 * Starts api and ingest in this process, on their own ports, with their own database; all are removed after the file's
 * tests. `settings` override the usual ones of tests.
 */
export async function startInstallation(settings: Partial<Settings> = {}, openDatabase = testDatabase) {
  process.env.LOG_LEVEL ||= 'silent'
  const database = await openDatabase()
  const { url: databaseUrl, db } = database
  const domainOf = uniqueDomains()
  const started: { stop(): Promise<void> }[] = []
  const anotherApi = async (different: Partial<Settings> = {}) => {
    const api = await startApi(apiSettings({ databaseUrl, ...settings, ...different }))
    const server = stoppedOnce(api)
    started.push(server)
    return server
  }
  const api = await anotherApi()
  const viewers: LiveClient[] = []
  const anotherIngest = async (different: Partial<IngestSettings> = {}) => {
    const ingest = await startIngest({
      databaseUrl,
      host: '127.0.0.1',
      port: 0,
      syslogPort: 0,
      syslogTlsPort: 0,
      syslogTls: undefined,
      syslogOrganisation: undefined,
      metricsToken: undefined,
      trustProxy: false,
      kafka: undefined,
      bus: { nats: undefined },
      ...different,
    })
    const server = stoppedOnce(ingest)
    started.push(server)
    return server
  }
  const ingest = await anotherIngest()
  atEnd(async () => {
    for (const viewer of viewers) viewer.close()
    await Promise.all(started.map((one) => one.stop()))
  })
  const apiAt = (port: number) => `http://127.0.0.1:${port}/api/`
  const apiUrl = apiAt(api.port)

  return {
    ...database,
    api,
    anotherApi,
    ingest,
    anotherIngest,
    apiUrl,
    organisation: (name: string, licence: LicenceInput = {}) => organisation(db, name, domainOf(name), licence),
    signIn: (org: Org, userUuid: string) => signIn(db, org, userUuid),
    ...typedClient(apiUrl),
    /** GET with a query; the path is that of an endpoint, without `/api/`. */
    get: (token: string | undefined, path: string, query: Query = {}, port = api.port) =>
      fetchAnswer(`${apiAt(port)}${path}${queryOf(query)}`, { headers: tokenHeader(token) }),
    /** POST of a JSON body. */
    call: (token: string | undefined, path: string, body: object = {}, port = api.port) =>
      fetchAnswer(`${apiAt(port)}${path}`, {
        method: 'POST',
        headers: { ...tokenHeader(token), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    /** POST of a file with any bytes; the input is in the query. */
    upload: (token: string | undefined, path: string, query: Query, bytes: string | Uint8Array<ArrayBuffer>) =>
      fetchAnswer(`${apiUrl}${path}${queryOf(query)}`, {
        method: 'POST',
        headers: { ...tokenHeader(token), 'content-type': 'application/octet-stream' },
        body: bytes,
      }),
    /** Posts events to ingest: lines, bytes, or objects, each of which becomes a line. */
    post: (
      key: string,
      events: Events,
      {
        headers = {},
        path = 'events',
        port = ingest.port,
      }: { headers?: Record<string, string>; path?: string; port?: number } = {},
    ) =>
      fetchAnswer(`http://127.0.0.1:${port}/ingest/v1/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson', ...headers },
        body: bodyOf(events),
      }),
    /** A phone tracker's request. */
    track: (query: Query) => fetchAnswer(`http://127.0.0.1:${ingest.port}/${queryOf(query)}`),
    /** Sends bytes over a TCP connection to the syslog listener and closes it. */
    syslog: (bytes: string | Uint8Array) => sendAndEnd(ingest.syslogPort, bytes),
    async live(token?: string): Promise<LiveClient> {
      const viewer = await connectLive(api.port, token)
      viewers.push(viewer)
      return viewer
    },
  }
}

/** A test may stop a server itself; at the end all are stopped. */
function stoppedOnce<S extends { stop(): Promise<void> }>(server: S): S {
  let stopped: Promise<void> | undefined
  return { ...server, stop: () => (stopped ??= server.stop()) }
}

interface LicenceInput {
  readonly modules?: Licence[]
  readonly licenceUntil?: Date | null
}

/**
 * The first part of the mail domain of an organisation's members, by the organisation's name. The second organisation
 * of the same name, for a retried test, gets another one.
 */
function uniqueDomains(): (name: string) => string {
  const used = new Map<string, number>()
  return (name) => {
    const plain = name.toLowerCase().replaceAll(/\W+/g, '-')
    const count = (used.get(plain) ?? 0) + 1
    used.set(plain, count)
    return count === 1 ? plain : `${plain}-${count}`
  }
}

async function organisation(
  db: PostgresJsDatabase,
  name: string,
  domain: string,
  licence: LicenceInput,
): Promise<Organisation> {
  const org = await createOrganisation(db, { name, ...licence })
  const passwordHash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  const rows = await db
    .insert(users)
    .values(
      roles.map((role) => ({
        orgUuid: org.uuid,
        role,
        passwordHash,
        name: `${name} ${role.toLowerCase()}`,
        email: `${role.toLowerCase()}@${domain}.example`,
      })),
    )
    .returning()
  const members = await Promise.all(
    rows.map(async ({ uuid, email, role }): Promise<[Role, Member]> => [
      role,
      { uuid, email, role, token: await signIn(db, org, uuid) },
    ]),
  )
  const { key, row } = await createKey(db, org, { name: `${name} key`, createdBy: `${name} admin` })
  return { org, name, key, keyUuid: row.uuid, members: Object.fromEntries(members) as Organisation['members'] }
}

function signIn(db: PostgresJsDatabase, org: Org, userUuid: string): Promise<string> {
  return db.transaction((tx) => openSession(tx, org, userUuid, { address: '127.0.0.1', userAgent: 'a test' }))
}

export async function fetchAnswer(url: string, request: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, request)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, text, body: isJson ? JSON.parse(text) : undefined, headers: response.headers }
}

function tokenHeader(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { 'access-token': token }
}

function queryOf(query: Query): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) for (const one of [value].flat()) params.append(name, String(one))
  }
  return `?${params}`
}

function bodyOf(events: Events): string | Uint8Array<ArrayBuffer> {
  if (typeof events === 'string' || events instanceof Uint8Array) return events
  return events.map((event) => JSON.stringify(event)).join('\n')
}

export function sendAndEnd(port: number, bytes: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1', () => socket.end(bytes))
    socket
      .resume()
      .on('close', () => resolve())
      .on('error', reject)
  })
}
