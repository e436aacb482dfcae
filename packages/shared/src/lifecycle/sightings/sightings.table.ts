import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { org } from '../../account/columns.table.ts'
import { at } from '../../core/columns.table.ts'
import { artefacts } from '../../graph/artefacts/artefacts.table.ts'
import { program } from '../../graph/columns.table.ts'

/** An alert that matches the indicators of a threat scenario. */
export const sightings = pgTable(
  'sightings',
  {
    threatUuid: uuid('threat_uuid')
      .notNull()
      .references(() => artefacts.uuid, { onDelete: 'cascade' }),
    alertUuid: uuid('alert_uuid').notNull(),
    orgUuid: org(),
    programUuid: program(),
    vehicleUuid: uuid('vehicle_uuid'),
    /** When the alert was raised. */
    at: at('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.threatUuid, t.alertUuid] }),
    index().on(t.orgUuid, t.alertUuid),
    index().on(t.programUuid, t.at),
  ],
)

/** Up to which position an organisation's alerts were matched with threat scenarios. */
export const sightingPositions = pgTable('sighting_positions', {
  orgUuid: org().primaryKey(),
  epoch: text().notNull(),
  seq: text().notNull(),
})

/** Up to which graph version a program's scenarios were matched with the alerts of the last days. */
export const sightingLooks = pgTable(
  'sighting_looks',
  { programUuid: program().primaryKey(), orgUuid: org(), seq: integer().notNull() },
  (t) => [index().on(t.orgUuid)],
)
