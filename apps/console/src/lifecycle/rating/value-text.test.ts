import { expect, test } from 'vitest'
import { ratingValueText } from './value-text.ts'

test('[TARA-5] values are shown with the two decimals that thresholds have', () => {
  expect([2.95, 1.05, 0.85, 2, 17, 1.056].map(ratingValueText)).toEqual(['2.95', '1.05', '0.85', '2', '17', '1.06'])
})
