import { number } from '../../core/format/format.ts'

/** `1 open alert`, `12 open alerts`. */
export function openAlertsText(count: number): string {
  return count === 1 ? '1 open alert' : `${number(count)} open alerts`
}
