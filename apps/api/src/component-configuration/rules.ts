import { asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { compareReleases } from '@carapace/shared/component-configuration/compatibility'
import type {
  CompatibilityRule,
  deleteCompatibilityRule,
  listCompatibilityRules,
  saveCompatibilityRule,
} from '@carapace/shared/component-configuration/configuration.contract'
import { compatibilityRules, hardwareParts } from '@carapace/shared/component-configuration/configuration.table'
import { limits } from '@carapace/shared/component-configuration/configuration'
import { Failure } from '@carapace/shared/core/failure'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { releases, software } from '@carapace/shared/sbom/sbom.table'
import { audit, byCaller } from '../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../core/db.ts'
import type { Caller } from '../core/http/caller.ts'
import {
  lockConfigurations,
  mentions,
  nextAfter,
  refusedField,
  refuseOther,
  skippedBy,
} from './configuration.queries.ts'
import type { Read } from './parts.ts'

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

/**
 * Adds a compatibility rule (rules VARIANT-4 to VARIANT-6); returns its uuid.
 *
 * @throws {Failure} RULE_REFUSED where a release, part or software is unknown, or the release is related to itself
 */
export async function writeRule(tx: Tx, caller: Caller, input: Read<typeof saveCompatibilityRule>): Promise<string> {
  const { org, user } = caller
  await lockConfigurations(tx, org)
  if ((await tx.$count(r, ownedBy(org, r))) >= limits.rules)
    throw new Failure('RULE_REFUSED', { message: `An organisation has at most ${limits.rules} compatibility rules.` })
  const subject = await releaseOf(tx, org, input.release_uuid, 'release_uuid')
  await refuseSenseless(tx, org, subject, input)
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
      updatedByUuid: user.uuid,
    })
    .returning({ uuid: r.uuid })
  await audit(tx, org, byCaller(caller), {
    action: 'add compatibility rule',
    subject: 'compatibility rule',
    subjectUuid: row!.uuid,
    after: input,
  })
  return row!.uuid
}

type Subject = Awaited<ReturnType<typeof releaseOf>>

async function refuseSenseless(
  tx: Tx,
  org: Org,
  subject: Subject,
  input: Read<typeof saveCompatibilityRule>,
): Promise<void> {
  if (input.kind === 'EXCLUDES') {
    await releaseOf(tx, org, input.other_release_uuid, 'other_release_uuid')
    if (input.other_release_uuid === input.release_uuid)
      throw refusedField('other_release_uuid', 'A release does not exclude itself.')
    return
  }
  if (input.kind === 'NEEDS_PART') {
    const isPart = ownedBy(org, hardwareParts, eq(hardwareParts.uuid, input.part_uuid))
    if ((await tx.$count(hardwareParts, isPart)) === 0)
      throw refusedField('part_uuid', 'There is no such hardware part.')
    return
  }
  const isSoftware = ownedBy(org, software, eq(software.uuid, input.other_software_uuid))
  if ((await tx.$count(software, isSoftware)) === 0)
    throw refusedField('other_software_uuid', 'There is no such software.')
  if (input.other_software_uuid === subject.softwareUuid)
    throw refusedField('other_software_uuid', 'A release does not require its own software.')
  const { least_version: least } = input
  if (least !== '' && compareReleases(least, `${least}.1`) === undefined)
    throw refusedField('least_version', 'Give numbers with dots, such as 4.12.0: other versions have no order.')
}

async function releaseOf(tx: Tx, org: Org, uuid: string, field: string) {
  const [row] = await tx
    .select({ uuid: releases.uuid, softwareUuid: releases.softwareUuid })
    .from(releases)
    .where(ownedBy(org, releases, eq(releases.uuid, uuid)))
  if (!row) throw refusedField(field, 'There is no such release.')
  return row
}

/** Removes a compatibility rule. @throws {Failure} NOT_FOUND, ROW_CHANGED */
export async function dropRule(
  tx: Tx,
  caller: Caller,
  { uuid, revision }: Read<typeof deleteCompatibilityRule>,
): Promise<void> {
  const { org } = caller
  const [before] = await tx
    .select()
    .from(r)
    .where(ownedBy(org, r, eq(r.uuid, uuid)))
    .for('update')
  if (!before) throw new Failure('NOT_FOUND')
  refuseOther(before.revision, revision)
  await tx.delete(r).where(ownedBy(org, r, eq(r.uuid, uuid)))
  await audit(tx, org, byCaller(caller), {
    action: 'remove compatibility rule',
    subject: 'compatibility rule',
    subjectUuid: uuid,
    before: { kind: before.kind, release_uuid: before.releaseUuid },
  })
}
