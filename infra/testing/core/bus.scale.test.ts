import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Bus, openBus, readBusSettings } from '@carapace/shared/core/bus/bus'
import { endsOver, large, testBusRules } from '@carapace/shared/core/bus/bus.fixture'
import { openNats } from '@carapace/shared/core/bus/nats'

import { keptCertificate } from '../../local/installation/certificate.ts'
import { type Nats, startNats } from '../../nats/server.ts'
import { natsMissing } from '../support/servers/nats.ts'

const folder = mkdtempSync(join(tmpdir(), 'carapace-bus-'))
const log = { info: () => undefined, warn: () => undefined }
const waitOptions = { timeout: 40_000, interval: 50 }

const opened: { close(): unknown }[] = []
const children: ChildProcess[] = []
const servers: Nats[] = []
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const one of opened.splice(0).reverse()) await one.close()
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  rmSync(folder, { recursive: true })
})

async function serverWith(...options: string[]): Promise<Nats> {
  const server = await startNats({ dataDir: join(folder, String(servers.length)), options })
  servers.push(server)
  return server
}

async function busOf(env: Record<string, string>): Promise<Bus> {
  const bus = await openBus(readBusSettings(env))
  opened.push(bus)
  return bus
}

/** A subscriber of `t`, and the items that it received. */
function listening(bus: Bus) {
  const [items, gaps]: [unknown[], number[]] = [[], []]
  const subscriber = bus.subscriber((dropped) => gaps.push(dropped))
  opened.push(subscriber)
  subscriber.subscribe('t', (some) => items.push(...some))
  return { items, gaps }
}

function publishing(bus: Bus) {
  const publisher = bus.publisher()
  opened.push(publisher)
  return publisher
}

/** An end of the bus in a separate process; `reported(key)` returns its messages of one kind. */
async function endIn(role: 'publisher' | 'subscriber', url: string) {
  const child = fork(join(import.meta.dirname, '../support/servers/bus-end.fixture.ts'), [role], {
    env: { ...process.env, NATS_URL: url },
  })
  children.push(child)
  const messages: Record<string, unknown>[] = []
  child.on('message', (message) => messages.push(message as Record<string, unknown>))
  const reported = (key: string) => messages.flatMap((message) => (key in message ? [message[key]] : []))
  await vi.waitFor(() => expect(reported('ready')).toEqual([true]), waitOptions)
  return { child, reported }
}

/** A configuration with a quarter of the usual limits. */
function narrowConfig(): string {
  const file = join(folder, 'narrow.conf')
  writeFileSync(file, 'max_payload: 262144\n')
  return file
}

const wanted = (publisher: { wanted(topic: string): boolean }, is = true) =>
  vi.waitFor(() => expect(publisher.wanted('t')).toBe(is), waitOptions)

