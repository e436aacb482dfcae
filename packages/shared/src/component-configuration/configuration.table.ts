import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { org, person } from '../account/columns.table.ts'
import { at } from '../core/columns.table.ts'
import { vehicles } from '../msoc/vehicles/vehicles.table.ts'
import { releases, software } from '../sbom/sbom.table.ts'
import type { CombinationRow, CombinationState, CompatibilityKind } from './configuration.ts'

const versioned = () => ({
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
  updatedByUuid: person('updated_by_uuid'),
  revision: integer().notNull().default(1),
})

/** The hardware of control units. */
export const hardwareParts = pgTable(
  'hardware_parts',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    partNumber: text('part_number').notNull(),
    name: text().notNull().default(''),
    /** The control unit that it is the hardware of, such as BCM. */
    ecu: text().notNull(),
    supplier: text().notNull().default(''),
    hasHsm: boolean('has_hsm').notNull().default(false),
    ...versioned(),
  },
  (t) => [uniqueIndex('hardware_parts_by_number').on(t.orgUuid, sql`lower(${t.partNumber})`)],
)

/** A configuration of a model: what its control units consist of, and which vehicles are built so. */
export const variants = pgTable(
  'variants',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    name: text().notNull(),
    /** The model, as vehicles are registered with it. */
    model: text().notNull().default(''),
    market: text().notNull().default(''),
    builtFrom: date('built_from', { mode: 'string' }),
    builtTo: date('built_to', { mode: 'string' }),
    description: text().notNull().default(''),
    /** The software identification numbers of UN R156 that it is approved under. */
    rxswins: jsonb().$type<readonly string[]>().notNull().default([]),
    ...versioned(),
  },
  (t) => [uniqueIndex('variants_by_name').on(t.orgUuid, sql`lower(${t.name})`)],
)

/** The designed configuration of a control unit in a variant. */
export const variantUnits = pgTable(
  'variant_units',
  {
    variantUuid: uuid('variant_uuid')
      .notNull()
      .references(() => variants.uuid, { onDelete: 'cascade' }),
    ecu: text().notNull(),
    orgUuid: org(),
    position: integer().notNull(),
    partUuid: uuid('part_uuid').references(() => hardwareParts.uuid),
    releaseUuid: uuid('release_uuid').references(() => releases.uuid, { onDelete: 'set null' }),
    calibration: text().notNull().default(''),
    features: jsonb().$type<readonly string[]>().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.variantUuid, t.ecu] }),
    index('variant_units_by_release').on(t.orgUuid, t.releaseUuid),
    index('variant_units_by_part').on(t.partUuid),
  ],
)

/** What a release of software needs or excludes. */
export const compatibilityRules = pgTable(
  'compatibility_rules',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    kind: text().$type<CompatibilityKind>().notNull(),
    releaseUuid: uuid('release_uuid')
      .notNull()
      .references(() => releases.uuid, { onDelete: 'cascade' }),
    /** For NEEDS_PART: the hardware that its control unit must have. */
    partUuid: uuid('part_uuid').references(() => hardwareParts.uuid, { onDelete: 'cascade' }),
    /** For EXCLUDES: the release that must not be in the same vehicle. */
    otherReleaseUuid: uuid('other_release_uuid').references(() => releases.uuid, { onDelete: 'cascade' }),
    /** For REQUIRES: the software that must be in the same vehicle, and its lowest version. */
    otherSoftwareUuid: uuid('other_software_uuid').references(() => software.uuid, { onDelete: 'cascade' }),
    leastVersion: text('least_version').notNull().default(''),
    note: text().notNull().default(''),
    ...versioned(),
  },
  (t) => [index('compatibility_rules_by_release').on(t.orgUuid, t.releaseUuid)],
)

/** The configuration of a variant as it was proposed, and what was decided about it. */
export const combinations = pgTable(
  'approved_combinations',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    variantUuid: uuid('variant_uuid')
      .notNull()
      .references(() => variants.uuid, { onDelete: 'cascade' }),
    /** 1, 2 … of the variant. */
    number: integer().notNull(),
    state: text().$type<CombinationState>().notNull().default('PROPOSED'),
    units: jsonb().$type<readonly CombinationRow[]>().notNull(),
    rxswins: jsonb().$type<readonly string[]>().notNull(),
    note: text().notNull().default(''),
    proposedByUuid: person('proposed_by_uuid').notNull(),
    proposedAt: at('proposed_at').notNull().defaultNow(),
    decidedByUuid: person('decided_by_uuid'),
    decidedAt: at('decided_at'),
    decisionNote: text('decision_note').notNull().default(''),
    withdrawnByUuid: person('withdrawn_by_uuid'),
    withdrawnAt: at('withdrawn_at'),
  },
  (t) => [uniqueIndex('approved_combinations_by_number').on(t.variantUuid, t.number)],
)

/** Which variant a vehicle is built as; a vehicle has at most one. */
export const vehicleVariants = pgTable(
  'vehicle_variants',
  {
    vehicleUuid: uuid('vehicle_uuid')
      .primaryKey()
      .references(() => vehicles.uuid, { onDelete: 'cascade' }),
    orgUuid: org(),
    variantUuid: uuid('variant_uuid')
      .notNull()
      .references(() => variants.uuid, { onDelete: 'cascade' }),
    assignedAt: at('assigned_at').notNull().defaultNow(),
  },
  (t) => [index('vehicle_variants_by_variant').on(t.orgUuid, t.variantUuid, t.vehicleUuid)],
)
