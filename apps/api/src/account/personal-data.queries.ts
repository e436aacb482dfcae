import { and, asc, desc, eq, or, sql } from 'drizzle-orm'
import {
  auditLog,
  invitations,
  mailedLinks,
  mails,
  recoveryCodes,
  sessions,
  users,
} from '@carapace/shared/account/account.table'
import { jobs, savedViews } from '@carapace/shared/account/workspace.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Database, Tx } from '../core/db.ts'
import {
  erasedAddress,
  formerMember,
  isNameOf,
  type PersonalData,
  mentions,
  type Person,
  withoutPerson,
} from '../core/personal-data.queries.ts'
import { endEveryWayIn } from './passwords/passwords.queries.ts'
import { subjectOf } from './sign-in/throttle.ts'
import { forgetCount } from './sign-in/throttle.queries.ts'
import { switchOff } from './two-factor/two-factor.queries.ts'

/** Maximum rows of each kind, the latest first. */
const mostExported = 5_000

/** The person, with every name under which the person did something. */
export async function personWith(db: Database | Tx, org: Org, uuid: string): Promise<Person> {
  const [row] = await db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(ownedBy(org, users, eq(users.uuid, uuid)))
  const rows = await db
    .selectDistinct({ name: auditLog.actor })
    .from(auditLog)
    .where(ownedBy(org, auditLog, eq(auditLog.actorUuid, uuid)))
    .limit(1_000)
  return {
    uuid,
    email: row!.email,
    names: [...new Set([row!.name, ...rows.map(({ name }) => name)])].filter((name) => name !== ''),
  }
}

/** The personal data that the account module stores. */
export const accountPersonalData: PersonalData = {
  async exportData(db, org, person) {
    const [profile, sessionRows, entries, invited, views, jobRows, mailed] = await Promise.all([
      profileToExport(db, org, person),
      sessionsToExport(db, org, person),
      entriesToExport(db, org, person),
      invitationsToExport(db, org, person),
      viewsToExport(db, org, person),
      jobsToExport(db, org, person),
      mailsToExport(db, org, person),
    ])
    return {
      profile,
      sessions: sessionRows,
      audit_entries: entries,
      invitations_sent: invited,
      saved_views: views,
      jobs: jobRows,
      mails: mailed,
    }
  },
  async forget(tx, org, person) {
    await endEveryWayIn(tx, org, person.uuid)
    await switchOff(tx, org, person.uuid)
    await forgetBelongings(tx, org, person)
    await forgetEntries(tx, org, person)
    await eraseUser(tx, org, person)
  },
}

/** The whole profile, except the password and the second factor: only whether they are set is included. */
async function profileToExport(db: Database, org: Org, { uuid }: Person) {
  const [row] = await db
    .select()
    .from(users)
    .where(ownedBy(org, users, eq(users.uuid, uuid)))
  const codes = await db.$count(recoveryCodes, ownedBy(org, recoveryCodes, eq(recoveryCodes.userUuid, uuid)))
  const {
    name,
    email,
    role,
    jobTitle,
    jobFunction,
    orgFunction,
    country,
    mobileNumber,
    heardFrom,
    consentedAt,
    timeZone,
    totpEnabledAt,
    createdAt,
  } = row!
  return {
    uuid,
    name,
    email,
    role,
    job_title: jobTitle,
    job_function: jobFunction,
    org_function: orgFunction,
    country,
    mobile_number: mobileNumber,
    heard_from: heardFrom,
    consented_at: consentedAt,
    time_zone: timeZone,
    two_factor_since: totpEnabledAt,
    recovery_codes_left: codes,
    created_at: createdAt,
  }
}

async function sessionsToExport(db: Database, org: Org, { uuid }: Person) {
  return db
    .select({
      address: sessions.address,
      user_agent: sessions.userAgent,
      created_at: sessions.createdAt,
      last_seen_at: sessions.lastSeenAt,
      expires_at: sessions.expiresAt,
      revoked_at: sessions.revokedAt,
    })
    .from(sessions)
    .where(ownedBy(org, sessions, eq(sessions.userUuid, uuid)))
    .orderBy(desc(sessions.createdAt))
    .limit(mostExported)
}

/** The person's actions, and the changes to the person's account. */
async function entriesToExport(db: Database, org: Org, { uuid }: Person) {
  return db
    .select({
      at: auditLog.at,
      address: auditLog.address,
      action: auditLog.action,
      subject: auditLog.subject,
      subject_uuid: auditLog.subjectUuid,
    })
    .from(auditLog)
    .where(ownedBy(org, auditLog, or(eq(auditLog.actorUuid, uuid), eq(auditLog.subjectUuid, uuid))))
    .orderBy(desc(auditLog.at))
    .limit(mostExported)
}

