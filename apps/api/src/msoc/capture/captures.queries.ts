import { and, asc, count, desc, eq, gte, ilike, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { isUnfinished } from '../../core/jobs/jobs.queries.ts'
import { jobs } from '@carapace/shared/account/workspace.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alertEvidence, cases } from '@carapace/shared/msoc/alerts/alerts.table'
import { captureBlocks, captureFiles, captureReplays, captures, canNotes } from '@carapace/shared/msoc/can/can.table'
import { captureJobs, strandedError } from '@carapace/shared/msoc/can/captures'
import type { Capture, Replay } from '@carapace/shared/msoc/can/captures.contract'
import { canFrames } from '@carapace/shared/msoc/events/events.series'
import { likeText } from '@carapace/shared/msoc/history/history.queries'
import { type VehicleId, vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../../core/db.ts'

/**
 * The progress of the job of a capture that is being read, 0 to 1; null if it has no unfinished job. The input of other
 * jobs can be megabytes, and is not read.
 */
const progress = sql<number | null>`CASE WHEN ${captures.state} = 'READING' THEN (
  SELECT least(1, ${jobs.done}::float8 / greatest(1, ${jobs.total})) FROM ${jobs}
 
  WHERE ${jobs.orgUuid} = ${captures.orgUuid}
  AND ${isUnfinished}
  AND ${inArray(jobs.kind, Object.values(captureJobs))}
  AND ${jobs.input} ->> 'capture' = ${captures.uuid}::text
  LIMIT 1) END`

async function selectCaptures(db: Database | Tx, where: SQL, limit: number): Promise<Capture[]> {
  const rows = await db
    .select({
      row: captures,
      progress,
      vehicle: { uuid: vehicles.uuid, vin: vehicles.vin, model: vehicles.model },
      case: { uuid: cases.uuid, number: cases.number, title: cases.title },
    })
    .from(captures)
    .leftJoin(vehicles, eq(vehicles.id, captures.vehicleId))
    .leftJoin(cases, eq(cases.uuid, captures.caseUuid))
    .where(where)
    .orderBy(desc(captures.createdAt), desc(captures.uuid))
    .limit(limit)
  return rows.map(({ row, progress: done, ...beside }) => ({
    uuid: row.uuid,
    name: row.name,
    file_name: row.fileName,
    format: row.format,
    ...stateOf(row, done),
    bytes: row.bytes,
    sha256: row.sha256 && Buffer.from(row.sha256).toString('hex'),
    frames: row.frames,
    started_at: row.startedAt?.toISOString() ?? null,
    ended_at: row.endedAt?.toISOString() ?? null,
    buses: row.buses,
    rejected: row.rejected,
    rejects: row.rejects,
    ...beside,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    revision: row.revision,
  }))
}

/** A capture that is still being read but has no unfinished job has failed. */
function stateOf(
  { state, error }: typeof captures.$inferSelect,
  done: number | null,
): Pick<Capture, 'state' | 'error' | 'progress'> {
  if (state !== 'READING') return { state, error, progress: null }
  return done === null ? { state: 'FAILED', error: strandedError, progress: null } : { state, error, progress: done }
}

interface CapturesQuery {
  readonly q?: string | undefined
  readonly case?: string | undefined
  readonly vehicle?: VehicleId | undefined
  /** How many rows earlier pages returned. */
  readonly skip: number
  readonly limit: number
}

/** A page of captures, latest first. */
export async function capturesPage(db: Database, org: Org, { q, case: of, vehicle, skip, limit }: CapturesQuery) {
  const words = q ? `%${likeText(q)}%` : undefined
  const where = ownedBy(
    org,
    captures,
    of === undefined ? undefined : eq(captures.caseUuid, of),
    vehicle === undefined ? undefined : eq(captures.vehicleId, vehicle),
    words === undefined ? undefined : or(ilike(captures.name, words), ilike(captures.fileName, words)),
  )
  const page = db
    .select({ uuid: captures.uuid })
    .from(captures)
    .where(where)
    .orderBy(desc(captures.createdAt), desc(captures.uuid))
    .limit(limit + 1)
    .offset(skip)
  const [rows, [counted]] = await Promise.all([
    selectCaptures(db, inArray(captures.uuid, page), limit + 1),
    db.select({ total: count() }).from(captures).where(where),
  ])
  return {
    captures: rows.slice(0, limit),
    next_cursor: rows.length > limit ? String(skip + limit) : null,
    total: counted!.total,
  }
}

export async function captureByUuid(db: Database | Tx, org: Org, uuid: string): Promise<Capture | undefined> {
  return (await selectCaptures(db, ownedBy(org, captures, eq(captures.uuid, uuid)), 1))[0]
}

/** Bytes that the organisation's captures take; no other transaction can begin a capture until this one ends. */
export async function bytesKept(tx: Tx, org: Org): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`captures ${org.uuid}`}))`)
  const [row] = await tx
    .select({ bytes: sql<string>`coalesce(sum(${captures.bytes}), 0)` })
    .from(captures)
    .where(ownedBy(org, captures))
  return Number(row!.bytes)
}

/** How many files the organisation is uploading now. */
export async function countUploading(tx: Tx, org: Org): Promise<number> {
  return tx.$count(captures, ownedBy(org, captures, eq(captures.state, 'UPLOADING')))
}

type Fields = typeof captures.$inferInsert

export async function insertCapture(tx: Tx, org: Org, fields: Omit<Fields, 'orgUuid'>): Promise<string> {
  const [row] = await tx
    .insert(captures)
    .values({ ...fields, orgUuid: org.uuid })
    .returning({ uuid: captures.uuid })
  return row!.uuid
}

export async function writeCapture(tx: Database | Tx, org: Org, uuid: string, fields: Partial<Fields>): Promise<void> {
  await tx
    .update(captures)
    .set(fields)
    .where(ownedBy(org, captures, eq(captures.uuid, uuid)))
}

export async function lockCapture(tx: Tx, org: Org, uuid: string): Promise<typeof captures.$inferSelect | undefined> {
  const [row] = await tx
    .select()
    .from(captures)
    .where(ownedBy(org, captures, eq(captures.uuid, uuid)))
    .for('update')
  return row
}

/** Deletes a capture with its file, blocks, replays and notes. */
export async function removeCapture(tx: Database | Tx, org: Org, uuid: string): Promise<void> {
  await tx
    .delete(canNotes)
    .where(ownedBy(org, canNotes, eq(canNotes.subject, 'capture'), eq(canNotes.subjectUuid, uuid)))
  await tx.delete(captures).where(ownedBy(org, captures, eq(captures.uuid, uuid)))
}

export async function insertPart(
  db: Database,
  org: Org,
  captureUuid: string,
  part: number,
  bytes: Uint8Array,
): Promise<void> {
  await db.insert(captureFiles).values({ orgUuid: org.uuid, captureUuid, part, bytes })
}

export async function partOf(tx: Tx, org: Org, captureUuid: string, part: number): Promise<Uint8Array | undefined> {
  const [row] = await tx
    .select({ bytes: captureFiles.bytes })
    .from(captureFiles)
    .where(ownedBy(org, captureFiles, eq(captureFiles.captureUuid, captureUuid), eq(captureFiles.part, part)))
  return row?.bytes
}

export async function countParts(tx: Tx, org: Org, captureUuid: string): Promise<number> {
  return tx.$count(captureFiles, ownedBy(org, captureFiles, eq(captureFiles.captureUuid, captureUuid)))
}

export async function removeFile(tx: Tx, org: Org, captureUuid: string): Promise<void> {
  await tx.delete(captureFiles).where(ownedBy(org, captureFiles, eq(captureFiles.captureUuid, captureUuid)))
}

type Block = Omit<typeof captureBlocks.$inferInsert, 'orgUuid' | 'captureUuid'>

export async function insertBlock(tx: Tx, org: Org, captureUuid: string, block: Block): Promise<void> {
  await tx.insert(captureBlocks).values({ ...block, captureUuid, orgUuid: org.uuid })
}

interface BlockWindow {
  readonly fromMs: number
  readonly toMs: number
  /** Returns this block and the following ones. */
  readonly block: number
  readonly limit: number
}

/** A capture's blocks that overlap a window, in order. */
export async function blocksOf(
  db: Database | Tx,
  org: Org,
  captureUuid: string,
  { fromMs, toMs, block, limit }: BlockWindow,
) {
  return db
    .select()
    .from(captureBlocks)
    .where(
      ownedBy(
        org,
        captureBlocks,
        eq(captureBlocks.captureUuid, captureUuid),
        gte(captureBlocks.block, block),
        gte(captureBlocks.toMs, fromMs),
        lte(captureBlocks.fromMs, toMs),
      ),
    )
    .orderBy(asc(captureBlocks.block))
    .limit(limit)
}

/** Deletes the blocks of a capture, which is then read from its beginning; returns whether it exists. */
export async function clearBlocks(tx: Tx, org: Org, captureUuid: string): Promise<boolean> {
  const found = await lockCapture(tx, org, captureUuid)
  await tx.delete(captureBlocks).where(ownedBy(org, captureBlocks, eq(captureBlocks.captureUuid, captureUuid)))
  return found?.state === 'READING'
}

interface RecordWindow {
  readonly from: Date
  readonly to: Date
  readonly bus: string | undefined
}

/** How many recorded frames a vehicle has in a window; counts no further than `most`. */
export async function countRecorded(
  db: Database,
  org: Org,
  vehicle: VehicleId,
  { from, to, bus }: RecordWindow,
  most: number,
): Promise<number> {
  const within = and(
    sql`${canFrames.ts} >= ${from.toISOString()}::timestamptz`,
    sql`${canFrames.ts} < ${to.toISOString()}::timestamptz`,
  )
  const mine = ownedBy(
    org,
    canFrames,
    eq(canFrames.vehicleId, vehicle),
    within,
    bus === undefined ? undefined : eq(canFrames.bus, bus),
  )
  return db.$count(db.select({ ts: canFrames.ts }).from(canFrames).where(mine).limit(most).as('some'))
}

/** The frames that were stored of the bus around an alert. */
export async function keptFrames(
  db: Database,
  org: Org,
  alertUuid: string,
): Promise<Record<string, unknown>[] | undefined> {
  const [row] = await db
    .select({ kind: alertEvidence.kind, events: alertEvidence.events })
    .from(alertEvidence)
    .where(ownedBy(org, alertEvidence, eq(alertEvidence.alertUuid, alertUuid)))
  return row?.kind === 'can' ? (row.events ?? []) : undefined
}

async function selectReplays(db: Database | Tx, where: SQL, limit: number): Promise<Replay[]> {
  const rows = await db
    .select({ row: captureReplays, vehicle: { uuid: vehicles.uuid, vin: vehicles.vin } })
    .from(captureReplays)
    .innerJoin(vehicles, eq(vehicles.id, captureReplays.vehicleId))
    .where(where)
    .orderBy(desc(captureReplays.createdAt), desc(captureReplays.uuid))
    .limit(limit)
  return rows.map(({ row, vehicle }) => ({
    uuid: row.uuid,
    vehicle,
    state: row.state,
    speed: row.speed,
    sent: row.sent,
    error: row.error,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  }))
}

const mostReplaysShown = 50

/** The current and past replays of a capture, latest first. */
export async function replaysOf(db: Database, org: Org, captureUuid: string): Promise<Replay[]> {
  return selectReplays(db, ownedBy(org, captureReplays, eq(captureReplays.captureUuid, captureUuid)), mostReplaysShown)
}

export async function replayByUuid(tx: Tx, org: Org, uuid: string): Promise<Replay | undefined> {
  return (await selectReplays(tx, ownedBy(org, captureReplays, eq(captureReplays.uuid, uuid)), 1))[0]
}

const isOpen = inArray(captureReplays.state, ['WAITING', 'RUNNING'])

/** The vehicles that captures are being played into; no other transaction can begin a replay until this one ends. */
export async function vehiclesPlayed(tx: Tx, org: Org): Promise<VehicleId[]> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`replays ${org.uuid}`}))`)
  return (
    await tx
      .select({ id: captureReplays.vehicleId })
      .from(captureReplays)
      .where(ownedBy(org, captureReplays, isOpen))
  ).map(({ id }) => id)
}

export async function insertReplay(
  tx: Tx,
  org: Org,
  fields: Omit<typeof captureReplays.$inferInsert, 'orgUuid'>,
): Promise<string> {
  const [row] = await tx
    .insert(captureReplays)
    .values({ ...fields, orgUuid: org.uuid })
    .returning({ uuid: captureReplays.uuid })
  return row!.uuid
}

/** Stops a replay; returns false if it is over already. */
export async function stopReplay(tx: Tx, org: Org, uuid: string): Promise<boolean> {
  const rows = await tx
    .update(captureReplays)
    .set({ state: 'CANCELLED', finishedAt: new Date() })
    .where(ownedBy(org, captureReplays, eq(captureReplays.uuid, uuid), isOpen))
    .returning({ uuid: captureReplays.uuid })
  return rows.length > 0
}
