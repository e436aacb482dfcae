import { sql } from 'drizzle-orm'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import {
  type ClearedAlert,
  clearSilence,
  endedFleetSilences,
  lateVehicles,
  othersHeard,
  type OthersHeard,
  type SilentFleet,
  silentFleets,
  silentOrgs,
  type SilentVehicle,
  silentVehicles,
} from '@carapace/shared/msoc/vehicles/silence.queries'
import type { Database } from '../core/database.ts'
import { detection, recordAlerts, upsertAlerts } from './storing/alerts.sink.ts'
import type { Raise } from './detect/detect.ts'
import { announceNews, type News, recordChanges } from './folding/news.ts'
import {
  clearWholes,
  foldParts,
  lockWithParts,
  type PartChange,
  releaseParts,
  type Tx,
  type Whole,
} from './folding/parts.queries.ts'
import { type Reach, reachesAll } from './reach.ts'
import { fleetSilence, silence } from './silence-alerts.ts'
import {
  beginRound,
  clearGaps,
  concernedBy,
  type Gap,
  gapMs,
  gapNotice,
  isHeardAgain,
  noteTrouble,
  receiveFrom,
} from './reception.queries.ts'

interface Deps {
  readonly db: Database
  readonly publisher: Publisher
}

export const silenceEveryMs = 5_000
/** Without a finished round for this long, this process or the database was away or too slow to tell a silence. */
const awayMs = 4 * silenceEveryMs
const silencesAtOnce = 1_000

/**
 * The rounds of one process, which began to receive at `startedAt`: nobody is silent for longer than it receives (rule
 * SILENCE-4), and nobody is looked for while it does not (rule OWN-GAP-2).
 */
export function silenceRounds(
  startedAt: number,
  now = Date.now,
  watch = watchSilence,
  reach: Reach = reachesAll(now),
  report = reportTrouble,
) {
  let receivingSince = startedAt
  let finishedAt = startedAt
  return async (deps: Deps): Promise<void> => {
    const trouble = reach.trouble()
    if (trouble !== undefined) {
      finishedAt = Number.NEGATIVE_INFINITY
      return report(deps, trouble)
    }
    if (now() - finishedAt > awayMs) receivingSince = now()
    await watch(deps, receivingSince, reach.until())
    finishedAt = now()
  }
}

/** Stores that this process cannot receive; when that goes on, it is a notice, and no vehicle is blamed. */
async function reportTrouble({ db, publisher }: Deps, cause: string): Promise<void> {
  const now = Date.now()
  const news = await db.transaction(async (tx) => {
    if (!(await isMine(tx))) return []
    const gap = await noteTrouble(tx, now, cause)
    return now - gap.from < gapMs ? [] : notify(tx, gap, now)
  })
  announceNews(publisher, news)
}

/**
 * Raises an alert for vehicles that became silent, one for many at once, and clears the alerts of those that send
 * again. `receivingSince`: no time before it counts as silence. `now`: until when what was received is stored.
 */
export async function watchSilence({ db, publisher }: Deps, receivingSince: number, now = Date.now()): Promise<void> {
  const inTurn = async <T>(step: (tx: Tx) => Promise<T>, otherwise: T) =>
    db.transaction(async (tx) => ((await isMine(tx)) ? step(tx) : otherwise))
  const { since, news } = await inTurn((tx) => beginning(tx, Date.now(), receivingSince), {
    since: undefined,
    news: [],
  })
  announceNews(publisher, news)
  if (since === undefined) return
  const eachOf = async (orgs: readonly Org[], step: (tx: Tx, org: Org) => Promise<News[]>) => {
    // one transaction for each: in one for several the locks of one organisation would come after another's counter
    for (const org of orgs) announceNews(publisher, await inTurn((tx) => step(tx, org), []))
  }
  // first: the vehicles of these are not reported one by one
  await eachOf(orgsOf(await silentFleets(db, now, since)), (tx, org) => raiseFleet(tx, org, now, since))
  await eachOf(orgsOf(await silentVehicles(db, now, since, silencesAtOnce)), async (tx, org) =>
    raiseFolded(tx, org, (await silentVehicles(tx, now, since, silencesAtOnce, org)).map(silence)),
  )
  announceNews(publisher, await inTurn(clearHeard, []))
  await eachOf(await silentOrgs(db), (tx, org) => clearFleet(tx, org, now))
}

function orgsOf(rows: readonly Pick<SilentVehicle, 'org_uuid' | 'org_id'>[]): Org[] {
  return [...new Map(rows.map(({ org_uuid: uuid, org_id: id }) => [uuid, { uuid, id }])).values()]
}

