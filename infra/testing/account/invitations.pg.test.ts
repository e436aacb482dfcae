import { expect, test } from 'vitest'
import { openInvitations } from '@carapace/api/src/account/team/invitations.queries.ts'
import { type Role, roles } from '@carapace/shared/modules'
import { getOrganisation } from '@carapace/shared/account/organisation.contract'

import { type Organisation, startInstallation } from '../support/installation.ts'
import { linksIn, outboxOf, secretIn } from '../support/servers/mails.ts'

const site = await startInstallation()
const { call } = site
const outbox = outboxOf(site)
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Bravo')
const day = 86_400_000
const chosen = 'My-own-password-1'

const invite = (email: string, { members }: Organisation = alpha, role: Role = 'ANALYST', more: object = {}) =>
  site.call(members.ADMIN.token, 'v2/app/invite-team-member', { email, name: 'Noor Haven', role, ...more })
const manage = (action: 'resend' | 'revoke', uuid: string, { members }: Organisation = alpha) =>
  site.call(members.ADMIN.token, `v2/app/invitations/${action}`, { uuid })
const accept = (uuid: string, password = chosen) =>
  call(undefined, 'v2/auth/set-password', { uuid, new_password: password, confirm_password: password })
const statusesOf = (replies: readonly { status: number }[]) =>
  replies.map(({ status }) => status).toSorted((a, b) => a - b)
const refusal = ({ status, body }: { status: number; body: { code: string; message: string } }) => [
  status,
  body.code,
  body.message,
]
const ended = [422, 'RULE_REFUSED', 'This link is expired or has already been used. Ask for another.']
const recorded = async (action: string) =>
  (
    await site.sql`SELECT actor, after
      FROM audit_log
      WHERE org_uuid = ${alpha.org.uuid}
      AND action = ${action}
      ORDER BY id DESC
      LIMIT 1`
  )[0]

let guests = 0
/** An invited address, and the secret of its link. */
async function invited(): Promise<{ email: string; uuid: string; secret: string }> {
  const email = `guest-${++guests}@nordhaven.example`
  const { status, body } = await invite(email)
  expect(status).toBe(200)
  return { email, uuid: body.invitation.uuid, secret: secretIn(await outbox.latest(email)) }
}

test.for(roles)('[MAIL-12] [MAIL-13] a user invited as %s follows the link and gets this role', async (role) => {
  const email = `${role.toLowerCase()}@nordhaven.example`
  const { status, body } = await invite(` ${email.toUpperCase()} `, alpha, role)
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      message: `An invitation is on its way to ${email}. Its link is good for 24 hours.`,
      invitation: {
        uuid: expect.any(String),
        email,
        name: 'Noor Haven',
        role,
        invited_by: 'Alpha admin',
        created_at: expect.any(String),
        expires_at: expect.any(String),
        expired: false,
      },
    },
  ])
  expect(await recorded('invite member')).toEqual({ actor: 'Alpha admin', after: { email, name: 'Noor Haven', role } })
  const mail = await outbox.latest(email)
  expect(mail.subject).toBe('You are invited to Alpha (alpha.example)')
  expect(mail.text).toContain(
    `Alpha admin invites you to the organisation Alpha (alpha.example) on Carapace, as ${role}.`,
  )
  expect(linksIn(mail)).toEqual([expect.stringMatching(/^http:\/\/console\.test\/forgot-password\/[\w-]{43}$/)])
  const [link] = await site.sql`SELECT l.expires_at, i.expires_at - l.expires_at < interval '1 second' AS together
      FROM mailed_links l
      JOIN invitations i ON i.uuid = l.invitation_uuid
      WHERE l.email = ${email}`
  expect(link!.expires_at.getTime() - Date.now()).toBeLessThanOrEqual(day)
  expect(link!.expires_at.getTime() - Date.now()).toBeGreaterThan(0.99 * day)
  expect(link!.together).toBe(true)

  expect((await accept(secretIn(mail))).status).toBe(200)
  const { body: signedIn } = await call(undefined, 'v2/auth/login', { email, password: chosen })
  expect(signedIn.user).toMatchObject({ name: 'Noor Haven', email, role, organization: { name: 'Alpha' } })
  expect((await openInvitations(site.db, alpha.org)).map((invitation) => invitation.email)).not.toContain(email)
  expect(await recorded('accept invitation')).toEqual({
    actor: 'Noor Haven',
    after: { email, name: 'Noor Haven', role },
  })
  expect(refusal(await accept(secretIn(mail)))).toEqual(ended)
})

test('[MAIL-13] a link creates one member, even if it is followed many times at once', async () => {
  const { email, secret } = await invited()
  const replies = await Promise.all(Array.from({ length: 8 }, (_, i) => accept(secret, `Chosen-number-${i}!`)))
  expect(statusesOf(replies)).toEqual([200, ...Array(7).fill(422)])
  expect(await site.sql`SELECT 1 FROM users WHERE email = ${email}`).toHaveLength(1)
})

