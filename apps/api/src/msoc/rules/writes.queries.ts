import { and, count, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rules, ruleSettings, ruleVersions } from '@carapace/shared/msoc/rules/rules.table'
import type { Database, Tx } from '../../core/db.ts'

export type StoredRule = typeof rules.$inferSelect
export type StoredVersion = typeof ruleVersions.$inferSelect
type NewRule = Omit<typeof rules.$inferInsert, 'orgUuid'>
type NewVersion = Omit<typeof ruleVersions.$inferInsert, 'orgUuid' | 'ruleUuid'>

/** Versions of a rule that are kept; the oldest are deleted, but never the one that runs. */
const mostVersionsKept = 1_000

/** Lets no other transaction write rules of the organisation until this one ends; returns how many it has. */
export async function lockRules(tx: Tx, org: Org): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`rules ${org.uuid}`}))`)
  return tx.$count(rules, ownedBy(org, rules))
}

export async function storedRules(tx: Tx, org: Org, uuids: readonly string[]): Promise<StoredRule[]> {
  return tx
    .select()
    .from(rules)
    .where(ownedBy(org, rules, inArray(rules.uuid, [...uuids])))
    .orderBy(desc(rules.updatedAt), desc(rules.uuid))
}

/** The rules that give themselves one of these ids. */
export async function rulesWithIds(tx: Tx, org: Org, ids: readonly string[]): Promise<StoredRule[]> {
  return tx
    .select()
    .from(rules)
    .where(ownedBy(org, rules, inArray(rules.sigmaId, [...ids])))
}

/** How many rules the organisation has of each version of each pack. */
export async function packCounts(db: Database, org: Org) {
  return db
    .select({ pack: rules.pack, version: rules.packVersion, rules: count() })
    .from(rules)
    .where(ownedBy(org, rules, isNotNull(rules.pack)))
    .groupBy(rules.pack, rules.packVersion)
}

/** A version of a rule; undefined if there is none with this number. */
export async function versionAt(
  tx: Tx,
  org: Org,
  ruleUuid: string,
  version: number,
): Promise<StoredVersion | undefined> {
  const [row] = await tx
    .select()
    .from(ruleVersions)
    .where(ownedBy(org, ruleVersions, eq(ruleVersions.ruleUuid, ruleUuid), eq(ruleVersions.version, version)))
  return row
}

/** Stores a rule with its first version; returns its uuid. */
export async function insertRule(tx: Tx, org: Org, fields: NewRule, first: NewVersion): Promise<string> {
  const [row] = await tx
    .insert(rules)
    .values({ ...fields, orgUuid: org.uuid })
    .returning({ uuid: rules.uuid })
  await tx.insert(ruleVersions).values({ ...first, orgUuid: org.uuid, ruleUuid: row!.uuid })
  return row!.uuid
}

/** Changes fields of a rule; this counts as a change of it, for lists and for who edits it at the same time. */
export async function updateRule(tx: Tx, org: Org, uuid: string, fields: Partial<NewRule>): Promise<void> {
  await tx
    .update(rules)
    .set({ ...fields, updatedAt: new Date(), revision: sql`${rules.revision} + 1` })
    .where(ownedBy(org, rules, eq(rules.uuid, uuid)))
}

/** Adds the next version of a rule, and deletes the oldest beyond the number that is kept. */
export async function insertVersion(tx: Tx, org: Org, { uuid, enabledVersion }: StoredRule, version: NewVersion) {
  await tx.insert(ruleVersions).values({ ...version, orgUuid: org.uuid, ruleUuid: uuid })
  await tx
    .delete(ruleVersions)
    .where(
      ownedBy(
        org,
        ruleVersions,
        eq(ruleVersions.ruleUuid, uuid),
        sql`${ruleVersions.version} <= ${version.version - mostVersionsKept}`,
        sql`${ruleVersions.version} IS DISTINCT FROM ${enabledVersion}`,
      ),
    )
}

export async function markApproved(
  tx: Tx,
  org: Org,
  version: Pick<StoredVersion, 'ruleUuid' | 'version'>,
  by: string,
): Promise<void> {
  await tx
    .update(ruleVersions)
    .set({ approvedBy: by, approvedAt: new Date() })
    .where(
      ownedBy(
        org,
        ruleVersions,
        and(eq(ruleVersions.ruleUuid, version.ruleUuid), eq(ruleVersions.version, version.version)),
      ),
    )
}

export async function removeRule(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(rules).where(ownedBy(org, rules, eq(rules.uuid, uuid)))
}

/** Makes ingest read the organisation's rules again (rule RULE-38). */
export async function announceRunning(tx: Tx, org: Org): Promise<void> {
  await tx
    .insert(ruleSettings)
    .values({ orgUuid: org.uuid, revision: 1 })
    .onConflictDoUpdate({ target: ruleSettings.orgUuid, set: { revision: sql`${ruleSettings.revision} + 1` } })
}

export async function writeFourEyes(tx: Tx, org: Org, fourEyes: boolean): Promise<void> {
  await tx
    .insert(ruleSettings)
    .values({ orgUuid: org.uuid, fourEyes })
    .onConflictDoUpdate({ target: ruleSettings.orgUuid, set: { fourEyes } })
}
