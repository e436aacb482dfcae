import { and, asc, eq, gte, inArray, isNotNull, isNull, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { type Org, type OrgId, type OrgUuid, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import type { AlertMatchers } from '@carapace/shared/msoc/alerts/pipeline/alert-matchers'
import { matches } from '@carapace/shared/msoc/alerts/pipeline/alert-steps'
import { type Fold, foldsIn } from '@carapace/shared/msoc/alerts/pipeline/folding'
import { isShown } from '@carapace/shared/msoc/alerts/pipeline/shown.queries'
import { foldedRule, FoldingSettings, riskRule } from '@carapace/shared/msoc/alerts/pipeline/standing-steps'
import { standingSteps } from '@carapace/shared/msoc/alerts/pipeline/standing-steps.table'
import { ruleName } from '@carapace/shared/msoc/alerts/rules'
import { vehicles, vehicleState } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/database.ts'
import { recordAlerts, upsertAlerts } from '../storing/alerts.sink.ts'
import type { Raise } from '../detect/detect.ts'
import { endFolds } from './ending.queries.ts'
import { announceNews, type News, recordChanges } from './news.ts'
import { foldParts, type Tx } from './parts.queries.ts'

interface Deps {
  readonly db: Database
  readonly publisher: Publisher
}

/** The steps are read with each round: a change applies within this time (rule FOLDING-4). */
export const foldingEveryMs = 5_000
/** Maximum alerts of an organisation that a step looks at in a round: the first of its time. */
const foldedAtOnce = 10_000
/** Vehicles heard within this time are the fleet whose share counts, ms. */
const heardMs = 60_000

interface Step {
  readonly uuid: string
  readonly name: string
  readonly matchers: AlertMatchers | null
  readonly settings: FoldingSettings
}

/** Folds the alerts of many vehicles at the same time into one of the fleet, and ends those that are over. */
export async function foldAlerts({ db, publisher }: Deps): Promise<void> {
  for (const org of await foldingOrgs(db)) {
    // one transaction for each: alerts are locked before the counter of changes, never after it
    const inTurn = async (work: (tx: Tx) => Promise<News[]>) =>
      announceNews(publisher, await db.transaction(async (tx) => ((await isMine(tx, org)) ? work(tx) : [])))
    await inTurn((tx) => endFolds(tx, org))
    for (const step of await stepsOf(db, org))
      for (const rule of await rulesToFold(db, org, step)) await inTurn((tx) => foldRule(tx, org, step, rule))
  }
}

/** Across organisations: one job serves all of them. Those with a folding step of their own, or with open parts. */
async function foldingOrgs(db: Database): Promise<Org[]> {
  const rows = await rowsOf<{ uuid: OrgUuid; id: OrgId }>(
    db,
    sql`SELECT uuid, id FROM organisations o
      WHERE EXISTS (SELECT 1 FROM standing_steps s WHERE s.org_uuid = o.uuid AND s.kind = 'folding' AND s.active
                    AND s.built_in IS DISTINCT FROM 'silence')
        OR EXISTS (SELECT 1 FROM alerts p WHERE p.folded_into IS NOT NULL AND p.org_uuid = o.uuid
                   AND p.status NOT IN ('CLOSED', 'MERGED'))
      ORDER BY uuid`,
  )
  return rows
}

/** Across organisations: no row is read. Whether this process runs this round; the lock ends with the transaction. */
async function isMine(tx: Tx, org: Org): Promise<boolean> {
  const [row] = await rowsOf<{ mine: boolean }>(
    tx,
    sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${`carapace folding ${org.uuid}`}, 0)) AS mine`,
  )
  return row!.mine
}

/** The active steps but that of silences, which are folded as they are found (rule SILENCE-5), in their order. */
async function stepsOf(db: Database, org: Org): Promise<Step[]> {
  const rows = await db
    .select()
    .from(standingSteps)
    .where(
      ownedBy(
        org,
        standingSteps,
        eq(standingSteps.kind, 'folding'),
        eq(standingSteps.active, true),
        sql`${standingSteps.builtIn} IS DISTINCT FROM 'silence'`,
      ),
    )
    .orderBy(asc(standingSteps.position), asc(standingSteps.uuid))
  return rows.map(({ uuid, name, matchers, settings }) => ({
    uuid,
    name,
    matchers,
    settings: FoldingSettings.parse(settings),
  }))
}

/** The rules whose alerts the step folds now. */
async function rulesToFold(db: Database, org: Org, step: Step): Promise<string[]> {
  return (await foldsBy(db, org, step, Date.now())).folds.map(({ rule }) => rule)
}

async function foldRule(tx: Tx, org: Org, step: Step, rule: string): Promise<News[]> {
  const { folds, heard } = await foldsBy(tx, org, step, Date.now())
  // another process may have folded them meanwhile
  const fold = folds.find((one) => one.rule === rule)
  return fold ? raiseFold(tx, org, step, fold, heard) : []
}

/** What the step folds now, and how many vehicles are heard. */
async function foldsBy(db: Database | Tx, org: Org, step: Step, now: number) {
  const candidates = await candidatesOf(db, org, step, now)
  if (candidates.length === 0) return { folds: [], heard: 0 }
  const since = new Date(now - heardMs)
  const heard = await db.$count(vehicleState, ownedBy(org, vehicleState, gte(vehicleState.lastSeen, since)))
  const folds = foldsIn(candidates, step.settings, heard)
  const joining = await joiningOf(db, org, step, candidates, now)
  return { folds: [...folds, ...joining.filter(({ rule }) => !folds.some((one) => one.rule === rule))], heard }
}

type Candidate = Awaited<ReturnType<typeof candidatesOf>>[number]

/** The alerts of vehicles raised within the time of the step that may be folded by it. */
async function candidatesOf(db: Database | Tx, org: Org, { matchers, settings }: Step, now: number) {
  const isOpen: SQL = and(inArray(alerts.status, [...openStatuses]), isNull(alerts.clearedAt))!
  const rows = await db
    .select({
      uuid: alerts.uuid,
      rule: alerts.rule,
      title: alerts.title,
      severity: alerts.severity,
      source: alerts.source,
      vehicle: alerts.vehicleId,
      vin: vehicles.vin,
      model: vehicles.model,
      observables: alerts.observables,
      raisedAt: alerts.raisedAt,
    })
    .from(alerts)
    .innerJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(
      ownedBy(
        org,
        alerts,
        gte(alerts.raisedAt, new Date(now - settings.seconds * 1_000)),
        isOpen,
        isShown(),
        isNotNull(alerts.vehicleId),
        eq(alerts.keptApart, false),
        ne(alerts.rule, riskRule),
        matchers?.rules ? inArray(alerts.rule, [...matchers.rules]) : notInArray(alerts.rule, ['silence']),
      ),
    )
    .orderBy(asc(alerts.raisedAt))
    .limit(foldedAtOnce)
  return rows
    .filter((row) => matchers === null || matches(matchers, row))
    .map((row) => ({ ...row, vehicle: Number(row.vehicle), raisedAt: row.raisedAt.getTime() }))
}

/** Alerts of a rule whose alert of the fleet is open, and had its latest part within the time of the step. */
async function joiningOf(
  db: Database | Tx,
  org: Org,
  { uuid, settings }: Step,
  candidates: readonly Candidate[],
  now: number,
): Promise<Fold<Candidate>[]> {
  const byRule = Map.groupBy(candidates, ({ rule }) => rule)
  const open = await db
    .select({ key: alerts.dedupKey })
    .from(alerts)
    .where(
      ownedBy(
        org,
        alerts,
        inArray(
          alerts.dedupKey,
          [...byRule.keys()].map((rule) => keyOf(uuid, rule)),
        ),
        inArray(alerts.status, [...openStatuses]),
        isNull(alerts.clearedAt),
        gte(alerts.lastSeen, new Date(now - settings.seconds * 1_000)),
      ),
    )
  const keys = new Set(open.map(({ key }) => key))
  return [...byRule].flatMap(([rule, mine]) =>
    keys.has(keyOf(uuid, rule))
      ? [
          {
            rule,
            title: mine[0]!.title,
            from: mine[0]!.raisedAt,
            to: mine.at(-1)!.raisedAt,
            vehicles: mine.length,
            alerts: mine,
          },
        ]
      : [],
  )
}

const keyOf = (step: string, rule: string) => `fleet:${step}:${rule}`

/** Raises the alert of the fleet, or counts its new parts on, and folds them into it. */
async function raiseFold(tx: Tx, org: Org, step: Step, fold: Fold<Candidate>, heard: number): Promise<News[]> {
  const uuids = fold.alerts.map(({ uuid }) => uuid)
  // parts have smaller keys than the alert of the fleet: everybody locks them first
  await lockParts(tx, org, uuids)
  const upserted = await upsertAlerts({ db: tx }, [raiseOf(org, step, fold, heard)])
  const { uuid, title } = { uuid: upserted[0]!.alerts[0]!.uuid, title: titleOf(fold) }
  const parts = await foldParts(tx, org, { uuid, title }, uuids)
  // the vehicles of the parts are locked before the counter
  const folded = await recordChanges(tx, org, parts)
  return [...folded, ...(await recordAlerts({ db: tx }, upserted))]
}

async function lockParts(tx: Tx, org: Org, uuids: readonly string[]): Promise<void> {
  await tx
    .select({ uuid: alerts.uuid })
    .from(alerts)
    .where(ownedBy(org, alerts, inArray(alerts.uuid, [...uuids])))
    .orderBy(asc(alerts.dedupKey), asc(alerts.severity), asc(alerts.uuid))
    .for('no key update')
}

function titleOf({ rule, title }: Pick<Fold<Candidate>, 'rule' | 'title'>): string {
  return `${ruleName(rule, title)}: many vehicles at once`
}

function raiseOf(org: Org, step: Step, fold: Fold<Candidate>, heard: number): Raise {
  const models = [...new Set(fold.alerts.map(({ model }) => model).filter((model) => model !== ''))].sort()
  const { seconds, severity, vehicles: least } = step.settings
  return {
    org,
    vehicle: undefined,
    count: fold.alerts.length,
    firstTs: fold.from,
    lastTs: fold.to,
    finding: {
      source: 'detector',
      rule: foldedRule,
      key: keyOf(step.uuid, fold.rule),
      title: titleOf(fold),
      severity,
      count: fold.alerts.length,
      ts: fold.from,
      evidence: 'none',
      explanation: [
        { field: 'rule', observed: fold.rule, expected: '' },
        {
          field: `vehicles with it within ${seconds} s`,
          observed: `${fold.vehicles} of ${Math.max(heard, fold.vehicles)} heard`,
          expected: `fewer than ${least}`,
        },
        { field: 'models', observed: models.slice(0, 10).join(', ') || 'not known', expected: '' },
        { field: 'folded by the step', observed: step.name, expected: '' },
      ],
      observables: [],
    },
  }
}