test('[MAIL-12] invitations are listed until accepted or withdrawn, also after they expire', async () => {
  const { email, uuid } = await invited()
  await site.sql`UPDATE invitations SET expires_at = now() - interval '1 minute' WHERE uuid = ${uuid}`
  expect((await openInvitations(site.db, alpha.org)).find((one) => one.email === email)).toMatchObject({
    uuid,
    expired: true,
  })
  expect(await openInvitations(site.db, bravo.org)).toEqual([])
})

test('[MAIL-3] [MAIL-12] a link ends after a day, when it is sent again, and when it is withdrawn', async () => {
  const { email, uuid, secret } = await invited()
  const again = await manage('resend', uuid)
  expect([again.status, again.body.invitation.uuid]).toEqual([200, uuid])
  const second = secretIn(await outbox.latest(email))
  expect(refusal(await accept(secret))).toEqual(ended)
  await site.sql`UPDATE mailed_links SET expires_at = now() WHERE email = ${email}`
  expect(refusal(await accept(second))).toEqual(ended)
  await manage('resend', uuid)
  const third = secretIn(await outbox.latest(email))
  expect((await manage('revoke', uuid)).body).toEqual({ success: true })
  expect(refusal(await accept(third))).toEqual(ended)
  expect((await manage('revoke', uuid)).status).toBe(404)
  expect((await manage('resend', uuid)).status).toBe(404)
  expect([await recorded('send invitation again'), await recorded('revoke invitation')]).toMatchObject([
    { after: { email } },
    { actor: 'Alpha admin' },
  ])
})

test('[MAIL-12] an address has one open invitation, even if two administrators invite it at once', async () => {
  const email = 'twice@nordhaven.example'
  const replies = await Promise.all([invite(email), invite(email), invite(email)])
  expect(statusesOf(replies)).toEqual([200, 422, 422])
  expect(refusal(replies.find(({ status }) => status === 422)!)).toEqual([
    422,
    'RULE_REFUSED',
    `${email} is invited already. Send the invitation again, or take it back first.`,
  ])
})

test('[MAIL-12] if two organisations invite an address, the first used link wins; the other fails', async () => {
  const email = 'wanted@nordhaven.example'
  await invite(email, alpha)
  const toAlpha = secretIn(await outbox.latest(email))
  await invite(email, bravo)
  const toBravo = secretIn(await outbox.latest(email))
  expect((await accept(toBravo)).status).toBe(200)
  expect(refusal(await accept(toAlpha))).toEqual([
    422,
    'RULE_REFUSED',
    `${email} has an account already. Sign in with it.`,
  ])
  expect((await site.sql`SELECT org_uuid FROM users WHERE email = ${email}`)[0]!.org_uuid).toBe(bravo.org.uuid)
})

test('[MAIL-2] [MAIL-12] only the invited address learns that it has an account elsewhere', async () => {
  const { email } = bravo.members.ENGINEER
  const [known, unknown] = [await invite(email), await invite('no-account@nordhaven.example')]
  const same = ({ status, body }: typeof known) => [
    status,
    body.success,
    body.message.replace(body.invitation.email, 'X'),
    Object.keys(body.invitation),
    body.invitation.expired,
  ]
  expect(same(known)).toEqual(same(unknown))
  const mail = await outbox.latest(email)
  expect(mail.text).toContain('This address has an account there already, with another organisation')
  expect(linksIn(mail)).toEqual([])
  expect(await site.sql`SELECT 1 FROM mailed_links WHERE email = ${email}`).toEqual([])
})

test('[MAIL-12] a member or an invalid address cannot be invited', async () => {
  await site.sql`UPDATE users SET active = false WHERE uuid = ${alpha.members.VIEWER.uuid}`
  for (const { email } of [alpha.members.ENGINEER, alpha.members.VIEWER])
    expect(refusal(await invite(email))).toEqual([
      422,
      'RULE_REFUSED',
      `${email} is a member of your organisation already.`,
    ])
  for (const email of ['noor', 'noor@haven', 'a b@c.example', ''])
    expect((await invite(email)).body.code).toBe('INVALID_INPUT')
  expect((await invite('role@nordhaven.example', alpha, 'OWNER' as Role)).status).toBe(400)
})

test('[MAIL-12] an organisation has at most 200 open invitations, even with many requests at once', async () => {
  const crowd = await site.organisation('Crowd')
  await site.sql`INSERT INTO invitations (org_uuid, email, name, role, invited_by, expires_at)
    SELECT ${crowd.org.uuid}, 'crowd-' || n || '@x.example', 'X', 'VIEWER', 'Y', now()
    FROM generate_series(1, 198) n`
  const replies = await Promise.all(Array.from({ length: 5 }, (_, i) => invite(`more-${i}@nordhaven.example`, crowd)))
  expect(statusesOf(replies)).toEqual([200, 200, 422, 422, 422])
  expect(replies.find(({ status }) => status === 422)!.body.message).toBe(
    'Your organisation has 200 open invitations, which is the most. Take one back first.',
  )
  expect(await openInvitations(site.db, crowd.org)).toHaveLength(200)
})

