import { asc, eq, inArray, isNull, lte, min, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { bounds } from '@carapace/shared/msoc/playbooks/playbook'
import { playbookRuns, playbookSteps, playbookVersions } from '@carapace/shared/msoc/playbooks/playbooks.table'
import { storable, storableText } from '@carapace/shared/msoc/playbooks/storable'
import type { Database, Tx } from '../../core/db.ts'

export type RunRow = typeof playbookRuns.$inferSelect
export type StepRow = typeof playbookSteps.$inferSelect

/**
 * The runs that are due, those of an organisation by turns with those of the others. Across organisations: one process
 * serves all of them. A queued run waits while its organisation has as many at work as it may have (rule PLAYBOOK-19).
 */
export async function dueRuns(db: Database, most: number): Promise<{ uuid: string; org: Org }[]> {
  const rows = await rowsOf<{ uuid: string; org_uuid: Org['uuid']; org_id: Org['id'] }>(
    db,
    sql`
    WITH due AS (
      SELECT r.uuid, r.org_uuid, r.due_at,
        row_number() OVER (PARTITION BY r.org_uuid, r.state = 'QUEUED' ORDER BY r.due_at, r.number) AS turn,
        r.state = 'QUEUED' AS queued,
        (SELECT count(*) FROM playbook_runs o WHERE o.org_uuid = r.org_uuid AND o.state = 'RUNNING') AS running
      FROM playbook_runs r
      WHERE r.due_at <= now())
    SELECT d.uuid, d.org_uuid, g.id AS org_id
    FROM due d
    JOIN organisations g ON g.uuid = d.org_uuid
    WHERE NOT d.queued OR d.turn <= ${bounds.runsAtOnce} - d.running
    ORDER BY d.turn, d.due_at
    LIMIT ${most}`,
  )
  return rows.map((row) => ({ uuid: row.uuid, org: { uuid: row.org_uuid, id: row.org_id } }))
}

/** Locks a run until the transaction ends; undefined: another process has it, or it does not exist. */
export async function takeRun(tx: Tx, org: Org, uuid: string): Promise<RunRow | undefined> {
  const [row] = await tx
    .select()
    .from(playbookRuns)
    .where(ownedBy(org, playbookRuns, eq(playbookRuns.uuid, uuid)))
    .for('update', { skipLocked: true })
  return row
}

/** Locks a run, however long another process has it. */
export async function lockRun(tx: Tx, org: Org, uuid: string): Promise<RunRow | undefined> {
  const [row] = await tx
    .select()
    .from(playbookRuns)
    .where(ownedBy(org, playbookRuns, eq(playbookRuns.uuid, uuid)))
    .for('update')
  return row
}

export async function writeRun(tx: Tx, org: Org, uuid: string, set: Partial<RunRow>): Promise<void> {
  await tx
    .update(playbookRuns)
    .set({ ...set, ...textOfError(set), changedAt: sql`clock_timestamp()` })
    .where(ownedBy(org, playbookRuns, eq(playbookRuns.uuid, uuid)))
}

/** Has a run worked on now: what it waited for may have come. */
export async function wakeRun(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx
    .update(playbookRuns)
    .set({ dueAt: new Date() })
    .where(ownedBy(org, playbookRuns, eq(playbookRuns.uuid, uuid), inArray(playbookRuns.state, ['RUNNING', 'WAITING'])))
}

export async function versionOf(tx: Tx | Database, org: Org, playbook: string, version: number) {
  const [row] = await tx
    .select()
    .from(playbookVersions)
    .where(
      ownedBy(
        org,
        playbookVersions,
        eq(playbookVersions.playbookUuid, playbook),
        eq(playbookVersions.version, version),
      ),
    )
  return row
}

/** The steps of a scope, as far as `decide` needs them. */
export async function scopeSteps(tx: Tx, org: Org, run: string, path: string) {
  return tx
    .select({ node: playbookSteps.node, state: playbookSteps.state, port: playbookSteps.port })
    .from(playbookSteps)
    .where(ownedBy(org, playbookSteps, eq(playbookSteps.runUuid, run), eq(playbookSteps.path, path)))
    .limit(bounds.nodes)
}

/** The steps that have begun and not ended. */
export async function openSteps(tx: Tx, org: Org, run: string): Promise<StepRow[]> {
  return tx
    .select()
    .from(playbookSteps)
    .where(
      ownedBy(
        org,
        playbookSteps,
        eq(playbookSteps.runUuid, run),
        // as the partial index states it
        sql`${playbookSteps.state} IN ('PENDING', 'RUNNING', 'WAITING', 'UNKNOWN')`,
      ),
    )
    .orderBy(asc(playbookSteps.seq))
    .limit(bounds.nodes * (bounds.depth + 1))
}

export async function stepNamed(tx: Tx, org: Org, uuid: string): Promise<StepRow | undefined> {
  const [row] = await tx
    .select()
    .from(playbookSteps)
    .where(ownedBy(org, playbookSteps, eq(playbookSteps.uuid, uuid)))
  return row
}

/** The steps of these nodes in these scopes, with their outputs: what expressions read. */
export async function stepsRead(
  tx: Tx,
  org: Org,
  run: string,
  nodes: readonly string[],
  paths: readonly string[],
): Promise<StepRow[]> {
  if (nodes.length === 0) return []
  return tx
    .select()
    .from(playbookSteps)
    .where(
      ownedBy(
        org,
        playbookSteps,
        eq(playbookSteps.runUuid, run),
        inArray(playbookSteps.node, [...nodes]),
        inArray(playbookSteps.path, [...paths]),
      ),
    )
    .orderBy(asc(playbookSteps.seq))
    .limit(bounds.nodes * (bounds.depth + 1))
}

export type NewStep = Omit<typeof playbookSteps.$inferInsert, 'orgUuid' | 'seq'>

export async function insertStep(tx: Tx, org: Org, step: NewStep): Promise<StepRow> {
  const [row] = await tx
    .insert(playbookSteps)
    .values({ ...step, orgUuid: org.uuid })
    .returning()
  return row!
}

/** Writes a step. Servers and expressions put anything into it: it is made storable here (rule PLAYBOOK-17). */
export async function writeStep(tx: Tx, org: Org, uuid: string, set: Partial<StepRow>): Promise<void> {
  const { input, output, waiting } = set
  await tx
    .update(playbookSteps)
    .set({
      ...set,
      ...textOfError(set),
      ...(input !== undefined && { input: storable(input) }),
      ...(output !== undefined && { output: storable(output) }),
      ...(waiting !== undefined && { waiting: storable(waiting) as StepRow['waiting'] }),
    })
    .where(ownedBy(org, playbookSteps, eq(playbookSteps.uuid, uuid)))
}

function textOfError({ error }: { readonly error?: string | null }) {
  return typeof error === 'string' ? { error: storableText(error) } : {}
}

/**
 * Ends the open steps of a run that ends before them. Attempts outside may still be done, and what is unknown stays so:
 * nobody skipped them.
 */
export async function skipOpenSteps(tx: Tx, org: Org, run: string): Promise<void> {
  await tx
    .update(playbookSteps)
    .set({ state: 'SKIPPED', waiting: null, dueAt: null, finishedAt: new Date() })
    .where(
      ownedBy(org, playbookSteps, eq(playbookSteps.runUuid, run), inArray(playbookSteps.state, ['PENDING', 'WAITING'])),
    )
}

/** Attempts outside that nobody has recorded. The state stands in the text, as in the partial index. */
const isAttempt = sql`${playbookSteps.state} = 'RUNNING'`

/** When the first lease of an attempt outside ends; null: no attempt is under way. */
export async function earliestLease(tx: Tx, org: Org, run: string): Promise<Date | null> {
  const [row] = await tx
    .select({ at: min(playbookSteps.dueAt) })
    .from(playbookSteps)
    .where(ownedBy(org, playbookSteps, eq(playbookSteps.runUuid, run), isAttempt))
  return row!.at
}

/** The attempts whose lease has ended without an outcome. */
export async function expiredAttempts(tx: Tx, org: Org, run: string): Promise<StepRow[]> {
  return tx
    .select()
    .from(playbookSteps)
    .where(ownedBy(org, playbookSteps, eq(playbookSteps.runUuid, run), isAttempt, lte(playbookSteps.dueAt, new Date())))
    .limit(bounds.nodes)
}

/** Has all steps that failed a run attempted again: an attempt may have failed after the run had. */
export async function retryFailedSteps(tx: Tx, org: Org, run: string): Promise<void> {
  const again = { state: 'PENDING', error: null, finishedAt: null, dueAt: null, waiting: null } as const
  await tx
    .update(playbookSteps)
    .set({ ...again, attempt: sql`${playbookSteps.attempt} + 1` })
    .where(
      ownedBy(
        org,
        playbookSteps,
        eq(playbookSteps.runUuid, run),
        eq(playbookSteps.state, 'FAILED'),
        isNull(playbookSteps.port),
      ),
    )
}

/** Runs of other playbooks that a run waits for, and that have not finished. */
export async function childrenOf(tx: Tx, org: Org, run: string): Promise<string[]> {
  const rows = await tx
    .select({ uuid: playbookRuns.uuid })
    .from(playbookRuns)
    .where(
      ownedBy(
        org,
        playbookRuns,
        eq(playbookRuns.parentUuid, run),
        inArray(playbookRuns.state, ['QUEUED', 'RUNNING', 'WAITING']),
      ),
    )
    .limit(bounds.nodes)
  return rows.map(({ uuid }) => uuid)
}
