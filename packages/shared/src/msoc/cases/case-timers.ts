import type { Severity } from '../severity.ts'
import type { Sla, Timers } from './case-values.contract.ts'
import type { CaseStage } from './cases.ts'

/** What the clocks of a case are computed from. */
export interface Clock {
  readonly stage: CaseStage
  readonly severity: Severity
  readonly sla: Sla
  readonly createdAt: Date
  readonly detectedAt: Date | null
  readonly acknowledgedAt: Date | null
  readonly closedAt: Date | null
  readonly pausedMs: number
  readonly pausedSince: Date | null
  /** As it was stored. Once the case is acknowledged it stays. */
  readonly acknowledgeDueAt?: Date | null
}

/** The columns that a change of the clock writes. */
export interface ClockSet {
  readonly acknowledgedAt: Date | null
  readonly pausedMs: number
  readonly pausedSince: Date | null
  readonly acknowledgeDueAt: Date | null
  readonly resolveDueAt: Date | null
}

const minuteMs = 60_000
/** The share of the time after which a limit is at risk. */
const atRiskAfter = 0.75

/**
 * The clocks of a case after a change (rules CASE-21 to CASE-23): it is acknowledged when it leaves the stage NEW for
 * the first time, a pause that ends is added up, closing ends a pause, and the due times move by the pauses, that to
 * acknowledge only until it is acknowledged.
 *
 * @param paused whether its clock shall stand still; undefined: as before
 */
export function planClock(
  current: Clock,
  { stage, severity, paused }: { stage?: CaseStage; severity?: Severity; paused?: boolean | undefined },
  now: Date,
): ClockSet {
  const next = stage ?? current.stage
  const stands = next !== 'CLOSED' && (paused ?? current.pausedSince !== null)
  const acknowledgedAt = current.acknowledgedAt ?? (next === 'NEW' ? null : now)
  const stoodMs = current.pausedMs + (current.pausedSince ? now.getTime() - current.pausedSince.getTime() : 0)
  const pausedMs = stands ? current.pausedMs : stoodMs
  const pausedSince = stands ? (current.pausedSince ?? now) : null
  const clock = { ...current, severity: severity ?? current.severity, acknowledgedAt, pausedMs, pausedSince }
  const due = dueTimes(clock)
  if (acknowledgedAt === null) return { acknowledgedAt, pausedMs, pausedSince, ...due }
  const untilThen = { ...clock, pausedMs: current.acknowledgedAt ? current.pausedMs : stoodMs, pausedSince: null }
  const kept = current.acknowledgedAt ? current.acknowledgeDueAt : null
  const acknowledgeDueAt = kept ?? dueTimes(untilThen).acknowledgeDueAt
  return { acknowledgedAt, pausedMs, pausedSince, ...due, acknowledgeDueAt }
}

/** When a case must be acknowledged and resolved; null without a limit, and while its clock stands still (CASE-23). */
export function dueTimes({ sla, severity, createdAt, pausedMs, pausedSince }: Clock) {
  const limits = sla[severity]
  const due = (minutes: number | null | undefined) =>
    minutes == null || pausedSince !== null ? null : new Date(createdAt.getTime() + minutes * minuteMs + pausedMs)
  return { acknowledgeDueAt: due(limits?.acknowledge), resolveDueAt: due(limits?.resolve) }
}

/** Times to detect, to acknowledge and to resolve, and the service level, at `now` (rules CASE-20 to CASE-24). */
export function caseTimers(clock: Clock, now: Date): Timers {
  const { createdAt, detectedAt, acknowledgedAt, closedAt, pausedSince } = clock
  const openedMs = createdAt.getTime()
  const end = (closedAt ?? now).getTime()
  const pausedMs = clock.pausedMs + (pausedSince ? Math.max(0, end - pausedSince.getTime()) : 0)
  const worked = Math.max(0, end - openedMs - pausedMs)
  const due = dueTimes(clock)
  if (acknowledgedAt !== null) due.acknowledgeDueAt = clock.acknowledgeDueAt ?? due.acknowledgeDueAt
  return {
    ttd_ms: detectedAt === null ? null : Math.max(0, openedMs - detectedAt.getTime()),
    tta_ms: acknowledgedAt === null ? null : Math.max(0, acknowledgedAt.getTime() - openedMs),
    ttr_ms: closedAt === null ? null : worked,
    worked_ms: worked,
    paused_ms: pausedMs,
    paused_since: pausedSince?.toISOString() ?? null,
    acknowledged_at: acknowledgedAt?.toISOString() ?? null,
    acknowledge_due_at: due.acknowledgeDueAt?.toISOString() ?? null,
    resolve_due_at: due.resolveDueAt?.toISOString() ?? null,
    sla: serviceLevel(clock, due, now),
  }
}

interface Limit {
  readonly due: Date
  /** When it was reached; null: not yet. */
  readonly met: Date | null
}

function serviceLevel(clock: Clock, due: ReturnType<typeof dueTimes>, now: Date): Timers['sla'] {
  const { sla, severity, acknowledgedAt, closedAt, createdAt, pausedSince } = clock
  const limits = sla[severity]
  if (limits?.acknowledge == null && limits?.resolve == null) return 'none'
  if (pausedSince !== null && closedAt === null) return 'paused'
  const running = [
    due.acknowledgeDueAt && { due: due.acknowledgeDueAt, met: acknowledgedAt },
    due.resolveDueAt && { due: due.resolveDueAt, met: closedAt },
  ].filter((limit) => limit !== null)
  if (running.some((limit) => (limit.met ?? now) > limit.due)) return 'missed'
  const open = running.filter(({ met }) => met === null)
  if (open.length === 0) return 'kept'
  return open.some((limit) => isAtRisk(limit, createdAt, clock.pausedMs, now)) ? 'at-risk' : 'running'
}

function isAtRisk({ due }: Limit, createdAt: Date, pausedMs: number, now: Date): boolean {
  const begin = createdAt.getTime() + pausedMs
  return now.getTime() - begin >= (due.getTime() - begin) * atRiskAfter
}
