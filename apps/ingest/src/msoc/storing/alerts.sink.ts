import { sql } from 'drizzle-orm'
import type { Org, OrgUuid } from '@carapace/shared/core/owned'
import { type NewAlertChange, recordAlertChanges, refreshHealth } from '@carapace/shared/msoc/alerts/changes.queries'
import { alertEvidence, alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { type AlertIdentity, baseRisk, identityOf, riskOf } from '@carapace/shared/msoc/alerts/alerts'
import type { SuppressionChange } from '@carapace/shared/msoc/alerts/pipeline/alert-steps'
import type { HealthNews } from '@carapace/shared/msoc/topics'
import { rankOf, severities, type Severity } from '@carapace/shared/msoc/severity'
import type { Transaction } from '../../core/database.ts'
import type { Raise } from '../detect/detect.ts'
import { settleSuppression } from './suppression.sink.ts'

/** The news that result from raising alerts, for one organisation. */
export interface AlertNews {
  readonly org: Org
  readonly seq: number
  readonly health: readonly HealthNews[]
  readonly raised: readonly Severity[]
}

/** The evidence of an alert is collected this long after it fired, so that it includes the events just after it, ms. */
const evidenceAfterMs = 2_000

/** The actor of an alert's changes that no person made. */
export const detection = { uuid: null, name: 'Detection' }

type Db = Pick<Transaction, 'db'>

/** Alerts of one organisation that are upserted but whose changes are not yet recorded. */
export interface Upserted {
  readonly org: Org
  readonly raises: readonly Raise[]
  readonly alerts: readonly {
    readonly uuid: string
    readonly dedupKey: string
    readonly isNew: boolean
    readonly count: number
    readonly added: number
    readonly severity: Severity
    readonly firstTs: number
    /** Undefined where nothing about its suppression changes. */
    readonly suppression: SuppressionChange['change'] | undefined
  }[]
}

/**
 * Raises alerts, or increments the counts of open ones; one organisation after the other, and each in the order of the
 * keys.
 */
export async function upsertAlerts(tx: Db, raises: readonly Raise[]): Promise<Upserted[]> {
  const done: Upserted[] = []
  for (const [, mine] of [...Map.groupBy(raises, ({ org }) => org.uuid)].sort(byOrg))
    done.push(await upsertOf(tx, mine[0]!.org, mine))
  return done
}

/**
 * Recounts the vehicles' open alerts and records the changes. This is the last step of the transaction, after
 * `upsertAlerts` and the vehicles' states. All writers lock alerts, then states, then the counter; another order would
 * cause deadlocks with the analysts.
 */
export async function recordAlerts({ db }: Db, upserted: readonly Upserted[]): Promise<AlertNews[]> {
  const news: AlertNews[] = []
  for (const { org, raises, alerts: mine } of upserted) {
    const health = await refreshHealth(
      db,
      org,
      raises.flatMap(({ vehicle }) => (vehicle ? [vehicle.id] : [])),
    )
    const seq = await recordAlertChanges(
      db,
      org,
      mine.flatMap(({ uuid, isNew, count, added, severity, suppression }): NewAlertChange[] => {
        const of = { alertUuid: uuid, actor: detection }
        const seen: NewAlertChange = isNew
          ? { ...of, kind: 'raise', detail: { count, severity } }
          : { ...of, kind: 'count', detail: { count, added } }
        return suppression ? [seen, { ...of, ...suppression }] : [seen]
      }),
    )
    news.push({ org, seq: seq!, health, raised: mine.filter(({ isNew }) => isNew).map(({ severity }) => severity) })
  }
  return news
}

const byOrg = ([a]: [OrgUuid, unknown], [b]: [OrgUuid, unknown]) => (a < b ? -1 : 1)
const rowsAtOnce = 1_000

/** The order in which every writer locks alerts. */
function byIdentity({ row: a }: { row: AlertIdentity }, { row: b }: { row: AlertIdentity }): number {
  if (a.dedupKey !== b.dedupKey) return a.dedupKey < b.dedupKey ? -1 : 1
  return rankOf(a.severity) - rankOf(b.severity)
}

/** `riskOf` for PostgreSQL, since only PostgreSQL knows the total: base risks by rank. */
const baseRisks = sql.raw(`ARRAY[${severities.map((severity) => baseRisk[severity]).join(', ')}]`)

async function upsertOf({ db }: Db, org: Org, raises: Raise[]): Promise<Upserted> {
  const found = raises.map((raise) => ({ raise, row: rowOf(org, raise) })).sort(byIdentity)
  const rows = found.map(({ row }) => row)
  const raiseOf = new Map(found.map(({ raise, row }) => [identityOf(row), raise]))
  const stored: (AlertIdentity & { uuid: string; isNew: boolean; count: number; suppressedBy: string | null })[] = []
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    stored.push(
      ...(await db
        .insert(alerts)
        .values(rows.slice(at, at + rowsAtOnce))
        .onConflictDoUpdate({
          target: [alerts.orgUuid, alerts.dedupKey, alerts.severity],
          targetWhere: sql`status NOT IN ('CLOSED', 'MERGED') OR merge_open`,
          set: {
            count: sql`${alerts.count} + excluded.count`,
            lastSeen: sql`greatest(${alerts.lastSeen}, excluded.last_seen)`,
            risk: sql`least(100, (${baseRisks})[${alerts.severity} + 1]
              + least(9, floor(log(2, ${alerts.count} + excluded.count))))`,
            // the explanation of a finding with another title would not be that of this alert
            explanation: sql`CASE WHEN excluded.title = ${alerts.title} THEN excluded.explanation
              ELSE ${alerts.explanation} END`,
            falseAlerts: sql`least(${alerts.falseAlerts}, excluded.false_alerts)`,
            clearedAt: null,
          },
        })
        .returning({
          uuid: alerts.uuid,
          dedupKey: alerts.dedupKey,
          isNew: sql<boolean>`xmax = 0`,
          count: alerts.count,
          severity: alerts.severity,
          suppressedBy: alerts.suppressedBy,
        })),
    )
  }
  await awaitEvidence(
    db,
    org,
    stored.filter(({ isNew }) => isNew).map((alert) => ({ uuid: alert.uuid, raise: raiseOf.get(identityOf(alert))! })),
  )
  const suppressions = await settleSuppression(db, org, stored)
  return {
    org,
    raises,
    alerts: stored.map((alert) => {
      const { count: added, firstTs } = raiseOf.get(identityOf(alert))!
      return { ...alert, added, firstTs, suppression: suppressions.get(alert.uuid)?.change }
    }),
  }
}

