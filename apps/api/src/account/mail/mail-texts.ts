import { isPlainName } from '@carapace/shared/account/rules'
import type { Role } from '@carapace/shared/modules'

/** A sentence, a link, or a text to copy. */
type Part = string | { readonly link: string; readonly label: string } | { readonly copy: string }

/** The content of a mail. */
export interface Written {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const ignore = 'If this was not you, you need not do anything.'

/** The texts of the mails (rule MAIL-5). Links are shown in full; user input is shown as text on one line. */
export const mailTexts = {
  verifyOrganization: ({ link }: { link: string }) =>
    written('Confirm your email address', [
      'Somebody, probably you, asked for an organisation on Carapace with this address.',
      { link, label: 'Complete your registration' },
      'The link is good for 24 hours, and until the registration is completed.',
      ignore,
    ]),
  hasAccount: ({ link }: { link: string }) =>
    written('You have an account already', [
      'Somebody, probably you, asked for an organisation on Carapace with this address. It has an account already.',
      { link, label: 'Sign in' },
      "If you don't remember your password, ask for another on that page.",
      ignore,
    ]),
  activate: ({
    organisation,
    link,
    password,
    signIn,
  }: {
    organisation: string
    link: string
    password: string
    signIn: string
  }) =>
    written('Your DEMO Trial is activated', [
      `The organisation ${line(organisation)} is there, and you are its administrator.`,
      { link, label: 'Activate your account' },
      'This link signs you in once, within 24 hours. After that, sign in with this temporary password:',
      { copy: password },
      { link: signIn, label: 'Sign in' },
      'The temporary password is good for 7 days. Choose one of your own once you have signed in.',
    ]),
  resetPassword: ({ link, address }: { link: string; address: string | undefined }) =>
    written('Set a new password', [
      'Somebody, probably you, asked for a new password of this account' +
        `${address ? `, from the address ${line(address)}` : ''}.`,
      { link, label: 'Set a new password' },
      'The link is good for an hour, and once.',
      `${ignore} Your password stays as it is.`,
    ]),
  invitation: ({ role, link, ...from }: Inviting & { role: Role; link: string }) =>
    written(`You are invited to ${organisationIn(from)}`, [
      `${inviterIn(from)} invites you to the organisation ${organisationIn(from)} on Carapace, as ${role}.`,
      { link, label: 'Set a password and join' },
      'The link is good for 24 hours, and once.',
      "If you don't know the organisation, you need not do anything.",
    ]),
  invitedElsewhere: (from: Inviting) =>
    written(`You are invited to ${organisationIn(from)}`, [
      `${inviterIn(from)} invites you to the organisation ${organisationIn(from)} on Carapace.`,
      'This address has an account there already, with another organisation, and an address has one account. To ' +
        'join, ask for an invitation to another address of yours.',
      'Nothing changes for the account that you have.',
    ]),
  agreementInvitation: ({ title, side, link, ...from }: Inviting & { title: string; side: string; link: string }) =>
    written(`You are invited to an interface agreement with ${organisationIn(from)}`, [
      `${inviterIn(from, 'A member')} of ${organisationIn(from)} invites your organisation to agree on who does what ` +
        `for the cybersecurity of a product${isPlainName(line(title)) ? `: ${line(title)}` : ''}.`,
      `Your organisation would be the ${line(side)}.`,
      { link, label: 'Read the invitation' },
      'Sign in with this address, or register your organisation with it. Then accept or decline on that page. The ' +
        'invitation is good for 14 days.',
      "If you don't know the organisation, you need not do anything.",
    ]),
  passwordChanged: ({ link }: { link: string }) =>
    written('Your password was changed', [
      'The password of your account was changed, and every session that it had elsewhere has ended.',
      'If this was not you, set a new password now, and tell your administrator.',
      { link, label: 'Set a new password' },
    ]),
  twoFactorChanged: ({ what, link }: { what: string | undefined; link: string }) =>
    written('Two-factor verification of your account was changed', [
      `Two-factor verification of your account was changed${what ? `: ${line(what)}` : ''}.`,
      'If this was not you, set a new password now, and tell your administrator.',
      { link, label: 'Set a new password' },
    ]),
  notification: ({ title, text, urgency, link, rules }: NotificationFacts) =>
    written(`${marked(urgency)}${line(title)}`, [
      line(title, 200),
      ...(text === '' ? [] : [line(text, 1_000)]),
      { link, label: 'Open it in Carapace' },
      { link: rules, label: 'Choose what you are notified of' },
    ]),
  notificationDigest: ({ items, total, link, rules }: DigestFacts) =>
    written(`${total} ${total === 1 ? 'notification' : 'notifications'}`, [
      ...items.map(({ title, urgency, count, link: item }) => ({
        link: item,
        label: `${marked(urgency)}${line(title, 200)}${count > 1 ? ` (${count} times)` : ''}`,
      })),
      ...(total > items.length ? [`There are ${total - items.length} more.`] : []),
      { link, label: 'All notifications' },
      { link: rules, label: 'Choose what you are notified of' },
    ]),
}

interface NotificationFacts {
  readonly title: string
  readonly text: string
  readonly urgency: string
  readonly link: string
  /** Where the recipient chooses what to be notified of. */
  readonly rules: string
}

export interface DigestItem {
  readonly title: string
  readonly urgency: string
  readonly count: number
  readonly link: string
}

interface DigestFacts extends Pick<NotificationFacts, 'link' | 'rules'> {
  readonly items: readonly DigestItem[]
  /** The number of notifications, of which the mail lists the first. */
  readonly total: number
}

function marked(urgency: string): string {
  return urgency === 'critical' || urgency === 'high' ? `[${urgency}] ` : ''
}

interface Inviting {
  readonly by: string
  readonly organisation: string
  /** The domain of the address with which the organisation was registered. */
  readonly domain: string
}

/**
 * The organisation in a mail that goes to whomever it names: with its domain, which tells two of one name apart. A name
 * that is more than a name is left out: it would be a text of the sender's own (rule MAIL-15).
 */
function organisationIn({ organisation, domain }: Inviting): string {
  return isPlainName(line(organisation)) ? `${line(organisation)} (${line(domain)})` : line(domain)
}

function inviterIn({ by }: Inviting, nameless = 'An administrator'): string {
  return isPlainName(line(by)) ? line(by) : nameless
}

/** What somebody typed, in one line and not too long: names stand in subjects, and in sentences of ours. */
function line(typed: string, longest = 100): string {
  return typed
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, longest)
}

function written(subject: string, parts: readonly Part[]): Written {
  return {
    subject,
    text: `${parts.map(asText).join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>${parts.map(asHtml).join('')}</body></html>`,
  }
}

function asText(part: Part): string {
  if (typeof part === 'string') return part
  return 'link' in part ? `${part.label}:\n${part.link}` : part.copy
}

function asHtml(part: Part): string {
  if (typeof part === 'string') return `<p>${escaped(part)}</p>`
  return 'link' in part
    ? `<p>${escaped(part.label)}:<br><a href="${escaped(part.link)}">${escaped(part.link)}</a></p>`
    : `<p><code>${escaped(part.copy)}</code></p>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
}
