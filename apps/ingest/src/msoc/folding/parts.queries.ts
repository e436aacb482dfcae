import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { alerts } from '@carapace/shared/msoc/alerts/alerts.table'
import type { NewAlertChange } from '@carapace/shared/msoc/alerts/changes.queries'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/database.ts'
import { detection } from '../storing/alerts.sink.ts'

export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]

/** An alert of the fleet, as its parts refer to it. */
export interface Whole {
  readonly uuid: string
  readonly title: string
}

/** What became a part of an alert of the fleet, or ceased to be one. */
export interface PartChange {
  readonly vehicle: VehicleId | null
  readonly change: NewAlertChange
}

const isOpen = (): SQL => inArray(alerts.status, [...openStatuses])

/**
 * Folds these alerts into an alert of the fleet, except those that are over, suppressed, folded already, or kept apart
 * by somebody (rules FOLDING-2, FOLDING-5). The caller has locked them.
 */
export async function foldParts(tx: Tx, org: Org, whole: Whole, uuids: readonly string[]): Promise<PartChange[]> {
  if (uuids.length === 0) return []
  const rows = await tx
    .update(alerts)
    .set({ foldedInto: whole.uuid })
    .where(
      ownedBy(
        org,
        alerts,
        sql`${alerts.uuid} IN (SELECT value::uuid FROM jsonb_array_elements_text(${JSON.stringify(uuids)}::jsonb))`,
        isOpen(),
        isNull(alerts.foldedInto),
        isNull(alerts.suppressedBy),
        eq(alerts.keptApart, false),
      ),
    )
    .returning({ uuid: alerts.uuid, vehicle: alerts.vehicleId })
  return rows.map(({ uuid, vehicle }) => ({
    vehicle,
    change: { alertUuid: uuid, kind: 'fold', actor: detection, detail: { into: whole.uuid, title: whole.title } },
  }))
}

/** Locks alerts of the fleet and their open parts, in the order in which every writer locks alerts. */
export async function lockWithParts(tx: Tx, org: Org, wholes: readonly string[]): Promise<void> {
  const uuids = JSON.stringify(wholes)
  const mine = sql`(SELECT value::uuid FROM jsonb_array_elements_text(${uuids}::jsonb))`
  await tx.execute(
    sql`SELECT 1 FROM alerts WHERE ${ownedBy(org, alerts, sql`(uuid IN ${mine} OR folded_into IN ${mine})`)}
      ORDER BY dedup_key, severity, uuid FOR NO KEY UPDATE`,
  )
}

/** The parts that are still going on are alerts of their own again: the cause that they had in common is gone. */
export async function releaseParts(tx: Tx, org: Org, wholes: readonly string[]): Promise<PartChange[]> {
  if (wholes.length === 0) return []
  const rows = await tx
    .update(alerts)
    .set({ foldedInto: null })
    .where(ownedBy(org, alerts, inArray(alerts.foldedInto, [...wholes]), isOpen(), isNull(alerts.clearedAt)))
    .returning({ uuid: alerts.uuid, vehicle: alerts.vehicleId })
  return rows.map(({ uuid, vehicle }) => ({
    vehicle,
    change: { alertUuid: uuid, kind: 'unfold', actor: detection, detail: { reason: 'the common cause is gone' } },
  }))
}

/** Closes the open parts of alerts of the fleet that somebody closed, with the same resolution (rule FOLDING-6). */
export async function closeParts(tx: Tx, org: Org, wholes: readonly string[]): Promise<PartChange[]> {
  const rows = await tx
    .update(alerts)
    .set({
      status: 'CLOSED',
      closedAt: new Date(),
      resolution: sql`(SELECT w.resolution FROM alerts w WHERE w.uuid = ${alerts.foldedInto})`,
      acknowledgedAt: sql`coalesce(${alerts.acknowledgedAt}, now())`,
      revision: sql`${alerts.revision} + 1`,
    })
    .where(and(ownedBy(org, alerts, inArray(alerts.foldedInto, [...wholes])), isOpen()))
    .returning({ uuid: alerts.uuid, vehicle: alerts.vehicleId, resolution: alerts.resolution })
  return rows.map(({ uuid, vehicle, resolution }) => ({
    vehicle,
    change: {
      alertUuid: uuid,
      kind: 'close',
      actor: detection,
      detail: { resolution, comment: 'Closed with the alert of the fleet' },
    },
  }))
}

/** Clears alerts of the fleet that are not cleared yet. */
export async function clearWholes(tx: Tx, org: Org, wholes: readonly string[]): Promise<PartChange[]> {
  if (wholes.length === 0) return []
  const rows = await tx
    .update(alerts)
    .set({ clearedAt: new Date() })
    .where(ownedBy(org, alerts, inArray(alerts.uuid, [...wholes]), isNull(alerts.clearedAt)))
    .returning({ uuid: alerts.uuid })
  return rows.map(({ uuid }) => ({
    vehicle: null,
    change: { alertUuid: uuid, kind: 'clear', actor: detection, detail: {} },
  }))
}
