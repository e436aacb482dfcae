import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, max, ne, or, type SQL, sql } from 'drizzle-orm'
import { organisations } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Access } from '@carapace/shared/interface-agreement/access'
import {
  agreementInvitations,
  agreementLog,
  agreementParties,
  agreements,
  agreementTeam,
  agreementTemplates,
  agreementVersions,
} from '@carapace/shared/interface-agreement/agreements.table'
import { agreementLimits } from '@carapace/shared/interface-agreement/exchange'
import type { NegotiationFigures, StoredNegotiation } from '@carapace/shared/interface-agreement/negotiation'
import type { AgreementRow, Side } from '@carapace/shared/interface-agreement/row'
import type { Database, Tx } from '../core/db.ts'
import type { Caller } from '../core/http/caller.ts'
import { takeLock } from '../core/locks.queries.ts'
import type { Party } from './party.ts'

/** An agreement in a list, with the caller's part in it. */
export interface ListedAgreement {
  readonly uuid: string
  readonly number: number
  readonly title: string
  readonly item: string
  readonly figures: NegotiationFigures
  /** For third parties only, whose figures are those of their rows. */
  readonly negotiation: StoredNegotiation | null
  readonly isSent: boolean
  readonly changedAt: Date
  /** The caller's. */
  readonly side: Side
  readonly access: Access
  readonly rows: readonly number[]
  readonly programUuid: string | null
  /** Of the last signed version; 0: none. */
  readonly version: number
  /** Whether a step was taken, or cover, glossary or team changed, since the last signed version. */
  readonly isAmended: boolean
}

const lastVersion = sql<number>`(
  SELECT coalesce(max(v.number), 0)
  FROM ${agreementVersions} v
  WHERE v.agreement_uuid = ${agreements.uuid})`

const isAmended = sql<boolean>`EXISTS (
  SELECT 1
  FROM ${agreementVersions} v
  WHERE v.agreement_uuid = ${agreements.uuid}
  AND v.number = ${lastVersion}
  AND (v.seq < ${agreements.seq}
    OR EXISTS (
      SELECT 1
      FROM ${agreementLog} l
      WHERE l.agreement_uuid = ${agreements.uuid}
      AND l.at > v.at
      AND l.action ~ '^(cover|glossary|team)-')))`

/**
 * The agreements in which the caller takes part, the latest changed first: those of their organisation in whose team
 * they are, or, without an entry there, all if they are an administrator (rule AGREEMENT-14).
 */
export async function agreementsOf(
  db: Database | Tx,
  { org, user }: Pick<Caller, 'org' | 'user'>,
  { agreementUuid, programUuid }: { readonly agreementUuid?: string; readonly programUuid?: string | undefined } = {},
): Promise<ListedAgreement[]> {
  const takesPart = or(
    and(isNotNull(agreementTeam.access), ne(agreementTeam.access, 'contact')),
    user.role === 'ADMIN' ? isNull(agreementTeam.access) : undefined,
  )
  const rows = await db
    .select({
      uuid: agreements.uuid,
      number: agreements.number,
      title: agreements.title,
      item: sql<string>`${agreements.cover}->>'item'`,
      figures: agreements.figures,
      negotiation: sql<StoredNegotiation | null>`CASE WHEN ${agreementTeam.access} = 'third-party'
        THEN ${agreements.negotiation} END`,
      sentAt: agreements.sentAt,
      changedAt: agreements.changedAt,
      side: agreementParties.side,
      access: agreementTeam.access,
      rows: agreementTeam.rows,
      programUuid: agreementParties.programUuid,
      version: lastVersion,
      isAmended,
    })
    .from(agreementParties)
    .innerJoin(agreements, eq(agreements.uuid, agreementParties.agreementUuid))
    .leftJoin(
      agreementTeam,
      and(eq(agreementTeam.agreementUuid, agreementParties.agreementUuid), eq(agreementTeam.userUuid, user.uuid)),
    )
    .where(
      ownedBy(
        org,
        agreementParties,
        takesPart,
        agreementUuid === undefined ? undefined : eq(agreements.uuid, agreementUuid),
        programUuid === undefined ? undefined : eq(agreementParties.programUuid, programUuid),
      ),
    )
    .orderBy(desc(agreements.changedAt), desc(agreements.uuid))
    .limit(agreementLimits.agreements)
  return rows.map(({ sentAt, access, rows: invitedFor, ...row }) => ({
    ...row,
    isSent: sentAt !== null,
    access: access ?? 'member',
    rows: invitedFor ?? [],
  }))
}

export interface NamedParty {
  readonly agreementUuid: string
  readonly side: Side
  readonly orgUuid: string
  readonly name: string
  readonly joinedAt: Date
}

/** The parties of agreements in which the organisation takes part, the customer first. */
export async function partiesOf(db: Database | Tx, org: Org, uuids: readonly string[]): Promise<NamedParty[]> {
  if (uuids.length === 0) return []
  return db
    .select({
      agreementUuid: agreementParties.agreementUuid,
      side: agreementParties.side,
      orgUuid: agreementParties.orgUuid,
      name: organisations.name,
      joinedAt: agreementParties.joinedAt,
    })
    .from(agreementParties)
    .innerJoin(organisations, eq(organisations.uuid, agreementParties.orgUuid))
    .where(
      inArray(
        agreementParties.agreementUuid,
        db
          .select({ uuid: agreementParties.agreementUuid })
          .from(agreementParties)
          .where(ownedBy(org, agreementParties, inArray(agreementParties.agreementUuid, [...uuids]))),
      ),
    )
    .orderBy(asc(agreementParties.side))
}

