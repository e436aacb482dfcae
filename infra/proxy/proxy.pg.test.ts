import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createSocket } from 'node:dgram'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { keptCertificate } from '../local/installation/certificate.ts'
import { freeServerPort } from '../local/installation/ports.ts'
import { password, sendAndEnd, startInstallation } from '../testing/support/installation.ts'
import { connectLive } from '../testing/support/live.ts'
import { checkConfiguration, findNginx, type Ports, startNginx, writeConfiguration } from './nginx.fixture.ts'

const nginx = findNginx()

/** Two apis and an ingest that trust one proxy, with nginx and our configuration as that proxy. */
async function proxied() {
  if ('missing' in nginx) throw new Error(nginx.missing)
  const folder = mkdtempSync(join(tmpdir(), 'carapace-proxy-'))
  chmodSync(folder, 0o711) // started by root, nginx runs as another user, who buffers bodies in there
  const site = await startInstallation({ trustProxy: true })
  const other = await site.anotherApi()
  const names = ['8080', '8443', '4100', '5514', '6514'] as const
  const ports = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await freeServerPort()])),
  ) as Ports
  const options = {
    folder,
    ports,
    behind: { api: [site.api.port, other.port], ingest: site.ingest.port, syslog: site.ingest.syslogPort },
  }

  const tls = await keptCertificate(join(folder, 'tls'))
  writeConfiguration({ ...options, servers: 'tls', tls })
  checkConfiguration(nginx.program, folder)
  writeConfiguration({ ...options, servers: 'plain' })
  const kestrel = await site.organisation('Kestrel')
  return {
    ...site,
    program: nginx.program,
    folder,
    other,
    kestrel,
    ports,
    port: ports['8080'],
    url: `http://127.0.0.1:${ports['8080']}`,
    hasStreams: nginx.hasStreams,
  }
}

const site = 'missing' in nginx ? undefined : await proxied()
const here = site!

// not earlier, since vitest runs no afterAll if it runs no test: nginx would keep running
beforeAll(async () => {
  if (site === undefined) return
  const running = await startNginx(site.program, site.folder, site.port)
  return async () => {
    await running.stop()
    rmSync(site.folder, { recursive: true, force: true })
  }
})

beforeEach(({ skip }) => {
  if ('missing' in nginx) skip(`The proxy is not tested: ${nginx.missing}`)
})

/** Signs in from an address of this machine, with a header that claims another address. */
function signIn(from: string, claimed: string): Promise<number> {
  const body = JSON.stringify({ email: here.kestrel.members.ADMIN.email, password })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': claimed,
  }
  return new Promise((resolve, reject) => {
    request(
      { port: here.port, host: '127.0.0.1', localAddress: from, method: 'POST', path: '/api/v2/auth/login', headers },
      (reply) => resolve(reply.resume().statusCode!),
    )
      .on('error', reject)
      .end(body)
  })
}

test('calls go through the proxy, and metrics do not', async () => {
  const health = await fetch(`${here.url}/api/health`)
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
  for (const alive of [`${here.url}/api/alive`, `http://127.0.0.1:${here.ports['4100']}/alive`])
    expect(await (await fetch(alive)).json()).toEqual({ status: 'ok' })
  expect((await fetch(`${here.url}/metrics`)).status).toBe(404)
  expect((await fetch(`${here.url}/soc/metrics`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${here.ports['4100']}/metrics`)).status).toBe(404)
})

test("an api gets the caller's real address, never one that the caller claims", async () => {
  expect(await signIn('127.0.0.7', '203.0.113.9')).toBe(200)
  const [session] = await here.sql`SELECT address FROM sessions ORDER BY created_at DESC LIMIT 1`
  expect(session).toEqual({ address: '127.0.0.7' })
})

test("a viewer's WebSocket passes through the proxy in both directions", async () => {
  const viewer = await connectLive(here.port, here.kestrel.members.ADMIN.token)
  expect(await viewer.subscribe('msoc.nothing').refusal()).toBe('NOT_FOUND')
  viewer.close()
})

test('an upload is passed on unbuffered: the api refuses an unauthenticated caller before it ends', async () => {
  const status = await new Promise((resolve, reject) => {
    const upload = request(
      {
        port: here.port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/msoc/v1/captures/upload',
        headers: { 'content-type': 'application/octet-stream', 'content-length': 1024 ** 3 },
      },
      (reply) => {
        resolve(reply.statusCode)
        upload.destroy()
      },
    ).on('error', reject)
    upload.write(Buffer.alloc(64 * 1024))
  })
  expect(status).toBe(403)
})

test('events are accepted through the proxy', async () => {
  const line = JSON.stringify({ type: 'position', vehicle: 'KESTREL-1', ts: Date.now(), lat: 48.7, lon: 9.1 })
  expect((await here.post(here.kestrel.key, line, { port: here.ports['4100'] })).body).toMatchObject({ accepted: 1 })
})

test('log lines are passed on over TCP and UDP', async ({ skip }) => {
  if (!here.hasStreams) skip('nginx has no stream module (Debian: libnginx-mod-stream).')
  const lines = () => here.sql`SELECT message FROM syslog_events ORDER BY message`
  const line = (message: string) =>
    `<34>1 ${new Date().toISOString()} KESTREL-1 app - - ` +
    `[carapace@32473 key="${here.kestrel.key}" vehicle="KESTREL-1"] ${message}`
  await sendAndEnd(here.ports['5514'], `${line('over tcp')}\n`)
  const udp = createSocket('udp4')
  udp.send(line('over udp'), here.ports['5514'], '127.0.0.1')
  await vi.waitUntil(async () => (await lines()).length === 2, { timeout: 20_000, interval: 50 })
  udp.close()
  expect((await lines()).map(({ message }) => message)).toEqual(['over tcp', 'over udp'])
})

test('when an api stops, its viewer is notified, and the other api serves every call and every viewer', async () => {
  const { token } = here.kestrel.members.ADMIN
  const viewers = await Promise.all(Array.from({ length: 4 }, () => connectLive(here.port, token)))
  await here.other.stop()
  const closeEvent = await Promise.race(viewers.map(({ closed }) => closed))
  expect(closeEvent.reason).toMatch(/Reconnect/)

  const statuses = await Promise.all(
    Array.from({ length: 12 }, async () => (await fetch(`${here.url}/api/health`)).status),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await signIn('127.0.0.1', '')).toBe(200)
  const again = await connectLive(here.port, token)
  again.close()
  for (const viewer of viewers) viewer.close()
})
