import type { ControlScenario } from '@carapace/shared/lifecycle/rating/assessment'
import type { AttackVector, Feasibility, FeasibilityMethod } from '@carapace/shared/lifecycle/methods/method'
import type { Rating } from '@carapace/shared/lifecycle/rating/assessment'
import { sentenceCase } from '../../core/format/format.ts'

export const methodWords: Readonly<Record<FeasibilityMethod, string>> = {
  potential: 'Attack potential',
  cvss: 'CVSS',
  vector: 'Vector',
}
export const scenarioSwitch: Readonly<Record<ControlScenario, string>> = {
  initial: 'None',
  today: 'Verified',
  target: 'Planned',
}
export const scenarioWords: Readonly<Record<ControlScenario, { readonly title: string; readonly means: string }>> = {
  initial: { title: 'Initial', means: 'no controls' },
  today: { title: 'Today', means: 'verified controls' },
  target: { title: 'Target', means: 'planned controls' },
}

export const feasibilityWord = (feasibility: Feasibility) => sentenceCase(feasibility.replaceAll('-', ' '))

/** Formats a rating value: exploitability has two decimals; a sum of factors has none unless the method has them. */
export function valueText(method: FeasibilityMethod, value: number | null | undefined): string {
  if (value === null || value === undefined) return ''
  return method === 'cvss' ? value.toFixed(2) : String(Math.round(value * 100) / 100)
}

export function ratingText(method: FeasibilityMethod, rating: Rating | null | undefined): string {
  if (!rating) return 'not rated'
  const words = [valueText(method, rating.value), feasibilityWord(rating.feasibility)]
  const text = (method === 'cvss' ? words : words.toReversed()).join(' ').trim()
  return rating.incomplete ? `${text}, incomplete` : text
}

/** A rating as cards of a picture have room for it; the question mark stands for incomplete. */
export function cardText(method: FeasibilityMethod, rating: Rating | null | undefined): string {
  return rating?.incomplete
    ? `${ratingText(method, { feasibility: rating.feasibility, value: rating.value })} ?`
    : ratingText(method, rating)
}

export const vectorText = (vector: AttackVector | null, rating: Rating | null | undefined) =>
  vector === null
    ? 'not rated'
    : `${sentenceCase(vector)}, ${rating ? ratingText('vector', rating).toLowerCase() : 'not rated'}`
