import { sql } from 'drizzle-orm'
import type { Org, OrgId, OrgUuid } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { ownGapRule } from '@carapace/shared/msoc/alerts/pipeline/standing-steps'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { PartChange, Tx } from './folding/parts.queries.ts'
import { detection } from './storing/alerts.sink.ts'
import type { Raise } from './detect/detect.ts'

/** Trouble shorter than this is no gap worth a notice, and a process that reported none for this long has none, ms. */
export const gapMs = 20_000

/** What kept ingest from receiving. */
type GapCause = 'pause' | 'broker' | 'uplink'

/** A time in which ingest did not receive, epoch ms; `to` is null while it goes on. */
export interface Gap {
  readonly cause: GapCause
  /** As a sentence for people: `Kafka does not answer`. */
  readonly text: string
  readonly from: number
  readonly to: number | null
}

interface Reception {
  readonly round_ms: number
  readonly trouble_ms: number | null
  readonly trouble_since_ms: number | null
  readonly trouble: string | null
  readonly receiving_since_ms: number | null
}

/** Across organisations: the row is about ingest. What all processes know together, locked; undefined at first. */
async function receptionOf(tx: Tx): Promise<Reception | undefined> {
  const [row] = await rowsOf<Reception>(
    tx,
    sql`SELECT extract(epoch FROM round_at)::float8 * 1000 AS round_ms,
      extract(epoch FROM trouble_at)::float8 * 1000 AS trouble_ms,
      extract(epoch FROM trouble_since)::float8 * 1000 AS trouble_since_ms,
      extract(epoch FROM receiving_since)::float8 * 1000 AS receiving_since_ms, trouble
      FROM reception WHERE id = 1 FOR UPDATE`,
  )
  return row
}

/** Across organisations: the row is about ingest. Stores that a process cannot receive (rule OWN-GAP-2). */
export async function noteTrouble(tx: Tx, now: number, trouble: string): Promise<Gap> {
  const before = await receptionOf(tx)
  const goesOn = before?.trouble_ms != null && now - before.trouble_ms < gapMs
  const since = goesOn && before.trouble_since_ms !== null ? before.trouble_since_ms : now
  await tx.execute(sql`
    INSERT INTO reception (id, round_at, trouble_at, trouble_since, trouble)
    VALUES (1, ${at(now)}, ${at(now)}, ${at(since)}, ${trouble})
    ON CONFLICT (id) DO UPDATE SET round_at = excluded.round_at, trouble_at = excluded.trouble_at,
      trouble_since = excluded.trouble_since, trouble = excluded.trouble`)
  return { cause: 'broker', text: trouble, from: since, to: null }
}

/** What a round of a process that receives begins with. */
interface Round {
  /** Whether a process reported trouble just now: nobody is blamed until that is over. */
  readonly isInTrouble: boolean
  /** No time before this counts as a vehicle's silence, epoch ms; 0: all counts. */
  readonly receivingSince: number
  /** The time in which no process looked, if it was long. */
  readonly gap: Gap | undefined
}

/**
 * Across organisations: the row is about ingest. Stores that a process receives; returns what the others reported, and
 * for how long nobody did (rules OWN-GAP-1, OWN-GAP-2).
 */
export async function beginRound(tx: Tx, now: number): Promise<Round> {
  const before = await receptionOf(tx)
  const isInTrouble = before?.trouble_ms != null && now - before.trouble_ms < gapMs / 2
  const isOver = before?.trouble_ms != null && !isInTrouble
  const receivingSince = isOver ? now : (before?.receiving_since_ms ?? 0)
  await tx.execute(sql`
    INSERT INTO reception (id, round_at) VALUES (1, ${at(now)})
    ON CONFLICT (id) DO UPDATE SET round_at = excluded.round_at,
      receiving_since = CASE WHEN ${receivingSince}::float8 > 0 THEN ${at(receivingSince)} END,
      trouble_at = CASE WHEN ${isOver}::boolean THEN NULL ELSE reception.trouble_at END`)
  const gap =
    before && now - before.round_ms > gapMs
      ? ({
          cause: 'pause',
          text: 'ingest did not run or its database did not answer',
          from: before.round_ms,
          to: now,
        } as const)
      : undefined
  return { isInTrouble, receivingSince, gap }
}

/** Across organisations: the row is about ingest. After a gap silence counts from this time on. */
export async function receiveFrom(tx: Tx, now: number): Promise<void> {
  await tx.execute(sql`UPDATE reception SET receiving_since = ${at(now)} WHERE id = 1`)
}

