import { expect, test } from 'vitest'
import { changeText } from './change-text.ts'

test.for([
  [null, 'not counted 24 h ago'],
  [0, 'same as 24 h ago'],
  [3, '+3 in 24 h'],
  [-2, '−2 in 24 h'],
] as const)('[DASHBOARD-UI-18] a change of %s reads %s', ([change, text]) => {
  expect(changeText(change, '24 h')).toBe(text)
})
