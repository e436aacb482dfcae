import { and, asc, desc, eq, gte, isNotNull, ne, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import type { AlertMatchers } from '@carapace/shared/msoc/alerts/pipeline/alert-matchers'
import { matches } from '@carapace/shared/msoc/alerts/pipeline/alert-steps'
import {
  type BuiltInStep,
  builtInSteps,
  FoldingSettings,
  ProposalSettings,
  riskRule,
  RiskSettings,
  shippedSteps,
  type StandingKind,
} from '@carapace/shared/msoc/alerts/pipeline/standing-steps'
import type { StandingStep } from '@carapace/shared/msoc/alerts/pipeline/standing-steps.contract'
import { standingSteps } from '@carapace/shared/msoc/alerts/pipeline/standing-steps.table'
import { vehicles, vehicleState } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../../../core/db.ts'

export type StandingRow = typeof standingSteps.$inferSelect

/** Maximum number of steps of an organisation, those as shipped not included. */
export const standingStepsAtMost = 50

/** The steps of an organisation by kind and order: its own, and those as shipped that it has not changed. */
export async function standingStepsOf(db: Database, org: Org): Promise<StandingStep[]> {
  const rows = await db
    .select()
    .from(standingSteps)
    .where(ownedBy(org, standingSteps))
    .limit(standingStepsAtMost + 10)
  const changed = new Set(rows.map(({ builtIn }) => builtIn))
  const steps = [
    ...rows.map(wireStep),
    ...builtInSteps.filter((name) => !changed.has(name)).map((name) => shippedStep(name)),
  ]
  const kinds: readonly StandingKind[] = ['folding', 'risk', 'proposal']
  return steps.sort(
    (a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || a.order - b.order || a.name.localeCompare(b.name, 'en'),
  )
}

function settingsOf(kind: StandingKind, settings: unknown) {
  return {
    folding: kind === 'folding' ? FoldingSettings.parse(settings) : null,
    risk: kind === 'risk' ? RiskSettings.parse(settings) : null,
    proposal: kind === 'proposal' ? ProposalSettings.parse(settings) : null,
  }
}

export function wireStep(row: StandingRow): StandingStep {
  return {
    uuid: row.uuid,
    kind: row.kind,
    built_in: row.builtIn,
    name: row.name,
    order: row.position,
    active: row.active,
    matchers: row.matchers,
    ...settingsOf(row.kind, row.settings),
    author: row.author,
    changed_at: row.changedAt.toISOString(),
    revision: row.revision,
  }
}

function shippedStep(name: BuiltInStep): StandingStep {
  const { kind, settings, position, ...step } = shippedSteps[name]
  return {
    ...step,
    uuid: null,
    kind,
    built_in: name,
    order: position,
    ...settingsOf(kind, settings),
    author: null,
    changed_at: null,
    revision: 0,
  }
}

export async function lockStandingStep(
  tx: Tx,
  org: Org,
  named: { uuid: string } | { builtIn: BuiltInStep },
): Promise<StandingRow | undefined> {
  const [row] = await tx
    .select()
    .from(standingSteps)
    .where(
      ownedBy(
        org,
        standingSteps,
        'uuid' in named ? eq(standingSteps.uuid, named.uuid) : eq(standingSteps.builtIn, named.builtIn),
      ),
    )
    .for('update')
  return row
}

/** The number of an organisation's steps; no other transaction can add one until this one ends. */
export async function countStandingSteps(tx: Tx, org: Org): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`standing steps ${org.uuid}`}, 0))`)
  return tx.$count(standingSteps, ownedBy(org, standingSteps))
}

export async function insertStandingStep(
  tx: Tx,
  org: Org,
  step: Omit<typeof standingSteps.$inferInsert, 'orgUuid' | 'uuid' | 'revision' | 'changedAt'>,
): Promise<StandingRow> {
  const [row] = await tx
    .insert(standingSteps)
    .values({ ...step, orgUuid: org.uuid })
    .returning()
  return row!
}

export async function updateStandingStep(
  tx: Tx,
  org: Org,
  uuid: string,
  set: Partial<StandingRow>,
): Promise<StandingRow> {
  const [row] = await tx
    .update(standingSteps)
    .set({ ...set, changedAt: new Date(), revision: sql`${standingSteps.revision} + 1` })
    .where(ownedBy(org, standingSteps, eq(standingSteps.uuid, uuid)))
    .returning()
  return row!
}

export async function removeStandingStep(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(standingSteps).where(ownedBy(org, standingSteps, eq(standingSteps.uuid, uuid)))
}

/** Maximum number of alerts with which a step is tried: the latest ones. */
const triedAlerts = 10_000

/** Alerts of vehicles since a time that match, the latest raised first. */
export async function alertsToTry(db: Database, org: Org, matchers: AlertMatchers | null, since: Date) {
  const rows = await db
    .select({
      uuid: alerts.uuid,
      rule: alerts.rule,
      title: alerts.title,
      severity: alerts.severity,
      source: alerts.source,
      resolution: alerts.resolution,
      vehicle: vehicles.id,
      vin: vehicles.vin,
      model: vehicles.model,
      observables: alerts.observables,
      raisedAt: alerts.raisedAt,
      lastSeen: alerts.lastSeen,
    })
    .from(alerts)
    .innerJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(
      ownedBy(org, alerts, and(gte(alerts.raisedAt, since), isNotNull(alerts.vehicleId), ne(alerts.rule, riskRule))),
    )
    .orderBy(desc(alerts.raisedAt), asc(alerts.uuid))
    .limit(triedAlerts)
  return rows
    .filter((row) => matchers === null || matches(matchers, row))
    .map((row) => ({
      ...row,
      vehicle: Number(row.vehicle),
      raisedAt: row.raisedAt.getTime(),
      lastSeen: row.lastSeen.getTime(),
    }))
}

/** The number of vehicles that were heard since a time. */
export async function heardSince(db: Database, org: Org, since: Date): Promise<number> {
  return db.$count(vehicleState, ownedBy(org, vehicleState, gte(vehicleState.lastSeen, since)))
}
