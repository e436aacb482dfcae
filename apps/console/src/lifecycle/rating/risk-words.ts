import { type Risks, unrated } from '@carapace/shared/lifecycle/rating/assessment'

const words = {
  initial: 'Initial risk',
  today: 'Risk today',
  target: 'Target risk',
  cal: 'CAL',
} as const satisfies Record<keyof Risks, string>
const textOf = (value: number | null) => (value === null ? '–' : String(value))

/** The differences between two ratings of a threat scenario; null: there was none. */
export function riskSides(
  before: Risks | null,
  after: Risks,
): { readonly field: string; readonly was: string; readonly is: string }[] {
  const was = before ?? unrated
  return (Object.keys(words) as (keyof Risks)[])
    .filter((name) => was[name] !== after[name])
    .map((name) => ({ field: words[name], was: textOf(was[name]), is: textOf(after[name]) }))
}