test('[MAIL-7] an address gets three invitation mails an hour; the administrator sees the limit', async () => {
  const { email, uuid } = await invited()
  await manage('resend', uuid)
  await manage('resend', uuid)
  const expected = [429, 'TOO_MANY', `${email} was mailed three times within the hour. Wait before you send another.`]
  expect(refusal(await manage('resend', uuid))).toEqual(expected)
  await manage('revoke', uuid)
  expect(refusal(await invite(email))).toEqual(expected)
  expect((await invite(email, bravo)).status).toBe(200)
})

test.for(['ANALYST', 'ENGINEER', 'VIEWER'] as const)('[MAIL-12] an %s cannot invite', async (role) => {
  const { token } = (await site.organisation('Roles')).members[role]
  for (const path of ['invite-team-member', 'invitations/resend', 'invitations/revoke']) {
    expect(
      (
        await site.call(token, `v2/app/${path}`, {
          email: 'x@y.example',
          name: 'X',
          role: 'ADMIN',
          uuid: alpha.org.uuid,
        })
      ).body.code,
    ).toBe('ROLE_REQUIRED')
  }
})

test('[MAIL-9] unknown input fields change nothing', async () => {
  const email = 'extra@nordhaven.example'
  const { body } = await invite(email, alpha, 'VIEWER', {
    org_uuid: bravo.org.uuid,
    orgUuid: bravo.org.uuid,
    expires_at: '2100-01-01T00:00:00Z',
    invited_by: 'Somebody',
    uuid: bravo.org.uuid,
  })
  expect(body.invitation).toMatchObject({ role: 'VIEWER', invited_by: 'Alpha admin' })
  expect(new Date(body.invitation.expires_at).getTime()).toBeLessThan(Date.now() + day + 60_000)
  const secret = secretIn(await outbox.latest(email))
  await call(undefined, 'v2/auth/set-password', {
    uuid: secret,
    new_password: chosen,
    confirm_password: chosen,
    role: 'ADMIN',
    email: 'other@nordhaven.example',
    org_uuid: bravo.org.uuid,
  })
  expect((await site.sql`SELECT org_uuid, role FROM users WHERE email = ${email}`)[0]).toEqual({
    org_uuid: alpha.org.uuid,
    role: 'VIEWER',
  })
})

test("[MAIL-5] an administrator's input is shown as text on one line in the mail", async () => {
  const email = 'typed@nordhaven.example'
  await site.sql`UPDATE organisations
    SET name = ${'Alpha\r\nBcc: all@nordhaven.example\nhttps://evil.example/'}
    WHERE uuid = ${alpha.org.uuid}`
  await invite(email)
  const mail = await outbox.latest(email)
  expect(mail.subject).not.toMatch(/[\r\n]/)
  expect(linksIn(mail)).toEqual([expect.stringMatching(/^http:\/\/console\.test\//)])
})

test('[MAIL-15] an organisation mails a hundred invitations an hour, though it takes each back', async () => {
  const relay = await site.organisation('Relay')
  await site.sql`INSERT INTO sign_in_failures (subject, failures, since)
    VALUES (${`invitations ${relay.org.uuid}`}, 98, now())`
  for (const [at, status] of [200, 200, 429, 429].entries()) {
    const reply = await invite(`victim-${at}@elsewhere.example`, relay)
    expect(reply.status).toBe(status)
    const uuid = reply.body.invitation?.uuid
    if (uuid) await site.call(relay.members.ADMIN.token, 'v2/app/invitations/revoke', { uuid })
  }
  expect((await invite('somebody@elsewhere.example', bravo)).status).toBe(200)
})

test('[CREDENTIAL-4] neither who is invited nor an organisation is called by an address', async () => {
  const named = await site.call(alpha.members.ADMIN.token, 'v2/app/invite-team-member', {
    email: 'named@elsewhere.example',
    name: 'Win at http://evil.example',
    role: 'VIEWER',
  })
  expect([named.status, Object.keys(named.body.errors)]).toEqual([400, ['name']])
  const body = await site.request(alpha.members.ADMIN.token, getOrganisation, {})
  const { revision, retention_days, session_days } = body.organisation
  const renamed = await site.call(alpha.members.ADMIN.token, 'v2/app/save-organisation', {
    revision,
    retention_days,
    session_days,
    name: 'Your parcel: www.evil.example',
  })
  expect([renamed.status, Object.keys(renamed.body.errors)]).toEqual([400, ['name']])
})
