import { eq } from 'drizzle-orm'
import { organisations } from '@carapace/shared/account/account.table'
import type { Org, OrgUuid } from '@carapace/shared/core/owned'
import type { Database, Tx } from '../../core/db.ts'

/** Both keys of an organisation. Across organisations: the row that is worked on determines the organisation. */
export async function orgOf(db: Database | Tx, uuid: OrgUuid): Promise<Org> {
  const [row] = await db
    .select({ uuid: organisations.uuid, id: organisations.id })
    .from(organisations)
    .where(eq(organisations.uuid, uuid))
  return row as Org
}
