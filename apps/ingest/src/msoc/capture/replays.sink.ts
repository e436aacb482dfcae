import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { organisations } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { captureBlocks, captureReplays, captures } from '@carapace/shared/msoc/can/can.table'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Transaction } from '../../core/database.ts'
import { sqlArray } from '../../core/sql-array.ts'
import type { Chunk } from '../chunk.ts'

/** A capture that is being played into a vehicle. */
export interface DueReplay {
  readonly uuid: string
  readonly org: Org
  readonly captureUuid: string
  readonly vin: string
  readonly speed: number
  /** Time that its first frame gets, and time of the request, both in epoch ms. */
  readonly startMs: number
  readonly requestedMs: number
  readonly sent: number
  readonly frames: number
}

const openStates = ['WAITING', 'RUNNING'] as const

/**
 * The next unfinished replays, taking turns: those after the one that was last. Across organisations: ingest serves all
 * of them.
 */
export async function dueReplays(db: Database, limit: number, after: string | undefined): Promise<DueReplay[]> {
  const rows = await db
    .select({
      replay: captureReplays,
      org: { uuid: organisations.uuid, id: organisations.id },
      vin: vehicles.vin,
      frames: captures.frames,
    })
    .from(captureReplays)
    .innerJoin(organisations, eq(organisations.uuid, captureReplays.orgUuid))
    .innerJoin(vehicles, eq(vehicles.id, captureReplays.vehicleId))
    .innerJoin(captures, eq(captures.uuid, captureReplays.captureUuid))
    .where(
      and(
        inArray(captureReplays.state, [...openStates]),
        after === undefined ? undefined : gt(captureReplays.uuid, after),
      ),
    )
    .orderBy(asc(captureReplays.uuid))
    .limit(limit)
  return rows.map(({ replay: { uuid, captureUuid, speed, startAt, createdAt, sent }, ...beside }) => ({
    uuid,
    captureUuid,
    speed,
    startMs: startAt.getTime(),
    requestedMs: createdAt.getTime(),
    sent,
    ...beside,
  }))
}

/** The block with the capture's frame number `position`, and the number of frames before the block. */
export async function blockAt(
  db: Database,
  org: Org,
  captureUuid: string,
  position: number,
): Promise<{ before: number; data: Uint8Array } | undefined> {
  const counted = db
    .select({
      block: captureBlocks.block,
      frames: captureBlocks.frames,
      before:
        sql<string>`sum(${captureBlocks.frames}) OVER (ORDER BY ${captureBlocks.block}) - ${captureBlocks.frames}`.as(
          'before',
        ),
    })
    .from(captureBlocks)
    .where(ownedBy(org, captureBlocks, eq(captureBlocks.captureUuid, captureUuid)))
    .as('counted')
  const [row] = await db
    .select({ before: counted.before, data: captureBlocks.data })
    .from(counted)
    .innerJoin(captureBlocks, and(eq(captureBlocks.captureUuid, captureUuid), eq(captureBlocks.block, counted.block)))
    .where(and(lte(counted.before, sql`${position}`), gt(sql`${counted.before} + ${counted.frames}`, position)))
  return row && { before: Number(row.before), data: row.data }
}

/** The time at which a capture's first frame was recorded, epoch ms. */
export async function firstMs(db: Database, org: Org, captureUuid: string): Promise<number | undefined> {
  const [row] = await db
    .select({ fromMs: captureBlocks.fromMs })
    .from(captureBlocks)
    .where(ownedBy(org, captureBlocks, eq(captureBlocks.captureUuid, captureUuid)))
    .orderBy(asc(captureBlocks.block))
    .limit(1)
  return row?.fromMs
}

/** Ends a replay that cannot continue. */
export async function failReplay(db: Database, org: Org, uuid: string, error: string): Promise<void> {
  await db
    .update(captureReplays)
    .set({ state: 'FAILED', error, finishedAt: new Date() })
    .where(ownedBy(org, captureReplays, eq(captureReplays.uuid, uuid), inArray(captureReplays.state, [...openStates])))
}

/**
 * Records in this transaction the progress of replays, and with that claims the chunks. Returns the chunks that leave
 * the batch: those that were sent before or by another process, or whose replay was stopped meanwhile.
 */
export async function settleReplays({ db }: Transaction, chunks: readonly Chunk[]): Promise<Set<Chunk>> {
  const parts = chunks.filter(({ replayOf }) => replayOf !== undefined)
  if (parts.length === 0) return new Set()
  const settled = await rowsOf<{ uuid: string; from: string | number }>(
    db,
    sql`
    WITH asked AS (
      SELECT * FROM unnest(
        ${sqlArray(
          parts.map(({ replayOf }) => replayOf!.uuid),
          'uuid',
        )}, ${sqlArray(
          parts.map(({ replayOf }) => replayOf!.from),
          'int8',
        )},
        ${sqlArray(
          parts.map(({ replayOf }) => replayOf!.to),
          'int8',
        )}, ${sqlArray(
          parts.map(({ replayOf }) => Number(replayOf!.isEnd)),
          'int4',
        )}
      ) AS a(uuid, from_frame, to_frame, is_end)),
    mine AS (
      SELECT r.uuid, a.from_frame, a.to_frame, a.is_end FROM capture_replays r JOIN asked a ON a.uuid = r.uuid
      WHERE r.state IN ('WAITING', 'RUNNING') AND r.sent = a.from_frame ORDER BY r.uuid FOR UPDATE OF r SKIP LOCKED)
    UPDATE capture_replays r
      SET sent = mine.to_frame, state = CASE WHEN mine.is_end = 1 THEN 'DONE' ELSE 'RUNNING' END,
        finished_at = CASE WHEN mine.is_end = 1 THEN now() END
    FROM mine WHERE r.uuid = mine.uuid RETURNING r.uuid, mine.from_frame AS "from"`,
  )
  const ours = new Map(settled.map(({ uuid, from }) => [uuid, Number(from)]))
  return new Set(parts.filter(({ replayOf }) => ours.get(replayOf!.uuid) !== replayOf!.from))
}
