import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import { span } from '../facts.ts'

/** What the clock of a case's service level shows. */
export interface Due {
  readonly state: Case['timers']['sla']
  /** "due in 2 h 10 min", "late by 41 s"; empty without a limit. */
  readonly text: string
  /** Which limit it is: the one that comes next. */
  readonly limit: 'acknowledge' | 'resolve' | undefined
}

type Clock = Pick<Case['timers'], 'sla' | 'acknowledged_at' | 'acknowledge_due_at' | 'resolve_due_at'>

/**
 * The next limit of a case: to acknowledge until somebody took it up, then to resolve (rule CASE-UI-42 of ../SPEC.md).
 * `now` in epoch ms: between two answers of the server the clock goes on here.
 */
export function dueOf({ sla, acknowledged_at, acknowledge_due_at, resolve_due_at }: Clock, now: number): Due {
  const isWaiting = acknowledged_at === null && acknowledge_due_at !== null
  const at = isWaiting ? acknowledge_due_at : resolve_due_at
  const limit = at === null ? undefined : isWaiting ? 'acknowledge' : 'resolve'
  if (sla === 'none' || limit === undefined || at === null) return { state: sla, text: '', limit }
  if (sla === 'kept') return { state: sla, text: 'kept', limit }
  if (sla === 'paused') return { state: sla, text: 'paused', limit }
  const left = Date.parse(at) - now
  return left < 0
    ? { state: 'missed', text: `late by ${span(-left)}`, limit }
    : { state: sla, text: sla === 'missed' ? 'missed' : `in ${span(left)}`, limit }
}
