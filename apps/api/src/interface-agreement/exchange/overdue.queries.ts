import { and, asc, eq, gt, isNotNull, ne, sql } from 'drizzle-orm'
import { organisations, users } from '@carapace/shared/account/account.table'
import type { Org } from '@carapace/shared/core/owned'
import {
  agreementDeliveries,
  agreementEvents,
  agreementLog,
  agreementParties,
  agreements,
  agreementTeam,
  agreementVersions,
} from '@carapace/shared/interface-agreement/agreements.table'
import type { Reader } from '@carapace/shared/interface-agreement/access'
import type { Side } from '@carapace/shared/interface-agreement/row'
import type { Database, Tx } from '../../core/db.ts'
import type { Happened } from './compliance.ts'
import { eventDaysWhere, latestWhere } from './deliveries.queries.ts'
import type { AgreementRecord } from '../party.queries.ts'

const agreementsAtOnce = 200

/** The next agreements that were sent, by their uuids. Across organisations: one process serves all of them. */
export async function agreementsAfter(db: Database, after: string | undefined): Promise<string[]> {
  const rows = await db
    .select({ uuid: agreements.uuid })
    .from(agreements)
    .where(and(isNotNull(agreements.sentAt), after === undefined ? undefined : gt(agreements.uuid, after)))
    .orderBy(asc(agreements.uuid))
    .limit(agreementsAtOnce)
  return rows.map(({ uuid }) => uuid)
}

export interface SentAgreement extends Pick<AgreementRecord, 'uuid' | 'number' | 'title' | 'cover' | 'negotiation'> {
  /** Whether it has a signed version. */
  readonly isSigned: boolean
}

/** An agreement, locked until the transaction ends. Across organisations: it belongs to both parties. */
export async function lockSent(tx: Tx, uuid: string): Promise<SentAgreement | undefined> {
  const { uuid: itsUuid, number, title, cover, negotiation } = agreements
  const [row] = await tx
    .select({ uuid: itsUuid, number, title, cover, negotiation })
    .from(agreements)
    .where(and(eq(itsUuid, uuid), isNotNull(agreements.sentAt)))
    .for('update')
  if (!row) return undefined
  return { ...row, isSigned: (await tx.$count(agreementVersions, eq(agreementVersions.agreementUuid, uuid))) > 0 }
}

/** What happened in an agreement. Across organisations: it belongs to both parties. */
export async function happenedIn(tx: Tx, uuid: string): Promise<Omit<Happened, 'cover'>> {
  return {
    deliveries: await latestWhere(tx, eq(agreementDeliveries.agreementUuid, uuid)),
    events: await eventDaysWhere(tx, eq(agreementEvents.agreementUuid, uuid)),
  }
}

/** A side with the members of its team who have an account. */
export interface ResponsibleSide {
  readonly side: Side
  readonly org: Org
  readonly programUuid: string | null
  readonly team: readonly (Reader & { readonly userUuid: string })[]
}

/** Both sides of an agreement; none while one has not joined. Across organisations: it belongs to both parties. */
export async function sidesOf(tx: Tx, agreementUuid: string): Promise<ResponsibleSide[]> {
  const sides = await tx
    .select({
      side: agreementParties.side,
      uuid: organisations.uuid,
      id: organisations.id,
      programUuid: agreementParties.programUuid,
    })
    .from(agreementParties)
    .innerJoin(organisations, eq(organisations.uuid, agreementParties.orgUuid))
    .where(eq(agreementParties.agreementUuid, agreementUuid))
  if (sides.length < 2) return []
  const team = await tx
    .select({ userUuid: users.uuid, side: agreementTeam.side, access: agreementTeam.access, rows: agreementTeam.rows })
    .from(agreementTeam)
    .innerJoin(users, and(eq(users.uuid, agreementTeam.userUuid), eq(users.orgUuid, agreementTeam.orgUuid)))
    .where(
      and(eq(agreementTeam.agreementUuid, agreementUuid), eq(users.active, true), ne(agreementTeam.access, 'contact')),
    )
  return sides.map(({ side, uuid, id, programUuid }) => ({
    side,
    org: { uuid, id },
    programUuid,
    team: team.filter((reader) => reader.side === side),
  }))
}

const action = 'overdue'

/** The rows and days of which a side was notified. Across organisations: it is named by agreement and side. */
export async function overdueKnown(tx: Tx, agreementUuid: string, side: Side): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ row: agreementLog.row, due: sql<string>`${agreementLog.detail} ->> 'due'` })
    .from(agreementLog)
    .where(
      and(eq(agreementLog.agreementUuid, agreementUuid), eq(agreementLog.side, side), eq(agreementLog.action, action)),
    )
  return new Set(rows.map(({ row, due }) => `${row} ${due}`))
}

/** Writes to the log that an exchange is overdue, by nobody's action. */
export async function addOverdue(
  tx: Tx,
  org: Org,
  { agreementUuid, side, row, due }: { agreementUuid: string; side: Side; row: number; due: string },
): Promise<void> {
  await tx
    .insert(agreementLog)
    .values({
      agreementUuid,
      orgUuid: org.uuid,
      side,
      row,
      actor: 'Carapace',
      action,
      detail: { due, note: `Due on ${due}` },
    })
}
