import { desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { type Org, type OrgId, type OrgUuid, ownedBy } from '../../core/owned.ts'
import { type AnyDatabase, rowsOf } from '../../core/time-series/time-series.queries.ts'
import { canProfiles, dbcs, dbcVersions } from '../can/can.table.ts'
import { dbcVersionsFor } from '../can/dbcs.queries.ts'
import { canFramesOf, idsEventsOf, positionsOf, syslogOf, type Window } from '../history/history.queries.ts'
import { type VehicleId, vehicles } from '../vehicles/vehicles.table.ts'

/** Half the evidence window by kind, ms: for CAN from 2 s before to 2 s after; longer for kinds with fewer events. */
const aroundMs = { can: 2_000, ids: 30_000, syslog: 90_000, position: 120_000 } as const
export const evidenceLimit = 20_000

export interface DueEvidence {
  readonly alert_uuid: string
  readonly org_uuid: OrgUuid
  readonly org_id: OrgId
  readonly vehicle_id: VehicleId | null
  readonly kind: keyof typeof aroundMs | 'none'
  readonly bus: string | null
  readonly around_ms: number
  readonly raised_ms: number
}

/**
 * Across organisations: one job serves all of them. Returns evidence that is due. The rows are locked for this
 * transaction; other processes take other rows.
 */
export async function dueEvidence(tx: AnyDatabase, limit: number): Promise<DueEvidence[]> {
  return rowsOf<DueEvidence>(
    tx,
    sql`
   
      SELECT e.alert_uuid, e.org_uuid, o.id AS org_id, e.vehicle_id, e.kind, e.bus, extract(epoch
      FROM e.around)::float8 * 1000 AS around_ms,
      extract(epoch FROM a.raised_at)::float8 * 1000 AS raised_ms
    FROM alert_evidence e JOIN organisations o ON o.uuid = e.org_uuid JOIN alerts a ON a.uuid = e.alert_uuid
    WHERE e.filled_at IS NULL AND e.due_at <= now() ORDER BY e.due_at LIMIT ${limit} FOR UPDATE OF e SKIP LOCKED`,
  )
}

/**
 * Collects the raw events around the alert, oldest first, and stores them with it, together with the database version
 * and the profile that decode them (rules EVIDENCE-1 to EVIDENCE-4). Returns the number of events.
 */
export async function fillEvidence(tx: AnyDatabase, due: DueEvidence): Promise<number> {
  const events = await eventsAround(tx, due)
  const pins = await pinsOf(tx, due)
  await tx.execute(sql`
    UPDATE alert_evidence SET filled_at = now(), total = ${events.length}, events = ${JSON.stringify(events)}::jsonb,
      dbc_version_uuid = ${pins.dbc ?? null}::uuid, profile_uuid = ${pins.profile ?? null}::uuid
    WHERE alert_uuid = ${due.alert_uuid} AND org_uuid = ${due.org_uuid}`)
  return events.length
}

interface Pins {
  readonly dbc?: string | undefined
  readonly profile?: string | undefined
}

/**
 * Returns the database version that decodes the alert's bus now and the profile that watched it when the alert was
 * raised, so that the evidence still opens the same after both have changed.
 */
async function pinsOf(
  tx: AnyDatabase,
  { kind, org_uuid, org_id, vehicle_id, bus, raised_ms }: DueEvidence,
): Promise<Pins> {
  if (kind !== 'can' || vehicle_id === null) return {}
  const org = { uuid: org_uuid, id: org_id }
  const [vehicle] = await tx
    .select({ model: vehicles.model })
    .from(vehicles)
    .where(ownedBy(org, vehicles, eq(vehicles.id, vehicle_id)))
  if (!vehicle) return {}
  const [reader] = await dbcVersionsFor(tx, org, vehicle.model, [bus ?? ''])
  return {
    dbc: reader && (await heldVersion(tx, org, reader.dbc.version_uuid)),
    profile: bus === null ? undefined : await profileAt(tx, org, { model: vehicle.model, bus }, new Date(raised_ms)),
  }
}

/**
 * Returns the version and locks its database, so that it can't be deleted until the transaction ends; undefined if it
 * has been deleted. There is one lock per database, not per version: a deletion takes the same lock, so that two
 * transactions never wait for each other.
 */
async function heldVersion(tx: AnyDatabase, org: Org, uuid: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ uuid: dbcVersions.uuid })
    .from(dbcVersions)
    .innerJoin(dbcs, eq(dbcs.uuid, dbcVersions.dbcUuid))
    .where(ownedBy(org, dbcVersions, eq(dbcVersions.uuid, uuid)))
    .for('key share', { of: dbcs })
  return row?.uuid
}

/**
 * Returns the profile that was active at a time for a bus of a model: the model's own profile before the one for all
 * models. For a profile that was activated again later, the earlier period is no longer known.
 */
async function profileAt(
  tx: AnyDatabase,
  org: Org,
  { model, bus }: { model: string; bus: string },
  at: Date,
): Promise<string | undefined> {
  const wasActive = [lte(canProfiles.activatedAt, at), or(isNull(canProfiles.retiredAt), gt(canProfiles.retiredAt, at))]
  const [row] = await tx
    .select({ uuid: canProfiles.uuid })
    .from(canProfiles)
    .where(ownedBy(org, canProfiles, inArray(canProfiles.model, [model, '']), eq(canProfiles.bus, bus), ...wasActive))
    .orderBy(desc(canProfiles.model), desc(canProfiles.activatedAt))
    .limit(1)
  return row?.uuid
}

async function eventsAround(
  tx: AnyDatabase,
  { kind, org_uuid, org_id, vehicle_id, bus, around_ms }: DueEvidence,
): Promise<object[]> {
  if (kind === 'none') return []
  const org = { uuid: org_uuid, id: org_id }
  const window: Window = {
    from: new Date(around_ms - aroundMs[kind]),
    to: new Date(around_ms + aroundMs[kind]),
    limit: evidenceLimit,
  }
  const vehicle = vehicle_id ?? (0 as VehicleId)
  switch (kind) {
    case 'can':
      return (await canFramesOf(tx, org, vehicle, window, { bus: bus ?? undefined })).rows
    case 'ids':
      return (await idsEventsOf(tx, org, vehicle, window)).rows
    case 'syslog':
      return (await syslogOf(tx, org, vehicle, window)).rows
    case 'position':
      return (await positionsOf(tx, org, vehicle, window)).rows
  }
}
