import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { org } from '../../account/columns.table.ts'
import { at } from '../../core/columns.table.ts'
import { artefacts } from '../../graph/artefacts/artefacts.table.ts'
import { program } from '../../graph/columns.table.ts'

/** An alert that a threat scenario's indicators foresaw. */
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

/** How far an organisation's alerts were looked through for what was foreseen. */
export const sightingPositions = pgTable('sighting_positions', {
  orgUuid: org().primaryKey(),
  epoch: text().notNull(),
  seq: text().notNull(),
})

/** Up to which moment of its graph a program's scenarios were held against the alerts of the last days. */
export const sightingLooks = pgTable(
  'sighting_looks',
  { programUuid: program().primaryKey(), orgUuid: org(), seq: integer().notNull() },
  (t) => [index().on(t.orgUuid)],
)
