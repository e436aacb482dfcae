import { expect, test } from 'vitest'
import { answered, type Answers, searchStarted, foundIn, refused } from './found.ts'

const source = (name: string) => ({ name, find: () => [] })
const [pages, alerts] = [source('pages'), source('alerts')]
const item = (id: string) => ({ id, title: id, kind: 'Alerts', run: () => undefined })
const none: Answers = new Map()

test('[PALETTE-1] items come in the order of the sources, whichever answers first', () => {
  const answers = answered(answered(none, alerts, 'x', [item('a')]), pages, 'x', [item('p')])
  expect(foundIn(answers, [pages, alerts], 'x')).toMatchObject({
    items: [{ id: 'p' }, { id: 'a' }],
    searching: false,
    failed: [],
  })
})

test('[PALETTE-2] while a source searches again its old items stay, marked as old', () => {
  const answers = searchStarted(answered(none, alerts, 'x', [item('a')]), alerts)
  expect(foundIn(answers, [alerts], 'xy')).toMatchObject({ items: [{ id: 'a', isOld: true }], searching: true })
  expect(foundIn(answered(answers, alerts, 'xy', [item('b')]), [alerts], 'xy')).toMatchObject({
    items: [{ id: 'b', isOld: false }],
    searching: false,
  })
})

test("[PALETTE-2] a source that fails is named, and the others' items stay", () => {
  const answers = refused(answered(none, pages, 'x', [item('p')]), alerts, 'x', 'Busy.')
  expect(foundIn(answers, [pages, alerts], 'x')).toMatchObject({
    items: [{ id: 'p' }],
    searching: false,
    failed: ['alerts'],
  })
})
