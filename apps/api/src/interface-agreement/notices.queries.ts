import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { organisations } from '@carapace/shared/account/account.table'
import type { Org } from '@carapace/shared/core/owned'
import { type Reader, takesPart } from '@carapace/shared/interface-agreement/access'
import { agreementParties, agreementTeam } from '@carapace/shared/interface-agreement/agreements.table'
import type { Side } from '@carapace/shared/interface-agreement/row'
import type { Tx } from '../core/db.ts'
import type { Party } from './party.ts'

/**
 * The organisation of a side and its team members with an account who take part in a row (or, without one, in the whole
 * agreement); undefined: nobody has joined on this side. Across organisations: the recipients are the other side's, and
 * who declines an invitation is no party; nobody reads the result.
 */
export async function teamToNotify(
  tx: Tx,
  { agreementUuid }: Pick<Party, 'agreementUuid'>,
  side: Side,
  row: number | undefined,
  mayLearn: (reader: Reader) => boolean = () => true,
): Promise<{ readonly org: Org; readonly users: readonly string[] } | undefined> {
  const rows = await tx
    .select({
      org: { uuid: organisations.uuid, id: organisations.id },
      user: agreementTeam.userUuid,
      access: agreementTeam.access,
      rows: sql<number[]>`coalesce(${agreementTeam.rows}, '{}')`,
    })
    .from(agreementParties)
    .innerJoin(organisations, eq(organisations.uuid, agreementParties.orgUuid))
    .leftJoin(
      agreementTeam,
      and(
        eq(agreementTeam.agreementUuid, agreementParties.agreementUuid),
        eq(agreementTeam.orgUuid, agreementParties.orgUuid),
        isNotNull(agreementTeam.userUuid),
      ),
    )
    .where(and(eq(agreementParties.agreementUuid, agreementUuid), eq(agreementParties.side, side)))
  const [first] = rows
  if (!first) return undefined
  const users = rows.flatMap(({ user, access, rows: invitedFor }) => {
    if (user === null || access === null) return []
    const reader = { side, access, rows: invitedFor }
    const isReader = row === undefined ? access === 'member' || access === 'named' : takesPart(reader, row)
    return isReader && mayLearn(reader) ? [user] : []
  })
  return { org: first.org, users }
}
