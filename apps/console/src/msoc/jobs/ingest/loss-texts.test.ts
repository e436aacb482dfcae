import { expect, test } from 'vitest'
import { lossTexts } from './loss-texts.ts'

const none = { hosts: 0, lines: 0 }

test.for([
  [none, none, []],
  [{ hosts: 1, lines: 1 }, none, ['1 line of 1 host had no key, and no organisation is known for the host.']],
  [none, { hosts: 2, lines: 1_200 }, ['1,200 lines of 2 hosts had a key that is unknown or revoked.']],
] as const)('[SYSLOG-32] %o and %o', ([unassigned, wrongKey, texts]) => {
  expect(lossTexts({ unassigned, wrong_key: wrongKey, last_at: null })).toEqual(texts)
})
