import { describe, expect, test } from 'vitest'
import { isSameSearch, shownView, type View } from './views.ts'

const views: readonly View[] = [
  { id: 'open', name: 'All open', search: {} },
  { id: 'mine', name: 'My queue', search: { owner: 'me' } },
]

describe('which view is shown', () => {
  test('[VIEW-UI-1] the view in the address, even if filters were changed since', () => {
    expect(shownView(views, 'mine', { owner: 'me', severity: 'high' })?.id).toBe('mine')
  })

  test('[VIEW-UI-1] without a view in the address, the view with the same filters', () => {
    expect(shownView(views, undefined, {})?.id).toBe('open')
    expect(shownView(views, undefined, { owner: 'me' })?.id).toBe('mine')
    expect(shownView(views, undefined, { severity: 'high' })).toBeUndefined()
  })

  test('[VIEW-UI-1] no view for the id of a deleted view, and the filters stay', () => {
    expect(shownView(views, 'gone', { severity: 'high' })).toBeUndefined()
  })
})

test('[VIEW-UI-2] the order of the parameters makes no difference, and an empty parameter counts as absent', () => {
  expect(isSameSearch({ a: '1', b: '2' }, { b: '2', a: '1', c: '' })).toBe(true)
  expect(isSameSearch({ a: '1' }, { a: '2' })).toBe(false)
})
