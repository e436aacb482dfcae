import { expect, test } from 'vitest'
import { withFields } from './case-fields.ts'
import { planTask } from './case-task.ts'
import { planCase } from './cases.ts'
import { mentionedIn, withoutMentionMarks } from './mentions.ts'
import { comparedBy, rankSimilar } from './similar-cases.ts'

const now = new Date('2026-10-22T17:00:00Z')
const fresh = { title: 'A case', stage: 'NEW', severity: 'high', ownerUuid: null } as const
const waiting = { uuid: 's1', name: 'Waiting for the supplier', stage: 'IN_PROGRESS' } as const

test('[CASE-10] a status brings its stage along, and another stage removes the status', () => {
  const { set, changes } = planCase(fresh, { status: waiting }, now)
  expect(set).toEqual({ stage: 'IN_PROGRESS', statusUuid: 's1' })
  expect(changes.map(({ kind }) => kind)).toEqual(['status', 'stage'])
  const held = { ...fresh, stage: 'IN_PROGRESS', statusUuid: 's1' } as const
  expect(planCase(held, { stage: 'CLOSED' }, now).set).toEqual({ stage: 'CLOSED', statusUuid: null, closedAt: now })
  expect(planCase(held, { stage: 'IN_PROGRESS' }, now).set).toEqual({})
  expect(planCase(held, { status: null }, now).set).toEqual({ statusUuid: null })
})

test('[CASE-1] marks and texts are recorded once each, long texts only by name', () => {
  const { set, changes } = planCase(
    { ...fresh, tlp: 'AMBER', tags: ['a'], lessons: 'old' },
    { tlp: 'RED', tags: ['a', 'b', 'b'], needToKnow: true, lessons: 'new', causes: '', resolution: 'LEGITIMATE' },
    now,
  )
  expect(set).toEqual({ tlp: 'RED', tags: ['a', 'b'], needToKnow: true, lessons: 'new', resolution: 'LEGITIMATE' })
  expect(changes.map(({ kind, detail }) => [kind, detail])).toEqual([
    ['resolution', { resolution: 'LEGITIMATE', was: null }],
    ['tlp', { tlp: 'RED', was: 'AMBER' }],
    ['tags', { tags: ['a', 'b'], was: ['a'] }],
    ['access', { need_to_know: true }],
    ['lessons', { texts: ['lessons'] }],
  ])
})

const definitions = [
  { uuid: 'n', name: 'Vehicles sold', type: 'number', options: [] },
  { uuid: 'd', name: 'Recall', type: 'date', options: [] },
  { uuid: 'c', name: 'Region', type: 'choice', options: ['EU', 'US'] },
  { uuid: 't', name: 'Ticket', type: 'text', options: [] },
] as const

test.for([
  { value: { n: 3, d: '2026-11-30', c: 'EU', t: 'x' }, error: undefined },
  { value: { n: '3' }, error: 'Vehicles sold is a number.' },
  { value: { d: '2026-02-31' }, error: 'Recall is a date such as 2026-11-30.' },
  { value: { d: 'tomorrow' }, error: 'Recall is a date such as 2026-11-30.' },
  { value: { c: 'Asia' }, error: 'Region is one of EU, US.' },
  { value: { t: 3 }, error: 'Ticket is a text.' },
  { value: { gone: 'x' }, error: 'A field is not there any more. Reload the page.' },
  { value: { c: null, n: null }, error: undefined },
])('[CASE-11] the values %o: $error', ({ value, error }) => {
  expect(withFields({}, value as object as Record<string, string | number | null>, definitions).errors[0]).toBe(error)
})

test('[CASE-11] null and an empty text empty a field, and only what differs counts as changed', () => {
  const { values, changed } = withFields({ n: 1, t: 'a', c: 'EU' }, { n: null, t: '', c: 'EU' }, definitions)
  expect([values, changed]).toEqual([{ c: 'EU' }, ['Vehicles sold', 'Ticket']])
})

const task = { title: 'Ask', description: '', ownerUuid: null, dueAt: null, state: 'OPEN', checklist: [] } as const

test('[CASE-17] only what differs of a task is written, and being done has a time', () => {
  expect(planTask(task, { title: 'Ask', state: 'OPEN', checklist: [] }, now)).toEqual({ set: {}, detail: {} })
  expect(planTask(task, { state: 'DONE', owner: { uuid: 'u', name: 'Ada' } }, now)).toEqual({
    set: { state: 'DONE', doneAt: now, ownerUuid: 'u' },
    detail: { state: 'DONE', was: 'OPEN', owner: 'Ada' },
  })
  expect(planTask({ ...task, state: 'DONE' }, { state: 'OPEN' }, now).set).toEqual({ state: 'OPEN', doneAt: null })
  const checklist = [{ done: true, text: 'a' }]
  expect(planTask({ ...task, checklist: [{ text: 'a', done: true }] }, { checklist }, now).set).toEqual({})
  expect(planTask(task, { checklist }, now).detail).toEqual({ checklist: { done: 1, of: 1 } })
})

const ada = '0b0e4b52-0d0f-4c3c-9a3b-1d2e3f405162'

test('[CASE-40] mentions are found once each, and become plain names', () => {
  const text = `@[Ada](user:${ada}) and @[Ada](user:${ada.toUpperCase()}), not @[x](user:1) or @Ada`
  expect(mentionedIn(text)).toEqual([ada])
  expect(withoutMentionMarks(`ask @[Ada L](user:${ada})`)).toBe('ask @Ada L')
})

const id = (value: string) => ({ kind: 'arbitration_id' as const, value })

test('[CASE-50] a case is compared by what its alerts bring along, the most frequent first', () => {
  const vin = { kind: 'vin' as const, value: 'V' }
  expect(comparedBy([[id('1'), vin], [id('2')], [id('2'), vin]])).toEqual([id('2'), id('1')])
  expect(comparedBy([Array.from({ length: 60 }, (_, i) => id(String(i)))])).toHaveLength(50)
})

test('[CASE-51] the case that shares the rarest observables comes first', () => {
  const ranked = rankSimilar([
    { observable: id('common'), cases: ['a', 'b', 'c', 'd'] },
    { observable: id('rare'), cases: ['c'] },
    { observable: id('known'), cases: ['b', 'c', 'd'] },
  ])
  expect(ranked.map(({ uuid }) => uuid)).toEqual(['c', 'b', 'd', 'a'])
  expect(ranked[0]!.shared).toEqual([id('rare'), id('known'), id('common')])
})
