import { expect, test } from 'vitest'
import { tagsIn } from './tags.ts'

test('[CASE-UI-41] tags are separated by commas; each is there once, and none is empty', () => {
  expect(tagsIn(' lot-11, powertrain bus,, lot-11 ,')).toEqual(['lot-11', 'powertrain bus'])
  expect(tagsIn('')).toEqual([])
})
