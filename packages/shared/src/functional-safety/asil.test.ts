import { expect, test } from 'vitest'
import {
  allowedDecompositions,
  type Asil,
  asilOf,
  asils,
  type AsilTag,
  compareAsils,
  compareTags,
  controllabilities,
  exposures,
  highestTag,
  mayDecompose,
  parseTag,
  severities,
  tagText,
  wholeAsil,
} from './asil.ts'

/** By S1 to S3, then E1 to E4; C1 to C3. */
const table = [
  ['QM QM QM', 'QM QM QM', 'QM QM A', 'QM A B'],
  ['QM QM QM', 'QM QM A', 'QM A B', 'A B C'],
  ['QM QM A', 'QM A B', 'A B C', 'B C D'],
].map((rows) => rows.map((row) => row.split(' ') as Asil[]))

const triples = severities.flatMap((severity, s) =>
  exposures.flatMap((exposure, e) =>
    controllabilities.map((controllability, c) => ({
      severity,
      exposure,
      controllability,
      asil: s === 0 || e === 0 || c === 0 ? 'QM' : table[s - 1]![e - 1]![c - 1]!,
    })),
  ),
)
test.for(triples)('[ASIL-1] $severity, $exposure, $controllability is $asil', ({ asil, ...rating }) => {
  expect(asilOf(rating)).toBe(asil)
})

test('[ASIL-1] a missing class gives no ASIL, unless another one decides', () => {
  expect(asilOf({ severity: 'S3', exposure: 'E4', controllability: null })).toBeNull()
  expect(asilOf({ severity: null, exposure: 'E4', controllability: 'C3' })).toBeNull()
  expect(asilOf({ severity: 'S3', exposure: null, controllability: 'C3' })).toBeNull()
  expect(asilOf({ severity: 'S0', exposure: null, controllability: null })).toBe('QM')
  expect(asilOf({ severity: null, exposure: 'E0', controllability: null })).toBe('QM')
  expect(asilOf({ severity: null, exposure: null, controllability: 'C0' })).toBe('QM')
})

const tag = (text: string): AsilTag => {
  const read = parseTag(text)
  if (!read.ok) throw new Error(read.reason)
  return read.value
}

test('[ASIL-2] levels are compared from QM to D, and of equal levels the origin counts', () => {
  expect(asils.toSorted(compareAsils)).toEqual(['QM', 'A', 'B', 'C', 'D'])
  const sorted = ['QM', 'QM(A)', 'QM(D)', 'A', 'A(B)', 'B', 'B(D)', 'C', 'D']
  expect(sorted.toReversed().map(tag).toSorted(compareTags).map(tagText)).toEqual(sorted)
  expect(highestTag([tag('B'), null, tag('B(D)'), tag('A')])).toEqual(tag('B(D)'))
  expect(highestTag([null])).toBeNull()
  expect(highestTag([])).toBeNull()
})

test.for([
  ['D', 'D', null],
  ['b(d)', 'B', 'D'],
  [' ASIL B ( D ) ', 'B', 'D'],
  ['ASIL-C', 'C', null],
  ['qm(a)', 'QM', 'A'],
  ['D(D)', 'D', 'D'],
] as const)('[ASIL-3] %j is the level %s of %s', ([text, level, of]) => {
  expect(parseTag(text)).toEqual({ ok: true, value: { level, of } })
  expect(tag(tagText({ level, of }))).toEqual({ level, of })
})

test.for(['', 'E', 'ASIL', 'B(', 'B(E)', 'C(B)', 'D(QM)', 'B(D)(D)'])('[ASIL-3] %j is no ASIL', (text) => {
  expect(parseTag(text)).toMatchObject({ ok: false })
})

test.for([
  ['D', ['C(D)+A(D)', 'B(D)+B(D)', 'D(D)+QM(D)']],
  ['C', ['B(C)+A(C)', 'C(C)+QM(C)']],
  ['B', ['A(B)+A(B)', 'B(B)+QM(B)']],
  ['A', ['A(A)+QM(A)']],
  ['QM', []],
  ['B(D)', ['A(D)+A(D)', 'B(D)+QM(D)']],
  ['C(D)', ['B(D)+A(D)', 'C(D)+QM(D)']],
  ['QM(D)', []],
] as const)('[ASIL-4] %s may be decomposed into %j', ([whole, expected]) => {
  expect(allowedDecompositions(tag(whole)).map((pair) => pair.map(tagText).join('+'))).toEqual(expected)
})

test('[ASIL-4] two parts decompose a level when they reach one of its pairs, in any order', () => {
  const allowed = (whole: Asil) =>
    asils.flatMap((one) =>
      asils.filter((other) => mayDecompose(wholeAsil(whole), one, other)).map((other) => `${one}+${other}`),
    )
  expect(allowed('QM')).toEqual([])
  expect(allowed('A')).not.toContain('QM+QM')
  expect(allowed('B').filter((pair) => /^(QM|A)\+(QM|A)$/.test(pair))).toEqual(['A+A'])
  expect(allowed('C').filter((pair) => /^(QM|A|B)\+(QM|A|B)$/.test(pair))).toEqual(['A+B', 'B+A', 'B+B'])
  expect(allowed('D').filter((pair) => !pair.includes('D'))).toEqual(['A+C', 'B+B', 'B+C', 'C+A', 'C+B', 'C+C'])
  expect(allowed('D')).toContain('QM+D')
})
