import { describe, expect, test } from 'vitest'
import { caseTimers, type Clock, planClock } from './case-timers.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 9, 22, 12) + minutes * 60_000)
const fresh: Clock = {
  stage: 'NEW',
  severity: 'high',
  sla: { high: { acknowledge: 20, resolve: 100 } },
  createdAt: at(0),
  detectedAt: at(-7),
  acknowledgedAt: null,
  closedAt: null,
  pausedMs: 0,
  pausedSince: null,
}
const minute = 60_000

test('[CASE-20] time to detect is from the first sight until opening; at least 0, and unknown without alerts', () => {
  expect(caseTimers(fresh, at(1)).ttd_ms).toBe(7 * minute)
  expect(caseTimers({ ...fresh, detectedAt: at(3) }, at(1)).ttd_ms).toBe(0)
  expect(caseTimers({ ...fresh, detectedAt: null }, at(1)).ttd_ms).toBeNull()
})

test('[CASE-21] leaving the stage NEW for the first time acknowledges; moving back changes nothing', () => {
  const taken = { ...fresh, ...planClock(fresh, { stage: 'IN_PROGRESS' }, at(5)), stage: 'IN_PROGRESS' as const }
  expect(caseTimers(taken, at(9)).tta_ms).toBe(5 * minute)
  expect(planClock(taken, { stage: 'NEW' }, at(30)).acknowledgedAt).toEqual(at(5))
  expect(planClock(fresh, { severity: 'low' }, at(5)).acknowledgedAt).toBeNull()
})

describe('[CASE-22] time to resolve', () => {
  const paused = { ...fresh, ...planClock(fresh, { paused: true }, at(10)) }

  test('a pause is left out, and ends when the clock runs again', () => {
    const again = { ...paused, ...planClock(paused, { paused: false }, at(40)) }
    expect(again.pausedMs).toBe(30 * minute)
    expect(caseTimers({ ...again, stage: 'CLOSED', closedAt: at(60) }, at(90)).ttr_ms).toBe(30 * minute)
  })

  test('closing ends a pause, and asking for one while closed does nothing', () => {
    const closed = planClock(paused, { stage: 'CLOSED', paused: true }, at(25))
    expect([closed.pausedMs, closed.pausedSince]).toEqual([15 * minute, null])
    expect(caseTimers({ ...paused, ...closed, stage: 'CLOSED', closedAt: at(25) }, at(90))).toMatchObject({
      ttr_ms: 10 * minute,
      paused_ms: 15 * minute,
    })
  })

  test('while it is open there is none, but what was worked so far', () => {
    expect(caseTimers(paused, at(30))).toMatchObject({ ttr_ms: null, worked_ms: 10 * minute, paused_ms: 20 * minute })
  })
})

test('[CASE-23] due times are those of the severity, move by the pauses, and stand still with the clock', () => {
  const due = (clock: Clock) => {
    const { acknowledge_due_at: acknowledge, resolve_due_at: resolve } = caseTimers(clock, at(1))
    return [acknowledge, resolve]
  }
  expect(due(fresh)).toEqual([at(20).toISOString(), at(100).toISOString()])
  expect(due({ ...fresh, severity: 'low' })).toEqual([null, null])
  expect(due({ ...fresh, pausedMs: 5 * minute })).toEqual([at(25).toISOString(), at(105).toISOString()])
  expect(due({ ...fresh, pausedSince: at(1) })).toEqual([null, null])
  expect(planClock(fresh, { severity: 'low' }, at(1))).toMatchObject({ acknowledgeDueAt: null, resolveDueAt: null })
})

describe('[CASE-24] a time to acknowledge', () => {
  const changed = (clock: Clock, change: Parameters<typeof planClock>[1], minutes: number): Clock => ({
    ...clock,
    ...planClock(clock, change, at(minutes)),
    stage: change.stage ?? clock.stage,
  })

  test('stays missed, whatever pause comes after the acknowledgement', () => {
    const late = changed(fresh, { stage: 'IN_PROGRESS' }, 25)
    const paused = changed(late, { paused: true }, 30)
    const again = changed(paused, { paused: false }, 60)
    expect([late, again].map((clock) => caseTimers(clock, at(61)).sla)).toEqual(['missed', 'missed'])
    expect(caseTimers(again, at(61))).toMatchObject({
      acknowledge_due_at: at(20).toISOString(),
      resolve_due_at: at(130).toISOString(),
    })
  })

  test('is longer by the pauses before the acknowledgement, also by one that goes on', () => {
    const paused = changed(fresh, { paused: true }, 10)
    for (const change of [{ stage: 'IN_PROGRESS' as const }, { stage: 'IN_PROGRESS' as const, paused: false }]) {
      const taken = changed(paused, change, 40)
      const again = changed(taken, { paused: false }, 70)
      expect(caseTimers(again, at(71))).toMatchObject({ acknowledge_due_at: at(50).toISOString(), sla: 'running' })
    }
  })

  test('of a case that was paused before its due time was kept is known again when the clock runs', () => {
    const old = { ...fresh, stage: 'IN_PROGRESS' as const, acknowledgedAt: at(25), pausedSince: at(30) }
    expect(caseTimers(changed(old, { paused: false }, 60), at(61)).sla).toBe('missed')
  })
})

test.for<{ is: string; clock: Partial<Clock>; now: number }>([
  { is: 'none', clock: { sla: {} }, now: 500 },
  { is: 'none', clock: { sla: { high: { acknowledge: null, resolve: null } } }, now: 500 },
  { is: 'running', clock: {}, now: 1 },
  { is: 'at-risk', clock: {}, now: 15 },
  { is: 'missed', clock: {}, now: 21 },
  { is: 'running', clock: { acknowledgedAt: at(20) }, now: 21 },
  { is: 'missed', clock: { acknowledgedAt: at(21) }, now: 22 },
  { is: 'at-risk', clock: { acknowledgedAt: at(1) }, now: 75 },
  { is: 'paused', clock: { pausedSince: at(1) }, now: 500 },
  { is: 'kept', clock: { acknowledgedAt: at(1), closedAt: at(100), stage: 'CLOSED' }, now: 500 },
  { is: 'missed', clock: { acknowledgedAt: at(1), closedAt: at(101), stage: 'CLOSED' }, now: 500 },
  { is: 'kept', clock: { acknowledgedAt: at(1), closedAt: at(101), pausedMs: minute, stage: 'CLOSED' }, now: 500 },
])('[CASE-24] the service level of %o is $is', ({ is, clock, now }) => {
  expect(caseTimers({ ...fresh, ...clock }, at(now)).sla).toBe(is)
})
