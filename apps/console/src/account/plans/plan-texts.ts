import type { Plan } from '@carapace/shared/account/organisation.contract'
import { supportEmail } from '../../core/product.ts'

export interface Feature {
  readonly name: string
  readonly isIncluded: boolean
}

const excluded = /\s*\(not included\)\s*$/i
const planned = /\(not available yet\)\s*$/i

/**
 * A feature as the card shows it: whether the plan has it, without the words that state that (rule PLAN-8). One that is
 * not available yet keeps these words (rule PLAN-10).
 */
export function featureOf(text: string): Feature {
  return { name: text.replace(excluded, '').trim(), isIncluded: !excluded.test(text) && !planned.test(text) }
}

/** The plans that cost something: a demo is not for sale (rule PLAN-8). */
export function paidPlans(plans: readonly Plan[]): Plan[] {
  return plans.filter(({ amount }) => amount > 0)
}

const listOf = new Intl.ListFormat('en', { type: 'conjunction' })

/** What the plan licenses and this version does not have yet, so that nobody buys it unknowingly (rule PLAN-10). */
export function plannedText(titles: readonly string[]): string {
  return `Not in this version yet: ${listOf.format(titles)}.`
}

/** "Activates 365 Days". */
export function activates(days: number): string {
  return `Activates ${days} ${days === 1 ? 'Day' : 'Days'}`
}

/** The address of a mail to support that requests this plan (rule PLAN-9). */
export function upgradeMail({ name, uuid }: Pick<Plan, 'name' | 'uuid'>): string {
  return mailTo(
    `Upgrade to the plan ${name}`,
    `Hello,\n\nwe would like to upgrade to this plan.\n\nPlan name: ${name}\nPlan id: ${uuid}\n\nOrganisation: `,
  )
}

/** The address of a mail to support with a question about the plans in general (rule PLAN-9). */
export function inquiryMail(): string {
  return mailTo('Question about your plans', 'Hello,\n\nwe have a question about your plans: ')
}

function mailTo(subject: string, body: string): string {
  const lines = body.replaceAll('\n', '\r\n')
  return `mailto:${supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines)}`
}