async function invitationsToExport(db: Database, org: Org, person: Person) {
  return db
    .select({ email: invitations.email, role: invitations.role, created_at: invitations.createdAt })
    .from(invitations)
    .where(and(ownedBy(org, invitations), isNameOf(person, invitations.invitedBy)))
    .orderBy(asc(invitations.email))
    .limit(mostExported)
}

async function viewsToExport(db: Database, org: Org, { uuid }: Person) {
  return db
    .select({
      page: savedViews.page,
      name: savedViews.name,
      search: savedViews.search,
      shared: savedViews.shared,
      created_at: savedViews.createdAt,
    })
    .from(savedViews)
    .where(ownedBy(org, savedViews, eq(savedViews.ownerUuid, uuid)))
    .orderBy(asc(savedViews.name))
    .limit(mostExported)
}

async function jobsToExport(db: Database, org: Org, { uuid }: Person) {
  return db
    .select({ title: jobs.title, status: jobs.status, created_at: jobs.createdAt, finished_at: jobs.finishedAt })
    .from(jobs)
    .where(ownedBy(org, jobs, eq(jobs.createdByUuid, uuid)))
    .orderBy(desc(jobs.createdAt))
    .limit(mostExported)
}

/**
 * The mails to the person. Across organisations: an unauthenticated caller may request a mail, and its row then has no
 * organisation; an address belongs to one account.
 */
async function mailsToExport(db: Database, _org: Org, { email }: Person) {
  return db
    .select({ template: mails.template, status: mails.status, created_at: mails.createdAt, sent_at: mails.sentAt })
    .from(mails)
    .where(eq(mails.recipient, email))
    .orderBy(desc(mails.createdAt))
    .limit(mostExported)
}

/**
 * Removes the rows that belong only to the person. Across organisations: links, mails and counts of an address may have
 * no organisation; an address belongs to one account.
 */
async function forgetBelongings(tx: Tx, org: Org, person: Person): Promise<void> {
  await tx.delete(sessions).where(ownedBy(org, sessions, eq(sessions.userUuid, person.uuid)))
  await tx.delete(savedViews).where(ownedBy(org, savedViews, eq(savedViews.ownerUuid, person.uuid)))
  await tx.delete(mailedLinks).where(eq(mailedLinks.email, person.email))
  await tx.delete(mails).where(eq(mails.recipient, person.email))
  await tx.delete(invitations).where(ownedBy(org, invitations, eq(invitations.email, person.email)))
  await tx
    .update(invitations)
    .set({ invitedBy: formerMember })
    .where(and(ownedBy(org, invitations), isNameOf(person, invitations.invitedBy)))
  await forgetCount(tx, subjectOf.account(person.email))
  await forgetCount(tx, subjectOf.codes(person.uuid))
}

/** The fields that identify a person in log entries about the person's own account. */
const personal = ['name', 'email', 'job_title', 'country', 'mobile_number', 'time_zone']

/** The log keeps the actions, under another name for the actor: without names, addresses and devices. */
async function forgetEntries(tx: Tx, org: Org, person: Person): Promise<void> {
  const mine = ownedBy(org, auditLog, eq(auditLog.actorUuid, person.uuid))
  await tx.update(auditLog).set({ actor: formerMember, address: null }).where(mine)
  const impersonal = (column: typeof auditLog.before | typeof auditLog.after) =>
    sql`CASE WHEN jsonb_typeof(${column}) = 'object' THEN ${column} - ARRAY[${sql.join(
      personal.map((key) => sql`${key}::text`),
      sql`, `,
    )}] ELSE ${column} END`
  await tx
    .update(auditLog)
    .set({ before: impersonal(auditLog.before), after: impersonal(auditLog.after) })
    .where(ownedBy(org, auditLog, eq(auditLog.subjectUuid, person.uuid), eq(auditLog.subject, 'user')))
  for (const column of [auditLog.before, auditLog.after]) {
    await tx
      .update(auditLog)
      .set({ [column.name]: withoutPerson(person, column) })
      .where(ownedBy(org, auditLog, mentions(person, column)))
  }
}

/** The row stays because the person's actions refer to it, but it contains no personal data any more. */
async function eraseUser(tx: Tx, org: Org, { uuid }: Person): Promise<void> {
  await tx
    .update(users)
    .set({
      name: formerMember,
      email: erasedAddress(uuid),
      passwordHash: null,
      temporaryUntil: null,
      active: false,
      jobTitle: '',
      jobFunction: '',
      orgFunction: '',
      country: '',
      mobileNumber: '',
      heardFrom: '',
      consentedAt: null,
      timeZone: 'UTC',
      erasedAt: new Date(),
      revision: sql`${users.revision} + 1`,
    })
    .where(ownedBy(org, users, eq(users.uuid, uuid)))
}
