import { expect, test } from 'vitest'
import {
  answerInvitation,
  createAgreement,
  deleteAgreement,
  getAgreement,
  listAgreements,
  saveAgreementCells,
  sendAgreement,
  setAgreementProgram,
} from '@carapace/shared/interface-agreement/agreements.contract'

import { createProgram } from '../support/factories.ts'
import { type Organisation, startInstallation } from '../support/installation.ts'
import { linksIn, outboxOf, passwordIn, secretIn } from '../support/servers/mails.ts'
import { agreementSeenBy, beginAgreement, invitationOf, invite, twoParties } from './two-parties.ts'

const site = await startInstallation({ publicUrl: 'https://soc.nordhaven.example' })
const outbox = outboxOf(site)
const { call } = site
const say = (path: string, input: object) => call(undefined, `v2/auth/${path}`, input)

/** An agreement of one organisation, and another organisation that takes no part. */
async function begin() {
  const [alpha, bravo] = [await site.organisation('Alpha'), await site.organisation('Bravo')]
  return { alpha, bravo, agreement: await beginAgreement(site, alpha) }
}

const answer = (token: string, invitation: string, what: 'accept' | 'decline' = 'accept') =>
  site.request(token, answerInvitation, { invitation_uuid: invitation, answer: what })
const refusalOf = (token: string, invitation: string, what: 'accept' | 'decline' = 'accept') =>
  site.refusal(token, answerInvitation, { invitation_uuid: invitation, answer: what })
const listedBy = async (token: string) => site.request(token, listAgreements, {})

test('[AGREEMENT-15] a new organisation registers with the invited address, and becomes the other side', async () => {
  const { alpha, agreement } = await begin()
  const email = 'ines@kessler.example'
  const { message, seq } = await invite(site, alpha, agreement, 'Ines@Kessler.example')
  expect([message, seq]).toEqual([`An invitation is on its way to ${email}. It is good for 14 days.`, 1])
  const mail = await outbox.latest(email)
  expect(mail.subject).toBe('You are invited to an interface agreement with Alpha (alpha.example)')
  expect(mail.text).toContain('Alpha engineer of Alpha (alpha.example) invites your organisation')
  expect(mail.text).not.toContain('Please join.')
  const [link] = linksIn(mail)
  const invitation = new URL(link!).searchParams.get('invitation')!
  expect(link).toBe(
    `https://soc.nordhaven.example/org/interface-agreement/information-exchange?invitation=${invitation}`,
  )

  await say('register', { email })
  await say('complete-registration', {
    organizationUuid: secretIn(await outbox.latest(email)),
    firstName: 'Ines',
    lastName: 'Kessler',
    company: 'Kessler Brakes',
    jobTitle: 'Manager',
    hearAboutUs: 'linkedin',
    jobFunction: 'Default',
    orgFunction: 'Engineering',
    country: 'India',
    mobileNumber: '9876543210',
    privacyConsent: true,
  })
  const signedIn = await say('login', { email, password: passwordIn(await outbox.latest(email)) })
  const token = signedIn.body.user.access_token as string
  expect((await listedBy(token)).invitations).toEqual([
    {
      uuid: invitation,
      title: 'VCU brake gateway',
      code: 'CIA-0001',
      from: 'Alpha',
      invited_by: 'Alpha engineer',
      message: 'Please join.',
      side: 'supplier',
      created_at: expect.any(String),
      expires_at: expect.any(String),
    },
  ])
  expect(await answer(token, invitation)).toMatchObject({ agreement_uuid: agreement })

  const { agreements, invitations } = await listedBy(token)
  expect(invitations).toEqual([])
  expect(agreements).toMatchObject([
    {
      uuid: agreement,
      side: 'supplier',
      parties: [
        { side: 'customer', name: 'Alpha' },
        { side: 'supplier', name: 'Kessler Brakes' },
      ],
    },
  ])
  expect(await agreementSeenBy(site, token, agreement)).toMatchObject({
    access: 'named',
    may_edit: true,
    may_sign: true,
    invitation: null,
  })
})

test('[AGREEMENT-15] only who signs in with the invited address sees and answers the invitation', async () => {
  const { alpha, bravo, agreement } = await begin()
  await invite(site, alpha, agreement, bravo.members.ENGINEER.email)
  const invitation = await invitationOf(site, bravo.members.ENGINEER.token)
  const colleague = bravo.members.ADMIN.token
  expect((await listedBy(colleague)).invitations).toEqual([])
  for (const token of [colleague, alpha.members.ADMIN.token])
    expect((await refusalOf(token, invitation)).code).toBe('NOT_FOUND')
  expect((await site.refusal(bravo.members.ENGINEER.token, getAgreement, { agreement_uuid: agreement })).code).toBe(
    'NOT_FOUND',
  )
  await answer(bravo.members.ENGINEER.token, invitation)
  expect((await refusalOf(bravo.members.ENGINEER.token, invitation)).message).toContain('accepted already')
  expect((await listedBy(bravo.members.ENGINEER.token)).agreements).toHaveLength(1)
})

