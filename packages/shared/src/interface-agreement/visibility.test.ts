import { expect, test } from 'vitest'
import { confidentialityLevels } from './row.ts'
import { circles, maySee } from './visibility.ts'

const seen = (level: Parameters<typeof maySee>[0]) =>
  circles.filter((circle) => maySee(level, 'supplier', { side: 'customer', circle }))

test('[AGREEMENT-9] the level of a row decides who of the other side sees its documents', () => {
  expect(Object.fromEntries(confidentialityLevels.map((level) => [level, seen(level)]))).toEqual({
    'highly-confidential': ['named'],
    confidential: ['member', 'named'],
    'confidential-with-third-party': ['third-party', 'member', 'named'],
    public: ['organisation', 'third-party', 'member', 'named'],
  })
  expect(seen('')).toEqual(seen('confidential'))
})

test('[AGREEMENT-9] members see the rows of their own side at every level, and outsiders see none', () => {
  for (const level of confidentialityLevels) {
    expect(maySee(level, 'supplier', { side: 'supplier', circle: 'member' })).toBe(true)
    expect(maySee(level, 'supplier', { side: undefined, circle: 'outside' })).toBe(false)
  }
  expect(maySee('confidential', 'supplier', { side: 'supplier', circle: 'organisation' })).toBe(false)
})
