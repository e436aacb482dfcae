import { asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import { type CheckedRule, type CheckedUnit, checkUnits } from '@carapace/shared/component-configuration/compatibility'
import type {
  Combination,
  listReleaseChoices,
  listVariants,
  ReleaseChoice,
  Variant,
  VariantLine,
  VariantUnit,
} from '@carapace/shared/component-configuration/configuration.contract'
import {
  combinations,
  compatibilityRules,
  hardwareParts,
  variants,
  variantUnits,
  vehicleVariants,
} from '@carapace/shared/component-configuration/configuration.table'
import { Failure } from '@carapace/shared/core/failure'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { releases, software } from '@carapace/shared/sbom/sbom.table'
import { alias } from 'drizzle-orm/pg-core'
import type { Database, Tx } from '../core/db.ts'
import { mentions, nextAfter, skippedBy } from './configuration.queries.ts'
import type { Read } from './read.ts'

const v = variants
const combinationsShown = 50

const choice = {
  uuid: releases.uuid,
  software_uuid: software.uuid,
  software: software.name,
  ecu: software.ecu,
  reported_as: software.reportedAs,
  version: releases.version,
  state: releases.state,
  rxswin: releases.rxswin,
}

/** Releases to choose from, the newest first; those of the control unit before the others. */
export async function releaseChoices(
  db: Database,
  org: Org,
  { q, ecu, limit }: Read<typeof listReleaseChoices>,
): Promise<ReleaseChoice[]> {
  const isOfUnit = sql`lower(${software.ecu}) = ${(ecu ?? '').toLowerCase()}`
  return db
    .select(choice)
    .from(releases)
    .innerJoin(software, eq(software.uuid, releases.softwareUuid))
    .where(
      ownedBy(
        org,
        releases,
        mentions(q, [
          sql`${software.name}`,
          sql`${software.reportedAs}`,
          sql`${software.ecu}`,
          sql`${software.name} || ' ' || ${releases.version}`,
        ]),
      ),
    )
    .orderBy(desc(isOfUnit), desc(releases.createdAt), asc(releases.uuid))
    .limit(limit)
}

/** A page of the variants by name. */
export async function variantsPage(
  db: Database,
  org: Org,
  { q, cursor, limit }: Read<typeof listVariants>,
): Promise<{ variants: VariantLine[]; total: number; next_cursor: string | null }> {
  const isWanted = ownedBy(org, v, mentions(q, [sql`${v.name}`, sql`${v.model}`, sql`${v.market}`]))
  const skip = skippedBy(cursor)
  const [total, rows] = await Promise.all([
    db.$count(v, isWanted),
    db
      .select({
        uuid: v.uuid,
        name: v.name,
        model: v.model,
        market: v.market,
        built_from: v.builtFrom,
        built_to: v.builtTo,
        units: sql<number>`(SELECT count(*)::int FROM variant_units u WHERE u.variant_uuid = ${v.uuid})`,
        vehicles: sql<number>`(SELECT count(*)::int FROM vehicle_variants a
          WHERE a.org_uuid = ${v.orgUuid} AND a.variant_uuid = ${v.uuid})`,
        approved: sql<number | null>`(SELECT max(c.number) FROM approved_combinations c
          WHERE c.variant_uuid = ${v.uuid} AND c.state = 'APPROVED')`,
        is_proposed: sql<boolean>`EXISTS (SELECT FROM approved_combinations c
          WHERE c.variant_uuid = ${v.uuid} AND c.state = 'PROPOSED')`,
        updated_at: v.updatedAt,
      })
      .from(v)
      .where(isWanted)
      .orderBy(asc(sql`lower(${v.name})`))
      .offset(skip)
      .limit(limit),
  ])
  const lines = rows.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() }))
  return { variants: lines, total, next_cursor: nextAfter(skip, lines.length, total) }
}

/** @throws {Failure} NOT_FOUND */
export async function variantRow(db: Database | Tx, org: Org, uuid: string): Promise<typeof v.$inferSelect> {
  const [row] = await db
    .select()
    .from(v)
    .where(ownedBy(org, v, eq(v.uuid, uuid)))
  if (!row) throw new Failure('NOT_FOUND')
  return row
}

/** A variant with all that its page shows. @throws {Failure} NOT_FOUND */
export async function variantOf(db: Database | Tx, org: Org, uuid: string): Promise<Variant> {
  const row = await variantRow(db, org, uuid)
  const units = await unitsOf(db, org, uuid)
  const vehicles = await db.$count(
    vehicleVariants,
    ownedBy(org, vehicleVariants, eq(vehicleVariants.variantUuid, uuid)),
  )
  return {
    uuid,
    name: row.name,
    model: row.model,
    market: row.market,
    built_from: row.builtFrom,
    built_to: row.builtTo,
    description: row.description,
    rxswins: [...row.rxswins],
    units: units.map(({ unit }) => unit),
    checks: checkUnits(
      units.map(({ checked }) => checked),
      await rulesFor(
        db,
        org,
        units.flatMap(({ unit }) => unit.release?.uuid ?? []),
      ),
    ),
    combinations: await combinationsOf(db, org, uuid),
    vehicles,
    updated_at: row.updatedAt.toISOString(),
    updated_by_uuid: row.updatedByUuid,
    revision: row.revision,
  }
}

