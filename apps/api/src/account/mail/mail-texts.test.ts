import { expect, test } from 'vitest'
import { escaped, mailTexts } from './mail-texts.ts'

const evil = '<img src=x onerror=alert(1)>"\'&\r\nBcc: all@company.example\u2028https://evil.example/'
const link = 'https://soc.company.example/forgot-password/secret'

const mails = {
  verifyOrganization: mailTexts.verifyOrganization({ link }),
  hasAccount: mailTexts.hasAccount({ link }),
  activate: mailTexts.activate({ organisation: evil, link, password: 'p<&>"word', signIn: link }),
  resetPassword: mailTexts.resetPassword({ link, address: evil }),
  invitation: mailTexts.invitation({ by: evil, organisation: evil, domain: 'evil.example', role: 'VIEWER', link }),
  invitedElsewhere: mailTexts.invitedElsewhere({ by: evil, organisation: evil, domain: 'evil.example' }),
  agreementInvitation: mailTexts.agreementInvitation({
    by: evil,
    organisation: evil,
    domain: 'evil.example',
    title: evil,
    side: 'supplier',
    link,
  }),
  passwordChanged: mailTexts.passwordChanged({ link }),
  twoFactorChanged: mailTexts.twoFactorChanged({ what: evil, link }),
  notification: mailTexts.notification({ title: evil, text: evil, urgency: 'critical', link, rules: link }),
  notificationDigest: mailTexts.notificationDigest({
    items: [{ title: evil, urgency: 'high', count: 2, link }],
    total: 3,
    link,
    rules: link,
  }),
}

test('this file tests every mail text', () => {
  expect(Object.keys(mails).toSorted()).toEqual(Object.keys(mailTexts).toSorted())
})

test.for(Object.keys(mails) as (keyof typeof mails)[])(
  '[MAIL-5] %s: user input is shown as text on one line; all links are ours',
  (name) => {
    const { subject, text, html } = mails[name]
    expect(subject).not.toMatch(/[\r\n\u2028]/)
    for (const address of text.match(/^https?:.*$/gm) ?? []) expect(address).toBe(link)
    expect(text).not.toMatch(/^Bcc/m)
    expect(html.match(/<(?!\/?(?:!doctype|html|body|p|a|br|code)\b)/g)).toBe(null)
    for (const [, address] of html.matchAll(/href="([^"]*)"/g)) expect(address).toBe(link)
    expect(html).not.toMatch(/<[^>]*\son\w+=/)
  },
)

test('[MAIL-5] the text part and the HTML part have the same content', () => {
  const { text, html } = mails.activate
  expect(text).toContain('\n\np<&>"word\n\n')
  expect(html).toContain('<code>p&lt;&amp;&gt;&quot;word</code>')
  expect(html).toContain(`<a href="${link}">${link}</a>`)
})

test('a long name is cut', () => {
  expect(mailTexts.invitedElsewhere({ by: 'x'.repeat(500), organisation: 'y', domain: 'y.example' }).text).toContain(
    `${'x'.repeat(100)} invites`,
  )
})

test('text is escaped in HTML', () => {
  expect(escaped('<a href="x">\'&amp;')).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;')
})

test('[MAIL-15] an invitation names the organisation with its domain, and no text of the sender is in it', () => {
  const invited = (by: string, organisation: string) =>
    mailTexts.invitedElsewhere({ by, organisation, domain: 'alpha.example' })
  expect(invited('Ada Lovelace', 'Alpha GmbH & Co. KG').subject).toBe(
    'You are invited to Alpha GmbH & Co. KG (alpha.example)',
  )
  const { subject, text } = invited('Win at http://evil.example', 'Your parcel waits: evil.example')
  expect(subject).toBe('You are invited to alpha.example')
  expect(text).toContain('An administrator invites you to the organisation alpha.example on Carapace.')
  expect(text).not.toContain('evil')
})