test('[AGREEMENT-15] an invitation ends after 14 days, and another one can be sent', async () => {
  const { alpha, bravo, agreement } = await begin()
  const { token, email } = bravo.members.ENGINEER
  await invite(site, alpha, agreement, email)
  const invitation = await invitationOf(site, token)
  const before = await agreementSeenBy(site, alpha.members.ENGINEER.token, agreement)
  const days = (Date.parse(before.invitation!.expires_at) - Date.now()) / 86_400_000
  expect(days).toBeCloseTo(14, 1)
  await site.sql`UPDATE agreement_invitations SET expires_at = now() - interval '1 minute' WHERE uuid = ${invitation}`
  expect((await listedBy(token)).invitations).toEqual([])
  const refused = await refusalOf(token, invitation)
  expect([refused.code, refused.message]).toEqual([
    'RULE_REFUSED',
    expect.stringMatching(/^The invitation ended on \d{4}-\d\d-\d\d\. Ask Alpha engineer for another\.$/),
  ])

  await invite(site, alpha, agreement, email)
  await answer(token, await invitationOf(site, token))
  const again = await site.refusal(alpha.members.ENGINEER.token, sendAgreement, {
    agreement_uuid: agreement,
    email: 'other@other.example',
    name: 'Other',
  })
  expect(again.message).toBe('The other side has joined the agreement already.')
})

test('[AGREEMENT-15] an invitation to another address ends the one before', async () => {
  const { alpha, bravo, agreement } = await begin()
  const charlie = await site.organisation('Charlie')
  await invite(site, alpha, agreement, bravo.members.ENGINEER.email)
  const first = await invitationOf(site, bravo.members.ENGINEER.token)
  await invite(site, alpha, agreement, charlie.members.ENGINEER.email)
  expect((await refusalOf(bravo.members.ENGINEER.token, first)).message).toContain('withdrawn already')
  expect((await listedBy(alpha.members.ENGINEER.token)).agreements[0]!.parties).toMatchObject([
    { name: 'Alpha' },
    { name: charlie.members.ENGINEER.email, joined_at: null },
  ])
  await answer(charlie.members.ENGINEER.token, await invitationOf(site, charlie.members.ENGINEER.token))
  expect((await listedBy(charlie.members.ADMIN.token)).agreements).toHaveLength(1)
})

test('[AGREEMENT-15] two answers at once make one party', async () => {
  const { alpha, bravo, agreement } = await begin()
  const { token } = bravo.members.ENGINEER
  await invite(site, alpha, agreement, bravo.members.ENGINEER.email)
  const invitation = await invitationOf(site, token)
  const statuses = await Promise.all(
    Array.from({ length: 5 }, () =>
      site.call(token, answerInvitation.path, { invitation_uuid: invitation, answer: 'accept' }),
    ),
  )
  expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422, 422])
})

test('[AGREEMENT-15] a declined invitation is shown to the author, who is notified and invites again', async () => {
  const { alpha, bravo, agreement } = await begin()
  const { token, email } = bravo.members.ENGINEER
  await invite(site, alpha, agreement, email)
  expect(await answer(token, await invitationOf(site, token), 'decline')).toMatchObject({ agreement_uuid: null })
  expect((await listedBy(token)).invitations).toEqual([])
  const { token: author, uuid } = alpha.members.ENGINEER
  expect((await agreementSeenBy(site, author, agreement)).invitation).toMatchObject({ email, state: 'declined' })
  const notices = await site.sql`SELECT n.title, n.href
    FROM notifications n JOIN notification_recipients r ON r.notification_uuid = n.uuid
    WHERE n.org_uuid = ${alpha.org.uuid}
    AND r.user_uuid = ${uuid}`
  expect(notices).toMatchObject([
    {
      title: `CIA-0001 VCU brake gateway: ${email} declined your invitation`,
      href: `/org/interface-agreement/cover?agreement=${agreement}`,
    },
  ])
  await invite(site, alpha, agreement, email)
  await answer(token, await invitationOf(site, token))
})

test("one's own organisation cannot be the other side", async () => {
  const { alpha, agreement } = await begin()
  const { token } = alpha.members.ENGINEER
  const own = { agreement_uuid: agreement, email: alpha.members.ADMIN.email, name: 'Us' }
  const refused = await site.refusal(token, sendAgreement, own)
  expect(refused.message).toContain('belongs to your own organisation')
  // somebody who joins the organisation after the invitation
  await invite(site, alpha, agreement, 'new@alpha.example')
  await site.sql`UPDATE users SET email = 'new@alpha.example' WHERE uuid = ${alpha.members.ADMIN.uuid}`
  const [row] = await site.sql<{ uuid: string }[]>`SELECT uuid
    FROM agreement_invitations
    WHERE agreement_uuid = ${agreement}`
  const admin = alpha.members.ADMIN.token
  expect((await listedBy(admin)).invitations).toEqual([])
  expect((await refusalOf(admin, row!.uuid)).message).toContain('Your own organisation invites')
})

