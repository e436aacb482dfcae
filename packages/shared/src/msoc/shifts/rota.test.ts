import { expect, test } from 'vitest'
import { daysIn, instantOf } from './local-time.ts'
import { nextHandOver, onShiftAt, type ShiftPlan, turnAfter, turnOn, turnsBetween } from './rota.ts'

const iso = (at: number) => new Date(at).toISOString().slice(0, 16)
const at = (text: string) => Date.parse(`${text}:00Z`)

/** A night shift in Berlin by default. */
const plan = (fields: Partial<ShiftPlan> = {}): ShiftPlan => ({
  uuid: 'night',
  name: 'Night',
  days: [1, 2, 3, 4, 5, 6, 7],
  from: '22:00',
  to: '06:00',
  zone: 'Europe/Berlin',
  members: ['ann', 'bob', 'cem'],
  rotation: 'together',
  startsOn: '2026-01-01',
  endsOn: null,
  ...fields,
})

test.for([
  { zone: 'Europe/Berlin', date: '2026-03-28', from: '2026-03-28T21:00', to: '2026-03-29T04:00', hours: 7 },
  { zone: 'Europe/Berlin', date: '2026-10-24', from: '2026-10-24T20:00', to: '2026-10-25T05:00', hours: 9 },
  { zone: 'America/New_York', date: '2026-03-07', from: '2026-03-08T03:00', to: '2026-03-08T10:00', hours: 7 },
  { zone: 'America/New_York', date: '2026-10-31', from: '2026-11-01T02:00', to: '2026-11-01T11:00', hours: 9 },
  { zone: 'Australia/Lord_Howe', date: '2026-04-04', from: '2026-04-04T11:00', to: '2026-04-04T19:30', hours: 8.5 },
  { zone: 'Asia/Kolkata', date: '2026-03-28', from: '2026-03-28T16:30', to: '2026-03-29T00:30', hours: 8 },
])('[SHIFT-2] the night of $date in $zone takes $hours hours', ({ zone, date, from, to, hours }) => {
  const turn = turnOn(plan({ zone }), [], date)!
  expect([iso(turn.from), iso(turn.to), (turn.to - turn.from) / 3_600_000]).toEqual([from, to, hours])
})

test.for([
  // 02:30 does not exist on the first of these days, and comes twice on the second
  { date: '2026-03-29', instant: '2026-03-29T01:30' },
  { date: '2026-10-25', instant: '2026-10-25T00:30' },
  { date: '2026-06-01', instant: '2026-06-01T00:30' },
])('[SHIFT-2] 02:30 in Berlin on $date is $instant UTC', ({ date, instant }) => {
  expect(iso(instantOf(date, '02:30', 'Europe/Berlin'))).toBe(instant)
})

test('[SHIFT-2] a shift that begins in the missing hour begins after it, and shifts leave no gap', () => {
  const early = plan({ uuid: 'a', from: '18:00', to: '02:30' })
  const late = plan({ uuid: 'b', from: '02:30', to: '10:00' })
  expect(turnOn(early, [], '2026-03-28')!.to).toBe(turnOn(late, [], '2026-03-29')!.from)
  expect(turnOn(early, [], '2026-10-24')!.to).toBe(turnOn(late, [], '2026-10-25')!.from)
})

test('[SHIFT-1] a shift begins on its days only, from its first to its last day', () => {
  const weekdays = plan({ days: [1, 5], from: '06:00', to: '14:00', startsOn: '2026-06-05', endsOn: '2026-06-12' })
  const found = turnsBetween([weekdays], [], at('2026-06-01T00:00'), at('2026-06-30T00:00'))
  expect(found.map(({ date }) => date)).toEqual(['2026-06-05', '2026-06-08', '2026-06-12'])
})

test('[SHIFT-1] a shift over midnight belongs to the day on which it begins, and ends just before its end', () => {
  const night = plan({ days: [7], zone: 'UTC' })
  const isOn = (time: string) => onShiftAt([night], [], at(time)).length === 1
  // 2026-06-07 is a Sunday
  expect(isOn('2026-06-07T21:59')).toBe(false)
  expect(isOn('2026-06-07T22:00')).toBe(true)
  expect(isOn('2026-06-08T05:59')).toBe(true)
  expect(isOn('2026-06-08T06:00')).toBe(false)
})

