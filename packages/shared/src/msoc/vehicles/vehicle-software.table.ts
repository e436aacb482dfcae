import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
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
    /** When this version was first declared or reported. */
    since: at('since').notNull(),
    lastSeen: at('last_seen').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.vehicleUuid, t.ecu, t.basis] }),
    index('vehicle_software_by_release').on(t.orgUuid, t.software, t.version, t.vehicleUuid),
  ],
)
