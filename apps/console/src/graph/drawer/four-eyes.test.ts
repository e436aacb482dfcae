import { expect, test } from 'vitest'
import { whyNotDecide } from './four-eyes.ts'

const [me, asker, other] = [{ uuid: 'me', name: 'Me' }, { uuid: 'asker', name: 'Asker' }, { uuid: 'other', name: 'Sana Das' }]

test.for([
  { name: 'asked', changed: other, review: { asked_by: me, reviewer: null }, why: 'You asked for it: somebody else decides.' },
  { name: 'changed it last', changed: me, review: { asked_by: asker, reviewer: null }, why: 'You changed it last: somebody else decides.' },
  { name: 'is not whom they asked', changed: other, review: { asked_by: asker, reviewer: other }, why: 'Sana Das was asked to decide.' },
  { name: 'is whom they asked', changed: other, review: { asked_by: asker, reviewer: me }, why: undefined },
  { name: 'is anybody', changed: other, review: { asked_by: asker, reviewer: null }, why: undefined },
])('[CG15] who $name: $why', ({ changed, review, why }) => {
  expect(whyNotDecide('me', { updated_by: changed }, review)).toBe(why)
})
