import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.for([
  ['Maya Rao', 'm@x.example', 'MR'],
  ['  maya  lena rao ', '', 'ML'],
  ['Maya', '', 'MA'],
  ['', 'sdoe@x.example', 'SD'],
  ['Ö', '', 'Ö'],
  ['', '', ''],
] as const)('[FORMAT-3] %s <%s> is %s', ([name, email, initials]) => {
  expect(initialsOf(name, email)).toBe(initials)
})