test.for([
  { rotation: 'together', dates: ['2026-06-01', '2026-06-02'], members: ['ann,bob,cem', 'ann,bob,cem'] },
  {
    rotation: 'each',
    dates: ['2026-06-05', '2026-06-08', '2026-06-10', '2026-06-12'],
    members: ['ann', 'bob', 'cem', 'ann'],
  },
  {
    rotation: 'weekly',
    dates: ['2026-06-05', '2026-06-08', '2026-06-12', '2026-06-15', '2026-06-22'],
    members: ['ann', 'bob', 'bob', 'cem', 'ann'],
  },
] as const)('[SHIFT-3] members take turns: $rotation', ({ rotation, dates, members }) => {
  const shared = plan({
    rotation,
    startsOn: rotation === 'together' ? '2026-06-01' : '2026-06-05',
    days: rotation === 'together' ? [1, 2] : [1, 3, 5],
  })
  expect(dates.map((date) => turnOn(shared, [], date)!.members.join())).toEqual(members)
})

test('[SHIFT-3] [SHIFT-6] who leaves keeps their place: their turns have nobody, those of the others stay', () => {
  const people = new Set(['ann', 'cem'])
  const turns = (['each', 'weekly'] as const).map((rotation) =>
    turnsBetween(
      [plan({ rotation, startsOn: '2026-06-01', days: [1, 3], people })],
      [],
      at('2026-06-01T00:00'),
      at('2026-06-17T00:00'),
    ).map(({ members }) => members.join()),
  )
  expect(turns).toEqual([
    ['ann', '', 'cem', 'ann', ''],
    ['ann', 'ann', '', '', 'cem'],
  ])
  expect(turnOn(plan({ people }), [], '2026-06-01')!.members).toEqual(['ann', 'cem'])
})

test('[SHIFT-4] [SHIFT-6] a substitute comes for a member who left, and one who left comes for nobody', () => {
  const absence = (memberUuid: string, substituteUuid: string) => ({
    shiftUuid: 'night',
    date: '2026-06-01',
    memberUuid,
    substituteUuid,
  })
  const people = new Set(['ann', 'cem', 'dee'])
  const overrides = [absence('bob', 'dee'), absence('cem', 'gone')]
  expect(turnOn(plan({ people }), overrides, '2026-06-01')).toMatchObject({ members: ['ann', 'dee'], absent: ['cem'] })
})

test('[SHIFT-4] an absent member is replaced on that day only, or by nobody', () => {
  const overrides = [
    { shiftUuid: 'night', date: '2026-06-01', memberUuid: 'ann', substituteUuid: 'dee' },
    { shiftUuid: 'night', date: '2026-06-01', memberUuid: 'bob', substituteUuid: null },
    { shiftUuid: 'other', date: '2026-06-01', memberUuid: 'cem', substituteUuid: null },
  ]
  expect(turnOn(plan(), overrides, '2026-06-01')).toMatchObject({ members: ['dee', 'cem'], absent: ['ann', 'bob'] })
  expect(turnOn(plan(), overrides, '2026-06-02')).toMatchObject({ members: ['ann', 'bob', 'cem'], absent: [] })
})

test('[SHIFT-5] the next hand-over is when a shift next begins or ends; the next shift follows at its end', () => {
  const day = plan({ uuid: 'day', name: 'Day', from: '06:00', to: '14:00', zone: 'UTC' })
  const late = plan({ uuid: 'late', name: 'Late', from: '14:00', to: '22:00', zone: 'UTC', days: [1] })
  const shifts = [day, late]
  // a Monday
  expect(iso(nextHandOver(shifts, [], at('2026-06-01T07:00'))!)).toBe('2026-06-01T14:00')
  expect(turnAfter(shifts, [], turnOn(day, [], '2026-06-01')!)).toMatchObject({ name: 'Late', date: '2026-06-01' })
  expect(turnAfter(shifts, [], turnOn(day, [], '2026-06-02')!)).toMatchObject({ name: 'Day', date: '2026-06-03' })
  expect(nextHandOver([plan({ endsOn: '2026-01-05' })], [], at('2026-06-01T07:00'))).toBeUndefined()
})

test('[KPI-5] days begin at midnight of their zone, across a change of the clocks', () => {
  const days = daysIn(at('2026-03-28T12:00'), at('2026-03-30T12:00'), 'Europe/Berlin')
  expect(days.map((day) => [day.day, iso(day.at)])).toEqual([
    ['2026-03-28', '2026-03-27T23:00'],
    ['2026-03-29', '2026-03-28T23:00'],
    ['2026-03-30', '2026-03-29T22:00'],
  ])
})
