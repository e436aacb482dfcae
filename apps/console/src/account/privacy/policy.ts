import { supportEmail } from '../../core/product.ts'

/** A paragraph, or a list. */
export type PolicyPart = string | readonly string[]

interface PolicySection {
  readonly title: string
  readonly parts: readonly PolicyPart[]
}

export const policyDate = '21 November 2025'

/**
 * The privacy policy. Each sentence describes what the product really does: a change of what the product stores, sends
 * or deletes must be made here as well (rule PRIVACY-11).
 */
export const policy: readonly PolicySection[] = [
  {
    title: 'What this policy is about',
    parts: [
      'This policy states which personal data Carapace keeps about the people who use it, what the data is for, ' +
        'who sees it, how long it stays, and what you can do about it. It covers the console, its programming ' +
        'interfaces and the emails it sends.',
      'By ticking the box of the registration form you agree to it. If you do not agree, do not register; write ' +
        'to us if a part of it is unclear.',
    ],
  },
  {
    title: 'Definitions',
    parts: [
      [
        '"Carapace", "the service": the workspace for vehicle security at this address.',
        '"We", "us": the company or institution that operates this installation of the service.',
        '"Organisation": the company or institution that registered for the service. Its administrators invite ' +
          'people and decide what they may do.',
        '"You": a person who registers, is invited, or uses the service for an organisation.',
        '"Personal data": information about a person who is, or can be, identified.',
        '"Vehicle data": what vehicles, trackers and test benches of an organisation report to the service.',
        '"Cookie": a small piece of text that a website keeps in your browser and is sent back with each request.',
        '"Local storage": text that a website keeps in your browser and that is not sent by itself.',
      ],
      'For the data of your account we are the controller. For vehicle data, and for whatever else an ' +
        'organisation puts into the service, the organisation is the controller, and we process it on the ' +
        "organisation's behalf.",
    ],
  },
  {
    title: 'Data that we collect',
    parts: [
      'What you tell us when you register, or change later in your profile:',
      [
        'first and last name, work email address, company, job title, job function and the function of your part ' +
          'of the organisation;',
        'country and phone number;',
        'how you heard about us, if you tell us;',
        'that you agreed to this policy, and when.',
      ],
      'If you are invited, we know your name, email address and role from the administrator who entered them.',
      'What using the service leaves behind:',
      [
        'your password as an Argon2id hash, from which the password cannot be read; if you switch two-factor ' +
          'verification on, the secret of your authenticator app, encrypted, and hashes of your recovery codes;',
        'for each sign-in, the network address, the kind of browser, and when the session began and was last used;',
        'failed sign-ins and requests for emails, counted by account and by network address;',
        'an audit log of what was done in the organisation: by whom, when, from which network address, and what ' +
          'changed;',
        'your role, time zone, saved views, and the alerts, cases, programs and jobs that carry your name ' +
          'because you worked on them;',
        'which emails the service sent to your address.',
      ],
      'Vehicle data names vehicles, not people. It holds positions, however, so that an organisation that knows ' +
        'who drove a vehicle can learn where that person was. Organisations must have a lawful reason for it and ' +
        'must tell their drivers.',
      'We buy no data about you and make no profiles. Nothing about you is decided by a machine alone.',
    ],
  },
  {
    title: 'Cookies and what is kept in your browser',
    parts: [
      'Only what the service needs to work is kept. There are no cookies for advertising or for counting ' +
        "visitors, ours or others', so there is nothing to switch off one by one.",
      [
        'One cookie, XSRF-TOKEN: a random value that proves that a request comes from our own pages and not from ' +
          'a forged one. It contains nothing about you and is deleted when you close the browser.',
        "While you sign in with Google, where we offer it, a second cookie, carapace-google: it ties Google's " +
          'answer to your browser, is encrypted, and expires after ten minutes.',
        'Local storage, until you sign out: your session token with your name, email address, role and ' +
          'organisation; while you enter a second factor, the token of that step; the places you visited ' +
          'last, the columns you chose for tables, and your choice of map.',
        'Local storage, also after you signed out: your preferences, such as the theme, the state of the ' +
          'sidebars, and that you have seen the notice about this.',
        'Session storage, until the tab is closed: the period of time you look at, and the jobs you are following.',
      ],
      'Two services set cookies or storage of their own, and only where we switched them on: reCAPTCHA, while ' +
        'you sign in or register, and Google, if you choose to sign in with it.',
    ],
  },
  {
    title: 'How we use data',
    parts: [
      [
        'To run the service: to let you in and keep others out, to show your name to your colleagues, to send ' +
          'you the emails that you or an administrator requested.',
        'To keep it secure: to slow down attempts to guess passwords, to warn you when your password or your ' +
          'second factor changed, and to find out afterwards what happened.',
        'To fulfil our contract with your organisation, including its licence and its demo.',
        'To answer you when you write to us.',
        'To mend errors, where error reports are switched on.',
        'To comply with the law.',
      ],
      'The legal bases are the contract with your organisation, our legitimate interest in a secure and working ' +
        'service, your consent where we ask for it, and legal duties. You can withdraw consent at any time; what ' +
        'was done before remains lawful. We do not sell data, and we send no advertising.',
    ],
  },
  {
    title: 'How long we keep data',
    parts: [
      [
        'Account and profile: until you or your organisation erase them.',
        'Sessions: until you sign out, or until the number of days without use that your organisation has set, ' +
          '30 unless it chose otherwise; at most 180 days after sign-in.',
        'Links in emails: 24 hours for registration, activation and invitation, one hour for a new password. ' +
          'Each works once.',
        'Failed sign-ins count against further tries for a quarter of an hour, requests for emails for an hour.',
        'That an email was sent, to whom, and what became of it: 30 days.',
        'Finished jobs: 90 days.',
        'Vehicle data, unless we agreed otherwise with your organisation: CAN frames 30 days; positions, signals ' +
          'and syslog 90 days; security events and reports of software a year.',
        'Audit log, alerts and cases: as long as the organisation has the service, because they are the record ' +
          'of what happened and who decided what.',
      ],
      'Copies of the database that we keep as backups are overwritten in their turn; until then what was erased ' +
        'can still be in them.',
    ],
  },
  {
    title: 'Where data is, and transfer to other countries',
    parts: [
      'Data is kept in the database of this installation, in the place where we operate it. The service itself ' +
        'sends it nowhere else.',
      'Where a service named in the next section is operated in another country, the data it receives goes ' +
        'there. If that country does not protect personal data as yours does, we rely on the safeguards that the ' +
        'law provides, such as an adequacy decision or standard contractual clauses. Ask us which apply.',
    ],
  },
  {
    title: 'Whom we disclose data to',
    parts: [
      [
        'People of your organisation see your name, email address and role, whether your second factor is on, ' +
          'when you were last here, and the work that carries your name. Administrators see the audit log as well. ' +
          "Organisations never see each other's data.",
        'The mail server that we use receives the emails that the service sends.',
        'Google receives the result of a reCAPTCHA challenge, and what your browser tells it, when you sign in ' +
          'or register: only where we switched reCAPTCHA on.',
        'Google learns that you sign in here, and tells us your email address: only where we offer signing in ' +
          'with Google, and only if you choose it.',
        'An error reporting service (Sentry) receives reports of errors in the console: only where we switched ' +
          'it on. These reports include personal data by default: who was signed in, with name and email address, ' +
          'the network address, the browser, the address of the page, and what was done right before. Passwords, ' +
          'tokens and the secrets of links are left out.',
        'Providers of map pictures see the network address of your browser and the part of the map you look at: ' +
          'only where we set a map provider on the internet. The built-in map sends nothing to anyone.',
        'Authorities and courts, where the law obliges us.',
        'A successor, if we hand over this installation; this policy then applies to the successor.',
      ],
      'If your organisation connects other programs to the service, what they do with the data is for the ' +
        'organisation to answer.',
    ],
  },
  {
    title: 'Security',
    parts: [
      'Passwords are stored as hashes, session tokens and the secrets of emailed links as hashes as well, and ' +
        'the secrets of authenticator apps encrypted. Guessing is slowed down by account and by network address. ' +
        'You can switch two-factor verification on, see where you are signed in, and end each of these sessions. ' +
        'What each role may do is enforced by the server, and security events are written to the audit log.',
      'No way of transmitting or storing data is perfectly secure. If we learn of a breach that endangers you, ' +
        'we inform you and the responsible authority, as the law demands.',
    ],
  },
  {
    title: 'Your rights (GDPR)',
    parts: [
      'If the General Data Protection Regulation, or a law like it, applies to you, you have the right',
      [
        'to know what we keep about you, and to have a copy;',
        'to have it corrected;',
        'to have it erased;',
        'to have its processing restricted, and to object to processing that rests on our legitimate interest;',
        'to take it along in a form that machines read;',
        'to withdraw consent;',
        'to complain to a supervisory authority.',
      ],
      'Two of these you can do yourself, under Settings > Profile. "Download my data" gives you everything that ' +
        'is kept about you as a JSON file. "Erase my account" erases your account and your personal data at once; ' +
        'what you did stays in the organisation\'s records, under the name "Former member". The last administrator ' +
        'of an organisation has to make somebody else administrator first, so that the organisation is not left ' +
        'without one.',
      `For everything else, write to ${supportEmail}. We answer within a month and may ask you to prove who you are. ` +
        'For vehicle data, contact your organisation; we help it to answer you.',
    ],
  },
  {
    title: 'Children under 13',
    parts: [
      'The service is for people at work. It is not meant for children under 13, and we do not knowingly keep data ' +
        `about them. If you learn that a child gave us personal data, write to ${supportEmail}, and we erase it.`,
    ],
  },
  {
    title: 'Links to other sites',
    parts: [
      'Pages of the service, and texts that people of your organisation write into it, may link to other sites. ' +
        'We do not run those and do not answer for what they do with data. Read their policies.',
    ],
  },
  {
    title: 'Changes of this policy',
    parts: [
      'When the service changes what it does with personal data, this policy changes with it, and so does the ' +
        'date at its top. If a change matters to you, we inform your organisation before it takes effect.',
    ],
  },
  { title: 'Contact', parts: [`Questions about this policy, or about your data: ${supportEmail}.`] },
]
