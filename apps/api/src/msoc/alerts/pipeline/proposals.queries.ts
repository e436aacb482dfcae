import { asc, desc, eq, gte, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alertChanges, alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import { endsAfter } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.queries'
import { alertSteps } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.table'
import { ProposalSettings, shippedSteps } from '@carapace/shared/msoc/alerts/pipeline/standing-steps'
import { declinedProposals, standingSteps } from '@carapace/shared/msoc/alerts/pipeline/standing-steps.table'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../../../core/db.ts'

/** Maximum number of closed alerts that are looked at: those seen last. */
const closedRead = 5_000

export async function proposalStepOf(db: Database, org: Org): Promise<{ active: boolean; settings: ProposalSettings }> {
  const [row] = await db
    .select({ active: standingSteps.active, settings: standingSteps.settings })
    .from(standingSteps)
    .where(ownedBy(org, standingSteps, eq(standingSteps.builtIn, 'proposals')))
  return row ? { active: row.active, settings: ProposalSettings.parse(row.settings) } : shippedSteps.proposals
}

/**
 * Alerts that people closed since a time, the latest closed first. Those folded into an alert of the fleet are closed
 * with it: they are one decision, not many.
 */
export async function closedAlerts(db: Database, org: Org, since: Date) {
  const seenLast = db
    .select({ uuid: alerts.uuid })
    .from(alerts)
    .where(ownedBy(org, alerts, eq(alerts.status, 'CLOSED'), gte(alerts.lastSeen, since)))
    .orderBy(desc(alerts.lastSeen))
    .limit(closedRead)
  const rows = await db
    .select({
      uuid: alerts.uuid,
      number: alerts.number,
      title: alerts.title,
      rule: alerts.rule,
      severity: alerts.severity,
      source: alerts.source,
      vin: vehicles.vin,
      model: vehicles.model,
      observables: alerts.observables,
      resolution: alerts.resolution,
      closedAt: alerts.closedAt,
    })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(ownedBy(org, alerts, inArray(alerts.uuid, seenLast), isNotNull(alerts.closedAt), isNull(alerts.foldedInto)))
    .orderBy(desc(alerts.closedAt), asc(alerts.uuid))
  return rows.map((row) => ({ ...row, closedAt: row.closedAt!.getTime() }))
}

export type ClosedRow = Awaited<ReturnType<typeof closedAlerts>>[number]

/** Until when closings do not count any more for what was declined, by key. */
export async function declinedUntil(db: Database, org: Org): Promise<Map<string, number>> {
  const rows = await db
    .select({ key: declinedProposals.key, at: declinedProposals.declinedAt })
    .from(declinedProposals)
    .where(ownedBy(org, declinedProposals))
  return new Map(rows.map(({ key, at }) => [key, at.getTime()]))
}

/** The silences that are not over, planned or in effect. */
export async function silencesOf(db: Database, org: Org) {
  return db
    .select({ matchers: alertSteps.matchers })
    .from(alertSteps)
    .where(ownedBy(org, alertSteps, eq(alertSteps.kind, 'silence'), eq(alertSteps.active, true), endsAfter(new Date())))
}

/** Who closed each of these alerts last, by the alert's uuid. */
export async function closersOf(db: Database, org: Org, uuids: readonly string[]): Promise<Map<string, string>> {
  if (uuids.length === 0) return new Map()
  const rows = await db
    .select({ uuid: alertChanges.alertUuid, actor: alertChanges.actor })
    .from(alertChanges)
    .where(ownedBy(org, alertChanges, inArray(alertChanges.alertUuid, [...uuids]), eq(alertChanges.kind, 'close')))
    .orderBy(asc(alertChanges.seq))
  return new Map(rows.map(({ uuid, actor }) => [uuid, actor]))
}

/** Stores that a proposal was declined now, and forgets what was declined before closings stopped to count. */
export async function storeDecline(
  tx: Tx,
  org: Org,
  key: string,
  author: { readonly uuid: string; readonly name: string },
  forgetBefore: Date,
): Promise<void> {
  await tx
    .delete(declinedProposals)
    .where(ownedBy(org, declinedProposals, lt(declinedProposals.declinedAt, forgetBefore)))
  await tx
    .insert(declinedProposals)
    .values({ orgUuid: org.uuid, key, authorUuid: author.uuid, author: author.name })
    .onConflictDoUpdate({
      target: [declinedProposals.orgUuid, declinedProposals.key],
      set: { authorUuid: author.uuid, author: author.name, declinedAt: sql`now()` },
    })
}
