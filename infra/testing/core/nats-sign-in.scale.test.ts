import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'

import { createAuthority } from '../support/servers/authority.ts'
import { busOf, waitOptions, talk } from '../support/servers/bus-ends.ts'
import { natsMissing, ownNats } from '../support/servers/nats.ts'
import { createOperator } from '../support/servers/nats-operator.ts'

/** Servers that ask for a password, over TLS and without, for a certificate, and for credentials of an operator. */
async function startServers() {
  const folder = mkdtempSync(join(tmpdir(), 'carapace-sign-in-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const [ours, other] = [await createAuthority(folder, 'ours'), await createAuthority(folder, 'other')]
  const [byAddress, byName] = [
    await ours.issue('by-address', { addresses: ['127.0.0.1'], names: [] }),
    await ours.issue('by-name', { addresses: [], names: ['localhost'] }),
  ]
  const shows = ({ certificate, key }: typeof byName) => ['--tls', '--tlscert', certificate, '--tlskey', key]
  const operator = createOperator(folder)
  const [plain, secret, named, mutual, operated] = await Promise.all([
    ownNats('--user', 'carapace', '--pass', 'right'),
    ownNats('--user', 'carapace', '--pass', 'right', ...shows(byAddress)),
    ownNats(...shows(byName)),
    ownNats(...shows(byAddress), '--tlsverify', '--tlscacert', ours.certificate),
    ownNats('--config', operator.configuration),
  ])
  return { folder, ours, other, operator, plain, secret, named, mutual, operated }
}

const site = (natsMissing ? {} : await startServers()) as Awaited<ReturnType<typeof startServers>>
const signedIn = { NATS_USER: 'carapace', NATS_PASSWORD: 'right' }

describe.skipIf(natsMissing)(`a NATS that asks who we are${natsMissing ? `: ${natsMissing}` : ''}`, () => {
  const { folder, ours, other, operator, plain, secret, named, mutual, operated } = site

  test('[BUS-11] over TLS with a password it is spoken to, by the address that its certificate has; another password, or an authority that we do not know, is told at the start', async () => {
    const env = { NATS_URL: secret.url, NATS_TLS_CA: ours.certificate, ...signedIn }
    expect(
      await talk(await busOf(env), await busOf({ ...env, NATS_URL: secret.url.replace('nats:', 'tls:') })),
    ).toEqual(['said'])
    await expect(busOf({ ...env, NATS_PASSWORD: 'wrong' })).rejects.toThrow(
      /refuses us: .*check NATS_USER and NATS_PASSWORD/,
    )
    await expect(busOf({ ...env, NATS_TLS_CA: other.certificate })).rejects.toThrow(/refuses us: .*NATS_TLS_CA/)
    await expect(busOf({ NATS_URL: secret.url, ...signedIn })).rejects.toThrow(/refuses us: .*NATS_TLS_CA/)
  })

  test('[BUS-11] a server that shows a certificate for another name is not spoken to', async () => {
    await expect(busOf({ NATS_URL: named.url, NATS_TLS_CA: ours.certificate })).rejects.toThrow(
      /refuses us: .*NATS_URL must name it/,
    )
    expect(
      (await busOf({ NATS_URL: named.url.replace('127.0.0.1', 'localhost'), NATS_TLS_CA: ours.certificate }))
        .isConnected,
    ).toBe(true)
  })

  test('[BUS-11] who wants TLS says nothing, no password either, to a server without it', async () => {
    await expect(busOf({ NATS_URL: plain.url.replace('nats:', 'tls:'), ...signedIn })).rejects.toThrow(
      /refuses us: .*it speaks no TLS/,
    )
    await expect(busOf({ NATS_URL: plain.url, NATS_TLS_CA: ours.certificate, ...signedIn })).rejects.toThrow(
      /refuses us: .*it speaks no TLS/,
    )
  })

  test('[BUS-11] a server that requires a client certificate gets it; one that refuses it is not connected, and the setting is named', async () => {
    const [client, untrusted] = [await ours.issue('client'), await other.issue('stranger')]
    const env = (NATS_TLS_CERT: string, NATS_TLS_KEY: string) => ({
      NATS_URL: mutual.url,
      NATS_TLS_CA: ours.certificate,
      NATS_TLS_CERT,
      NATS_TLS_KEY,
    })
    expect(
      await talk(await busOf(env(client.certificate, client.key)), await busOf(env(client.certificate, client.key))),
    ).toEqual(['said'])
    await expect(busOf(env(client.certificate, untrusted.key))).rejects.toThrow(/refuses us: .*NATS_TLS_KEY/)
    // TLS 1.3 refuses a certificate after the handshake: before or after the client believes that it is connected
    const outcome = (settings: Record<string, string>) =>
      busOf(settings).then(
        ({ isConnected, trouble }) => (isConnected ? 'connected' : trouble),
        (error: Error) => error.message,
      )
    expect(await outcome({ NATS_URL: mutual.url, NATS_TLS_CA: ours.certificate })).toContain('NATS_TLS_CERT')
    expect(await outcome(env(untrusted.certificate, untrusted.key))).toContain('NATS_TLS_CERT')
  })

  test('[BUS-11] a file of credentials signs in; those of another operator do not', async () => {
    const env = (NATS_CREDS: string) => ({ NATS_URL: operated.url, NATS_CREDS })
    const mine = operator.credentials('mine', { publish: ['carapace.bus.>'], subscribe: ['carapace.bus.>'] })
    expect(await talk(await busOf(env(mine)), await busOf(env(mine)))).toEqual(['said'])
    await expect(busOf(env(createOperator(folder, 'another').credentials('stranger')))).rejects.toThrow(
      /refuses us: .*NATS_CREDS/,
    )
    await expect(busOf({ NATS_URL: operated.url })).rejects.toThrow(/refuses us: .*NATS_CREDS/)
  })

  test('[BUS-11] credentials that run out end the connection, and those that lie in the file then are taken', async () => {
    const file = operator.credentials('brief', { until: Math.ceil(Date.now() / 1000) + 2 })
    const logged: string[] = []
    const bus = await busOf({ NATS_URL: operated.url, NATS_CREDS: file }, (message) => logged.push(message))
    await vi.waitFor(() => expect(bus.trouble).toMatch(/authorization.*NATS_CREDS/i), waitOptions)
    operator.credentials('brief')
    await vi.waitFor(() => expect(bus.isConnected, bus.trouble).toBe(true), waitOptions)
    expect(await talk(bus, await busOf({ NATS_URL: operated.url, NATS_CREDS: file }))).toEqual(['said'])
    const connected = 'the bus is connected' // each time a gap for all who listen
    expect(logged.filter((message, i) => message === connected && logged[i - 1] === connected)).toEqual([])
    expect(logged.at(-1)).toBe(connected)
  })

  test('[BUS-11] a user who may not say or hear what the bus does is told as trouble, with the subjects', async () => {
    const [deaf, mute] = [{ subscribe: ['other.>'] }, { publish: ['other.>'] }].map((may, i) =>
      operator.credentials(`narrow-${i}`, may),
    )
    for (const file of [deaf, mute]) {
      const bus = await busOf({ NATS_URL: operated.url, NATS_CREDS: file! })
      const publisher = bus.publisher()
      await vi.waitFor(
        () =>
          expect(bus.trouble).toMatch(
            /may not (publish|subscribe) to carapace\.bus\..*needs to publish and to subscribe to carapace\.bus\.>/,
          ),
        waitOptions,
      )
      publisher.close()
    }
  })

  test('[BUS-11] a file without credentials is told at the start', async () => {
    const file = join(folder, 'empty.creds')
    writeFileSync(file, 'nothing')
    await expect(busOf({ NATS_URL: operated.url, NATS_CREDS: file })).rejects.toThrow(
      /^NATS_CREDS=.*holds no credentials/,
    )
  })
})
