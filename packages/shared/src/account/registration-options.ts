/** One option: its value on the wire, and its label. */
interface Option {
  readonly value: string
  readonly label: string
}

/** The answer that needs a text by the user. */
export const otherSource = 'other'

/** The sources from which a user may have heard of the product (rule REGISTRATION-3). */
export const hearAboutUsOptions: readonly Option[] = [
  { value: 'google', label: 'Google' },
  { value: 'linkedin', label: 'LinkedIn' },
  { value: 'direct-website', label: 'Direct website' },
  { value: 'search-engine', label: 'Search engine' },
  { value: 'social-media', label: 'Social media' },
  { value: 'word-of-mouth', label: 'Word of mouth' },
  { value: 'online-advertisement', label: 'Online advertisement' },
  { value: 'industry-publication', label: 'Industry publication' },
  { value: 'conference-event', label: 'Conference or event' },
  { value: 'partner-referral', label: 'Partner referral' },
  { value: 'email-campaign', label: 'Email campaign' },
  { value: otherSource, label: 'Other' },
]

/** The function of the user's part of the organisation (rule REGISTRATION-3). */
export const orgFunctions: readonly string[] = [
  'Development',
  'Testing',
  'Sales',
  'Engineering',
  'Other Business Function',
]

/** The value on the wire when the user stated no job function (rule REGISTRATION-3). */
export const defaultJobFunction = 'Default'
