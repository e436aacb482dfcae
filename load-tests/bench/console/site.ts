import { drizzle } from 'drizzle-orm/postgres-js'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { startApi } from '@carapace/api/src/app.ts'
import { readSettings } from '@carapace/api/src/core/settings.ts'
import { organisations } from '@carapace/shared/account/account.table'
import { openBus } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { topics } from '@carapace/shared/msoc/topics'
import { alertFlow, insertAlerts } from './alerts.ts'
import { insertFleet, movingFleet, newsOf } from './fleet.ts'

/** The size and load of the site. */
export interface SiteOptions {
  readonly databaseUrl: string
  readonly vehicles: number
  /** Alerts that are open from the start, and changes of alerts a second. */
  readonly alerts: number
  readonly changes: number
  /** The time for which the fleet is computed: the parent process and the site must use the same fleet. */
  readonly fleetAt: number
}

export interface SiteReady {
  readonly url: string
}

/** The fleet reports in this many batches a second, since real vehicles do not report all at once. */
const partsASecond = 10
const awayMs = 20_000

/**
 * The real api with the built console, over a fleet that reports once a second. The messages that ingest would publish
 * are published here, on the bus of this process: fifty thousand requests a second to ingest would leave a small
 * machine no capacity for the measurement.
 */
async function runSite({ databaseUrl, vehicles, alerts, changes, fleetAt }: SiteOptions): Promise<SiteReady> {
  const client = postgres(databaseUrl, { max: 2, onnotice: () => undefined })
  const db = drizzle(client)
  const [org] = await db
    .select({ uuid: organisations.uuid, id: organisations.id })
    .from(organisations)
    .orderBy(organisations.id)
    .limit(1)
  const fleet = movingFleet(vehicles, fleetAt)
  const ids = await insertFleet(databaseUrl, fleet)
  await insertAlerts(db, org as Org, alerts)
  const serve = (port: number) =>
    startApi(
      readSettings({
        DATABASE_URL: databaseUrl,
        PORT: String(port),
        SECRET_KEY: randomBytes(32).toString('base64url'),
      }),
    )
  let api = await serve(0)
  const { port } = api
  const publisher = (await openBus({ nats: undefined })).publisher()

  void everyTurn((turn) => {
    const now = Date.now()
    const news = []
    for (let at = turn % partsASecond; at < fleet.length; at += partsASecond)
      news.push(newsOf(ids[at]!, fleet[at]!, now))
    publisher.publish(topics.seen(org!.uuid), news)
  })
  if (changes > 0) {
    const change = alertFlow(db, org as Org, alerts)
    void everyTurn(async () => {
      const seq = await change(Math.ceil(changes / partsASecond))
      if (seq !== undefined) publisher.publish(topics.changes(org!.uuid), [seq])
    })
  }
  process.on('message', (message) => {
    if (message === 'restart') restart().then(() => process.send!('restarted'), fail)
  })
  return { url: `http://127.0.0.1:${port}` }

  /** The server stays down long enough for all clients to notice. */
  async function restart(): Promise<void> {
    await api.stop()
    await sleep(awayMs)
    api = await serve(port)
  }
}

/** Runs `work` ten times a second by the clock, until the process ends. */
async function everyTurn(work: (turn: number) => unknown): Promise<never> {
  const began = performance.now()
  for (let turn = 0; ; turn++) {
    await work(turn)
    await sleep(Math.max(0, began + ((turn + 1) * 1000) / partsASecond - performance.now()))
  }
}

// a separate process that takes requests from its parent and ends with it
process.on('disconnect', () => process.exit())
process.once('message', (options: SiteOptions) => {
  runSite(options).then((ready) => process.send!(ready), fail)
})

function fail(error: unknown): never {
  console.error(error)
  process.exit(1)
}
