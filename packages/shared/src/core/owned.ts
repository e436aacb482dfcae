import { and, eq, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** An organisation's uuid, which the type checker distinguishes from every other string. */
export type OrgUuid = string & { readonly __org: true }

/** An organisation's surrogate key in the time-series tables: 4 bytes instead of the 16 of the uuid. */
export type OrgId = number & { readonly __org: true }

/** Both keys of one organisation: relational rows have the uuid, time-series rows the number. */
export interface Org {
  readonly uuid: OrgUuid
  readonly id: OrgId
}

type Owned = { readonly orgUuid: PgColumn } | { readonly orgId: PgColumn; readonly orgUuid?: undefined }

/** The first condition of every tenant query: this organisation's rows of `table`, narrowed by `conditions`. */
export function ownedBy(org: Org, table: Owned, ...conditions: (SQL | undefined)[]): SQL {
  // not `in`: the columns of a view are properties of a proxy that has no own properties
  const mine = table.orgUuid !== undefined ? eq(table.orgUuid, org.uuid) : eq(table.orgId, org.id)
  return and(mine, ...conditions)!
}
