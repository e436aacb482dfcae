import { asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type {
  CompatibilityRule,
  listCompatibilityRules,
  saveCompatibilityRule,
} from '@carapace/shared/component-configuration/configuration.contract'
import { compatibilityRules, hardwareParts } from '@carapace/shared/component-configuration/configuration.table'
import { Failure } from '@carapace/shared/core/failure'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { releases, software } from '@carapace/shared/sbom/sbom.table'
import type { Database, Tx } from '../core/db.ts'
import { mentions, nextAfter, skippedBy } from './configuration.queries.ts'
import type { Read } from './read.ts'

const r = compatibilityRules
const other = alias(releases, 'other')
const named = alias(software, 'named')

/** A page of the compatibility rules by software and version. */
export async function rulesPage(
  db: Database,
  org: Org,
  { q, cursor, limit }: Read<typeof listCompatibilityRules>,
): Promise<{ rules: CompatibilityRule[]; total: number; next_cursor: string | null }> {
  const isWanted = ownedBy(
    org,
    r,
    mentions(q, [sql`${software.name}`, sql`${hardwareParts.partNumber}`, sql`${named.name}`]),
  )
  const skip = skippedBy(cursor)
  const rows = await db
    .select({
      uuid: r.uuid,
      kind: r.kind,
      release: { uuid: releases.uuid, software: software.name, version: releases.version },
      part: { uuid: hardwareParts.uuid, part_number: hardwareParts.partNumber },
      other: { uuid: other.uuid, version: other.version },
      named: { uuid: named.uuid, software: named.name },
      least_version: r.leastVersion,
      note: r.note,
      revision: r.revision,
      total: sql<number>`count(*) OVER ()::int`,
    })
    .from(r)
    .innerJoin(releases, eq(releases.uuid, r.releaseUuid))
    .innerJoin(software, eq(software.uuid, releases.softwareUuid))
    .leftJoin(hardwareParts, eq(hardwareParts.uuid, r.partUuid))
    .leftJoin(other, eq(other.uuid, r.otherReleaseUuid))
    .leftJoin(named, sql`${named.uuid} = coalesce(${r.otherSoftwareUuid}, ${other.softwareUuid})`)
    .where(isWanted)
    .orderBy(asc(sql`lower(${software.name})`), asc(releases.version), asc(r.createdAt), asc(r.uuid))
    .offset(skip)
    .limit(limit)
  const total = rows[0]?.total ?? 0
  const rules = rows.map(({ other: excluded, named: name, ...rule }) => ({
    uuid: rule.uuid,
    kind: rule.kind,
    release: rule.release,
    part: rule.part,
    least_version: rule.least_version,
    note: rule.note,
    revision: rule.revision,
    other_release:
      excluded === null ? null : { uuid: excluded.uuid, software: name?.software ?? '', version: excluded.version },
    other_software: rule.kind === 'REQUIRES' ? name : null,
  }))
  return { rules, total, next_cursor: nextAfter(skip, rules.length, total) }
}

/** How many compatibility rules the organisation has. */
export async function countRules(tx: Tx, org: Org): Promise<number> {
  return tx.$count(r, ownedBy(org, r))
}

/** The uuid of a release's software; undefined if there is no such release. */
export async function softwareOf(tx: Tx, org: Org, releaseUuid: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ softwareUuid: releases.softwareUuid })
    .from(releases)
    .where(ownedBy(org, releases, eq(releases.uuid, releaseUuid)))
  return row?.softwareUuid
}

/** Whether there is such a hardware part. */
export async function hasPart(tx: Tx, org: Org, uuid: string): Promise<boolean> {
  return (await tx.$count(hardwareParts, ownedBy(org, hardwareParts, eq(hardwareParts.uuid, uuid)))) > 0
}

/** Whether there is such a software. */
export async function hasSoftware(tx: Tx, org: Org, uuid: string): Promise<boolean> {
  return (await tx.$count(software, ownedBy(org, software, eq(software.uuid, uuid)))) > 0
}

/** Adds a compatibility rule; returns its uuid. */
export async function insertRule(
  tx: Tx,
  org: Org,
  input: Read<typeof saveCompatibilityRule>,
  userUuid: string,
): Promise<string> {
  const [row] = await tx
    .insert(r)
    .values({
      orgUuid: org.uuid,
      kind: input.kind,
      releaseUuid: input.release_uuid,
      partUuid: input.kind === 'NEEDS_PART' ? input.part_uuid : null,
      otherReleaseUuid: input.kind === 'EXCLUDES' ? input.other_release_uuid : null,
      otherSoftwareUuid: input.kind === 'REQUIRES' ? input.other_software_uuid : null,
      leastVersion: input.kind === 'REQUIRES' ? input.least_version : '',
      note: input.note,
      updatedByUuid: userUuid,
    })
    .returning({ uuid: r.uuid })
  return row!.uuid
}

/** A compatibility rule, locked until the transaction ends. @throws {Failure} NOT_FOUND */
export async function lockedRule(tx: Tx, org: Org, uuid: string): Promise<typeof r.$inferSelect> {
  const [row] = await tx
    .select()
    .from(r)
    .where(ownedBy(org, r, eq(r.uuid, uuid)))
    .for('update')
  if (!row) throw new Failure('NOT_FOUND')
  return row
}

/** Removes a compatibility rule. */
export async function deleteRule(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(r).where(ownedBy(org, r, eq(r.uuid, uuid)))
}
