import { sql } from 'drizzle-orm'
import type { OrgId, OrgUuid } from '../core/owned.ts'
import { type AnyDatabase, rowsOf } from '../core/time-series.queries.ts'
import { canFramesOf, idsEventsOf, positionsOf, syslogOf, type Window } from './history.queries.ts'
import type { VehicleId } from './vehicles.table.ts'

/** Of CAN, the bus from 2 s before to 2 s after; of the rarer kinds, more. */
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
}

/** Across organisations: a job serves all of them. Evidence whose time has come, locked for this transaction; other processes take others. */
export async function dueEvidence(tx: AnyDatabase, limit: number): Promise<DueEvidence[]> {
  return rowsOf<DueEvidence>(tx, sql`
    SELECT e.alert_uuid, e.org_uuid, o.id AS org_id, e.vehicle_id, e.kind, e.bus, extract(epoch FROM e.around)::float8 * 1000 AS around_ms
    FROM alert_evidence e JOIN organisations o ON o.uuid = e.org_uuid
    WHERE e.filled_at IS NULL AND e.due_at <= now() ORDER BY e.due_at LIMIT ${limit} FOR UPDATE OF e SKIP LOCKED`)
}

/** Gathers the raw events around the alert, oldest first, and keeps them with it (rules W1-W3). Answers how many there were. */
export async function fillEvidence(tx: AnyDatabase, due: DueEvidence): Promise<number> {
  const events = await eventsAround(tx, due)
  await tx.execute(sql`
    UPDATE alert_evidence SET filled_at = now(), total = ${events.length}, events = ${JSON.stringify(events)}::jsonb
    WHERE alert_uuid = ${due.alert_uuid} AND org_uuid = ${due.org_uuid}`)
  return events.length
}

async function eventsAround(tx: AnyDatabase, { kind, org_uuid, org_id, vehicle_id, bus, around_ms }: DueEvidence): Promise<object[]> {
  if (kind === 'none') return []
  const org = { uuid: org_uuid, id: org_id }
  const window: Window = { from: new Date(around_ms - aroundMs[kind]), to: new Date(around_ms + aroundMs[kind]), limit: evidenceLimit }
  const vehicle = vehicle_id ?? (0 as VehicleId)
  switch (kind) {
    case 'can': return (await canFramesOf(tx, org, vehicle, window, { bus: bus ?? undefined })).rows
    case 'ids': return (await idsEventsOf(tx, org, vehicle, window)).rows
    case 'syslog': return (await syslogOf(tx, org, vehicle, window)).rows
    case 'position': return (await positionsOf(tx, org, vehicle, window)).rows
  }
}
