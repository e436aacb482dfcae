import { and, count, desc, eq, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import { changeCounters } from '@carapace/shared/account/account.table'
import { type Org, type OrgUuid, ownedBy } from '@carapace/shared/core/owned'
import { playbookPositions, playbookRuns } from '@carapace/shared/msoc/playbooks/playbooks.table'
import { type VehicleActionState, mayApproveAction } from '@carapace/shared/msoc/vehicle-actions/vehicle-actions'
import type { VehicleAction } from '@carapace/shared/msoc/vehicle-actions/vehicle-actions.contract'
import { vehicleActions } from '@carapace/shared/msoc/vehicle-actions/vehicle-actions.table'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../../core/db.ts'
import { isNamed } from '../vehicles/vehicles.queries.ts'

export type ActionRow = typeof vehicleActions.$inferSelect
export type NewAction = Omit<typeof vehicleActions.$inferInsert, 'orgUuid' | 'number'>

/** Adds an action with the next number of the organisation. */
export async function insertAction(tx: Tx, org: Org, action: NewAction): Promise<ActionRow> {
  const number = await nextNumber(tx, org, 'actions')
  const [row] = await tx
    .insert(vehicleActions)
    .values({ ...action, number, orgUuid: org.uuid })
    .returning()
  return row!
}

/** The next number of a run or an action: its row stays locked until the commit. */
export async function nextNumber(tx: Tx, org: Org, of: 'runs' | 'actions'): Promise<number> {
  await ensurePosition(tx, org)
  const column = playbookPositions[of]
  const [row] = await tx
    .update(playbookPositions)
    .set({ [of]: sql`${column} + 1` })
    .where(ownedBy(org, playbookPositions))
    .returning({ number: column })
  return row!.number
}

/** The row of positions and counters; a new one begins with the changes from now on. */
export async function ensurePosition(tx: Tx | Database, org: Org): Promise<void> {
  const [now] = await tx
    .select({ epoch: changeCounters.epoch, seq: changeCounters.seq })
    .from(changeCounters)
    .where(ownedBy(org, changeCounters))
  await tx
    .insert(playbookPositions)
    .values({ orgUuid: org.uuid, epoch: now!.epoch, seq: now!.seq })
    .onConflictDoNothing()
}

export async function lockAction(tx: Tx, org: Org, uuid: string): Promise<ActionRow | undefined> {
  const [row] = await tx
    .select()
    .from(vehicleActions)
    .where(ownedBy(org, vehicleActions, eq(vehicleActions.uuid, uuid)))
    .for('update')
  return row
}

export async function actionNamed(tx: Tx, org: Org, uuid: string): Promise<ActionRow | undefined> {
  const [row] = await tx
    .select()
    .from(vehicleActions)
    .where(ownedBy(org, vehicleActions, eq(vehicleActions.uuid, uuid)))
  return row
}

export async function writeAction(tx: Tx, org: Org, uuid: string, set: Partial<ActionRow>): Promise<void> {
  await tx
    .update(vehicleActions)
    .set(set)
    .where(ownedBy(org, vehicleActions, eq(vehicleActions.uuid, uuid)))
}

/** Ends the actions of a run that no vehicle has got yet: whatever ended the run, nothing is done after it. */
export async function refuseActionsOf(tx: Tx, org: Org, run: string, detail: string): Promise<void> {
  await tx
    .update(vehicleActions)
    .set({ state: 'REFUSED', endedAt: new Date(), detail })
    .where(ownedBy(org, vehicleActions, eq(vehicleActions.runUuid, run), eq(vehicleActions.state, 'APPROVED')))
}

interface Query {
  readonly vehicle?: string | undefined
  readonly state?: readonly VehicleActionState[] | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

interface Viewer {
  readonly uuid: string
  readonly mayApprove: boolean
}

/** Latest first. A number never changes, so a page begins below the last number of the page before. */
export async function actionsPage(db: Database, org: Org, { vehicle, state, cursor, limit }: Query, viewer: Viewer) {
  const where = ownedBy(
    org,
    vehicleActions,
    vehicle === undefined ? undefined : isNamed(vehicle),
    state && inArray(vehicleActions.state, [...state]),
  )
  const before = /^\d{1,9}$/.test(cursor ?? '') ? lt(vehicleActions.number, Number(cursor)) : undefined
  const actions = await selectActions(db, and(where, before)!, limit + 1, viewer)
  const [counted] = await db
    .select({ total: count() })
    .from(vehicleActions)
    .innerJoin(vehicles, eq(vehicles.id, vehicleActions.vehicleId))
    .where(where)
  return {
    actions: actions.slice(0, limit),
    next_cursor: actions.length > limit ? String(actions[limit - 1]!.number) : null,
    total: counted!.total,
  }
}

export async function actionByUuid(db: Database | Tx, org: Org, uuid: string, viewer: Viewer) {
  const [one] = await selectActions(db, ownedBy(org, vehicleActions, eq(vehicleActions.uuid, uuid)), 1, viewer)
  return one
}

async function selectActions(db: Database | Tx, where: SQL, limit: number, viewer: Viewer): Promise<VehicleAction[]> {
  const rows = await db
    .select({ action: vehicleActions, vehicle: { uuid: vehicles.uuid, vin: vehicles.vin, name: vehicles.name } })
    .from(vehicleActions)
    .innerJoin(vehicles, eq(vehicles.id, vehicleActions.vehicleId))
    .where(where)
    .orderBy(desc(vehicleActions.number))
    .limit(limit)
  return rows.map(({ action, vehicle }) => wire(action, vehicle, viewer))
}

function wire(action: ActionRow, vehicle: VehicleAction['vehicle'], viewer: Viewer): VehicleAction {
  const why = whyNot(action, viewer)
  return {
    uuid: action.uuid,
    number: action.number,
    vehicle,
    kind: action.kind,
    parameters: action.parameters,
    state: action.state,
    reason: action.reason,
    requested_by: action.requestedBy,
    run_uuid: action.runUuid,
    approvals: action.approvals.map(({ by, at }) => ({ by, at })),
    may_approve: why === null,
    why_not: why,
    detail: action.detail,
    delivered_over: action.deliveredOver,
    requested_at: action.requestedAt.toISOString(),
    approved_at: action.approvedAt?.toISOString() ?? null,
    delivered_at: action.deliveredAt?.toISOString() ?? null,
    ended_at: action.endedAt?.toISOString() ?? null,
    expires_at: action.expiresAt.toISOString(),
  }
}

function whyNot(action: ActionRow, { uuid, mayApprove }: Viewer): string | null {
  if (action.state !== 'REQUESTED') return 'It does not wait for approval.'
  if (!mayApprove) return 'Your role does not allow this.'
  return mayApproveAction({ requestedBy: action.requestedByUuid, approvals: action.approvals }, uuid)
    ? null
    : 'You requested this action: somebody else must approve it.'
}

/**
 * Ends actions whose time is over, and has the runs that wait for them worked on; returns the organisations. Across
 * organisations: one process serves all of them.
 */
export async function expireActions(db: Database, now: Date, most: number): Promise<Set<OrgUuid>> {
  return db.transaction(async (tx) => {
    const over = await tx
      .select({ uuid: vehicleActions.uuid, orgUuid: vehicleActions.orgUuid, runUuid: vehicleActions.runUuid })
      .from(vehicleActions)
      .where(and(lte(vehicleActions.expiresAt, now), inArray(vehicleActions.state, [...openActionStates])))
      .limit(most)
      .for('update', { skipLocked: true })
    if (over.length === 0) return new Set<OrgUuid>()
    const uuids = over.map(({ uuid }) => uuid)
    await tx.update(vehicleActions).set({ state: 'EXPIRED', endedAt: now }).where(inArray(vehicleActions.uuid, uuids))
    const runs = over.flatMap(({ runUuid }) => runUuid ?? [])
    if (runs.length > 0)
      await tx
        .update(playbookRuns)
        .set({ dueAt: now })
        .where(and(inArray(playbookRuns.uuid, runs), goesOn))
    return new Set(over.map(({ orgUuid }) => orgUuid))
  })
}

const openActionStates = ['REQUESTED', 'APPROVED', 'DELIVERED'] as const
const goesOn = inArray(playbookRuns.state, ['RUNNING', 'WAITING'])
