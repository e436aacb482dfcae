import { hash, verify } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import { listMembers, login, logout, whoAmI } from '@carapace/shared/account/auth.contract'
import { daysLeft } from '@carapace/shared/account/licence'
import { passwordHashing } from '@carapace/shared/account/password'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import type { Database } from '../core/db.ts'
import { serve } from '../core/serve.ts'
import {
  accountOf, audit, byCaller, countFailure, failuresOf, forgetFailures, hashOf, membersOf, openSession, organisationOf, revokeSession,
} from './sessions.queries.ts'

/**
 * Guessing is slowed by account and by address over a quarter of an hour. An account is not locked against its owner for
 * long: the limit by account only holds for an address that has itself failed before.
 */
const windowMs = 15 * 60_000
const failuresOfAccount = 10
const failuresOfAddress = 50

/** Hashes that may run at once: each takes 19 MiB, so that a sign-in storm cannot take the memory. */
const hashesAtOnce = 4

/** Signing in and out, and who is here. */
export async function authRoutes(app: FastifyInstance, db: Database): Promise<void> {
  const verified = limited(hashesAtOnce, verify)
  // compared with where no account has the email, so that both answers take the same time
  const nobodysHash = await hash(randomBytes(16), passwordHashing)

  serve(app, login).with(async ({ input, request }) => {
    const subjects = { account: `account:${Buffer.from(hashOf(input.email)).toString('hex')}`, address: `address:${request.ip}` }
    await refuseGuessing(db, subjects)
    const account = await accountOf(db, input.email)
    const right = await verified(account?.passwordHash ?? nobodysHash, input.password)
    if (!account?.active || !right) {
      await countFailure(db, Object.values(subjects), new Date(Date.now() - windowMs))
      if (account) await audit(db, { uuid: account.orgUuid, id: account.orgId }, { uuid: account.uuid, name: account.name, address: request.ip }, { action: 'sign-in refused', subject: 'user', subjectUuid: account.uuid })
      throw new Failure('INVALID_LOGIN')
    }
    const org: Org = { uuid: account.orgUuid, id: account.orgId }
    const token = await db.transaction(async (tx) => {
      await forgetFailures(tx, subjects.account)
      await audit(tx, org, { uuid: account.uuid, name: account.name, address: request.ip }, { action: 'sign-in', subject: 'user', subjectUuid: account.uuid })
      return openSession(tx, org, account.uuid, { address: request.ip, userAgent: request.headers['user-agent'] ?? null })
    })
    return { needs_2fa: false, two_factor_token: null, user: { access_token: token, ...(await sessionUser(db, org, account)) } }
  })

  serve(app, logout).with(async ({ caller }) => {
    await revokeSession(db, caller.org, caller.tokenHash)
    await audit(db, caller.org, byCaller(caller), { action: 'sign-out', subject: 'user', subjectUuid: caller.user.uuid })
    return { success: true }
  })

  serve(app, whoAmI).with(async ({ caller }) => ({ user: await sessionUser(db, caller.org, caller.user) }))

  serve(app, listMembers).with(async ({ caller }) => ({ members: await membersOf(db, caller.org) }))
}

async function refuseGuessing(db: Database, subjects: { account: string; address: string }): Promise<void> {
  const failures = await failuresOf(db, Object.values(subjects), new Date(Date.now() - windowMs))
  const byAddress = failures.get(subjects.address) ?? 0
  const guessedAt = (failures.get(subjects.account) ?? 0) >= failuresOfAccount && byAddress > 0
  if (guessedAt || byAddress >= failuresOfAddress) {
    throw new Failure('TOO_MANY', { message: 'Too many failed sign-ins. Wait a quarter of an hour and try again.', retryAfter: windowMs / 1000 })
  }
}

type Person = { uuid: string; name: string; email: string; role: 'ADMIN' | 'ANALYST' | 'ENGINEER' | 'VIEWER' }

async function sessionUser(db: Database, org: Org, { uuid, name, email, role }: Person) {
  const { name: orgName, isDemoMode, licenceActive, licenceUntil, modules } = await organisationOf(db, org)
  const days = daysLeft(licenceUntil, new Date())
  return {
    uuid, name, email, role,
    organization: { name: orgName, is_demo_mode: isDemoMode, license: { days_left: days, is_active: licenceActive, is_expired: days <= 0, modules } },
  }
}

/** At most `most` of these at a time; the others wait their turn. */
function limited<A extends unknown[], R>(most: number, work: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (...args) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go))
    running += 1
    try {
      return await work(...args)
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
