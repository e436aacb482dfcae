import type { Effort } from '@carapace/shared/lifecycle/attack-tree/tree'
import { defaultMethod } from '@carapace/shared/lifecycle/methods/default-method'
import type { PotentialFactor } from '@carapace/shared/lifecycle/methods/method'
import { effortWords, levelWords } from '@carapace/shared/lifecycle/reports/report-words'
import type { DifferencesOf } from '../../graph/history/differences.ts'

/** A key that the shipped method does not have is shown as it is: it may be of another method, or of an old version. */
const plain = (words: string) => words.replaceAll(' (no level of the method)', '')

/** An effort of the past in the words of the shipped method: `Elapsed time ≤ 1 week, Expertise Expert`. */
export const effortText = (effort: Effort) => plain(effortWords(defaultMethod, effort))
export const levelText = (factor: PotentialFactor, level: string) => plain(levelWords(defaultMethod, factor, level))

/** The differences of an effort in a history (rule GRAPH-UI-20). */
export function effortDifferences(part: string, title: string): DifferencesOf {
  const text = (effort: unknown) => (effort ? effortText(effort as Effort) : '')
  return (before, after) => [{ part, title, before: text(before), after: text(after) }]
}
