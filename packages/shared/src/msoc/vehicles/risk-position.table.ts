import { bigint, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { organisations } from '../../account/account.table.ts'
import type { OrgUuid } from '../../core/owned.ts'

/** Up to which change of alerts the risk of an organisation's vehicles has been looked at (rule RISK-SCORE-5). */
export const riskPositions = pgTable('risk_positions', {
  orgUuid: uuid('org_uuid')
    .$type<OrgUuid>()
    .primaryKey()
    .references(() => organisations.uuid),
  seq: bigint({ mode: 'number' }).notNull(),
  /** By which revision of the step: after another one all vehicles are looked at again. */
  revision: integer().notNull(),
})
