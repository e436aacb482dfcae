import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { mailedLinks, organisations } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Database, Tx } from '../../core/db.ts'
import { hashOf } from '../sign-in/sessions.queries.ts'

export type LinkPurpose = (typeof mailedLinks.$inferSelect)['purpose']

/** A mailed link: its purpose and whom it is for. */
export interface Link {
  readonly purpose: LinkPurpose
  /** Null for a registration, which has no organisation yet. */
  readonly org: Org | null
  readonly email: string
  readonly userUuid: string | null
  readonly invitationUuid: string | null
}

interface NewLink {
  readonly purpose: LinkPurpose
  readonly org: Org | null
  readonly email: string
  readonly userUuid?: string
  readonly invitationUuid?: string
  /** How long the link is valid, ms. */
  readonly ms: number
}

/**
 * Creates a link and returns its secret, which is not stored anywhere. An earlier link with the same purpose, address
 * and organisation ends (rule MAIL-3). Across organisations: the person who follows a link is not signed in yet.
 */
export async function makeLink(
  tx: Tx | Database,
  { purpose, org, email, userUuid, invitationUuid, ms }: NewLink,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`link ${purpose} ${email}`}))`)
  await tx
    .delete(mailedLinks)
    .where(
      and(
        eq(mailedLinks.purpose, purpose),
        eq(mailedLinks.email, email),
        org ? eq(mailedLinks.orgUuid, org.uuid) : isNull(mailedLinks.orgUuid),
      ),
    )
  await tx
    .insert(mailedLinks)
    .values({
      secretHash: hashOf(secret),
      purpose,
      orgUuid: org?.uuid,
      email,
      userUuid,
      invitationUuid,
      expiresAt: new Date(Date.now() + ms),
    })
  return secret
}

const linkColumns = {
  purpose: mailedLinks.purpose,
  orgUuid: mailedLinks.orgUuid,
  email: mailedLinks.email,
  userUuid: mailedLinks.userUuid,
  invitationUuid: mailedLinks.invitationUuid,
}

const stillGood = (purpose: LinkPurpose, secret: string) =>
  and(
    eq(mailedLinks.secretHash, hashOf(secret)),
    eq(mailedLinks.purpose, purpose),
    gt(mailedLinks.expiresAt, new Date()),
  )

/** The link, if it is still valid; it stays valid. Across organisations: the secret determines the organisation. */
export async function linkOf(db: Database | Tx, purpose: LinkPurpose, secret: string): Promise<Link | undefined> {
  const [row] = await db.select(linkColumns).from(mailedLinks).where(stillGood(purpose, secret))
  return row && linkFrom(db, row)
}

/**
 * Uses the link up and returns it. If two requests follow it at once, only one of them gets it. Across
 * organisations: the secret determines the organisation.
 */
export async function takeLink(tx: Tx | Database, purpose: LinkPurpose, secret: string): Promise<Link | undefined> {
  const [row] = await tx.delete(mailedLinks).where(stillGood(purpose, secret)).returning(linkColumns)
  return row && linkFrom(tx, row)
}

/** Ends all links that were mailed to a user, because the user's password was set. */
export async function endLinksOf(tx: Tx, org: Org, userUuid: string): Promise<void> {
  await tx.delete(mailedLinks).where(ownedBy(org, mailedLinks, eq(mailedLinks.userUuid, userUuid)))
}

/** Deletes expired links. Across organisations: links expire alike in all of them. */
export async function forgetLinks(db: Database): Promise<void> {
  await db.delete(mailedLinks).where(lt(mailedLinks.expiresAt, new Date()))
}

/** The link of a row. Across organisations: the link determines the organisation. */
async function linkFrom(
  db: Database | Tx,
  { orgUuid, ...link }: Omit<Link, 'org'> & { orgUuid: Org['uuid'] | null },
): Promise<Link> {
  if (orgUuid === null) return { ...link, org: null }
  const [org] = await db
    .select({ uuid: organisations.uuid, id: organisations.id })
    .from(organisations)
    .where(eq(organisations.uuid, orgUuid))
  return { ...link, org: org! }
}
