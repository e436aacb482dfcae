import { expect, test } from 'vitest'
import {
  defaultGuidewords,
  GuidewordMethod,
  hazopCoverage,
  type HazopEntry,
  shippedGuidewords,
  whyNotGuidewords,
} from './guidewords.ts'

test('[HAZOP-1] the shipped guidewords are the eleven of IEC 61882 and four for vehicles, released', () => {
  expect(defaultGuidewords.guidewords.map(({ title }) => title.toLowerCase())).toEqual([
    'no',
    'more',
    'less',
    'as well as',
    'part of',
    'reverse',
    'other than',
    'early',
    'late',
    'before',
    'after',
    'unintended',
    'stuck',
    'intermittent',
    'wrong value',
  ])
  expect(shippedGuidewords).toMatchObject({ version: 1, state: 'released' })
})

test('[HAZOP-2] guidewords have keys and titles of their own', () => {
  expect(whyNotGuidewords(GuidewordMethod.parse(defaultGuidewords))).toEqual({})
  const [no, more] = defaultGuidewords.guidewords as [never, never]
  expect(whyNotGuidewords({ guidewords: [no, more, { key: 'no', title: 'MORE', meaning: '' }] })).toEqual({
    'guidewords.2.key': 'The key no is there twice.',
    'guidewords.2.title': 'The guideword MORE is there twice.',
  })
  expect(GuidewordMethod.safeParse({ guidewords: [] }).success).toBe(false)
})

const method: GuidewordMethod = { guidewords: defaultGuidewords.guidewords.slice(0, 3) }
const entry = (name: string, guideword: string, more: Partial<HazopEntry> = {}): HazopEntry => ({
  function: name,
  guideword,
  notApplicable: null,
  malfunctions: 0,
  reason: '',
  ...more,
})
const statesOf = (...entries: HazopEntry[]) => hazopCoverage(['brake'], method, entries).cells.map(({ state }) => state)

test('[HAZOP-3] a cell is judged with a malfunction, or with the reason why there is none', () => {
  expect(statesOf(entry('brake', 'no', { malfunctions: 2 }), entry('brake', 'more', { reason: 'Limited.' }))).toEqual([
    'judged',
    'judged',
    'open',
  ])
  expect(statesOf(entry('brake', 'no'), entry('brake', 'more', { reason: ' ' }))).toEqual(['open', 'open', 'open'])
})

test('[HAZOP-4] a guideword that does not apply has a reason; a malfunction shows that it does', () => {
  expect(
    statesOf(
      entry('brake', 'no', { notApplicable: 'It has no off state.' }),
      entry('brake', 'more', { notApplicable: '' }),
      entry('brake', 'less', { notApplicable: 'Digital.' }),
      entry('brake', 'less', { malfunctions: 1 }),
    ),
  ).toEqual(['not-applicable', 'open', 'judged'])
})

test('[HAZOP-5] the coverage is the share of cells that are not open, with the functions that have open ones', () => {
  const entries = [
    entry('brake', 'no', { malfunctions: 1 }),
    entry('brake', 'more', { notApplicable: 'x' }),
    entry('brake', 'less', { malfunctions: 1 }),
    entry('steer', 'less', { malfunctions: 3 }),
    entry('steer', 'reverse', { malfunctions: 1 }),
    entry('gone', 'no', { malfunctions: 1 }),
  ]
  const { counts, share, openFunctions, strays, cells } = hazopCoverage(['brake', 'steer'], method, entries)
  expect(counts).toEqual({ judged: 3, 'not-applicable': 1, open: 2 })
  expect(share).toBeCloseTo(4 / 6)
  expect(openFunctions).toEqual([{ function: 'steer', open: 2 }])
  expect(strays).toEqual(entries.slice(4))
  expect(cells.at(-1)).toEqual({ function: 'steer', guideword: 'less', state: 'judged', malfunctions: 3 })
  expect(hazopCoverage([], method, [])).toMatchObject({ cells: [], share: null })
})
