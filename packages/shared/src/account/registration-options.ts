/** One thing to choose: as it goes over the wire, and as it is shown. */
interface Option {
  readonly value: string
  readonly label: string
}

/** The answer that asks for words of one's own. */
export const otherSource = 'other'

/** Where somebody may have heard of the product (rule REGISTRATION-3). */
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

/** What somebody's part of the organisation does (rule REGISTRATION-3). */
export const orgFunctions: readonly string[] = [
  'Development',
  'Testing',
  'Sales',
  'Engineering',
  'Other Business Function',
]

/** What goes over the wire where no job function was said (rule REGISTRATION-3). */
export const defaultJobFunction = 'Default'
