import { expect, test } from 'vitest'
import { actionText } from './history.ts'

test.for([
  ['row-declined', 'refused'],
  ['sent', 'sent the agreement to the other side'],
  ['cover-changed', 'changed the cover'],
  ['some-new_action', 'some new action'],
] as const)('[AGREEMENT-UI-7] the history shows %s as "%s"', ([what, text]) => {
  expect(actionText(what)).toBe(text)
})
