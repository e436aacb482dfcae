import { fork } from 'node:child_process'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readBusSettings } from '@carapace/shared/core/bus/bus'
import type { Others } from '@carapace/shared/graph/collaboration/presence.contract'

import { startInstallation } from '../support/installation.ts'
import { connectLive, type LiveClient, type Subscription } from '../support/live.ts'
import { natsMissing, ownNats } from '../support/servers/nats.ts'
import { createProgram } from '../support/factories.ts'

const waitOptions = { timeout: 40_000, interval: 50 }

/** An api that communicates with others over NATS only. */
async function startSite() {
  const nats = await ownNats()
  const bus = readBusSettings({ NATS_URL: nats.url })
  const site = await startInstallation({ bus })
  return { ...site, nats, alpha: await site.organisation('Alpha') }
}

const site = (natsMissing ? {} : await startSite()) as Awaited<ReturnType<typeof startSite>>

/** The other people whom a page shows now. */
function othersOf({ frames }: Subscription): readonly string[] {
  const updates = frames.flatMap((frame) =>
    frame.op === 'snapshot' ? [frame.data] : frame.op === 'changes' ? frame.data : [],
  ) as Others[]
  return updates.at(-1)?.people.map(({ name }) => name) ?? []
}

/** Waits until a page shows exactly these people. */
const shows = (subscription: Subscription, ...names: string[]) =>
  subscription.until((one) => JSON.stringify(othersOf(one)) === JSON.stringify(names), names.join(', '))

describe.skipIf(natsMissing)(`presence in a program over several apis${natsMissing ? `: ${natsMissing}` : ''}`, () => {
  const members = site.alpha?.members

  /** A program that all of them may see. */
  async function begin(): Promise<string> {
    const call = (path: string, input: object) => site.call(members.ENGINEER.token, `v2/app/${path}`, input)
    const { uuid } = await createProgram(site, members.ENGINEER.token)
    expect(
      (await call('save-program-member', { program_uuid: uuid, user_uuid: members.ANALYST.uuid, role: 'READER' }))
        .status,
    ).toBe(200)
    return uuid
  }

  async function enter(
    port: number,
    { token }: { token: string },
    program: string,
  ): Promise<{ viewer: LiveClient; others: Subscription }> {
    const viewer = await connectLive(port, token)
    onTestFinished(() => viewer.close())
    const others = viewer.subscribe('lifecycle.presence', { program_uuid: program })
    await others.snapshot()
    return { viewer, others }
  }

  /** An api in a separate process. */
  async function apiProcess() {
    const child = fork(new URL('../../../apps/api/src/main.ts', import.meta.url), {
      env: {
        ...process.env,
        DATABASE_URL: site.url,
        NATS_URL: site.nats.url,
        PORT: '0',
        SECRET_KEY: 'a key that only these tests have: 0123456789',
        LOG_LEVEL: 'info',
      },
      silent: true,
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let log = ''
    child.stdout!.on('data', (text) => (log += String(text)))
    await vi.waitFor(() => expect(log).toMatch('the api is ready'), waitOptions)
    return { child, port: Number(/"address":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(log)![1]) }
  }

  test('[GRAPH-19] the people of a killed api disappear at the others; other people stay', async () => {
    const program = await begin()
    const [other, mortal] = [await site.anotherApi(), await apiProcess()]
    const [{ others: here }, { others: there }] = [
      await enter(site.api.port, members.ADMIN, program),
      await enter(other.port, members.ENGINEER, program),
    ]
    await shows(here, 'Alpha engineer')
    const [{ viewer: gone, others: lost }, { others: twice }] = [
      await enter(mortal.port, members.ANALYST, program),
      await enter(mortal.port, members.ENGINEER, program),
    ]
    await shows(lost, 'Alpha admin', 'Alpha engineer')
    await shows(twice, 'Alpha admin', 'Alpha analyst')
    await shows(here, 'Alpha analyst', 'Alpha engineer')
    await shows(there, 'Alpha admin', 'Alpha analyst')

    mortal.child.kill('SIGKILL')
    await gone.closed
    await shows(here, 'Alpha engineer') // this user is also present through another api
    await shows(there, 'Alpha admin')
    expect([lost, twice].map(othersOf)).toEqual([
      ['Alpha admin', 'Alpha engineer'],
      ['Alpha admin', 'Alpha analyst'],
    ])
    const { others: back } = await enter(other.port, members.ANALYST, program)
    await shows(back, 'Alpha admin', 'Alpha engineer')
    await shows(here, 'Alpha analyst', 'Alpha engineer')
  })

  test('[GRAPH-19] changes of presence during an outage of NATS are known after it', async () => {
    const program = await begin()
    const other = await site.anotherApi()
    const [{ others: here }, { viewer: leaving }] = [
      await enter(site.api.port, members.ADMIN, program),
      await enter(other.port, members.ANALYST, program),
    ]
    await shows(here, 'Alpha analyst')
    await site.nats.kill('SIGKILL')
    leaving.close()
    await leaving.closed
    const { others: there } = await enter(other.port, members.ENGINEER, program)
    expect(othersOf(there)).not.toContain('Alpha analyst')
    await site.nats.start()
    await shows(here, 'Alpha engineer')
    await shows(there, 'Alpha admin')
  })
})
