import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test('names are in the order of their UTF-16 units, numbers and texts as JavaScript writes them', () => {
  const document = {
    '€': 1,
    '\r': 2,
    '1': 3,
    '😀': 4,
    '\u0080': 5,
    ö: 6,
    '\ufb33': 7,
    n: [333333333.3333333, 1e30, 4.5, 0.002, 1e-27],
  }
  expect(canonicalJson(document)).toBe(
    '{"\\r":2,"1":3,"n":[333333333.3333333,1e+30,4.5,0.002,1e-27],"\u0080":5,"ö":6,"€":1,"😀":4,"\ufb33":7}',
  )
})
