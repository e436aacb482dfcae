import type { Tx } from '../../core/db.ts'
import { extendInvitation, invitationForMail, memberForMail } from '../team/invitations.queries.ts'
import { makeLink } from './links.queries.ts'
import { type DigestItem, mailTexts, type Written } from './mail-texts.ts'
import type { DueMail, MailTemplate } from './mails.queries.ts'
import { hashPassword, temporaryPassword } from '../passwords/passwords.ts'
import { writePassword } from '../passwords/passwords.queries.ts'
import { audit } from '../sign-in/sessions.queries.ts'
import { accountOf } from '../sign-in/sign-in.queries.ts'

const hourMs = 3_600_000
/** How long each kind of link is valid, ms. */
export const goodFor = {
  reset: hourMs,
  verification: 24 * hourMs,
  invitation: 24 * hourMs,
  signIn: 24 * hourMs,
} as const
/** How long a generated password is valid, ms. */
const temporaryMs = 7 * 24 * hourMs

type Writer = (tx: Tx, mail: DueMail, page: (path: string) => string) => Promise<Written | undefined>

/**
 * Writes a mail that is due, and creates the link or the temporary password that it needs. The content is decided now
 * and not when the mail was requested, so that a request does not reveal who has an account. Undefined: there is no
 * reason to send it any more (rules MAIL-1, MAIL-2). Lock order: first invitations, then links, then users.
 */
export function writeMail(tx: Tx, mail: DueMail, publicUrl: string): Promise<Written | undefined> {
  return writers[mail.template](tx, mail, (path) => `${publicUrl}${path}`)
}

const writers: Record<MailTemplate, Writer> = {
  'verify-organization': async (tx, mail, page) => {
    const { recipient: email } = mail
    if (await accountOf(tx, email)) return writers['has-account'](tx, mail, page)
    const secret = await makeLink(tx, { purpose: 'verify-organization', org: null, email, ms: goodFor.verification })
    return mailTexts.verifyOrganization({ link: page(`/verify-organization/${secret}`) })
  },

  'has-account': async (tx, { recipient }, page) => {
    if (!(await accountOf(tx, recipient))) return undefined
    return mailTexts.hasAccount({ link: page(`/?${new URLSearchParams({ email: recipient })}`) })
  },

  activate: async (tx, { recipient: email, facts: { organisation = '' } }, page) => {
    const person = await accountOf(tx, email)
    const hasChosen = person?.passwordHash !== null && person?.temporaryUntil === null
    if (!person?.active || hasChosen) return undefined
    const token = await makeLink(tx, {
      purpose: 'sign-in',
      org: person.org,
      email,
      userUuid: person.uuid,
      ms: goodFor.signIn,
    })
    const password = temporaryPassword()
    await writePassword(tx, person.org, person.uuid, await hashPassword(password), new Date(Date.now() + temporaryMs))
    return mailTexts.activate({
      organisation,
      password,
      link: page(`/?${new URLSearchParams({ email, token })}`),
      signIn: page(`/?${new URLSearchParams({ email })}`),
    })
  },

  'reset-password': async (tx, { recipient: email, facts: { address } }, page) => {
    const person = await accountOf(tx, email)
    if (!person?.active) return undefined
    const secret = await makeLink(tx, {
      purpose: 'reset-password',
      org: person.org,
      email,
      userUuid: person.uuid,
      ms: goodFor.reset,
    })
    await audit(
      tx,
      person.org,
      { uuid: person.uuid, name: person.name, address: address ?? null },
      { action: 'ask for a new password', subject: 'user', subjectUuid: person.uuid },
    )
    return mailTexts.resetPassword({ link: page(`/forgot-password/${secret}`), address })
  },

  'accept-invitation': async (tx, { org, recipient: email, facts: { invitation = '' } }, page) => {
    const details = org && (await invitationForMail(tx, org, invitation))
    if (!details) return undefined
    if (await accountOf(tx, email)) return mailTexts.invitedElsewhere(details)
    await extendInvitation(tx, org, invitation, new Date(Date.now() + goodFor.invitation))
    const secret = await makeLink(tx, {
      purpose: 'accept-invitation',
      org,
      email,
      invitationUuid: invitation,
      ms: goodFor.invitation,
    })
    return mailTexts.invitation({ ...details, link: page(`/forgot-password/${secret}`) })
  },

  'agreement-invitation': async (
    tx,
    { org, facts: { invitation = '', inviter = '', title = '', side = '' } },
    page,
  ) => {
    const from = org && (await memberForMail(tx, org, inviter))
    if (!from) return undefined
    const search = new URLSearchParams({ invitation })
    const link = page(`/org/interface-agreement/information-exchange?${search}`)
    return mailTexts.agreementInvitation({ ...from, title, side, link })
  },

  'password-changed': async (tx, { recipient }, page) => {
    return (await accountOf(tx, recipient)) && mailTexts.passwordChanged({ link: page('/send-forgot-password-link') })
  },

  'two-factor-changed': async (tx, { recipient, facts: { what } }, page) => {
    return (
      (await accountOf(tx, recipient)) && mailTexts.twoFactorChanged({ what, link: page('/send-forgot-password-link') })
    )
  },

  notification: async (tx, { recipient, facts: { title = '', text = '', href = '', urgency = '' } }, page) => {
    if (!(await accountOf(tx, recipient))?.active) return undefined
    return mailTexts.notification({ title, text, urgency, link: page(href), rules: page(rulesPage) })
  },

  'notification-digest': async (tx, { recipient, facts: { items = '[]', total = '0' } }, page) => {
    if (!(await accountOf(tx, recipient))?.active) return undefined
    const shown = (JSON.parse(items) as (Omit<DigestItem, 'link'> & { href: string })[]).map(({ href, ...item }) => ({
      ...item,
      link: page(href),
    }))
    return mailTexts.notificationDigest({
      items: shown,
      total: Number(total),
      link: page('/org/notifications'),
      rules: page(rulesPage),
    })
  },
}

/** Where members choose what they are notified of. */
const rulesPage = '/org/notifications?tab=rules'