/**
 * Across organisations: one job serves all of them. Returns those that expected vehicles to report when the gap began,
 * and have no notice of it.
 */
export async function concernedBy(tx: Tx, { cause, from }: Gap): Promise<Org[]> {
  const rows = await rowsOf<{ org_uuid: OrgUuid; org_id: OrgId }>(
    tx,
    sql`
    SELECT DISTINCT v.org_uuid, v.org_id
    FROM vehicles v
    JOIN organisations o ON o.uuid = v.org_uuid
    JOIN vehicle_state s ON s.vehicle_id = v.id
    WHERE coalesce(v.reports_every_seconds, o.reports_every_seconds, 0) > 0
      AND s.last_seen >= ${at(from)} - INTERVAL '1 hour'
      AND NOT EXISTS (SELECT 1 FROM alerts a WHERE a.org_uuid = v.org_uuid AND a.dedup_key = ${keyOf(cause)}
                      AND a.status NOT IN ('CLOSED', 'MERGED') AND a.cleared_at IS NULL)
    ORDER BY v.org_uuid`,
  )
  return rows.map((row) => ({ uuid: row.org_uuid, id: row.org_id }))
}

/** Across organisations: one job serves all of them. Clears the open notices of gaps of these causes. */
export async function clearGaps(tx: Tx, causes: readonly GapCause[]): Promise<Map<Org, PartChange[]>> {
  const keys = JSON.stringify(causes.map(keyOf))
  const rows = await rowsOf<{ uuid: string; org_uuid: OrgUuid; org_id: OrgId; vehicle_id: VehicleId | null }>(
    tx,
    sql`
    UPDATE alerts a SET cleared_at = now()
    FROM organisations o
    WHERE o.uuid = a.org_uuid AND a.rule = ${ownGapRule} AND a.cleared_at IS NULL
      AND a.status NOT IN ('CLOSED', 'MERGED')
      AND a.dedup_key IN (SELECT value FROM jsonb_array_elements_text(${keys}::jsonb))
    RETURNING a.uuid, a.org_uuid, o.id AS org_id, a.vehicle_id`,
  )
  const cleared = new Map<Org, PartChange[]>()
  for (const [uuid, mine] of Map.groupBy(rows, (row) => row.org_uuid))
    cleared.set(
      { uuid, id: mine[0]!.org_id },
      mine.map((row) => ({
        vehicle: null,
        change: { alertUuid: row.uuid, kind: 'clear', actor: detection, detail: {} },
      })),
    )
  return cleared
}

/**
 * Across organisations: one job serves all of them. Whether anything was received since all went silent (rule
 * OWN-GAP-3): the notices of that are over then.
 */
export async function isHeardAgain(tx: Tx): Promise<boolean> {
  const [row] = await rowsOf<{ heard: boolean }>(
    tx,
    sql`SELECT EXISTS (
      SELECT 1 FROM alerts a JOIN vehicle_state s ON s.last_seen > a.last_seen
      WHERE a.rule = ${ownGapRule} AND a.dedup_key = ${keyOf('uplink')} AND a.cleared_at IS NULL
        AND a.status NOT IN ('CLOSED', 'MERGED')) AS heard`,
  )
  return row!.heard
}

const at = (ms: number) => sql`to_timestamp(${ms / 1000}::float8)`
const keyOf = (cause: GapCause) => `own-gap:${cause}`

/** The notice of a gap: an alert of the organisation that blames no vehicle (rules OWN-GAP-1 to OWN-GAP-3). */
export function gapNotice(org: Org, { cause, text, from, to }: Gap, now: number): Raise {
  return {
    org,
    vehicle: undefined,
    count: 1,
    firstTs: from,
    lastTs: to ?? now,
    finding: {
      source: 'detector',
      count: 1,
      evidence: 'none',
      rule: ownGapRule,
      key: keyOf(cause),
      severity: 'medium',
      ts: from,
      title: titles[cause],
      explanation: [
        { field: 'cause', observed: text, expected: 'events are received' },
        { field: 'from', observed: new Date(from).toISOString(), expected: '' },
        { field: 'until', observed: to === null ? 'goes on' : new Date(to).toISOString(), expected: '' },
        { field: 'vehicles reported as silent', observed: 'none', expected: 'none while nothing is received' },
      ],
      observables: [],
    },
  }
}

const titles: Readonly<Record<GapCause, string>> = {
  pause: 'Gap in our own reception: ingest was away',
  broker: 'Gap in our own reception: the broker',
  uplink: 'Gap in our own reception: nothing arrives from anyone',
}
