import { and, count, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import type { AlertMatchers } from '@carapace/shared/msoc/alerts/pipeline/alert-matchers'
import { playbookSteps } from '@carapace/shared/msoc/playbooks/playbooks.table'
import type { Approval } from '@carapace/shared/msoc/playbooks/waiting'
import { type VehicleId, vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../../../core/db.ts'
import { matching } from '../../alerts/pipeline/steps.queries.ts'

/** How many alerts of a vehicle are open, and how many were raised in 30 days. */
export async function countAlertsOf(tx: Tx | Database, org: Org, vehicle: VehicleId) {
  const since = new Date(Date.now() - 30 * 86_400_000)
  const [row] = await tx
    .select({
      open: sql<number>`(count(*) FILTER (WHERE ${inArray(alerts.status, [...openStatuses])}))::int`,
      recent: sql<number>`(count(*) FILTER (WHERE ${gte(alerts.raisedAt, since)}))::int`,
    })
    .from(alerts)
    .where(ownedBy(org, alerts, eq(alerts.vehicleId, vehicle)))
  return row!
}

/** The alerts that a search finds, the latest first, and their number. */
export async function foundAlerts(tx: Tx | Database, org: Org, input: Record<string, unknown>, now: Date) {
  const vin = String(input['vin'] ?? '').trim()
  const matchers = input['matchers'] as AlertMatchers | null
  const where = ownedBy(
    org,
    alerts,
    gte(alerts.raisedAt, new Date(now.getTime() - Number(input['hours']) * 3_600_000)),
    input['open'] === true ? inArray(alerts.status, [...openStatuses]) : undefined,
    vin === '' ? undefined : eq(vehicles.vin, vin),
    ...(matchers ? matching(matchers) : []),
  )
  const [counted] = await tx
    .select({ total: count() })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(where)
  const rows = await tx
    .select({ alert: alerts, vin: vehicles.vin, owner: users.name })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .leftJoin(users, eq(users.uuid, alerts.ownerUuid))
    .where(where)
    .orderBy(desc(alerts.number))
    .limit(Number(input['at_most']))
  return {
    total: counted!.total,
    alerts: rows.map(({ alert, ...beside }) => ({
      uuid: alert.uuid,
      number: alert.number,
      title: alert.title.slice(0, 120),
      severity: alert.severity,
      status: alert.status,
      rule: alert.rule.slice(0, 80),
      vin: beside.vin,
      owner: beside.owner,
      raised_at: alert.raisedAt.toISOString(),
    })),
  }
}

/** The people who approved in the approvals of a run that were granted. */
export async function approvalsBefore(tx: Tx, org: Org, run: string) {
  const rows = await tx
    .select({ output: playbookSteps.output })
    .from(playbookSteps)
    .where(
      ownedBy(
        org,
        playbookSteps,
        and(eq(playbookSteps.runUuid, run), eq(playbookSteps.port, 'approved'), eq(playbookSteps.state, 'DONE')),
      ),
    )
    .orderBy(desc(playbookSteps.seq))
    .limit(1)
  const approvals = (rows[0]?.output as { approvals?: Approval[] } | undefined)?.approvals ?? []
  return approvals.map(({ uuid, by, at }) => ({ uuid, by, at }))
}
