import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { organisations } from '../../account/account.table.ts'
import { at } from '../../core/columns.table.ts'
import type { OrgUuid } from '../../core/owned.ts'
import { type VehicleId, vehicles } from '../vehicles/vehicles.table.ts'
import type { VehicleActionKind, VehicleActionState } from './vehicle-actions.ts'

export interface ActionApproval {
  readonly uuid: string | null
  readonly by: string
  readonly at: string
}

/** What vehicles were requested to do. */
export const vehicleActions = pgTable(
  'vehicle_actions',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: uuid('org_uuid')
      .$type<OrgUuid>()
      .notNull()
      .references(() => organisations.uuid),
    /** Counted from 1 in its organisation. */
    number: integer().notNull(),
    vehicleId: integer('vehicle_id')
      .$type<VehicleId>()
      .notNull()
      .references(() => vehicles.id),
    kind: text().$type<VehicleActionKind>().notNull(),
    parameters: jsonb().$type<Record<string, string>>().notNull(),
    state: text().$type<VehicleActionState>().notNull(),
    reason: text().notNull(),
    requestedByUuid: uuid('requested_by_uuid'),
    requestedBy: text('requested_by').notNull(),
    /** The run that waits for it. Not a foreign key: a run may be deleted, what a vehicle did stays on record. */
    runUuid: uuid('run_uuid'),
    approvals: jsonb().$type<ActionApproval[]>().notNull().default([]),
    detail: text().notNull().default(''),
    deliveredOver: text('delivered_over').$type<'http' | 'mqtt'>(),
    requestedAt: at('requested_at').notNull().defaultNow(),
    approvedAt: at('approved_at'),
    deliveredAt: at('delivered_at'),
    /** When it was last taken to be sent over MQTT. */
    mqttTriedAt: at('mqtt_tried_at'),
    endedAt: at('ended_at'),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    index('vehicle_actions_by_number').on(t.orgUuid, t.number),
    index('vehicle_actions_by_vehicle').on(t.vehicleId, t.number),
    // what vehicles fetch, and what expires
    index('vehicle_actions_open')
      .on(t.vehicleId)
      .where(sql`state IN ('APPROVED', 'DELIVERED')`),
    index('vehicle_actions_to_expire')
      .on(t.expiresAt)
      .where(sql`state IN ('REQUESTED', 'APPROVED', 'DELIVERED')`),
  ],
)
