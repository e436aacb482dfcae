import { uuid } from 'drizzle-orm/pg-core'
import type { OrgUuid } from '../core/owned.ts'
import { organisations, users } from './account.table.ts'

/** The organisation that owns the row. */
export const org = () =>
  uuid('org_uuid')
    .$type<OrgUuid>()
    .notNull()
    .references(() => organisations.uuid)

/** A member of the organisation. */
export const person = (name: string) => uuid(name).references(() => users.uuid)
