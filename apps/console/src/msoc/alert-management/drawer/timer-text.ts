import { timerLine } from '../../../core/format/timer.ts'
import type { Detail } from './use-alert-detail.ts'

/** `Overdue in 4:12 min unless acknowledged, by the step “Night shift” of Ann`. */
export function timerText(
  { due_at: dueAt, unless, reason, author, hands_over: handsOver }: Detail['timers'][number],
  now: number,
): string {
  const rest = Date.parse(dueAt) - now
  const when = rest <= 0 ? 'Overdue now' : `Overdue in ${timerLine(Math.ceil(rest / 1_000) * 1_000)}`
  const then = handsOver ? ', then handed over' : ''
  return `${when} unless ${unless}${then}, by the step “${reason}” of ${author}`
}