describe.skipIf(natsMissing)(`over NATS${natsMissing ? `: ${natsMissing}` : ''}`, () => {
  let server: Nats
  let wire: Awaited<ReturnType<typeof openNats>>
  beforeAll(async () => {
    server = await serverWith()
    wire = await openNats(readBusSettings({ NATS_URL: server.url }).nats!, log)
  })
  afterAll(() => wire.close())
  const ends = endsOver(() => wire)
  afterEach(() => ends.closeAll())
  testBusRules(ends)

  test("[BUS-2] text above a server's payload limit in bytes is sent in parts", async () => {
    const narrow = await serverWith('--config', narrowConfig())
    const bus = await busOf({ NATS_URL: narrow.url })
    const [{ items }, publisher] = [listening(bus), publishing(bus)]
    await wanted(publisher)
    const [unicodeText, more] = ['żółć 🚗 '.repeat(60_000), 'x'.repeat(2_000_000)]
    publisher.publish('t', [unicodeText, 'short', more])
    publisher.publish('t', ['last'])
    await vi.waitFor(() => expect(items).toHaveLength(4), waitOptions)
    expect(items).toEqual([unicodeText, 'short', more, 'last'])
  })

  test('[BUS-10] installations with different prefixes share a server without any common messages', async () => {
    const [mine, other] = [
      await busOf({ NATS_URL: server.url, NATS_SUBJECT_PREFIX: 'mine' }),
      await busOf({ NATS_URL: server.url, NATS_SUBJECT_PREFIX: 'other' }),
    ]
    const [receiver, otherReceiver, publisher] = [listening(mine), listening(other), publishing(mine)]
    await wanted(publisher)
    publisher.publish('t', ['ours'])
    await vi.waitFor(() => expect(receiver.items).toEqual(['ours']), waitOptions)
    expect(otherReceiver.items).toEqual([])
  })

  test('[BUS-9] a server restart is a gap; publishing neither fails nor piles up meanwhile', async () => {
    const mortal = await serverWith()
    const [here, there] = [await busOf({ NATS_URL: mortal.url }), await busOf({ NATS_URL: mortal.url })]
    const [{ items, gaps }, publisher] = [listening(here), publishing(there)]
    await wanted(publisher)
    publisher.publish('t', ['before'])
    await vi.waitFor(() => expect(items).toEqual(['before']), waitOptions)

    await mortal.kill('SIGKILL')
    const before = process.memoryUsage()
    for (let i = 0; i < 200; i++) publisher.publish('t', large(String(i % 10)))
    await vi.waitFor(() => expect([here.isConnected, there.isConnected]).toEqual([false, false]), waitOptions)
    for (let i = 0; i < 1_000; i++) publisher.publish('t', large(String(i % 10)))
    await wanted(publisher, false)
    const grown = process.memoryUsage()
    expect(grown.external + grown.arrayBuffers - before.external - before.arrayBuffers).toBeLessThan(64 * 1024 * 1024)
    expect(here.trouble).toMatch('NATS is away')

    const gapsBefore = gaps.length
    await mortal.start()
    await wanted(publisher)
    await vi.waitFor(() => expect(gaps.length).toBeGreaterThan(gapsBefore), waitOptions)
    const itemsBefore = items.length
    publisher.publish('t', ['after'])
    await vi.waitFor(() => expect(items.slice(itemsBefore)).toEqual(['after']), waitOptions)
    expect([here.trouble, there.trouble]).toEqual([undefined, undefined])
  })

  test('[BUS-9] a server that hangs is noticed, and recovers like one that stopped', async () => {
    const hung = await serverWith()
    const bus = await busOf({ NATS_URL: hung.url })
    const [{ gaps, items }, publisher] = [listening(bus), publishing(bus)]
    await wanted(publisher)
    await hung.kill('SIGSTOP')
    await vi.waitFor(() => expect(bus.isConnected).toBe(false), waitOptions)
    const before = gaps.length
    await hung.kill('SIGCONT')
    await vi.waitFor(() => expect(gaps.length).toBeGreaterThan(before), waitOptions)
    await wanted(publisher)
    publisher.publish('t', ['after'])
    await vi.waitFor(() => expect(items).toContain('after'), waitOptions)
  })

  test('[BUS-7] a subscriber whose process was killed is forgotten', async () => {
    const { child } = await endIn('subscriber', server.url)
    const publisher = publishing(await busOf({ NATS_URL: server.url }))
    await wanted(publisher)
    child.kill('SIGKILL')
    await wanted(publisher, false)
    expect(publisher.wanted('t')).toBe(false)
  })

  test('[BUS-7] a publisher whose process was killed leaves a gap: messages may be missing', async () => {
    const { items, gaps } = listening(await busOf({ NATS_URL: server.url }))
    const { child } = await endIn('publisher', server.url)
    await vi.waitFor(() => {
      child.send({ publish: ['sent'] })
      expect(items.length).toBeGreaterThan(0)
    }, waitOptions)
    const before = gaps.length
    child.kill('SIGKILL')
    await vi.waitFor(() => expect(gaps).toHaveLength(before + 1), waitOptions)
  })

  test('[BUS-3] a slow subscriber drops messages, learns how many, and continues; others get all', async () => {
    const [slow, quick] = [await endIn('subscriber', server.url), await endIn('subscriber', server.url)]
    const bus = await busOf({ NATS_URL: server.url })
    const publisher = publishing(bus)
    await wanted(publisher)
    publisher.publish('t', ['both'])
    await vi.waitFor(() => expect([slow.reported('heard'), quick.reported('heard')]).toEqual([[1], [1]]), waitOptions)
    slow.child.send({ holdUpMs: 5_000 })
    for (let i = 0; i < 60; i++) {
      const sent = quick.reported('heard').length
      publisher.publish('t', large())
      await vi.waitFor(() => expect(quick.reported('heard')).toHaveLength(sent + 1), waitOptions)
    }
    expect(bus.shed).toBeGreaterThan(40)
    await vi.waitFor(() => expect(slow.reported('gap')).toEqual([bus.shed]), waitOptions)
    publisher.publish('t', ['next'])
    await vi.waitFor(() => expect(slow.reported('heard')).toHaveLength(62 - bus.shed), waitOptions)
    expect(quick.reported('gap')).toEqual([])
  })

  test('[BUS-10] a server that is not available at the start is retried', async () => {
    const late = await serverWith()
    await late.stop()
    const bus = await busOf({ NATS_URL: late.url })
    expect(bus.isConnected).toBe(false)
    expect(bus.trouble).toMatch('NATS is away')
    const [{ items }, publisher] = [listening(bus), publishing(bus)]
    publisher.publish('t', ['lost'])
    await late.start()
    await wanted(publisher)
    publisher.publish('t', ['heard'])
    await vi.waitFor(() => expect(items).toEqual(['heard']), waitOptions)
    expect(bus.trouble).toBeUndefined()
  })

  test('[BUS-10] a server that refuses the connection is an error at the start, with a message', async () => {
    const { url } = await serverWith('--user', 'carapace', '--pass', 'right')
    const refused = (env: Record<string, string>) =>
      expect(busOf({ NATS_URL: url, ...env })).rejects.toThrow(`NATS at ${url} refuses us`)
    await refused({ NATS_USER: 'carapace', NATS_PASSWORD: 'wrong' })
    await refused({})
    expect((await busOf({ NATS_URL: url, NATS_USER: 'carapace', NATS_PASSWORD: 'right' })).isConnected).toBe(true)
  })

  test('[BUS-10] a token signs in, and TLS checks the server against the configured authority', async () => {
    const { certificate, key } = await keptCertificate(join(folder, 'tls'))
    const { url } = await serverWith('--auth', 'a-token', '--tls', '--tlscert', certificate, '--tlskey', key)
    const env = { NATS_URL: url, NATS_TOKEN: 'a-token' }
    expect((await busOf({ ...env, NATS_TLS_CA: certificate })).isConnected).toBe(true)
    await expect(busOf(env)).rejects.toThrow(/refuses us: .*NATS_TLS_CA/)
  })
})
