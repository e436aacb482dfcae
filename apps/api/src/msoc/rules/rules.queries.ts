import { and, count, desc, eq, gt, ilike, inArray, max, or, type SQL, sql, sum } from 'drizzle-orm'
import { Failure } from '@carapace/shared/core/failure'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { likeText } from '@carapace/shared/msoc/history/history.queries'
import type { RuleState } from '@carapace/shared/msoc/rules/rules'
import type { RuleRow, RuleVersion } from '@carapace/shared/msoc/rules/rules.contract'
import { ruleLoads, rules, ruleSettings, ruleVersions } from '@carapace/shared/msoc/rules/rules.table'
import type { Severity } from '@carapace/shared/msoc/severity'
import type { Database, Tx } from '../../core/db.ts'
import { isCursorTime } from '../../core/http/storable.ts'

/** Loads of a process that has not written for this long are not counted, ms: the process has gone (rule RULE-30). */
const loadFreshMs = 30_000
const mostVersions = 100

interface RulesQuery {
  readonly q?: string | undefined
  readonly state?: readonly RuleState[] | undefined
  readonly severity?: readonly Severity[] | undefined
  readonly service?: string | undefined
  readonly tag?: string | undefined
  readonly pack?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

const place = sql<string>`to_char(${rules.updatedAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '|' ||
  ${rules.uuid}`

/** A page of the organisation's rules, the latest changed first. */
export async function rulesPage(db: Database, org: Org, query: RulesQuery) {
  const found = matching(query)
  const [rows, total, settings] = await Promise.all([
    db
      .select({ rule: rules, place })
      .from(rules)
      .where(ownedBy(org, rules, found, after(query.cursor)))
      .orderBy(desc(rules.updatedAt), desc(rules.uuid))
      .limit(query.limit + 1),
    db.$count(rules, ownedBy(org, rules, found)),
    settingsOf(db, org),
  ])
  const shown = rows.slice(0, query.limit)
  return {
    rules: await withCounts(
      db,
      org,
      shown.map(({ rule }) => rule),
    ),
    next_cursor: rows.length > query.limit ? shown.at(-1)!.place : null,
    total,
    four_eyes: settings.fourEyes,
  }
}

function matching({ q, state, severity, service, tag, pack }: RulesQuery): SQL | undefined {
  const words = q ? `%${likeText(q)}%` : undefined
  return and(
    words === undefined
      ? undefined
      : or(
          ilike(rules.title, words),
          ilike(rules.sigmaId, words),
          ilike(rules.sigmaName, words),
          sql`array_to_string(${rules.tags}, ' ') ILIKE ${words}`,
        ),
    state && inArray(rules.state, [...state]),
    severity && inArray(rules.severity, [...severity]),
    service === undefined ? undefined : eq(rules.service, service),
    tag === undefined ? undefined : sql`${tag} = ANY(${rules.tags})`,
    pack === undefined ? undefined : eq(rules.pack, pack),
  )
}

/** Condition: behind the last row of the previous page. */
function after(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  const [ts = '', uuid = ''] = cursor.split('|')
  if (!isCursorTime(ts) || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(uuid))
    throw new Failure('INVALID_INPUT', { errors: { cursor: 'This is not a cursor of ours.' } })
  return sql`(${rules.updatedAt}, ${rules.uuid}) < (${ts}::timestamptz, ${uuid}::uuid)`
}

type Rule = typeof rules.$inferSelect

/** The rules as lists show them: with their alerts, and with what the processes that run them report. */
async function withCounts(db: Database | Tx, org: Org, found: readonly Rule[]): Promise<RuleRow[]> {
  if (found.length === 0) return []
  const uuids = found.map(({ uuid }) => uuid)
  // one after the other: in a transaction there is one connection
  const raised = await alertsOf(db, org, uuids)
  const loads = await loadsOf(db, org, uuids)
  return found.map((rule) => wire(rule, raised.get(rule.uuid), loads.get(rule.uuid)))
}

async function alertsOf(db: Database | Tx, org: Org, uuids: string[]) {
  const rows = await db
    .select({
      uuid: alerts.ruleUuid,
      alerts: count(),
      false_positives: sql<number>`count(*) FILTER (WHERE ${alerts.resolution} = 'FALSE_POSITIVE')::int`,
      true_positives: sql<number>`count(*) FILTER (WHERE ${alerts.resolution} LIKE 'TRUE_POSITIVE_%')::int`,
    })
    .from(alerts)
    .where(ownedBy(org, alerts, inArray(alerts.ruleUuid, uuids)))
    .groupBy(alerts.ruleUuid)
  return new Map(rows.map(({ uuid, ...counts }) => [uuid, counts]))
}

async function loadsOf(db: Database | Tx, org: Org, uuids: string[]) {
  const total = (column: typeof ruleLoads.hits | typeof ruleLoads.groups | typeof ruleLoads.entries) =>
    sum(column).mapWith(Number)
  const rows = await db
    .select({
      uuid: ruleLoads.ruleUuid,
      hits: total(ruleLoads.hits),
      groups: total(ruleLoads.groups),
      entries: total(ruleLoads.entries),
      evicted: total(ruleLoads.evicted),
      lastHit: max(ruleLoads.lastHit),
      microseconds: sql<number>`avg(${ruleLoads.microsecondsPerEvent})::float8`,
      fault: max(ruleLoads.fault),
    })
    .from(ruleLoads)
    .where(
      ownedBy(org, ruleLoads, inArray(ruleLoads.ruleUuid, uuids), gt(ruleLoads.at, new Date(Date.now() - loadFreshMs))),
    )
    .groupBy(ruleLoads.ruleUuid)
  return new Map(rows.map(({ uuid, ...load }) => [uuid, load]))
}

type Counts<F extends (...input: never[]) => Promise<Map<unknown, unknown>>> =
  Awaited<ReturnType<F>> extends Map<unknown, infer One> ? One | undefined : never

function wire(rule: Rule, raised: Counts<typeof alertsOf>, load: Counts<typeof loadsOf>): RuleRow {
  return {
    uuid: rule.uuid,
    kind: rule.kind,
    title: rule.title,
    severity: rule.severity,
    service: rule.service,
    tags: rule.tags,
    state: rule.state,
    version: rule.version,
    enabled_version: rule.enabledVersion,
    origin: rule.origin,
    pack: rule.pack,
    pack_version: rule.packVersion,
    updated_at: rule.updatedAt.toISOString(),
    revision: rule.revision,
    alerts: raised?.alerts ?? 0,
    false_positives: raised?.false_positives ?? 0,
    true_positives: raised?.true_positives ?? 0,
    hits: load?.hits ?? 0,
    last_hit: load?.lastHit?.toISOString() ?? null,
    groups: load?.groups ?? 0,
    entries: load?.entries ?? 0,
    evicted: load?.evicted ?? 0,
    microseconds_per_event: load?.microseconds ?? null,
    fault: load?.fault ?? null,
  }
}

/** The rules of these uuids, as lists show them; those of other organisations are left out. */
export async function ruleRows(db: Database | Tx, org: Org, uuids: readonly string[]): Promise<RuleRow[]> {
  const found = await db
    .select()
    .from(rules)
    .where(ownedBy(org, rules, inArray(rules.uuid, [...uuids])))
    .orderBy(desc(rules.updatedAt), desc(rules.uuid))
  return withCounts(db, org, found)
}

/** The latest versions of a rule, the newest first. */
export async function versionsOf(db: Database, org: Org, uuid: string): Promise<RuleVersion[]> {
  const rows = await db
    .select()
    .from(ruleVersions)
    .where(ownedBy(org, ruleVersions, eq(ruleVersions.ruleUuid, uuid)))
    .orderBy(desc(ruleVersions.version))
    .limit(mostVersions)
  return rows.map((row) => ({
    version: row.version,
    text: row.text,
    note: row.note,
    author: row.author,
    created_at: row.createdAt.toISOString(),
    approved_by: row.approvedBy,
    approved_at: row.approvedAt?.toISOString() ?? null,
  }))
}

/** How the organisation treats its rules; the defaults if it has decided nothing. */
export async function settingsOf(db: Database | Tx, org: Org): Promise<{ fourEyes: boolean }> {
  const [row] = await db
    .select({ fourEyes: ruleSettings.fourEyes })
    .from(ruleSettings)
    .where(ownedBy(org, ruleSettings))
  return row ?? { fourEyes: false }
}
