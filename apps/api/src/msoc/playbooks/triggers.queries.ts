import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { changeCounters } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { alertChanges, caseChanges } from '@carapace/shared/msoc/alerts/alerts.table'
import type { caseEvents } from '@carapace/shared/msoc/playbooks/playbook'
import { bounds } from '@carapace/shared/msoc/playbooks/playbook'
import { playbookPositions, playbooks } from '@carapace/shared/msoc/playbooks/playbooks.table'
import type { Database, Tx } from '../../core/db.ts'

/** Changes that are looked at in one transaction. */
const changesAtOnce = 500

/** The organisations whose alerts or cases changed since. Across organisations: one process serves all of them. */
export async function orgsBehind(db: Database): Promise<Org[]> {
  return rowsOf<Org>(
    db,
    sql`
    SELECT o.uuid, o.id
    FROM playbook_positions p
    JOIN organisations o ON o.uuid = p.org_uuid
    JOIN change_counters c ON c.org_uuid = p.org_uuid
    WHERE p.epoch <> c.epoch::text OR p.seq < c.seq
    ORDER BY o.id`,
  )
}

export interface Position {
  readonly after: number
  readonly until: number
  readonly epoch: string
  readonly hour: Date
  readonly starts: number
  /** Runs that may still start by themselves in this hour. */
  readonly startsLeft: number
}

/** Locks the position until the transaction ends; undefined: another process has it. */
export async function takePosition(tx: Tx, org: Org): Promise<Position | undefined> {
  const [row] = await tx
    .select()
    .from(playbookPositions)
    .where(ownedBy(org, playbookPositions))
    .for('update', { skipLocked: true })
  if (!row) return undefined
  const [now] = await tx
    .select({ epoch: changeCounters.epoch, seq: changeCounters.seq })
    .from(changeCounters)
    .where(ownedBy(org, changeCounters))
  const isNewHour = Date.now() - row.hour.getTime() >= 3_600_000
  const starts = isNewHour ? 0 : row.starts
  return {
    // in another epoch the old numbers mean nothing
    after: row.epoch === now!.epoch ? row.seq : now!.seq,
    until: now!.seq,
    epoch: now!.epoch,
    hour: isNewHour ? new Date() : row.hour,
    starts,
    startsLeft: bounds.startsPerHour - starts,
  }
}

export async function savePosition(tx: Tx, org: Org, { epoch, hour, starts }: Position, seq: number, started: number) {
  await tx
    .update(playbookPositions)
    .set({ epoch, seq, hour, starts: starts + started })
    .where(ownedBy(org, playbookPositions))
}

type Between = Pick<Position, 'after' | 'until'>

/** An alert that became visible. */
export interface AlertEvent {
  readonly alert: string
  readonly seq: number
}

export interface CaseEvent {
  readonly uuid: string
  readonly event: (typeof caseEvents)[number]
  readonly seq: number
}

export type Change = AlertEvent | CaseEvent

/** What triggers look at, in the order in which it happened, and up to which change: as far as both lists are whole. */
export async function changesBetween(tx: Tx, org: Org, between: Between): Promise<{ changes: Change[]; seq: number }> {
  const lists = [await alertEvents(tx, org, between), await caseEventsOf(tx, org, between)]
  const ends = lists.map((list) => (list.length < changesAtOnce ? between.until : list.at(-1)!.seq))
  const seq = Math.min(...ends)
  const changes = lists.flat().filter((change) => change.seq <= seq)
  return { changes: changes.toSorted((a, b) => a.seq - b.seq), seq }
}

async function alertEvents(tx: Tx, org: Org, { after, until }: Between): Promise<Change[]> {
  return tx
    .select({ seq: alertChanges.seq, alert: alertChanges.alertUuid })
    .from(alertChanges)
    .where(
      ownedBy(
        org,
        alertChanges,
        gt(alertChanges.seq, after),
        lte(alertChanges.seq, until),
        inArray(alertChanges.kind, ['raise', 'unsilence', 'unfold']),
      ),
    )
    .orderBy(asc(alertChanges.seq))
    .limit(changesAtOnce)
}

/** What happened to cases; changes that playbooks made start nothing, or two of them could go on for ever. */
async function caseEventsOf(tx: Tx, org: Org, { after, until }: Between): Promise<Change[]> {
  const rows = await tx
    .select({ seq: caseChanges.seq, uuid: caseChanges.caseUuid, kind: caseChanges.kind, detail: caseChanges.detail })
    .from(caseChanges)
    .where(
      ownedBy(
        org,
        caseChanges,
        gt(caseChanges.seq, after),
        lte(caseChanges.seq, until),
        sql`${caseChanges.detail} ->> 'playbook_run' IS NULL`,
      ),
    )
    .orderBy(asc(caseChanges.seq))
    .limit(changesAtOnce)
  return rows.map(({ seq, uuid, kind, detail }) => ({
    seq,
    uuid,
    event: kind === 'open' ? 'opened' : kind === 'stage' && detail['stage'] === 'CLOSED' ? 'closed' : 'changed',
  }))
}

/** The enabled playbooks whose schedule is due, locked. Across organisations: by time alone. */
export async function takeScheduled(tx: Tx, now: Date, most: number) {
  return tx
    .select()
    .from(playbooks)
    .where(and(lte(playbooks.nextStartAt, now), sql`${playbooks.enabledVersion} IS NOT NULL`))
    .orderBy(asc(playbooks.nextStartAt))
    .limit(most)
    .for('update', { skipLocked: true })
}

export async function setNextStart(tx: Tx, org: Org, uuid: string, at: Date | null): Promise<void> {
  await tx
    .update(playbooks)
    .set({ nextStartAt: at })
    .where(ownedBy(org, playbooks, eq(playbooks.uuid, uuid)))
}
