import { type Resolution, resolutions } from '@carapace/shared/msoc/alerts/alerts'
import type { KeyboardEvent } from 'react'
import { resolutionTexts } from '../alert-management/sentences.ts'

/** One option for the resolution of alerts. */
export interface Answer<Value extends string> {
  readonly value: Value
  readonly text: string
  /** The key that selects it. */
  readonly keys: string
}

/** The resolutions with their number keys. */
export const resolutionAnswers: readonly Answer<Resolution>[] = resolutions.map((value, index) => ({
  value,
  text: resolutionTexts[value],
  keys: String(index + 1),
}))

/**
 * Handles keys in a form of options: an option's key selects it, and Enter submits it from wherever the focus is. In a
 * text area they type, and Ctrl-Enter submits.
 */
export function answerByKey<Value extends string>(
  event: KeyboardEvent,
  answers: readonly Answer<Value>[],
  choose: (value: Value) => void,
  finish: () => void,
): void {
  if (event.target instanceof HTMLTextAreaElement && !(event.key === 'Enter' && (event.ctrlKey || event.metaKey)))
    return
  const answer = answers.find(({ keys }) => keys === event.key)
  if (answer !== undefined) choose(answer.value)
  else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) finish()
  else return
  event.preventDefault()
}
