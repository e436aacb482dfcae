import { expect, test } from 'vitest'
import { defaultSituations } from './default-situations.ts'
import { shippedSituations, SituationCatalogue, whyNotSituations } from './situation-catalogue.ts'

test('[SITUATION-6] the shipped catalogue is a valid one, with all of its values', () => {
  expect(shippedSituations.content.dimensions).toEqual(defaultSituations)
  expect(whyNotSituations(shippedSituations.content)).toEqual({})
})

test('[SITUATION-6] keys and titles that are there twice are refused, with the place', () => {
  const value = (key: string, title: string) => ({ key, title, exposure: { duration: 'E1', frequency: 'E2' } }) as const
  const dimensions = [
    { key: 'road', title: 'Road', values: [value('wet', 'Wet'), value('wet', 'Dry'), value('icy', 'WET')] },
    { key: 'speed', title: 'road', values: [value('wet', 'Wet')] },
  ]
  expect(whyNotSituations({ dimensions })).toEqual({
    'dimensions.1.title': 'The dimension road is there twice.',
    'dimensions.0.values.1.key': 'The key wet is there twice.',
    'dimensions.0.values.2.title': 'The value WET is there twice.',
  })
})

test.for([
  ['no dimensions', { dimensions: [] }],
  ['a dimension without values', { dimensions: [{ key: 'road', title: 'Road', values: [] }] }],
  [
    'an exposure that does not exist',
    {
      dimensions: [
        { key: 'r', title: 'R', values: [{ key: 'v', title: 'V', exposure: { duration: 'E5', frequency: 'E1' } }] },
      ],
    },
  ],
])('[SITUATION-6] %s: refused', ([, catalogue]) => {
  expect(SituationCatalogue.safeParse(catalogue).success).toBe(false)
})
