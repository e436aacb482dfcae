import { expect, test } from 'vitest'
import { channels, endpoints } from '@carapace/shared/contracts'
import { closeCodes } from '@carapace/shared/core/live/live-protocol'
import { licences, roles } from '@carapace/shared/modules'
import { may } from '@carapace/shared/permissions'

import { type Installation, type Organisation, startInstallation } from '../support/installation.ts'
import type { LiveClient } from '../support/live.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const admin = alpha.members.ADMIN

const callEndpoint = (
  token: string | undefined,
  { method, path }: { method: string; path: string },
  port = site.api.port,
) => (method === 'GET' ? site.get(token, path, {}, port) : site.call(token, path, {}, port))

/** A session of the administrator, after a change to it or to its user. */
async function session(change: (token: string) => Promise<unknown>): Promise<string> {
  const token = await site.signIn(alpha.org, admin.uuid)
  await change(token)
  return token
}

const ofToken = (token: string) => site.sql`token_hash = sha256(${token}::text::bytea)`

async function someoneWhoLeft(): Promise<string> {
  const { org, members } = await site.organisation('Left')
  const token = await site.signIn(org, members.ADMIN.uuid)
  await site.sql`UPDATE users SET active = false WHERE uuid = ${members.ADMIN.uuid}`
  return token
}

const unauthenticatedTokens: Record<string, string | undefined> = {
  'no token': undefined,
  'a token that is none': 'cst_0000000000000000000000000000000000000000000',
  'an ingest key': alpha.key,
  'a token longer than any': 'x'.repeat(5_000),
  'a session that was revoked': await session(
    (token) => site.sql`UPDATE sessions SET revoked_at = now() WHERE ${ofToken(token)}`,
  ),
  'a session that has expired': await session(
    (token) => site.sql`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE ${ofToken(token)}`,
  ),
  'a session that signed out': await session((token) => site.call(token, 'v2/auth/logout')),
  'the session of a user who left': await someoneWhoLeft(),
}

test.for(Object.keys(unauthenticatedTokens))(
  '%s gets 403 from every call that is not public, whatever the input',
  async (name) => {
    // one process for each: it looks up so many tokens of no session for an address in a minute
    const { port } = await site.anotherApi()
    for (const endpoint of endpoints.filter(({ access }) => access !== 'public')) {
      const { status, body } = await callEndpoint(unauthenticatedTokens[name], endpoint, port)
      expect([endpoint.path, status, body]).toEqual([
        endpoint.path,
        403,
        { success: false, code: 'NOT_SIGNED_IN', message: 'Sign in to continue.', errors: {} },
      ])
    }
  },
)

test.for(Object.keys(unauthenticatedTokens))('%s gets no live socket', async (name) => {
  const viewer = await site.live()
  viewer.send({ op: 'hello', token: (unauthenticatedTokens[name] ?? '').slice(0, 256), protocol: 1 })

  expect((await viewer.closed).code).toBe(closeCodes.notSignedIn)
  expect(viewer.frames).toEqual([])
})

const limited = endpoints.flatMap((endpoint) =>
  endpoint.needs ? roles.filter((role) => !may(role, endpoint.needs)).map((role) => ({ ...endpoint, role })) : [],
)

test.for(limited)('$path refuses a $role with 422', async (endpoint) => {
  const { status, body } = await callEndpoint(alpha.members[endpoint.role].token, endpoint)
  expect([status, body.code, body.success]).toEqual([422, 'ROLE_REQUIRED', false])
})

test('every call that writes names the permission that it needs; read calls with a large input need not', () => {
  const readOnlyPaths = [
    'v2/app/functional-safety/suggest-exposure',
    'v2/app/rate-tree',
    'msoc/v1/alerts/similar-counts',
    'msoc/v1/observables/find',
    'msoc/v1/panels/run',
    'msoc/v1/rules/check',
    'msoc/v1/rules/export',
    'v2/app/vulnerability/findings/fix-releases',
  ]
  expect(
    endpoints
      .filter(({ method, access, needs }) => method === 'POST' && access !== 'public' && !needs)
      .map(({ path }) => path),
  ).toEqual(readOnlyPaths)
})

test('a viewer may read, and an analyst may write', async () => {
  expect((await site.get(alpha.members.VIEWER.token, 'msoc/v1/alerts')).status).toBe(200)
  expect((await site.call(alpha.members.ANALYST.token, 'msoc/v1/assets/save-vehicle', { vin: 'ALPHA1' })).status).toBe(
    200,
  )
})

