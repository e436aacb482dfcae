import { sensitivityBounds, sensitivityChoices } from '@carapace/shared/msoc/sensitivity/false-alerts'

/** The text of a setting: false alerts a vehicle and month; null: everything is raised. */
export function settingText(atMost: number | null): string {
  if (atMost === null) return 'Raise everything that the detectors find'
  return `At most ${falseAlertsText(atMost)} a vehicle and month`
}

/** A number of false alerts with its unit; small ones as a number of months. */
export function falseAlertsText(rate: number): string {
  const shown = rate >= 10 ? rate.toFixed(0) : rate >= 0.1 ? String(Number(rate.toPrecision(2))) : rate.toPrecision(1)
  return `${shown} false ${shown === '1' ? 'alert' : 'alerts'}`
}

/** What a user chooses: one of the choices, or a number of their own, which they may still be writing. */
export type Choice =
  { readonly kind: 'choice'; readonly atMost: number | null } | { kind: 'own'; readonly text: string }

export function choiceOf(atMost: number | null): Choice {
  return atMost === null || sensitivityChoices.some((one) => one === atMost)
    ? { kind: 'choice', atMost }
    : { kind: 'own', text: String(atMost) }
}

/** The number of a choice; undefined while it is not a number within the bounds. */
export function atMostOf(choice: Choice): number | null | undefined {
  if (choice.kind === 'choice') return choice.atMost
  const atMost = choice.text.trim() === '' ? Number.NaN : Number(choice.text.trim().replace(',', '.'))
  return atMost >= sensitivityBounds.least && atMost <= sensitivityBounds.most ? atMost : undefined
}
