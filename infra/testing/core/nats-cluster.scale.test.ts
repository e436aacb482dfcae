import { describe, expect, test, vi } from 'vitest'

import { freeServerPort } from '../../local/installation/ports.ts'
import type { Nats } from '../../nats/server.ts'
import { busOf, waitOptions, talk } from '../support/servers/bus-ends.ts'
import { natsMissing, ownNats } from '../support/servers/nats.ts'

/** A cluster of three servers. */
async function startCluster() {
  const ports = [await freeServerPort(), await freeServerPort(), await freeServerPort()]
  const routes = ports.map((port) => `nats://127.0.0.1:${port}`)
  return Promise.all(
    routes.map((own) =>
      ownNats(
        '--cluster_name',
        'test',
        '--cluster',
        own,
        '--routes',
        routes.filter((route) => route !== own).join(','),
      ),
    ),
  )
}

const servers = natsMissing ? [] : await startCluster()

describe.skipIf(natsMissing)(`a cluster of NATS${natsMissing ? `: ${natsMissing}` : ''}`, () => {
  test('[BUS-9] [BUS-12] if a server dies, its clients move to another, with at least one gap', async () => {
    const [one, two, three] = servers as [Nats, Nats, Nats]
    const [atOne, atTwo, atAny] = [
      await busOf({ NATS_URL: one.url }),
      await busOf({ NATS_URL: two.url }),
      await busOf({ NATS_URL: servers.map(({ url }) => url).join(',') }),
    ]
    for (const [from, to] of [
      [atOne, atTwo],
      [atTwo, atOne],
      [atAny, atOne],
    ] as const)
      expect(await talk(from, to)).toEqual(['sent'])
    const gaps: number[] = []
    const subscriber = atOne.subscriber((dropped) => gaps.push(dropped))

    await one.kill('SIGKILL')
    await vi.waitFor(() => expect(gaps.length).toBeGreaterThan(0), waitOptions)
    await vi.waitFor(
      () => expect([atOne, atTwo, atAny].map((bus) => bus.isConnected)).toEqual([true, true, true]),
      waitOptions,
    )
    subscriber.close()
    for (const [from, to] of [
      [atOne, atTwo],
      [atTwo, atOne],
      [atAny, atOne],
      [atOne, atAny],
    ] as const)
      expect(await talk(from, to)).toEqual(['sent'])

    const late = await busOf({ NATS_URL: `${one.url},${three.url}` }) // the first of them is dead
    expect(late.isConnected).toBe(true)
    expect(await talk(late, atOne)).toEqual(['sent'])
    await one.start()
    expect(await talk(await busOf({ NATS_URL: one.url }), late)).toEqual(['sent'])
  })
})
