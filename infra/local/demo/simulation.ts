import { drizzle } from 'drizzle-orm/postgres-js'
import { existsSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { organisations } from '@carapace/shared/account/account.table'
import type { Org } from '@carapace/shared/core/owned'
import type { AnyDatabase } from '@carapace/shared/core/time-series/time-series.queries'
import { shownAttack } from './fleet.ts'
import { demoCaller } from './demo-caller.ts'
import { demoAnalysts, demoEngineer } from './people.ts'
import { backdateAlerts, backdateArrivals, backdateSightings, backdating, fillHealth } from './shift/backdate.ts'
import { analystApi } from './shift/analyst-api.ts'
import { latestVisit } from './shift/visits.ts'
import { type Analyst, workDue } from './shift/work.ts'
import { deliverSoftware } from './software/deliver.ts'
import { takeUpDemo } from './software/take-up.ts'

interface Options {
  /** The api's address, with the base path. */
  readonly url: string
  readonly databaseUrl: string
  readonly password: string
  /** A file that exists when the fleet has sent its history. */
  readonly historyMarker: string
  /** A file that exists when the analysts have worked on the history, so that a restart does not repeat it. */
  readonly shiftMarker: string
  readonly attack: (request: typeof shownAttack) => void
  readonly log: (line: string) => void
  readonly signal: AbortSignal
}

const shiftEveryMs = 15_000
const visitsEveryMs = 2_000
/** A visitor has found the queue by then. */
const attackAfterMs = 6_000
/** A second visitor within this time sees the attack that the first one saw. */
const visitRestMs = 3 * 60_000
/** Evidence is gathered two seconds after an alert: see the rule EVIDENCE-1. */
const evidenceMs = 4_000
const dayMs = 86_400_000

/**
 * The people of the demo, from the first start on: an engineer who adds the software that suppliers deliver, analysts
 * who work on the alerts of the day before and on those that come, and an attack for everybody who signs in. `ready`
 * resolves when the work of the day before is recorded, at once on later starts.
 */
export function simulatePeople(options: Options): { ready: Promise<void>; ended: Promise<void> } {
  const client = postgres(options.databaseUrl, { max: 1, onnotice: () => undefined })
  const db: AnyDatabase = drizzle(client)
  const analysts = demoAnalysts.map(({ name, email }) => ({
    name,
    api: analystApi(options.url, email, options.password, options.signal),
  }))
  const ready = reported(options, deliver(options)).then(() => reported(options, workOnHistory(db, analysts, options)))
  const ended = ready
    .then(() =>
      Promise.all([
        everySoOften(options, shiftEveryMs, () => workDue(analysts, Date.now(), options.signal)),
        reported(options, watchVisits(db, options)),
        reported(options, takeUp(options)),
      ]),
    )
    .then(() => client.end())
  return { ready, ended }
}

/** A failure of the simulation is logged: it is no reason to stop. */
async function reported({ signal, log }: Options, work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => signal.aborted || log(`The demo's analysts could not work: ${String(error)}`))
}

async function deliver({ url, password, signal, log }: Options): Promise<void> {
  const documents = await deliverSoftware(demoCaller(url, demoEngineer.email, password, signal), new Date())
  if (documents > 0) log(`Uploaded ${documents} bills of materials.`)
}

async function takeUp({ url, password, signal, log }: Options): Promise<void> {
  if (await takeUpDemo(demoCaller(url, demoEngineer.email, password, signal), signal))
    log('Took a vulnerability of the gateway up into its program.')
}

async function everySoOften(options: Options, ms: number, work: () => Promise<void>): Promise<void> {
  while (!options.signal.aborted) {
    await reported(options, work())
    await sleep(ms, undefined, { signal: options.signal }).catch(() => undefined)
  }
}

async function workOnHistory(db: AnyDatabase, analysts: readonly Analyst[], options: Options): Promise<void> {
  const { historyMarker, shiftMarker, signal, log } = options
  if (existsSync(shiftMarker)) return
  const { org, began } = await demoOrganisation(db)
  log('Sending the history of a day.')
  while (!existsSync(historyMarker)) await sleep(500, undefined, { signal })
  await sleep(evidenceMs, undefined, { signal })
  await backdateAlerts(db, org, began)
  await backdateArrivals(db, org, began)
  const names = analysts.map(({ name }) => name)
  await workDue(analysts, began.getTime(), signal, backdating(db, org, began, names))
  await backdateSightings(db, org)
  await fillHealth(db, org, new Date(began.getTime() - dayMs), began)
  await analysts[0]!.api.enablePacks()
  writeFileSync(shiftMarker, JSON.stringify({ until: began }))
}

/** The demo's organisation, and when it began: what is older is its history. */
async function demoOrganisation(db: AnyDatabase): Promise<{ org: Org; began: Date }> {
  const [row] = await db
    .select({ uuid: organisations.uuid, id: organisations.id, began: organisations.createdAt })
    .from(organisations)
    .orderBy(organisations.id)
    .limit(1)
  const { uuid, id, began } = row!
  return { org: { uuid, id }, began }
}

/** Requests an attack for everybody who signs in. */
async function watchVisits(db: AnyDatabase, options: Options): Promise<void> {
  const { signal, attack } = options
  const { org } = await demoOrganisation(db)
  let [seen, restUntil] = [new Date(), 0]
  await everySoOften(options, visitsEveryMs, async () => {
    const visit = await latestVisit(db, org, seen)
    if (visit === undefined) return
    seen = new Date(visit.getTime() + 1) // the database counts microseconds
    if (Date.now() < restUntil) return
    restUntil = Date.now() + visitRestMs
    await sleep(attackAfterMs, undefined, { signal })
    attack(shownAttack)
  })
}
