import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import {
  agreementComments,
  agreementDeliveries,
  agreementDrafts,
  agreementEvents,
  agreementFiles,
  agreementInvitations,
  agreementLog,
  agreementNotes,
  agreementParties,
  agreements,
  agreementSignatures,
  agreementSteps,
  agreementTeam,
  agreementTemplates,
} from '@carapace/shared/interface-agreement/agreements.table'
import type { Database, Tx } from '../core/db.ts'
import {
  erasedAddress,
  formerMember,
  mentions,
  type PersonalData,
  type Person,
  withoutNames,
  withoutPerson,
} from '../core/personal-data.queries.ts'

/** Maximum rows of each kind, the latest first. */
const mostExported = 5_000

/**
 * The personal data of interface agreements. Signed versions keep the names of who signed and of the team as it was: a
 * version is the record of a contract, whose hash covers it, so that changing a name would break the proof of all later
 * versions (GDPR, Article 17 (3) (b) and (e): obligations, and legal claims). What is not signed forgets the person.
 */
export const agreementPersonalData: PersonalData = {
  async exportData(db, org, person) {
    const [teams, steps, comments, notes, drafts, signatures, deliveries, files, events, sent] = await Promise.all([
      teamsOf(db, org, person),
      db.$count(agreementSteps, ownedBy(org, agreementSteps, eq(agreementSteps.actorUuid, person.uuid))),
      commentsOf(db, org, person),
      notesOf(db, org, person),
      db.$count(agreementDrafts, ownedBy(org, agreementDrafts, eq(agreementDrafts.authorUuid, person.uuid))),
      signaturesOf(db, org, person),
      db.$count(
        agreementDeliveries,
        ownedBy(org, agreementDeliveries, eq(agreementDeliveries.authorUuid, person.uuid)),
      ),
      filesOf(db, org, person),
      db.$count(agreementEvents, ownedBy(org, agreementEvents, eq(agreementEvents.authorUuid, person.uuid))),
      invitationsOf(db, org, person),
    ])
    return {
      agreement_teams: teams,
      agreement_steps: steps,
      agreement_comments: comments,
      agreement_notes: notes,
      agreement_drafts: drafts,
      agreement_signatures: signatures,
      agreement_deliveries: deliveries,
      agreement_files: files,
      agreement_events: events,
      agreement_invitations: sent,
    }
  },
  async forget(tx, org, person) {
    await forgetAuthors(tx, org, person)
    await forgetReceipts(tx, org, person)
    await forgetInvitations(tx, org, person)
    await forgetContent(tx, org, person)
  },
}

async function teamsOf(db: Database, org: Org, { uuid }: Person) {
  return db
    .select({
      agreement_uuid: agreementTeam.agreementUuid,
      agreement: agreements.title,
      name: agreementTeam.name,
      role: agreementTeam.role,
      email: agreementTeam.email,
      phone: agreementTeam.phone,
      access: agreementTeam.access,
      is_signatory: agreementTeam.isSignatory,
    })
    .from(agreementTeam)
    .innerJoin(agreements, eq(agreements.uuid, agreementTeam.agreementUuid))
    .where(ownedBy(org, agreementTeam, eq(agreementTeam.userUuid, uuid)))
    .orderBy(agreements.title)
    .limit(mostExported)
}

async function commentsOf(db: Database, org: Org, { uuid }: Person) {
  return db
    .select({
      at: agreementComments.at,
      agreement_uuid: agreementComments.agreementUuid,
      row: agreementComments.row,
      text: agreementComments.text,
    })
    .from(agreementComments)
    .where(ownedBy(org, agreementComments, eq(agreementComments.authorUuid, uuid)))
    .orderBy(desc(agreementComments.at))
    .limit(mostExported)
}

async function notesOf(db: Database, org: Org, { uuid }: Person) {
  return db
    .select({
      at: agreementNotes.at,
      agreement_uuid: agreementNotes.agreementUuid,
      row: agreementNotes.row,
      text: agreementNotes.text,
    })
    .from(agreementNotes)
    .where(ownedBy(org, agreementNotes, eq(agreementNotes.authorUuid, uuid)))
    .orderBy(desc(agreementNotes.at))
    .limit(mostExported)
}

async function signaturesOf(db: Database, org: Org, { uuid }: Person) {
  return db
    .select({
      at: agreementSignatures.at,
      agreement_uuid: agreementSignatures.agreementUuid,
      name: agreementSignatures.name,
      role: agreementSignatures.role,
    })
    .from(agreementSignatures)
    .where(ownedBy(org, agreementSignatures, eq(agreementSignatures.userUuid, uuid)))
    .orderBy(desc(agreementSignatures.at))
    .limit(mostExported)
}