test('[MAIL-15] an address is mailed three invitations an hour at most, an agreement has twenty', async () => {
  const { alpha, agreement } = await begin()
  for (let i = 0; i < 3; i++) await invite(site, alpha, agreement, 'busy@somewhere.example')
  const again = { agreement_uuid: agreement, email: 'busy@somewhere.example', name: 'Busy' }
  const refused = await site.refusal(alpha.members.ENGINEER.token, sendAgreement, again)
  expect([refused.code, refused.message]).toEqual(['TOO_MANY', expect.stringContaining('three times within the hour')])
  for (let i = 3; i < 20; i++) await invite(site, alpha, agreement, `busy-${i}@somewhere.example`)
  const last = { ...again, email: 'one-more@somewhere.example' }
  expect((await site.refusal(alpha.members.ENGINEER.token, sendAgreement, last)).message).toContain('20 invitations')
  const none = { ...again, email: 'no address' }
  expect((await site.refusal(alpha.members.ENGINEER.token, sendAgreement, none)).errors).toHaveProperty('email')
})

test('an agreement begins from an own template, or from another agreement, without its progress', async () => {
  const { alpha, bravo, agreement } = await begin()
  const { token } = alpha.members.ENGINEER
  const cell = (field: 'status' | 'date' | 'specific_document', value: string) => ({
    row: 14,
    field,
    before: '',
    value,
  })
  const cells = [cell('status', 'open'), cell('date', '2027-01-31'), cell('specific_document', 'CS plan')]
  await site.request(token, saveAgreementCells, { agreement_uuid: agreement, cells })
  const make = (of: Organisation, from: object) =>
    site.call(of.members.ENGINEER.token, createAgreement.path, { title: 'Next', side: 'supplier', from })
  const { body } = await make(alpha, { what: 'agreement', uuid: agreement })
  const next = await agreementSeenBy(site, token, body.uuid)
  expect(next).toMatchObject({ code: 'CIA-0002', side: 'supplier', seq: 0 })
  expect(next.sheet.find(({ row }) => row.id === 14)!.row).toMatchObject({
    status: '',
    date: '',
    specific_document: 'CS plan',
  })
  expect((await make(bravo, { what: 'agreement', uuid: agreement })).status).toBe(404)

  const rows = [
    { id: 1, is_heading: true, title: 'Ours' },
    { ...next.sheet[1]!.row, id: 2 },
  ]
  const [template] = await site.sql<{ uuid: string }[]>`INSERT INTO agreement_templates (org_uuid, name, rows, author)
    VALUES (${alpha.org.uuid}, 'Short', ${site.sql.json(rows)}, 'Somebody')
    RETURNING uuid`
  const short = await make(alpha, { what: 'template', uuid: template!.uuid })
  expect((await agreementSeenBy(site, token, short.body.uuid)).sheet).toHaveLength(2)
  expect((await make(bravo, { what: 'template', uuid: template!.uuid })).status).toBe(404)
})

test('an agreement is deleted until it is sent', async () => {
  const { alpha, agreement } = await begin()
  const { token } = alpha.members.ENGINEER
  const other = await beginAgreement(site, alpha)
  await site.request(token, deleteAgreement, { agreement_uuid: other })
  expect((await site.refusal(token, deleteAgreement, { agreement_uuid: other })).code).toBe('NOT_FOUND')
  await invite(site, alpha, agreement, 'somebody@somewhere.example')
  expect((await site.refusal(token, deleteAgreement, { agreement_uuid: agreement })).message).toContain('was sent')
})

test('each side chooses a program that it sees, which the other side does not learn', async () => {
  const { tokens, agreement, customer } = await twoParties(site)
  const { uuid: program } = await createProgram(site, tokens.customer)
  const choose = (token: string, uuid: string | null) => ({ agreement_uuid: agreement, program_uuid: uuid, token })
  const { token: _, ...ours } = choose(tokens.customer, program)
  await site.request(tokens.customer, setAgreementProgram, ours)
  expect((await site.refusal(tokens.supplier, setAgreementProgram, ours)).code).toBe('NOT_FOUND')
  expect((await agreementSeenBy(site, tokens.customer, agreement)).program_uuid).toBe(program)
  expect((await agreementSeenBy(site, tokens.supplier, agreement)).program_uuid).toBe(null)
  const { agreements } = await site.request(tokens.customer, listAgreements, { program_uuid: program })
  expect(agreements.map(({ uuid }) => uuid)).toEqual([agreement])
  expect((await site.refusal(tokens.supplier, listAgreements, { program_uuid: program })).code).toBe('NOT_FOUND')

  // a member of the agreement who is not in the program
  const viewer = customer.members.VIEWER
  await site.sql`INSERT INTO agreement_team (agreement_uuid, org_uuid, side, user_uuid, name, role, access, rows)
    VALUES (${agreement}, ${customer.org.uuid}, 'customer', ${viewer.uuid}, 'V', 'Reader', 'member', '{}')`
  expect(await agreementSeenBy(site, viewer.token, agreement)).toMatchObject({
    program_uuid: null,
    may_edit: false,
    may_sign: false,
  })
})
