import { expect, test } from 'vitest'
import { Assignment, nextMember } from './assignment.ts'
import { dueAt, type Escalation, isStopped, wasOverdue } from './escalation.ts'
import { isOnShift, type Shift } from './shift.ts'

const noon = new Date('2026-05-01T12:00:00Z') // a Friday
const [ann, bob, cem] = ['a', 'b', 'c'].map((end) => `00000000-0000-4000-8000-00000000000${end}`) as [
  string,
  string,
  string,
]
const assignment: Assignment = { method: 'round_robin', members: [ann, bob, cem], shift: null }
const open = (counts: Partial<Record<string, number>>) => new Map(Object.entries(counts) as [string, number][])
const all = open({ [ann]: 5, [bob]: 2, [cem]: 2 })

test('[ALERT-PIPELINE-12] members take turns, from the one after the last', () => {
  const turns = [undefined, ann, bob, cem, 'somebody who was removed']
  expect(turns.map((last) => nextMember(assignment, all, last, noon))).toEqual([ann, bob, cem, ann, ann])
})

test('[ALERT-PIPELINE-12] a member who cannot take alerts is passed over; without any there is no owner', () => {
  expect(nextMember(assignment, open({ [ann]: 0, [cem]: 9 }), ann, noon)).toBe(cem)
  expect(nextMember(assignment, open({}), ann, noon)).toBeUndefined()
})

test('[ALERT-PIPELINE-12] fewest open alerts first; of equal ones the next in turn', () => {
  const fewest = { ...assignment, method: 'fewest_open' as const }
  expect([undefined, bob].map((last) => nextMember(fewest, all, last, noon))).toEqual([bob, cem])
  expect(nextMember(fewest, open({ [ann]: 0, [bob]: 2 }), bob, noon)).toBe(ann)
})

test.for<[string, Partial<Shift>, boolean]>([
  ['2026-05-01T06:00:00Z', {}, true],
  ['2026-05-01T05:59:59Z', {}, false],
  ['2026-05-01T14:00:00Z', {}, false],
  ['2026-05-02T08:00:00Z', {}, false],
  // 23:30 on Thursday in Berlin is a quarter of the night shift of Thursday
  ['2026-04-30T21:30:00Z', { days: [4], from: '22:00', to: '06:00', zone: 'Europe/Berlin' }, true],
  ['2026-05-01T03:59:00Z', { days: [4], from: '22:00', to: '06:00', zone: 'Europe/Berlin' }, true],
  ['2026-05-01T04:00:00Z', { days: [4], from: '22:00', to: '06:00', zone: 'Europe/Berlin' }, false],
  ['2026-05-01T21:30:00Z', { days: [4], from: '22:00', to: '06:00', zone: 'Europe/Berlin' }, false],
  ['2026-05-03T23:00:00Z', { days: [7], from: '08:00', to: '08:00' }, true],
  ['2026-05-04T07:59:00Z', { days: [7], from: '08:00', to: '08:00' }, true],
])('[ALERT-PIPELINE-13] at %s within %o: %o', ([at, shift, expected]) => {
  const early: Shift = { days: [1, 2, 3, 4, 5], from: '06:00', to: '14:00', zone: 'UTC', ...shift }
  expect(isOnShift(early, new Date(at))).toBe(expected)
  expect(nextMember({ ...assignment, shift: early }, all, undefined, new Date(at)) !== undefined).toBe(expected)
})

test('[ALERT-PIPELINE-13] a shift is in a time zone that exists', () => {
  const shift = { days: [1], from: '06:00', to: '14:00', zone: 'Europe/Berlin' }
  expect(Assignment.safeParse({ ...assignment, shift }).success).toBe(true)
  expect(Assignment.safeParse({ ...assignment, shift: { ...shift, zone: 'Mars/Base' } }).success).toBe(false)
  expect(Assignment.safeParse({ ...assignment, shift: { ...shift, to: '24:00' } }).success).toBe(false)
})

const escalation: Escalation = { after_minutes: 15, unless: 'acknowledged', hand_over: null }
const at = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
const waiting = { raisedAt: noon, acknowledgedAt: null, closedAt: null }

test('[ALERT-PIPELINE-16] a timer runs from when the alert was raised, until it is acknowledged or over', () => {
  expect(dueAt(escalation, waiting)).toEqual(at(15))
  expect(isStopped(escalation, waiting)).toBe(false)
  expect(isStopped(escalation, { ...waiting, acknowledgedAt: at(1) })).toBe(true)
  expect(isStopped({ ...escalation, unless: 'closed' }, { ...waiting, acknowledgedAt: at(1) })).toBe(false)
  expect(isStopped({ ...escalation, unless: 'closed' }, { ...waiting, closedAt: at(1) })).toBe(true)
})

test.for<[object, number, boolean]>([
  [{}, 14, false],
  [{}, 15, true],
  [{ acknowledgedAt: at(14) }, 60, false],
  [{ acknowledgedAt: at(16) }, 60, true],
  [{ closedAt: at(14) }, 60, false],
])('[ALERT-PIPELINE-19] an alert with %o was overdue %i minutes later: %o', ([fields, later, expected]) => {
  expect(wasOverdue(escalation, { ...waiting, ...fields }, at(later))).toBe(expected)
})
