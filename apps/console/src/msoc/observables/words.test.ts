import { expect, test } from 'vitest'
import { observablesText, tagsIn, tlpText } from './words.ts'

test('[OBSERVABLE-UI-2] counts, levels and tags are written plainly', () => {
  expect(observablesText(1)).toBe('1 observable')
  expect(observablesText(10_000, false)).toBe('10,000+ observables')
  expect(tlpText('AMBER_STRICT')).toBe('AMBER+STRICT')
  expect(tagsIn(' C2, botnet ,c2,')).toEqual(['c2', 'botnet'])
})
