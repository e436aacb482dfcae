import { type Resolution, resolutions } from '@carapace/shared/msoc/alerts/alerts'
import type { KeyboardEvent } from 'react'
import { resolutionTexts } from '../alert-management/sentences.ts'

/** One way to answer how alerts are resolved. */
export interface Answer<Value extends string> {
  readonly value: Value
  readonly text: string
  /** The key that chooses it. */
  readonly keys: string
}

/** The resolutions by their number keys. */
export const resolutionAnswers: readonly Answer<Resolution>[] = resolutions.map((value, index) => ({
  value,
  text: resolutionTexts[value],
  keys: String(index + 1),
}))

/** In a form of answers an answer's key chooses it, and Enter gives it from wherever the focus is. */
export function answerByKey<Value extends string>(
  event: KeyboardEvent,
  answers: readonly Answer<Value>[],
  choose: (value: Value) => void,
  finish: () => void,
): void {
  const answer = answers.find(({ keys }) => keys === event.key)
  if (answer !== undefined) choose(answer.value)
  else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) finish()
  else return
  event.preventDefault()
}
