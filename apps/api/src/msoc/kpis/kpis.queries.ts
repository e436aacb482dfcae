import { and, asc, count, desc, eq, gte, inArray, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { alertChanges, alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { isShown } from '@carapace/shared/msoc/alerts/pipeline/shown.queries'
import { ruleName } from '@carapace/shared/msoc/alerts/rules'
import { backlogAges, type Kpis } from '@carapace/shared/msoc/kpis/kpis.contract'
import { rules } from '@carapace/shared/msoc/rules/rules.table'
import { severities } from '@carapace/shared/msoc/severity'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/db.ts'
import type { Span } from '../span.ts'

const mostOwners = 50
const mostRules = 30
const mostVehicles = 20
const mostEnabledRules = 5_000

const counted = (condition: SQL) => sql<number>`count(*) FILTER (WHERE ${condition})::int`
const raisedIn = ({ from, to }: Span) => and(gte(alerts.raisedAt, from), lt(alerts.raisedAt, to), isShown())!
/** Not by being merged: that alert goes on as another one (rule KPI-1). */
const isClosed = and(isNotNull(alerts.closedAt), ne(alerts.status, 'MERGED'))!
const closedIn = ({ from, to }: Span) => and(gte(alerts.closedAt, from), lt(alerts.closedAt, to), isClosed, isShown())!

/** The duration between two times of alerts, where `only` applies: median, 90th percentile, number. */
function lasted(from: SQL, to: SQL, only: SQL) {
  const ms = sql`extract(epoch FROM ${to} - ${from})::float8 * 1000`
  const at = (share: SQL) =>
    sql<number | null>`percentile_cont(${share}) WITHIN GROUP (ORDER BY ${ms}) FILTER (WHERE ${only})`
  return { median: at(sql`0.5`), p90: at(sql`0.9`), alerts: counted(only) }
}

const [firstSeen, raisedAt] = [sql`${alerts.firstSeen}`, sql`${alerts.raisedAt}`]
/** An event that arrived later than this was delayed by its vehicle: it is no measure of the detection time. */
const detect = lasted(
  firstSeen,
  raisedAt,
  sql`${raisedAt} >= ${firstSeen} AND ${raisedAt} - ${firstSeen} < interval '5 minutes'`,
)
const acknowledge = lasted(raisedAt, sql`${alerts.acknowledgedAt}`, sql`${alerts.acknowledgedAt} IS NOT NULL`)
const resolve = lasted(raisedAt, sql`${alerts.closedAt}`, isClosed)

/**
 * The timers of the alerts raised in the span: of all, by severity, and by owner, in one scan (rules KPI-1 to KPI-3).
 */
export async function timersOf(db: Database, org: Org, span: Span) {
  const rows = await db
    .select({
      grouping: sql<number>`grouping(${alerts.severity}, ${alerts.ownerUuid})::int`,
      severity: alerts.severity,
      ownerUuid: alerts.ownerUuid,
      raised: count(),
      detect: detect.median,
      detect90: detect.p90,
      detected: detect.alerts,
      acknowledge: acknowledge.median,
      acknowledge90: acknowledge.p90,
      acknowledged: acknowledge.alerts,
      resolve: resolve.median,
      resolve90: resolve.p90,
      resolved: resolve.alerts,
    })
    .from(alerts)
    .where(ownedBy(org, alerts, raisedIn(span)))
    .groupBy(sql`GROUPING SETS ((), (${alerts.severity}), (${alerts.ownerUuid}))`)
  const figures = rows.map((row) => ({ ...row, timers: wireTimers(row) }))
  const owners = figures
    .filter(({ grouping }) => grouping === ofOwner)
    .sort((a, b) => b.raised - a.raised || (a.ownerUuid ?? '').localeCompare(b.ownerUuid ?? ''))
    .slice(0, mostOwners)
  const named = await ownersNamed(
    db,
    org,
    owners.flatMap(({ ownerUuid }) => ownerUuid ?? []),
  )
  return {
    timers: figures.find(({ grouping }) => grouping === ofAll)!.timers,
    by_severity: severities
      .toReversed()
      .map((severity) => ({
        severity,
        ...(figures.find((row) => row.grouping === ofSeverity && row.severity === severity)?.timers ?? noTimers),
      })),
    by_owner: owners.map(({ ownerUuid, timers }) => ({
      owner: ownerUuid === null ? null : { uuid: ownerUuid, name: named.get(ownerUuid) ?? '' },
      ...timers,
    })),
  }
}

/** The bits of `grouping(severity, owner)`: a set bit means that the column is not grouped by. */
const [ofAll, ofSeverity, ofOwner] = [3, 1, 2]
const noTimer = { median_ms: null, p90_ms: null, alerts: 0 }
const noTimers = { alerts: 0, detect: noTimer, acknowledge: noTimer, resolve: noTimer }

interface TimerRow {
  readonly raised: number
  readonly detect: number | null
  readonly detect90: number | null
  readonly detected: number
  readonly acknowledge: number | null
  readonly acknowledge90: number | null
  readonly acknowledged: number
  readonly resolve: number | null
  readonly resolve90: number | null
  readonly resolved: number
}

function wireTimers(row: TimerRow) {
  return {
    alerts: row.raised,
    detect: { median_ms: row.detect, p90_ms: row.detect90, alerts: row.detected },
    acknowledge: { median_ms: row.acknowledge, p90_ms: row.acknowledge90, alerts: row.acknowledged },
    resolve: { median_ms: row.resolve, p90_ms: row.resolve90, alerts: row.resolved },
  }
}

async function ownersNamed(db: Database, org: Org, uuids: readonly string[]): Promise<Map<string, string>> {
  if (uuids.length === 0) return new Map()
  const rows = await db
    .select({ uuid: users.uuid, name: users.name })
    .from(users)
    .where(ownedBy(org, users, inArray(users.uuid, [...uuids])))
  return new Map(rows.map(({ uuid, name }) => [uuid, name]))
}

/** The open alerts by their age now (rule KPI-4). */
export async function backlogOf(db: Database, org: Org, now: Date): Promise<Kpis['backlog']> {
  const hours = sql`extract(epoch FROM ${now.toISOString()}::timestamptz - ${alerts.raisedAt})::float8 / 3600`
  const isOpen = ownedBy(org, alerts, inArray(alerts.status, [...openStatuses]), isShown())
  const classOf = sql<number>`width_bucket(${hours}, ARRAY[${sql.raw(backlogAges.slice(0, -1).join())}]::float8[])`
  const [rows, [all]] = await Promise.all([
    db
      .select({ age: classOf, severity: alerts.severity, alerts: count() })
      .from(alerts)
      .where(isOpen)
      .groupBy(sql`1`, alerts.severity),
    db
      .select({
        open: count(),
        median: sql<number | null>`percentile_cont(0.5) WITHIN GROUP (ORDER BY ${hours})`,
        oldest: sql<Date | null>`min(${alerts.raisedAt})`.mapWith(alerts.raisedAt),
      })
      .from(alerts)
      .where(isOpen),
  ])
  return {
    open: all!.open,
    median_age_ms: all!.median === null ? null : all!.median * 3_600_000,
    oldest: all!.oldest?.toISOString() ?? null,
    ages: backlogAges.map((upTo, index) => ({
      up_to_hours: upTo,
      ...bySeverity(rows.filter(({ age }) => age === index)),
    })),
  }
}

function bySeverity(rows: readonly { readonly severity: (typeof severities)[number]; readonly alerts: number }[]) {
  const found = new Map(rows.map((row) => [row.severity, row.alerts]))
  const of = (severity: (typeof severities)[number]) => found.get(severity) ?? 0
  return { critical: of('critical'), high: of('high'), medium: of('medium'), low: of('low'), info: of('info') }
}

/** Alerts raised and closed between each two of these times, which ascend (rule KPI-5). */
export async function flowOf(db: Database, org: Org, span: Span, starts: readonly number[]) {
  const times = starts.map((at) => new Date(at).toISOString())
  const day = (column: typeof alerts.raisedAt | typeof alerts.closedAt) =>
    sql<number>`width_bucket(${column},
      ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(times)}::jsonb)::timestamptz))`
  const counts = (column: typeof alerts.raisedAt | typeof alerts.closedAt, within: SQL) =>
    db
      .select({ day: day(column), alerts: count() })
      .from(alerts)
      .where(ownedBy(org, alerts, within))
      .groupBy(sql`1`)
  const [opened, closed] = await Promise.all([
    counts(alerts.raisedAt, raisedIn(span)),
    counts(alerts.closedAt, closedIn(span)),
  ])
  const of = (rows: typeof opened) => new Map(rows.map((row) => [row.day, row.alerts]))
  const [raised, over] = [of(opened), of(closed)]
  return starts.map((_, index) => ({ opened: raised.get(index + 1) ?? 0, closed: over.get(index + 1) ?? 0 }))
}

/** How many of the alerts closed in the span were false positives, by rule (rule KPI-6). */
export async function falsePositivesOf(db: Database, org: Org, span: Span): Promise<Kpis['false_positives']> {
  const wrong = counted(eq(alerts.resolution, 'FALSE_POSITIVE'))
  const rows = await db
    .select({ rule: alerts.rule, title: sql<string>`min(${alerts.title})`, closed: count(), wrong })
    .from(alerts)
    .where(ownedBy(org, alerts, closedIn(span), isNotNull(alerts.resolution)))
    .groupBy(alerts.rule)
    .orderBy(desc(wrong), desc(count()), asc(alerts.rule))
    .limit(mostRules)
  return rows.map(({ rule, title, closed, wrong: falsePositives }) => ({
    rule,
    title: ruleName(rule, title),
    closed,
    false_positives: falsePositives,
    ratio: falsePositives / closed,
  }))
}

/** The vehicles that raised most alerts in the span (rule KPI-7). */
export async function noisyVehicles(db: Database, org: Org, span: Span): Promise<Kpis['vehicles']> {
  return db
    .select({
      uuid: vehicles.uuid,
      vin: vehicles.vin,
      model: vehicles.model,
      alerts: count(),
      repeats: sql<number>`sum(${alerts.count})`.mapWith(Number),
      false_positives: counted(eq(alerts.resolution, 'FALSE_POSITIVE')),
    })
    .from(alerts)
    .innerJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(ownedBy(org, alerts, raisedIn(span)))
    .groupBy(vehicles.uuid, vehicles.vin, vehicles.model)
    .orderBy(desc(count()), asc(vehicles.vin))
    .limit(mostVehicles)
}

/** Alerts that were escalated, and those that were overdue, in the span (rule KPI-10). */
export async function escalationsOf(db: Database, org: Org, span: Span) {
  const { from, to } = span
  const [[escalated], overdue] = await Promise.all([
    db
      .select({ alerts: sql<number>`count(DISTINCT ${alertChanges.alertUuid})::int` })
      .from(alertChanges)
      .where(ownedBy(org, alertChanges, sql`kind = 'escalate'`, gte(alertChanges.at, from), lt(alertChanges.at, to))),
    db
      .select({ severity: alerts.severity, alerts: count() })
      .from(alerts)
      .where(ownedBy(org, alerts, gte(alerts.overdueAt, from), lt(alerts.overdueAt, to), isShown()))
      .groupBy(alerts.severity),
  ])
  return { escalated: escalated!.alerts, overdue: bySeverity(overdue) }
}

/** The titles and tags of the rules that run. */
export async function enabledRules(db: Database, org: Org): Promise<{ title: string; tags: string[] }[]> {
  return db
    .select({ title: rules.title, tags: rules.tags })
    .from(rules)
    .where(ownedBy(org, rules, isNotNull(rules.enabledVersion)))
    .orderBy(asc(rules.title))
    .limit(mostEnabledRules)
}
