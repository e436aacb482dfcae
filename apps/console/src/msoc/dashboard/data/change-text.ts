import { number } from '../../../core/format/format.ts'

/**
 * The change of a count over the window, `span` long; null: nothing was counted at its start, so that there is nothing
 * to compare with (rule DASHBOARD-UI-18).
 */
export function changeText(change: number | null, span: string): string {
  if (change === null) return `not counted ${span} ago`
  if (change === 0) return `same as ${span} ago`
  return `${change > 0 ? '+' : ''}${number(change).replace('-', '−')} in ${span}`
}