const unlicensed: Record<string, Organisation> = {
  'whose licence lacks the module': await site.organisation('Without', {
    modules: licences.filter((licence) => !endpoints.some(({ access }) => access === licence)),
  }),
  'whose licence has expired': await site.organisation('Expired', { licenceUntil: new Date(Date.now() - 1_000) }),
  'whose licence was withdrawn': await site.organisation('Withdrawn'),
}
await site.sql`UPDATE organisations SET licence_active = false WHERE name = 'Withdrawn'`

test.for(Object.keys(unlicensed))(
  'an organisation %s gets 402 from licensed calls, and can use its session for the others',
  async (name) => {
    const { token } = unlicensed[name]!.members.ADMIN
    for (const endpoint of endpoints.filter(({ access }) => access !== 'public' && access !== 'member')) {
      const { status, body } = await callEndpoint(token, endpoint)
      expect([endpoint.path, status, body.code]).toEqual([endpoint.path, 402, 'LICENCE_REQUIRED'])
    }
    expect((await site.get(token, 'v2/auth/session')).status).toBe(200)
    const viewer = await site.live(token)
    for (const channel of channels.filter(({ access }) => access !== 'member'))
      expect([channel.name, await viewer.subscribe(channel.name).refusal()]).toEqual([channel.name, 'LICENCE_REQUIRED'])
  },
)

/** Changes to a user with an open socket, and the code that closes the socket. */
const events: Record<
  string,
  { code: number; happens: (site: Installation, watcher: Organisation) => Promise<unknown> }
> = {
  'signs out': {
    code: closeCodes.notSignedIn,
    happens: ({ call }, { members }) => call(members.ANALYST.token, 'v2/auth/logout'),
  },
  'has the session revoked': {
    code: closeCodes.notSignedIn,
    happens: ({ sql }, { members }) =>
      sql`UPDATE sessions SET revoked_at = now() WHERE user_uuid = ${members.ANALYST.uuid}`,
  },
  'has a session that expires': {
    code: closeCodes.notSignedIn,
    happens: ({ sql }, { members }) =>
      sql`UPDATE sessions SET expires_at = now() WHERE user_uuid = ${members.ANALYST.uuid}`,
  },
  'is deactivated': {
    code: closeCodes.notSignedIn,
    happens: ({ sql }, { members }) => sql`UPDATE users SET active = false WHERE uuid = ${members.ANALYST.uuid}`,
  },
  'gets another role': {
    code: closeCodes.goingAway,
    happens: ({ sql }, { members }) => sql`UPDATE users SET role = 'VIEWER' WHERE uuid = ${members.ANALYST.uuid}`,
  },
  'loses a module of the licence': {
    code: closeCodes.goingAway,
    happens: ({ sql }, { org }) => sql`UPDATE organisations SET modules = '{CTI}' WHERE uuid = ${org.uuid}`,
  },
  'has a licence that expires': {
    code: closeCodes.goingAway,
    happens: ({ sql }, { org }) => sql`UPDATE organisations SET licence_until = now() WHERE uuid = ${org.uuid}`,
  },
  'has the licence withdrawn': {
    code: closeCodes.goingAway,
    happens: ({ sql }, { org }) => sql`UPDATE organisations SET licence_active = false WHERE uuid = ${org.uuid}`,
  },
}

/** The limit in ARCHITECTURE section 5, ms. */
const closedWithinMs = 5_000

test.concurrent.for(Object.keys(events))(
  'the live socket of a user who %s is closed within five seconds',
  async (name, { expect }) => {
    const watcher = await site.organisation(`Watcher ${name}`)
    const viewer = await site.live(watcher.members.ANALYST.token)
    await viewer.subscribe('msoc.alerts').snapshot()
    const { code, happens } = events[name]!
    await happens(site, watcher)

    expect(await closeOf(viewer)).toBe(code)
  },
)

test('the live sockets of all other users stay open', async () => {
  const viewer = await site.live(admin.token)
  await viewer.subscribe('msoc.alerts').snapshot()
  await site.sql`UPDATE sessions SET revoked_at = now() WHERE user_uuid = ${alpha.members.ENGINEER.uuid}`
  const other = await site.live(await site.signIn(alpha.org, alpha.members.VIEWER.uuid))
  await site.sql`UPDATE users SET active = false WHERE uuid = ${alpha.members.VIEWER.uuid}`

  expect(await closeOf(other)).toBe(closeCodes.notSignedIn)
  viewer.send({ op: 'ping', at: 7 })
  await viewer.until(() => viewer.frames.some(({ op }) => op === 'pong'), 'a pong')
})

function closeOf(viewer: LiveClient): Promise<number | 'still open'> {
  let timer: NodeJS.Timeout
  const late = new Promise<'still open'>((resolve) => (timer = setTimeout(() => resolve('still open'), closedWithinMs)))
  return Promise.race([viewer.closed.then(({ code }) => code), late]).finally(() => clearTimeout(timer))
}
