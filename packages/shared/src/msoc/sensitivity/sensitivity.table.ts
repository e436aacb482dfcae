import { bigint, date, index, integer, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core'
import { organisations } from '../../account/account.table.ts'
import { at } from '../../core/columns.table.ts'
import type { OrgUuid } from '../../core/owned.ts'
import { severityColumn } from '../severity.table.ts'
import { type VehicleId, vehicles } from '../vehicles/vehicles.table.ts'

const org = () =>
  uuid('org_uuid')
    .$type<OrgUuid>()
    .notNull()
    .references(() => organisations.uuid)

/** How certain the detectors must be before an alert is raised. An organisation without a row has chosen nothing. */
export const detectionSettings = pgTable('detection_settings', {
  orgUuid: org().primaryKey(),
  /** False alerts a vehicle and month, of all detectors together; null: everything is raised. */
  falseAlertsAtMost: real('false_alerts_at_most'),
  revision: integer().notNull().default(1),
})

/**
 * What detectors found and the organisation's setting did not raise: one row for each vehicle, key, severity and day
 * (UTC, of the server), for five weeks.
 */
export const heldBackFindings = pgTable(
  'held_back_findings',
  {
    orgUuid: org(),
    vehicleId: integer('vehicle_id')
      .$type<VehicleId>()
      .notNull()
      .references(() => vehicles.id, { onDelete: 'cascade' }),
    /** As the key of the alert that it would have been. */
    dedupKey: text('dedup_key').notNull(),
    severity: severityColumn().notNull(),
    day: date({ mode: 'string' }).notNull(),
    rule: text().notNull(),
    title: text().notNull(),
    bus: text(),
    count: bigint({ mode: 'number' }).notNull(),
    firstSeen: at('first_seen').notNull(),
    lastSeen: at('last_seen').notNull(),
    /** The least that its findings of the day had. */
    falseAlerts: real('false_alerts').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgUuid, t.day, t.dedupKey, t.severity] }), index().on(t.vehicleId)],
)
