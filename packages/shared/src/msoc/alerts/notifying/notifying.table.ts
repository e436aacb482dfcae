import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { organisations } from '../../../account/account.table.ts'
import type { OrgUuid } from '../../../core/owned.ts'

/** Up to which change of alerts the members of an organisation have been notified. */
export const alertNoticePositions = pgTable('alert_notice_positions', {
  orgUuid: uuid('org_uuid')
    .$type<OrgUuid>()
    .primaryKey()
    .references(() => organisations.uuid),
  /** Empty: from the first change on. */
  epoch: text().notNull(),
  seq: bigint({ mode: 'number' }).notNull(),
})
