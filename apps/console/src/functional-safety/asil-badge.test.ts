import { expect, test } from 'vitest'
import { asilColumn, asilRank, asilText, noAsil } from './asil-badge.tsx'
import { artefact } from '../graph/store/artefact.fixture.ts'

test.for([
  [null, 'No ASIL'],
  [{ level: 'QM', of: null }, 'QM'],
  [{ level: 'QM', of: 'A' }, 'ASIL QM(A)'],
  [{ level: 'B', of: 'D' }, 'ASIL B(D)'],
] as const)('[SAFETY-UI-1] an ASIL as text: %o', ([tag, text]) => {
  expect(asilText(tag)).toBe(text)
})

test('[SAFETY-UI-1] ASILs are sorted by level, then by brackets, and filtered by level', () => {
  const tags = [{ level: 'C', of: null }, { level: 'B', of: 'D' }, null, { level: 'B', of: null }] as const
  expect(tags.toSorted((a, b) => asilRank(a) - asilRank(b))).toEqual([tags[2], tags[3], tags[1], tags[0]])
  const column = asilColumn(() => tags[1])
  expect(column.has!(artefact('safety-goal', 1))).toEqual(['B'])
  expect(asilColumn(() => null).has!(artefact('safety-goal', 1))).toEqual([noAsil])
})
