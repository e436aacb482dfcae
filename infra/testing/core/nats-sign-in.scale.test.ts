import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'

import { createAuthority } from '../support/servers/authority.ts'
import { busOf, waitOptions, talk } from '../support/servers/bus-ends.ts'
import { natsMissing, ownNats } from '../support/servers/nats.ts'
import { createOperator } from '../support/servers/nats-operator.ts'

/** Servers that require a password, with and without TLS, a certificate, or credentials of an operator. */
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

describe.skipIf(natsMissing)(`a NATS with authentication${natsMissing ? `: ${natsMissing}` : ''}`, () => {
  const { folder, ours, other, operator, plain, secret, named, mutual, operated } = site

  test('[BUS-11] TLS with a password connects; a wrong password or authority is an error at start', async () => {
    const env = { NATS_URL: secret.url, NATS_TLS_CA: ours.certificate, ...signedIn }
    expect(
      await talk(await busOf(env), await busOf({ ...env, NATS_URL: secret.url.replace('nats:', 'tls:') })),
    ).toEqual(['sent'])
    await expect(busOf({ ...env, NATS_PASSWORD: 'wrong' })).rejects.toThrow(
      /refuses us: .*check NATS_USER and NATS_PASSWORD/,
    )
    await expect(busOf({ ...env, NATS_TLS_CA: other.certificate })).rejects.toThrow(/refuses us: .*NATS_TLS_CA/)
    await expect(busOf({ NATS_URL: secret.url, ...signedIn })).rejects.toThrow(/refuses us: .*NATS_TLS_CA/)
  })

  test('[BUS-11] a server with a certificate for another name is not used', async () => {
    await expect(busOf({ NATS_URL: named.url, NATS_TLS_CA: ours.certificate })).rejects.toThrow(
      /refuses us: .*NATS_URL must name it/,
    )
    expect(
      (await busOf({ NATS_URL: named.url.replace('127.0.0.1', 'localhost'), NATS_TLS_CA: ours.certificate }))
        .isConnected,
    ).toBe(true)
  })

  test('[BUS-11] a client that requires TLS sends nothing, not even a password, without it', async () => {
    await expect(busOf({ NATS_URL: plain.url.replace('nats:', 'tls:'), ...signedIn })).rejects.toThrow(
      /refuses us: .*it speaks no TLS/,
    )
    await expect(busOf({ NATS_URL: plain.url, NATS_TLS_CA: ours.certificate, ...signedIn })).rejects.toThrow(
      /refuses us: .*it speaks no TLS/,
    )
  })

  test('[BUS-11] a client certificate is sent; if it is refused, the problem names the setting', async () => {
    const [client, untrusted] = [await ours.issue('client'), await other.issue('untrusted')]
    const env = (NATS_TLS_CERT: string, NATS_TLS_KEY: string) => ({
      NATS_URL: mutual.url,
      NATS_TLS_CA: ours.certificate,
      NATS_TLS_CERT,
      NATS_TLS_KEY,
    })
    expect(
      await talk(await busOf(env(client.certificate, client.key)), await busOf(env(client.certificate, client.key))),
    ).toEqual(['sent'])
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

  test('[BUS-11] a credentials file signs in; credentials of another operator do not', async () => {
    const env = (NATS_CREDS: string) => ({ NATS_URL: operated.url, NATS_CREDS })
    const mine = operator.credentials('mine', { publish: ['carapace.bus.>'], subscribe: ['carapace.bus.>'] })
    expect(await talk(await busOf(env(mine)), await busOf(env(mine)))).toEqual(['sent'])
    await expect(busOf(env(createOperator(folder, 'another').credentials('untrusted')))).rejects.toThrow(
      /refuses us: .*NATS_CREDS/,
    )
    await expect(busOf({ NATS_URL: operated.url })).rejects.toThrow(/refuses us: .*NATS_CREDS/)
  })

  test('[BUS-11] expired credentials end the connection; new ones in the file are then used', async () => {
    const file = operator.credentials('brief', { until: Math.ceil(Date.now() / 1000) + 2 })
    const logged: string[] = []
    const bus = await busOf({ NATS_URL: operated.url, NATS_CREDS: file }, (message) => logged.push(message))
    await vi.waitFor(() => expect(bus.trouble).toMatch(/authorization.*NATS_CREDS/i), waitOptions)
    operator.credentials('brief')
    await vi.waitFor(() => expect(bus.isConnected, bus.trouble).toBe(true), waitOptions)
    expect(await talk(bus, await busOf({ NATS_URL: operated.url, NATS_CREDS: file }))).toEqual(['sent'])
    const connected = 'the bus is connected' // each time this is a gap for all subscribers
    expect(logged.filter((message, i) => message === connected && logged[i - 1] === connected)).toEqual([])
    expect(logged.at(-1)).toBe(connected)
  })

  test("[BUS-11] missing permissions for the bus's subjects are reported, with the subjects", async () => {
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

  test('[BUS-11] a file without credentials is an error at the start', async () => {
    const file = join(folder, 'empty.creds')
    writeFileSync(file, 'nothing')
    await expect(busOf({ NATS_URL: operated.url, NATS_CREDS: file })).rejects.toThrow(
      /^NATS_CREDS=.*holds no credentials/,
    )
  })
})
