import type { FastifyRequest } from 'fastify'
import type { SessionUser } from '@carapace/shared/account/auth.contract'
import { daysLeft } from '@carapace/shared/account/licence'
import type { Org } from '@carapace/shared/core/owned'
import type { Database, Tx } from '../../core/db.ts'
import { audit, openSession } from './sessions.queries.ts'
import { type Account, insertPending, personOf } from './sign-in.queries.ts'

/** How long a sign-in waits for its second factor, ms. */
const pendingMs = 5 * 60_000

/** The origin of a request. */
export interface From {
  readonly address: string
  readonly userAgent: string | null
}

export function fromOf(request: FastifyRequest): From {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? null }
}

type Entered = { readonly session: string } | { readonly pending: string }

/**
 * Signs in a user whose identity was proven: opens a session, or starts the second factor if the user has one (rules
 * SIGNIN-1, SIGNIN-6). `how` is the name of the method in the audit log.
 */
export async function enter(
  tx: Tx,
  { org, uuid, name, totpEnabledAt }: Account,
  from: From,
  how: string,
): Promise<Entered> {
  await audit(
    tx,
    org,
    { uuid, name, address: from.address },
    { action: totpEnabledAt ? `${how}, second factor asked` : how, subject: 'user', subjectUuid: uuid },
  )
  return totpEnabledAt
    ? { pending: await insertPending(tx, org, uuid, pendingMs) }
    : { session: await openSession(tx, org, uuid, from) }
}

/** The answer to a sign-in. */
export async function answerOf(db: Database, account: Account, entered: Entered) {
  if ('pending' in entered) return { needs_2fa: true, two_factor_token: entered.pending, user: null }
  return {
    needs_2fa: false,
    two_factor_token: null,
    user: await signedIn(db, account.org, account.uuid, entered.session),
  }
}

export async function signedIn(db: Database, org: Org, uuid: string, token: string): Promise<SessionUser> {
  return { access_token: token, ...(await sessionUser(db, org, uuid)) }
}

/** The user as the console stores it, without a token. */
export async function sessionUser(
  db: Database,
  org: Org,
  userUuid: string,
): Promise<Omit<SessionUser, 'access_token'>> {
  const { uuid, name, email, role, timeZone, temporaryUntil, totpEnabledAt, organisation } = (await personOf(
    db,
    org,
    userUuid,
  ))!
  const days = daysLeft(organisation.until, new Date())
  return {
    uuid,
    name,
    email,
    role,
    time_zone: timeZone,
    two_factor: totpEnabledAt !== null,
    temporary_password: temporaryUntil !== null,
    organization: {
      name: organisation.name,
      is_demo_mode: organisation.isDemoMode,
      license: {
        days_left: days,
        is_active: organisation.active,
        is_expired: days <= 0,
        modules: organisation.modules,
      },
    },
  }
}
