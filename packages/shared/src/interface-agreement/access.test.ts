import { expect, test } from 'vitest'
import { type Access, accesses, maySee, takesPart } from './access.ts'
import { confidentialityLevels } from './row.ts'

const reader = (access: Access, side: 'customer' | 'supplier' = 'customer') => ({ side, access, rows: [7] })
const seen = (level: Parameters<typeof maySee>[0]) =>
  accesses.filter((access) => maySee(level, 'supplier', reader(access), 7))

test('[AGREEMENT-9] the level of a row decides who of the other side sees its documents', () => {
  expect(Object.fromEntries(confidentialityLevels.map((level) => [level, seen(level)]))).toEqual({
    'highly-confidential': ['named'],
    confidential: ['member', 'named'],
    'confidential-with-third-party': ['third-party', 'member', 'named'],
    public: ['third-party', 'member', 'named'],
  })
  expect(seen('')).toEqual(seen('confidential'))
})

test('[AGREEMENT-9] members see what their own side has put into a row at every level, contacts nothing', () => {
  for (const level of confidentialityLevels) {
    expect(maySee(level, 'supplier', reader('member', 'supplier'), 7)).toBe(true)
    expect(maySee(level, 'supplier', reader('contact', 'supplier'), 7)).toBe(false)
  }
  expect(maySee('confidential', 'supplier', reader('third-party', 'supplier'), 7)).toBe(false)
})

test('[AGREEMENT-9] a third party takes part in the rows that it is invited for', () => {
  expect(takesPart(reader('third-party'), 7)).toBe(true)
  expect(takesPart(reader('third-party'), 8)).toBe(false)
  expect(maySee('public', 'supplier', reader('third-party'), 8)).toBe(false)
})
