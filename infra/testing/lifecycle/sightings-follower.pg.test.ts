import { randomUUID } from 'node:crypto'
import { topics as graphTopics } from '@carapace/shared/account/topics'
import { noIndicators } from '@carapace/shared/lifecycle/sightings/indicators'
import { topics } from '@carapace/shared/msoc/topics'
import { afterEach, expect, test, vi } from 'vitest'
import { createFollower } from '@carapace/api/src/lifecycle/sightings/sightings-follower.ts'
import { saveProgram } from '@carapace/shared/graph/programs/programs.contract'
import { saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { idsEvent } from '../support/events.ts'
import { startInstallation } from '../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { token } = alpha.members.ENGINEER
const sightings = async () => (await site.sql`SELECT 1 FROM sightings WHERE org_uuid = ${alpha.org.uuid}`).length
/** The number of sightings, as soon as there are any. */
const noted = () => vi.waitUntil(sightings, { timeout: 15_000, interval: 50 })

const body = await site.request(token, saveProgram, { name: `Program ${randomUUID()}` })
await site.request(token, saveArtefacts, {
  program_uuid: body.program.uuid,
  artefacts: [
    {
      kind: 'threat-scenario',
      title: 'Forged messages',
      fields: { indicators: { ...noIndicators, event_ids: [0x9001] } },
    },
  ],
})
await site.post(alpha.key, [idsEvent('SEEN', { event_id: 0x9001 })])
await noted()
// from here on only the followers of the tests run
await site.api.stop()

/** A change that the bus does not report. */
async function changeUnreported(): Promise<void> {
  await site.sql`DELETE FROM sightings WHERE org_uuid = ${alpha.org.uuid}`
  await site.sql`UPDATE change_counters SET epoch = gen_random_uuid() WHERE org_uuid = ${alpha.org.uuid}`
}

const listeners = new Map<string, (items: unknown[]) => void>()
const listen = (name: string, listener: (items: unknown[]) => void) => {
  listeners.set(name, listener)
  return () => void listeners.delete(name)
}
const followers: ReturnType<typeof createFollower>[] = []

/** A follower with a bus that reports only the test's messages. */
function startFollower(pollMs: number): void {
  const follower = createFollower(
    {
      db: site.db,
      bus: { subscribe: listen, ready: async () => undefined, close: () => undefined },
      publisher: { wanted: () => false, publish: () => undefined, close: () => undefined },
      onGap: (listener) => listen('gap', () => listener()),
      onError: (problem) => {
        throw problem
      },
    },
    pollMs,
  )
  followers.push(follower)
  follower.start()
}

afterEach(async () => {
  await Promise.all(followers.splice(0).map((follower) => follower.stop()))
})

test('[SIGHTING-14] a change that the bus did not report is found by polling', async () => {
  startFollower(50)
  await noted()
  await changeUnreported()
  expect(await noted()).toBe(1)
})

test.for([topics.allChanges, graphTopics.allGraphs, 'gap'])('[SIGHTING-14] %s wakes the follower', async (topic) => {
  startFollower(3_600_000)
  await noted()
  await changeUnreported()
  listeners.get(topic)!([])
  expect(await noted()).toBe(1)
})
