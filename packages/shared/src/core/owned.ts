import { and, eq, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** An organisation's uuid, told apart from every other string by the type checker. */
export type OrgUuid = string & { readonly __org: true }

/** An organisation's surrogate key in the time-series tables: 4 bytes where the uuid would be 16. */
export type OrgId = number & { readonly __org: true }

/** Both names of one organisation: relational rows carry the uuid, time-series rows the number. */
export interface Org {
  readonly uuid: OrgUuid
  readonly id: OrgId
}

type Owned = { readonly orgUuid: PgColumn } | { readonly orgId: PgColumn; readonly orgUuid?: undefined }

/** The first word of every tenant query: this organisation's rows of `table`, narrowed by `conditions`. */
export function ownedBy(org: Org, table: Owned, ...conditions: (SQL | undefined)[]): SQL {
  // not `in`: the columns of a view are properties of a proxy that has none of its own
  const mine = table.orgUuid !== undefined ? eq(table.orgUuid, org.uuid) : eq(table.orgId, org.id)
  return and(mine, ...conditions)!
}
