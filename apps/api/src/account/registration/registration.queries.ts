import { users } from '@carapace/shared/account/account.table'
import type { Org } from '@carapace/shared/core/owned'
import type { Tx } from '../../core/db.ts'

type Person = Pick<
  typeof users.$inferInsert,
  | 'email'
  | 'name'
  | 'jobTitle'
  | 'jobFunction'
  | 'orgFunction'
  | 'country'
  | 'mobileNumber'
  | 'heardFrom'
  | 'consentedAt'
>

/**
 * Creates the first administrator of an organisation, without a password. Undefined if the address has an account by
 * now.
 */
export async function insertFirstAdmin(tx: Tx, org: Org, person: Person): Promise<string | undefined> {
  const [row] = await tx
    .insert(users)
    .values({ ...person, orgUuid: org.uuid, role: 'ADMIN' })
    .onConflictDoNothing({ target: users.email })
    .returning({ uuid: users.uuid })
  return row?.uuid
}