/** The latest open or declined invitation to each of some agreements of which the organisation is the author. */
export async function latestInvitations(db: Database | Tx, org: Org, uuids: readonly string[]) {
  if (uuids.length === 0) return []
  return db
    .selectDistinctOn([agreementInvitations.agreementUuid])
    .from(agreementInvitations)
    .where(
      ownedBy(
        org,
        agreementInvitations,
        inArray(agreementInvitations.agreementUuid, [...uuids]),
        inArray(agreementInvitations.state, ['open', 'declined']),
      ),
    )
    .orderBy(agreementInvitations.agreementUuid, desc(agreementInvitations.createdAt))
}

/**
 * The number of agreements in which the organisation takes part. Until this transaction ends, it begins and joins no
 * other.
 */
export async function countAgreements(tx: Tx, org: Org): Promise<number> {
  await takeLock(tx, org, 'agreements')
  const [row] = await tx.select({ all: count() }).from(agreementParties).where(ownedBy(org, agreementParties))
  return row!.all
}

/** Adds an agreement with the next number of the organisation; `countAgreements` holds the numbers. */
export async function insertAgreement(
  tx: Tx,
  org: Org,
  fields: Omit<typeof agreements.$inferInsert, 'orgUuid' | 'number'>,
) {
  const [last] = await tx
    .select({ number: max(agreements.number) })
    .from(agreements)
    .where(ownedBy(org, agreements))
  const [row] = await tx
    .insert(agreements)
    .values({ ...fields, orgUuid: org.uuid, number: (last!.number ?? 0) + 1 })
    .returning()
  return row!
}

/** Makes an organisation a party, and a person of it the first member of its team. */
export async function insertParty(
  tx: Tx,
  { org, user }: Pick<Caller, 'org' | 'user'>,
  { agreementUuid, side, programUuid }: { agreementUuid: string; side: Side; programUuid: string | null },
): Promise<void> {
  await tx.insert(agreementParties).values({ agreementUuid, side, orgUuid: org.uuid, programUuid })
  await tx
    .insert(agreementTeam)
    .values({
      agreementUuid,
      orgUuid: org.uuid,
      side,
      userUuid: user.uuid,
      name: user.name,
      role: 'Representative',
      email: user.email,
      access: 'named',
      rows: [],
      isSignatory: true,
    })
}

/** Adds an entry to the log beside the steps. */
export async function insertLogEntry(
  tx: Tx,
  { agreementUuid, org, side, user }: Pick<Party, 'agreementUuid' | 'org' | 'side' | 'user'>,
  entry: { readonly action: string; readonly row?: number; readonly detail?: Record<string, unknown> },
): Promise<void> {
  await tx.insert(agreementLog).values({
    agreementUuid,
    orgUuid: org.uuid,
    side,
    row: entry.row ?? null,
    actor: user.name,
    actorUuid: user.uuid,
    // not the beginning of the transaction: the writers of an agreement wait for each other
    at: sql`clock_timestamp()`,
    action: entry.action,
    detail: entry.detail ?? {},
  })
}

/** The rows of one of the organisation's own templates. */
export async function templateRows(tx: Tx, org: Org, uuid: string): Promise<readonly AgreementRow[] | undefined> {
  const [row] = await tx
    .select({ rows: agreementTemplates.rows })
    .from(agreementTemplates)
    .where(ownedBy(org, agreementTemplates, eq(agreementTemplates.uuid, uuid)))
  return row?.rows
}

/** Deletes an agreement that was never sent. */
export async function deleteUnsent(tx: Tx, org: Org, uuid: string): Promise<boolean> {
  const rows = await tx
    .delete(agreements)
    .where(ownedBy(org, agreements, eq(agreements.uuid, uuid), isNull(agreements.sentAt)))
    .returning({ uuid: agreements.uuid })
  return rows.length > 0
}

/** Chooses the program of the own side. */
export async function writeProgram(tx: Tx, { org, agreementUuid }: Party, programUuid: string | null): Promise<void> {
  await tx
    .update(agreementParties)
    .set({ programUuid })
    .where(ownedBy(org, agreementParties, eq(agreementParties.agreementUuid, agreementUuid)))
}

/** The name of the organisation. */
export async function organisationName(db: Database | Tx, org: Org): Promise<string> {
  const [row] = await db
    .select({ name: organisations.name })
    .from(organisations)
    .where(eq(organisations.uuid, org.uuid))
  return row!.name
}

const invited = { open: eq(agreementInvitations.state, 'open'), mostListed: 100 }

/** Invitations can be answered until they end. */
const isOpen = (): SQL => and(invited.open, gt(agreementInvitations.expiresAt, new Date()))!

/**
 * The open invitations to the caller's mail address, the latest first. Across organisations: whoever signs in with an
 * address reads what is for it (rule AGREEMENT-15).
 */
export async function invitationsTo(db: Database, { org, user }: Caller) {
  return db
    .select({
      invitation: agreementInvitations,
      number: agreements.number,
      title: agreements.title,
      authorSide: agreements.side,
      from: organisations.name,
    })
    .from(agreementInvitations)
    .innerJoin(agreements, eq(agreements.uuid, agreementInvitations.agreementUuid))
    .innerJoin(organisations, eq(organisations.uuid, agreementInvitations.orgUuid))
    .where(
      and(
        eq(agreementInvitations.email, user.email.toLowerCase()),
        isOpen(),
        ne(agreementInvitations.orgUuid, org.uuid),
      ),
    )
    .orderBy(desc(agreementInvitations.createdAt))
    .limit(invited.mostListed)
}
