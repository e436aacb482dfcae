import { defaultGuidewords } from '@carapace/shared/functional-safety/guidewords'
import { shippedSituations } from '@carapace/shared/functional-safety/situation-catalogue'
import { expect, test } from 'vitest'
import { differences, guidewordProblems, proposedKey, retitled, situationProblems } from './edits.ts'

const { guidewords } = defaultGuidewords
const { content: catalogue } = shippedSituations

test.for([
  ['Too early', 'too-early'],
  ['  Größer (als) ', 'gro-er-als'],
  ['Über Ampère', 'uber-ampere'],
  ['No', 'no-2'],
  ['早い', 'key'],
  [' ', ''],
  [`${'long '.repeat(9)}title`, 'long-long-long-long-long-long-long-long'],
] as const)('[SAFETY-UI-19] the key of %j is %j', ([title, key]) => {
  expect(proposedKey(title, guidewords)).toBe(key)
})

test('[SAFETY-UI-19] a key is proposed that no row has, also for the longest titles', () => {
  const title = 'x'.repeat(80)
  const first = proposedKey(title, [])
  const second = proposedKey(title, [{ key: first, title }])
  const third = proposedKey(
    title,
    [first, second].map((key) => ({ key, title })),
  )
  expect(new Set([first, second, third]).size).toBe(3)
  expect(Math.max(first.length, second.length, third.length)).toBe(40)
})

test('[SAFETY-UI-19] the key of a new row follows its title, until it is typed or fixed', () => {
  const rows = [{ key: '', title: '' }]
  const named = retitled(retitled(rows, 0, 'Err', false), 0, 'Erratic', false)
  expect(named).toEqual([{ key: 'erratic', title: 'Erratic' }])
  expect(retitled([{ key: 'own', title: 'Erratic' }], 0, 'Random', false)[0]!.key).toBe('own')
  expect(retitled(named, 0, 'Random', true)).toEqual([{ key: 'erratic', title: 'Random' }])
})

test('[SAFETY-UI-18] the shipped versions have no problems', () => {
  expect([guidewordProblems(defaultGuidewords), situationProblems(catalogue)]).toEqual([{}, {}])
})

test('[SAFETY-UI-18] problems are stated with their place', () => {
  const blank = { key: '', title: '', meaning: '' }
  expect(Object.keys(guidewordProblems({ guidewords: [...guidewords, blank] }))).toEqual([
    'guidewords.15.key',
    'guidewords.15.title',
  ])
  expect(guidewordProblems({ guidewords: [...guidewords, { ...blank, key: 'none', title: ' NO ' }] })).toEqual({
    'guidewords.15.title': 'The guideword NO is there twice.',
  })
  const road = catalogue.dimensions[0]!
  expect(situationProblems({ dimensions: [{ ...road, values: [] }] })).toEqual({
    'dimensions.0.values': '1 to 40 values are required.',
  })
  const twice = { ...road, values: [road.values[0]!, road.values[0]!] }
  expect(Object.keys(situationProblems({ dimensions: [twice] }))).toEqual([
    'dimensions.0.values.1.key',
    'dimensions.0.values.1.title',
  ])
})

test('[SAFETY-UI-20] a version is compared by keys: what it adds, lacks and rates otherwise', () => {
  const erratic = { key: 'erratic', title: 'Erratic', meaning: '' }
  const other = { guidewords: [{ ...guidewords[0]!, title: 'None' }, erratic] }
  expect(differences({ guidewords: guidewords.slice(0, 2) }, other)).toEqual({
    added: ['Erratic'],
    missing: ['More'],
    rated: [],
  })
  const [road, speed] = catalogue.dimensions
  const [motorway, country] = road!.values
  const rarer = { ...motorway!, exposure: { duration: 'E3', frequency: 'E4' } as const }
  expect(
    differences(
      { dimensions: [{ ...road!, values: [motorway!, country!] }] },
      {
        dimensions: [
          { ...road!, values: [rarer] },
          { ...speed!, values: [speed!.values[0]!] },
        ],
      },
    ),
  ).toEqual({ added: ['Speed', 'Speed: Standstill'], missing: ['Road: Country road'], rated: ['Road: Motorway'] })
})
