import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { organisations, users } from '@carapace/shared/account/account.table'
import type { Org } from '@carapace/shared/core/owned'
import type { Reader } from '@carapace/shared/interface-agreement/access'
import { agreementParties, agreementTeam } from '@carapace/shared/interface-agreement/agreements.table'
import type { Side } from '@carapace/shared/interface-agreement/row'
import type { Database, Tx } from '../core/db.ts'
import { type Party, sharedBy } from './party.ts'

/** The organisation of a side. */
export interface SideOrganisation {
  readonly org: Org
  readonly name: string
}

/** The organisations that take part in an agreement, by their side; the other one is absent until it has joined. */
export async function organisationsOf(db: Database | Tx, party: Party): Promise<ReadonlyMap<Side, SideOrganisation>> {
  const rows = await db
    .select({ side: agreementParties.side, uuid: organisations.uuid, id: organisations.id, name: organisations.name })
    .from(agreementParties)
    .innerJoin(organisations, eq(organisations.uuid, agreementParties.orgUuid))
    .where(sharedBy(party, agreementParties))
  return new Map(rows.map(({ side, uuid, id, name }) => [side, { org: { uuid, id }, name }]))
}

/** Somebody of the team who has an account. */
export interface TeamReader extends Reader {
  readonly userUuid: string
}

/** The members of a side's team who have an account and see something of the agreement. */
export async function readersOf(db: Database | Tx, party: Party, side: Side): Promise<TeamReader[]> {
  const rows = await db
    .select({ userUuid: users.uuid, side: agreementTeam.side, access: agreementTeam.access, rows: agreementTeam.rows })
    .from(agreementTeam)
    .innerJoin(
      users,
      and(eq(users.uuid, agreementTeam.userUuid), eq(users.orgUuid, agreementTeam.orgUuid), eq(users.active, true)),
    )
    .where(
      sharedBy(
        party,
        agreementTeam,
        eq(agreementTeam.side, side),
        isNotNull(agreementTeam.userUuid),
        ne(agreementTeam.access, 'contact'),
      ),
    )
  return rows
}
