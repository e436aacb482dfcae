import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { org } from '../../account/columns.table.ts'
import { at } from '../../core/columns.table.ts'
import { vehicles } from './vehicles.table.ts'

/** `declared` by a person or an import: as designed; `reported` by the vehicle in an `inventory` event. */
export const softwareBases = ['declared', 'reported'] as const
export type SoftwareBasis = (typeof softwareBases)[number]

/** What runs in a vehicle's control units, as designed beside as reported: at most one row an ECU and basis. */
export const vehicleSoftware = pgTable(
  'vehicle_software',
  {
    vehicleUuid: uuid('vehicle_uuid')
      .notNull()
      .references(() => vehicles.uuid, { onDelete: 'cascade' }),
    orgUuid: org(),
    ecu: text().notNull(),
    basis: text().$type<SoftwareBasis>().notNull(),
    /** The name or part number of the software, as the releases' software is reported. */
    software: text().notNull(),
    version: text().notNull(),
    hardwarePart: text('hardware_part').notNull().default(''),
    rxswin: text().notNull().default(''),
    /** The variant whose approved combination declares it; null: an import does, or it is reported. */
    variantUuid: uuid('variant_uuid'),
    /** Of a reported row: something else is declared for the control unit. */
    differs: boolean().notNull().default(false),
    /** When this version was first declared or reported. */
    since: at('since').notNull(),
    lastSeen: at('last_seen').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.vehicleUuid, t.ecu, t.basis] }),
    index('vehicle_software_by_release').on(t.orgUuid, sql`lower(${t.software})`, t.version, t.vehicleUuid),
    index('vehicle_software_that_differs')
      .on(t.orgUuid, t.vehicleUuid)
      .where(sql`differs`),
  ],
)

const counted = {
  orgUuid: org(),
  ecu: text().notNull(),
  software: text().notNull(),
  version: text().notNull(),
  vehicles: integer().notNull(),
}

/** How many vehicles report a version for a control unit; `software_count_changes` comes on top of it. */
export const softwareCounts = pgTable('software_counts', counted, (t) => [
  primaryKey({ columns: [t.orgUuid, t.software, t.version, t.ecu] }),
])

/** Changes of the counts that triggers of `vehicle_software` append: writers do not wait for one another. */
export const softwareCountChanges = pgTable('software_count_changes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  ...counted,
})
