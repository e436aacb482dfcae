import { expect, test } from 'vitest'
import { countdown, type Rota, rotaAt } from './rota-data.ts'

const [ann, bob] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'] as const
const shift = (uuid: string, name: string, from: string, to: string, members: string[]) => ({
  uuid,
  name,
  days: [1, 2, 3, 4, 5, 6, 7],
  from,
  to,
  zone: 'UTC',
  members,
  rotation: 'together' as const,
  starts_on: '2026-01-01',
  ends_on: null,
  revision: 1,
})
const rota: Rota = {
  shifts: [shift('day', 'Day', '06:00', '14:00', [ann, 'gone']), shift('late', 'Late', '14:00', '22:00', [bob])],
  overrides: [],
  people: [
    { uuid: ann, name: 'Ann' },
    { uuid: bob, name: 'Bob' },
  ],
  on_shift: [],
}

test('[SHIFT-UI-1] the page shows who is on and who follows; at night nobody is on and the first shift is next', () => {
  const at = (time: string) => rotaAt(rota, Date.parse(`2026-06-01T${time}:00Z`))
  expect(at('07:00').turns).toMatchObject([{ name: 'Day', members: [ann] }])
  expect(at('07:00').next).toMatchObject([{ name: 'Late', members: [bob] }])
  expect(at('23:00').turns).toEqual([])
  expect(at('23:00').next).toMatchObject([{ name: 'Day', date: '2026-06-02' }])
})

test('[SHIFT-3] a member who left keeps their place in the turns', () => {
  const shifts = [{ ...shift('day', 'Day', '06:00', '14:00', ['gone', ann, bob]), rotation: 'each' as const }]
  const on = (date: string) => rotaAt({ ...rota, shifts }, Date.parse(`${date}T07:00:00Z`)).turns[0]!.members
  expect(['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'].map(on)).toEqual([[], [ann], [bob], []])
})

test.for([
  { ms: 9_000, text: '0 min 09 s' },
  { ms: 3_599_000, text: '59 min 59 s' },
  { ms: 22_320_000, text: '6 h 12 min' },
  { ms: 3 * 86_400_000 + 3_600_000, text: '3 d 1 h' },
  { ms: -5, text: '0 min 00 s' },
])('[SHIFT-UI-1] the countdown of $ms ms is $text', ({ ms, text }) => {
  expect(countdown(ms)).toBe(text)
})
