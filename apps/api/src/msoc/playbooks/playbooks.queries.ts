import { and, asc, count, desc, eq, ilike, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { likeText } from '@carapace/shared/msoc/history/history.queries'
import type { SubjectKind } from '@carapace/shared/msoc/playbooks/playbook'
import type { Playbook, PlaybookVersion } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { playbookRuns, playbooks, playbookVersions } from '@carapace/shared/msoc/playbooks/playbooks.table'
import { unfinishedStates } from '@carapace/shared/msoc/playbooks/run-states'
import type { Database, Tx } from '../../core/db.ts'

export type PlaybookRow = typeof playbooks.$inferSelect

/**
 * Runs of the last 30 days of each playbook; a run always belongs to the organisation of its playbook. Columns are
 * named in full: Drizzle would leave the tables out, and `uuid` would be that of the run.
 */
const recent = sql`playbook_runs.playbook_uuid = playbooks.uuid
  AND playbook_runs.created_at > now() - interval '30 days'`
const beside = {
  runs: sql<number>`(SELECT count(*)::int FROM playbook_runs WHERE ${recent})`,
  failed: sql<number>`(SELECT count(*)::int FROM playbook_runs WHERE ${recent} AND playbook_runs.state = 'FAILED')`,
  lastRunAt: sql<Date | null>`(SELECT max(playbook_runs.created_at)
    FROM playbook_runs
    WHERE playbook_runs.playbook_uuid = playbooks.uuid)`.mapWith(playbookRuns.createdAt),
  nodes: sql<number>`(SELECT jsonb_array_length(v.graph -> 'nodes')
    FROM playbook_versions v
    WHERE v.playbook_uuid = playbooks.uuid
    AND v.version = coalesce(playbooks.enabled_version, playbooks.latest_version))`,
}

async function selectPlaybooks(db: Database | Tx, where: SQL, limit: number, skip = 0): Promise<Playbook[]> {
  const rows = await db
    .select({ row: playbooks, ...beside })
    .from(playbooks)
    .where(where)
    .orderBy(sql`lower(${playbooks.name})`)
    .limit(limit)
    .offset(skip)
  return rows.map(({ row, lastRunAt, failed, ...rest }) => ({
    uuid: row.uuid,
    name: row.name,
    description: row.description,
    tags: row.tags,
    enabled_version: row.enabledVersion,
    latest_version: row.latestVersion,
    trigger: row.trigger,
    ...rest,
    failed_runs: failed,
    last_run_at: lastRunAt?.toISOString() ?? null,
    next_start_at: row.nextStartAt?.toISOString() ?? null,
    updated_by: row.updatedBy,
    updated_at: row.updatedAt.toISOString(),
    revision: row.revision,
  }))
}

interface Query {
  readonly q?: string | undefined
  readonly subject?: SubjectKind | undefined
  readonly skip: number
  readonly limit: number
}

export async function playbooksPage(db: Database, org: Org, { q, subject, skip, limit }: Query) {
  const words = q ? `%${likeText(q)}%` : undefined
  const where = ownedBy(
    org,
    playbooks,
    words === undefined
      ? undefined
      : or(
          ilike(playbooks.name, words),
          ilike(playbooks.description, words),
          sql`array_to_string(${playbooks.tags}, ' ') ILIKE ${words}`,
        ),
    subject && and(isNotNull(playbooks.enabledVersion), startsFrom(subject)),
  )
  const rows = await selectPlaybooks(db, where, limit + 1, skip)
  const [counted] = await db.select({ total: count() }).from(playbooks).where(where)
  return {
    playbooks: rows.slice(0, limit),
    next_cursor: rows.length > limit ? String(skip + limit) : null,
    total: counted!.total,
  }
}

/** As `subjectOf` decides it. */
function startsFrom(subject: SubjectKind): SQL {
  return sql`(${playbooks.trigger} ->> 'kind' = ${subject} OR (${playbooks.trigger} ->> 'kind' = 'manual'
    AND ${playbooks.trigger} ->> 'subject' = ${subject}))`
}

export async function playbookByUuid(db: Database | Tx, org: Org, uuid: string): Promise<Playbook | undefined> {
  const [one] = await selectPlaybooks(db, ownedBy(org, playbooks, eq(playbooks.uuid, uuid)), 1)
  return one
}

export async function playbookNamed(tx: Tx | Database, org: Org, uuid: string): Promise<PlaybookRow | undefined> {
  const [row] = await tx
    .select()
    .from(playbooks)
    .where(ownedBy(org, playbooks, eq(playbooks.uuid, uuid)))
  return row
}

export async function lockPlaybook(tx: Tx, org: Org, uuid: string): Promise<PlaybookRow | undefined> {
  const [row] = await tx
    .select()
    .from(playbooks)
    .where(ownedBy(org, playbooks, eq(playbooks.uuid, uuid)))
    .for('update')
  return row
}

/** The latest versions, without their graphs. */
export async function versionsOf(db: Database, org: Org, uuid: string, most: number): Promise<PlaybookVersion[]> {
  const rows = await db
    .select({
      version: playbookVersions.version,
      note: playbookVersions.note,
      savedBy: playbookVersions.savedBy,
      savedAt: playbookVersions.savedAt,
    })
    .from(playbookVersions)
    .where(ownedBy(org, playbookVersions, eq(playbookVersions.playbookUuid, uuid)))
    .orderBy(desc(playbookVersions.version))
    .limit(most)
  return rows.map(wireVersion)
}

export function wireVersion(
  row: Pick<typeof playbookVersions.$inferSelect, 'version' | 'note' | 'savedBy' | 'savedAt'>,
): PlaybookVersion {
  return { version: row.version, note: row.note, saved_by: row.savedBy, saved_at: row.savedAt.toISOString() }
}

export async function countPlaybooks(tx: Tx, org: Org): Promise<number> {
  return tx.$count(playbooks, ownedBy(org, playbooks))
}

/** Whether another playbook has this name. */
export async function isNameTaken(tx: Tx, org: Org, name: string, except: string | undefined): Promise<boolean> {
  const taken = await tx.$count(
    playbooks,
    ownedBy(
      org,
      playbooks,
      sql`lower(${playbooks.name}) = lower(${name})`,
      except === undefined ? undefined : sql`${playbooks.uuid} <> ${except}`,
    ),
  )
  return taken > 0
}

export async function insertPlaybook(tx: Tx, org: Org, fields: Omit<typeof playbooks.$inferInsert, 'orgUuid'>) {
  const [row] = await tx
    .insert(playbooks)
    .values({ ...fields, orgUuid: org.uuid })
    .returning()
  return row!
}

export async function writePlaybook(tx: Tx, org: Org, uuid: string, set: Partial<PlaybookRow>): Promise<void> {
  await tx
    .update(playbooks)
    .set({ ...set, revision: sql`${playbooks.revision} + 1` })
    .where(ownedBy(org, playbooks, eq(playbooks.uuid, uuid)))
}

export async function insertVersion(tx: Tx, org: Org, version: Omit<typeof playbookVersions.$inferInsert, 'orgUuid'>) {
  await tx.insert(playbookVersions).values({ ...version, orgUuid: org.uuid })
}

export async function removePlaybook(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(playbooks).where(ownedBy(org, playbooks, eq(playbooks.uuid, uuid)))
}

export async function countUnfinished(tx: Tx, org: Org, playbook: string): Promise<number> {
  return tx.$count(
    playbookRuns,
    ownedBy(
      org,
      playbookRuns,
      eq(playbookRuns.playbookUuid, playbook),
      inArray(playbookRuns.state, [...unfinishedStates]),
    ),
  )
}

/** The enabled playbooks with a trigger of this kind. */
export async function enabledWith(tx: Tx, org: Org, kinds: readonly string[]): Promise<PlaybookRow[]> {
  return tx
    .select()
    .from(playbooks)
    .where(
      ownedBy(
        org,
        playbooks,
        isNotNull(playbooks.enabledVersion),
        inArray(sql`${playbooks.trigger} ->> 'kind'`, [...kinds]),
      ),
    )
    .orderBy(asc(playbooks.createdAt))
    .limit(1_000)
}

/** Which of these playbooks exist, with their triggers and whether they are enabled. */
export async function playbooksAmong(tx: Tx | Database, org: Org, uuids: readonly string[]): Promise<PlaybookRow[]> {
  if (uuids.length === 0) return []
  return tx
    .select()
    .from(playbooks)
    .where(ownedBy(org, playbooks, inArray(playbooks.uuid, [...uuids])))
}
