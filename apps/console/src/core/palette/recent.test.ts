import { expect, test } from 'vitest'
import { mostRecent, recentIn, withChosen } from './recent.ts'

const item = (id: string, more: object = {}) => ({
  id,
  title: id,
  kind: 'Alerts',
  place: { to: '/org', search: { alert: id } },
  run: () => undefined,
  ...more,
})

test('[PALETTE-3] the latest choice is first, without duplicates, up to a maximum number', () => {
  const ids = Array.from({ length: mostRecent + 3 }, (_, index) => `a${index}`)
  const kept = [...ids, 'a4'].reduce((before, id) => withChosen(before, item(id)), recentIn(null))
  expect(kept.map(({ id }) => id)).toEqual(['a4', 'a8', 'a7', 'a6', 'a5', 'a3'])
})

test('[PALETTE-3] actions are not remembered', () => {
  expect(withChosen([], item('theme', { place: undefined }))).toEqual([])
})

test('[PALETTE-3] stored places are restored, without the members that cannot be stored', () => {
  const [kept] = recentIn(JSON.stringify(withChosen([], item('a1', { detail: 'ALR-1', mono: true }))))
  expect(kept).toEqual({
    id: 'a1',
    title: 'a1',
    mono: true,
    detail: 'ALR-1',
    place: { to: '/org', search: { alert: 'a1' } },
  })
})

test.for([
  null,
  '',
  '{',
  '{"a":1}',
  '[{"id":1}]',
  '[{"id":"a","title":"a","place":{"to":"https://elsewhere","search":{}}}]',
])('[PALETTE-3] %j counts as empty', (stored) => {
  expect(recentIn(stored)).toEqual([])
})