async function filesOf(db: Database, org: Org, { uuid }: Person) {
  return db
    .select({ at: agreementFiles.at, agreement_uuid: agreementFiles.agreementUuid, name: agreementFiles.name })
    .from(agreementFiles)
    .where(ownedBy(org, agreementFiles, eq(agreementFiles.authorUuid, uuid)))
    .orderBy(desc(agreementFiles.at))
    .limit(mostExported)
}

/** Invitations that the person sent, and those to their address. Across organisations: an address is one person's. */
async function invitationsOf(db: Database, org: Org, { uuid, email }: Person) {
  return db
    .select({
      at: agreementInvitations.createdAt,
      email: agreementInvitations.email,
      name: agreementInvitations.name,
      state: agreementInvitations.state,
    })
    .from(agreementInvitations)
    .where(
      or(
        ownedBy(org, agreementInvitations, eq(agreementInvitations.invitedByUuid, uuid)),
        eq(agreementInvitations.email, email),
      ),
    )
    .orderBy(desc(agreementInvitations.createdAt))
    .limit(mostExported)
}

/** What the person wrote stays, as that of a former member. */
async function forgetAuthors(tx: Tx, org: Org, { uuid }: Person): Promise<void> {
  for (const table of [
    agreementDrafts,
    agreementNotes,
    agreementComments,
    agreementDeliveries,
    agreementFiles,
    agreementEvents,
    agreementTemplates,
  ])
    await tx
      .update(table)
      .set({ author: formerMember })
      .where(ownedBy(org, table, eq(table.authorUuid, uuid)))
  for (const table of [agreementSteps, agreementLog])
    await tx
      .update(table)
      .set({ actor: formerMember })
      .where(ownedBy(org, table, eq(table.actorUuid, uuid)))
  await tx
    .update(agreements)
    .set({ createdBy: formerMember })
    .where(ownedBy(org, agreements, eq(agreements.createdByUuid, uuid)))
}

/** Receipts. Across organisations: a delivery is a row of who delivered; the person received it for the other side. */
async function forgetReceipts(tx: Tx, _org: Org, { uuid }: Person): Promise<void> {
  await tx.update(agreementDeliveries).set({ receiver: formerMember }).where(eq(agreementDeliveries.receiverUuid, uuid))
}

const isOpen = eq(agreementInvitations.state, 'open')

/** Invitations by and to the person. Across organisations: whoever invited the person, the address is theirs. */
async function forgetInvitations(tx: Tx, org: Org, { uuid, email }: Person): Promise<void> {
  await tx
    .update(agreementInvitations)
    .set({ invitedBy: formerMember })
    .where(ownedBy(org, agreementInvitations, eq(agreementInvitations.invitedByUuid, uuid)))
  await tx
    .update(agreementInvitations)
    .set({
      email: erasedAddress(uuid),
      name: formerMember,
      state: sql`CASE WHEN ${isOpen} THEN 'withdrawn' ELSE ${agreementInvitations.state} END`,
    })
    .where(eq(agreementInvitations.email, email))
}

/**
 * Team, covers and details of the log without the person. That changes what is to be signed: signatures under it end.
 */
async function forgetContent(tx: Tx, org: Org, person: Person): Promise<void> {
  const inTeam = ownedBy(org, agreementTeam, eq(agreementTeam.userUuid, person.uuid))
  const members = await tx
    .update(agreementTeam)
    .set({
      name: formerMember,
      email: '',
      phone: '',
      userUuid: null,
      access: 'contact',
      isSignatory: false,
      revision: sql`${agreementTeam.revision} + 1`,
    })
    .where(inTeam)
    .returning({ uuid: agreementTeam.agreementUuid })
  const own = tx
    .select({ uuid: agreementParties.agreementUuid })
    .from(agreementParties)
    .where(ownedBy(org, agreementParties))
  const covers = await tx
    .update(agreements)
    .set({ cover: withoutPerson(person, agreements.cover), coverRevision: sql`${agreements.coverRevision} + 1` })
    .where(and(inArray(agreements.uuid, own), mentions(person, agreements.cover)))
    .returning({ uuid: agreements.uuid })
  await tx
    .update(agreementLog)
    .set({ detail: withoutPerson(person, agreementLog.detail) })
    .where(ownedBy(org, agreementLog, mentions(person, agreementLog.detail)))
  await tx
    .update(agreementLog)
    .set({ detail: withoutNames(person, agreementLog.detail) })
    .where(ownedBy(org, agreementLog, sql`${agreementLog.action} ~ '^(team|contact)-'`))
  const changed = [...new Set([...members, ...covers].map(({ uuid }) => uuid))]
  if (changed.length > 0)
    await tx
      .delete(agreementSignatures)
      .where(and(inArray(agreementSignatures.agreementUuid, own), inArray(agreementSignatures.agreementUuid, changed)))
}