export function dedupKey({ vehicle, finding }: Pick<Raise, 'vehicle' | 'finding'>): string {
  return vehicle ? `${vehicle.id}:${finding.key}` : finding.key
}

function rowOf(org: Org, raise: Raise): typeof alerts.$inferInsert {
  const { vehicle, finding, count, firstTs, lastTs } = raise
  return {
    orgUuid: org.uuid,
    title: finding.title,
    severity: finding.severity,
    source: finding.source,
    rule: finding.rule,
    ruleUuid: finding.ruleUuid ?? null,
    vehicleId: vehicle?.id ?? null,
    ecu: finding.ecu ?? null,
    bus: finding.bus ?? null,
    dedupKey: dedupKey(raise),
    count,
    firstSeen: new Date(firstTs),
    lastSeen: new Date(lastTs),
    tactics: [...(finding.tactics ?? [])],
    observables: [...finding.observables],
    explanation: [...finding.explanation],
    risk: riskOf(finding.severity, count),
    falseAlerts: raise.falseAlerts ?? null,
  }
}

async function awaitEvidence(
  db: Transaction['db'],
  org: Org,
  fresh: readonly { uuid: string; raise: Raise }[],
): Promise<void> {
  if (fresh.length === 0) return
  const dueAt = new Date(Date.now() + evidenceAfterMs)
  await db
    .insert(alertEvidence)
    .values(
      fresh.map(({ uuid, raise: { vehicle, finding, firstTs } }) => ({
        alertUuid: uuid,
        orgUuid: org.uuid,
        vehicleId: vehicle?.id ?? null,
        kind: vehicle || finding.evidence === 'syslog' ? finding.evidence : ('none' as const),
        bus: finding.bus ?? null,
        around: new Date(firstTs),
        dueAt,
      })),
    )
}