/** What ingest knows of its own reception; `since` is undefined while nobody can be blamed. */
async function beginning(
  tx: Tx,
  now: number,
  receivingSince: number,
): Promise<{ since: number | undefined; news: News[] }> {
  const round = await beginRound(tx, now)
  if (round.isInTrouble) return { since: undefined, news: [] }
  const raised = round.gap ? await notify(tx, round.gap, now) : []
  const isUplinkBack = await isHeardAgain(tx)
  if (isUplinkBack) await receiveFrom(tx, now)
  const cleared = await clearGaps(tx, ['pause', 'broker', ...(isUplinkBack ? (['uplink'] as const) : [])])
  const news: News[] = []
  for (const [org, changes] of cleared) news.push(...(await recordChanges(tx, org, changes)))
  return {
    since: isUplinkBack ? undefined : Math.max(receivingSince, round.receivingSince),
    news: [...raised, ...news],
  }
}

async function notify(tx: Tx, gap: Gap, now: number): Promise<News[]> {
  const orgs = await concernedBy(tx, gap)
  return raise(
    tx,
    orgs.map((org) => gapNotice(org, gap, now)),
  )
}

async function raise(tx: Tx, raises: readonly Raise[]): Promise<News[]> {
  return recordAlerts({ db: tx }, await upsertAlerts({ db: tx }, raises))
}

/**
 * One alert of the fleet for many vehicles that fell silent together, with an alert of each of them as its parts; where
 * nothing at all is heard any more, a notice of our own gap instead (rules SILENCE-5, OWN-GAP-3).
 */
async function raiseFleet(tx: Tx, org: Org, now: number, since: number): Promise<News[]> {
  const [fleet] = await silentFleets(tx, now, since, org)
  // another process may have raised it meanwhile
  if (!fleet) return []
  const late = await lateVehicles(tx, org, now, since)
  const others = await othersHeard(
    tx,
    fleet,
    late.map(({ vehicle_id: id }) => id),
  )
  if (!isUplinkGone(others)) return raiseFolded(tx, org, [fleetSilence(fleet, others), ...late.map(silence)])
  return raise(tx, [
    gapNotice(org, { cause: 'uplink', text: uplinkText(fleet, others), from: fleet.until_ms, to: null }, now),
  ])
}

/** Others were heard until these fell silent, and nobody is since: what failed is what all have in common. */
function isUplinkGone({ before, after, lines }: OthersHeard): boolean {
  return before > 0 && after === 0 && !lines
}

function uplinkText({ silent }: SilentFleet, { before }: OthersHeard): string {
  return `all of ${silent + before} vehicles and all other senders ended at the same time`
}

/** Raises alerts about silence, and folds those of vehicles into that of the fleet, if one is open. */
async function raiseFolded(tx: Tx, org: Org, raises: readonly Raise[]): Promise<News[]> {
  if (raises.length === 0) return []
  const upserted = await upsertAlerts({ db: tx }, raises)
  const whole = await openFleetSilence(tx, org)
  const ofVehicles = upserted.flatMap(({ alerts }) => alerts).filter(({ uuid }) => uuid !== whole?.uuid)
  const folded = whole
    ? await foldParts(
        tx,
        org,
        whole,
        ofVehicles.map(({ uuid }) => uuid),
      )
    : []
  const raised = await recordAlerts({ db: tx }, upserted)
  return [...raised, ...(await recordChanges(tx, org, folded))]
}

async function openFleetSilence(tx: Tx, org: Org): Promise<Whole | undefined> {
  const [row] = await rowsOf<Whole>(
    tx,
    sql`SELECT uuid, title FROM alerts
      WHERE org_uuid = ${org.uuid} AND dedup_key = 'fleet-silence' AND status NOT IN ('CLOSED', 'MERGED')
        AND cleared_at IS NULL
      ORDER BY first_seen DESC LIMIT 1`,
  )
  return row
}

/** Clears the alerts of vehicles that are heard again (rule SILENCE-3). */
async function clearHeard(tx: Tx): Promise<News[]> {
  const news: News[] = []
  const heard = await clearSilence(tx, silencesAtOnce)
  for (const [uuid, mine] of [...Map.groupBy(heard, ({ org_uuid: of }) => of)].sort(([a], [b]) => (a < b ? -1 : 1)))
    news.push(...(await recordChanges(tx, { uuid, id: mine[0]!.org_id }, mine.map(cleared))))
  return news
}

/** Clears the alert of the fleet; the vehicles that stay silent get alerts of their own (rule SILENCE-5). */
async function clearFleet(tx: Tx, org: Org, now: number): Promise<News[]> {
  const uuids = await endedFleetSilences(tx, org, now)
  if (uuids.length === 0) return []
  await lockWithParts(tx, org, uuids)
  const ended = await clearWholes(tx, org, uuids)
  return recordChanges(tx, org, [...ended, ...(await releaseParts(tx, org, uuids))])
}

function cleared({ uuid, vehicle_id: vehicle }: ClearedAlert): PartChange {
  return { vehicle, change: { alertUuid: uuid, kind: 'clear', actor: detection, detail: {} } }
}

/** Across organisations: one job serves all of them. Whether this process runs this round; the lock ends with it. */
async function isMine(tx: Tx): Promise<boolean> {
  const [row] = await rowsOf<{ mine: boolean }>(
    tx,
    sql`SELECT pg_try_advisory_xact_lock(hashtext('carapace silence')) AS mine`,
  )
  return row!.mine
}
