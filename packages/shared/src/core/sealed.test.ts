import { expect, test } from 'vitest'
import { createSeal } from './sealed.ts'

const seal = createSeal('a secret of the installation', 'mail')

test('sealed text can be opened again, and two seals of one text differ', () => {
  expect(seal.open(seal.seal('grüße'))).toBe('grüße')
  expect(Buffer.from(seal.seal('one')).equals(Buffer.from(seal.seal('one')))).toBe(false)
  expect(Buffer.from(seal.seal('in clear')).includes('in clear')).toBe(false)
})

test('a changed byte, another purpose and another key are refused', () => {
  const bytes = seal.seal('kept')
  for (const at of bytes.keys())
    expect(() => seal.open(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)))).toThrow(/authenticate/)
  expect(() => createSeal('a secret of the installation', 'authenticator').open(bytes)).toThrow(/authenticate/)
  expect(() => createSeal('another', 'mail').open(bytes)).toThrow(/authenticate/)
})
