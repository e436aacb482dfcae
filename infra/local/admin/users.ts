import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import {
  mailedLinks,
  mails,
  organisations,
  pendingSignIns,
  recoveryCodes,
  sessions,
  users,
} from '@carapace/shared/account/account.table'
import { passwordHashing } from '@carapace/shared/account/password'
import { isEmail } from '@carapace/shared/account/rules'
import type { Org } from '@carapace/shared/core/owned'
import type { AnyDatabase } from '@carapace/shared/core/time-series/time-series.queries'
import { type Role, roles } from '@carapace/shared/modules'
import { Refusal } from '../refusal.ts'
import { requiredOption, type Command, note, organisationNamed, type OptionValues } from './command.ts'

/** How long a generated password is valid, ms. */
const temporaryMs = 7 * 86_400_000

export const userCommands: Record<string, Command> = {
  'user list': async ({ db, values }) => {
    const org = await organisationNamed(db, values)
    const rows = await db.select().from(users).where(eq(users.orgUuid, org.uuid)).orderBy(users.email)
    return (
      rows
        .map(({ email, name, role, active }) => `${email}  ${name}  ${role}${active ? '' : '  deactivated'}`)
        .join('\n') || 'There are no users yet.'
    )
  },

  'user create': async ({ db, values }) => {
    const email = requiredOption(values, 'email').trim().toLowerCase()
    const role = roles.find((each) => each === values.role)
    if (!isEmail(email)) throw new Refusal(`${email} is no email address.`)
    if (!role) throw new Refusal(`--role: one of ${roles.join(', ')}.`)
    const org = await organisationNamed(db, values)
    return createUser(db, org, { email, name: requiredOption(values, 'name'), role })
  },

  'user password': async ({ db, values }) => {
    const { user, org } = await userNamed(db, values)
    const { password, fields } = await temporaryPassword()
    await db.transaction(async (tx) => {
      await tx.update(users).set(fields).where(eq(users.uuid, user.uuid))
      await tx.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.userUuid, user.uuid))
      await tx.delete(pendingSignIns).where(eq(pendingSignIns.userUuid, user.uuid))
      await tx.delete(mailedLinks).where(eq(mailedLinks.userUuid, user.uuid))
      await tx.insert(mails).values({ orgUuid: org.uuid, recipient: user.email, template: 'password-changed' })
      await note(tx, org, 'set temporary password', { subject: 'user', subjectUuid: user.uuid })
    })
    return shown(user.email, password)
  },

  'user two-factor-off': async ({ db, values }) => {
    const { user, org } = await userNamed(db, values)
    await db.transaction(async (tx) => {
      await tx
        .update(users)
        .set({ totpSecret: null, totpEnabledAt: null, totpLastStep: null })
        .where(eq(users.uuid, user.uuid))
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.userUuid, user.uuid))
      await tx.delete(pendingSignIns).where(eq(pendingSignIns.userUuid, user.uuid))
      await tx
        .insert(mails)
        .values({
          orgUuid: org.uuid,
          recipient: user.email,
          template: 'two-factor-changed',
          facts: { what: 'switched off by the operator' },
        })
      await note(tx, org, 'reset two-factor', { subject: 'user', subjectUuid: user.uuid })
    })
    return `${user.email} signs in without a second factor until they set one up again.`
  },
}

async function createUser(
  db: AnyDatabase,
  org: Org,
  person: { email: string; name: string; role: Role },
): Promise<string> {
  const { password, fields } = await temporaryPassword()
  return db.transaction(async (tx) => {
    const [added] = await tx
      .insert(users)
      .values({ orgUuid: org.uuid, ...person, ...fields })
      .onConflictDoNothing()
      .returning({ uuid: users.uuid })
    if (!added) throw new Refusal(`${person.email} has an account already.`)
    await note(tx, org, 'create user', { subject: 'user', subjectUuid: added.uuid })
    return shown(person.email, password)
  })
}

async function userNamed(db: AnyDatabase, values: OptionValues) {
  const email = requiredOption(values, 'email').trim().toLowerCase()
  const [row] = await db
    .select({ user: { uuid: users.uuid, email: users.email }, org: { uuid: organisations.uuid, id: organisations.id } })
    .from(users)
    .innerJoin(organisations, eq(organisations.uuid, users.orgUuid))
    .where(eq(users.email, email))
  if (!row) throw new Refusal(`No user has the address ${email}.`)
  return row
}

async function temporaryPassword() {
  const password = randomBytes(12).toString('base64url')
  return {
    password,
    fields: { passwordHash: await hash(password, passwordHashing), temporaryUntil: new Date(Date.now() + temporaryMs) },
  }
}

function shown(email: string, password: string): string {
  return (
    `${email} signs in with ${password}\nThe password is shown this once, and is good for seven ` +
    'days; change it after signing in.'
  )
}