interface ReadUnit {
  readonly unit: VariantUnit
  readonly checked: CheckedUnit
}

async function unitsOf(db: Database | Tx, org: Org, variantUuid: string): Promise<ReadUnit[]> {
  const rows = await db
    .select({
      ecu: variantUnits.ecu,
      calibration: variantUnits.calibration,
      features: variantUnits.features,
      part: {
        uuid: hardwareParts.uuid,
        part_number: hardwareParts.partNumber,
        has_hsm: hardwareParts.hasHsm,
        ecu: hardwareParts.ecu,
      },
      release: choice,
    })
    .from(variantUnits)
    .leftJoin(hardwareParts, eq(hardwareParts.uuid, variantUnits.partUuid))
    .leftJoin(releases, eq(releases.uuid, variantUnits.releaseUuid))
    .leftJoin(software, eq(software.uuid, releases.softwareUuid))
    .where(ownedBy(org, variantUnits, eq(variantUnits.variantUuid, variantUuid)))
    .orderBy(asc(variantUnits.position))
  return rows.map(({ ecu, calibration, features, part, release }) => {
    const chosen = release?.uuid == null ? null : (release as ReleaseChoice)
    return {
      unit: {
        ecu,
        calibration,
        features: [...features],
        part: part && { uuid: part.uuid, part_number: part.part_number, has_hsm: part.has_hsm },
        release: chosen,
      },
      checked: {
        ecu,
        part: part && { uuid: part.uuid, number: part.part_number, ecu: part.ecu },
        release: chosen && {
          uuid: chosen.uuid,
          version: chosen.version,
          software: { uuid: chosen.software_uuid, name: chosen.software, ecu: chosen.ecu },
        },
      },
    }
  })
}

const otherRelease = alias(releases, 'other_release')
const otherSoftware = alias(software, 'other_software')

/** The compatibility rules of releases, with the names that their messages need. */
async function rulesFor(db: Database | Tx, org: Org, releaseUuids: readonly string[]): Promise<CheckedRule[]> {
  if (releaseUuids.length === 0) return []
  const r = compatibilityRules
  const rows = await db
    .select({
      uuid: r.uuid,
      kind: r.kind,
      leastVersion: r.leastVersion,
      release: { uuid: releases.uuid, name: software.name, version: releases.version },
      part: { uuid: hardwareParts.uuid, number: hardwareParts.partNumber },
      other: { uuid: otherRelease.uuid, version: otherRelease.version },
      otherSoftware: { uuid: otherSoftware.uuid, name: otherSoftware.name },
    })
    .from(r)
    .innerJoin(releases, eq(releases.uuid, r.releaseUuid))
    .innerJoin(software, eq(software.uuid, releases.softwareUuid))
    .leftJoin(hardwareParts, eq(hardwareParts.uuid, r.partUuid))
    .leftJoin(otherRelease, eq(otherRelease.uuid, r.otherReleaseUuid))
    .leftJoin(
      otherSoftware,
      sql`${otherSoftware.uuid} = coalesce(${r.otherSoftwareUuid}, ${otherRelease.softwareUuid})`,
    )
    .where(ownedBy(org, r, inArray(r.releaseUuid, [...releaseUuids])))
    .orderBy(asc(r.createdAt), asc(r.uuid))
    .limit(10_000)
  return rows.map(({ other, otherSoftware: named, kind, ...rule }) => ({
    ...rule,
    kind,
    otherRelease: other && { uuid: other.uuid, name: named?.name ?? '', version: other.version },
    otherSoftware: kind === 'REQUIRES' ? named : null,
  }))
}

const proposer = alias(users, 'proposer')
const decider = alias(users, 'decider')
const withdrawer = alias(users, 'withdrawer')

async function combinationsOf(db: Database | Tx, org: Org, variantUuid: string): Promise<Combination[]> {
  const c = combinations
  const rows = await db
    .select({
      row: c,
      proposer: { uuid: proposer.uuid, name: proposer.name },
      decider: decider.name,
      withdrawer: withdrawer.name,
    })
    .from(c)
    .innerJoin(proposer, eq(proposer.uuid, c.proposedByUuid))
    .leftJoin(decider, eq(decider.uuid, c.decidedByUuid))
    .leftJoin(withdrawer, eq(withdrawer.uuid, c.withdrawnByUuid))
    .where(ownedBy(org, c, eq(c.variantUuid, variantUuid)))
    .orderBy(desc(c.number))
    .limit(combinationsShown)
  return rows.map(({ row, proposer: by, decider: decidedBy, withdrawer: withdrawnBy }) => ({
    uuid: row.uuid,
    number: row.number,
    state: row.state,
    units: row.units.map((unit) => ({ ...unit, features: [...unit.features] })),
    rxswins: [...row.rxswins],
    note: row.note,
    proposed_by: by,
    proposed_at: row.proposedAt.toISOString(),
    decided_by: decidedBy,
    decided_at: row.decidedAt?.toISOString() ?? null,
    decision_note: row.decisionNote,
    withdrawn_by: withdrawnBy,
    withdrawn_at: row.withdrawnAt?.toISOString() ?? null,
  }))
}
