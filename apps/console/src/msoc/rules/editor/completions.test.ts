import { expect, test } from 'vitest'
import { completionsAt, searchNames, serviceIn } from './completions.ts'
import { yamlPlace } from './yaml-place.ts'

/** The place of the `¦` in a text. */
const placeIn = (marked: string) => yamlPlace(marked.replace('¦', ''), marked.indexOf('¦'))
const wordsAt = (marked: string) => {
  const found = completionsAt(placeIn(marked), searchNames(marked))
  return found !== undefined && 'words' in found ? found.words : found?.kind
}

const start = 'title: Speed\nlogsource:\n  product: vehicle\n  service: can\ndetection:\n'

test.for([
  { marked: 'ti¦', path: [], key: undefined, typed: 'ti' },
  { marked: 'level: hi¦', path: [], key: 'level', typed: 'hi' },
  { marked: `${start}  selection:\n    sig¦`, path: ['detection', 'selection'], key: undefined, typed: 'sig' },
  {
    marked: `${start}  selection:\n    - signal.A|g¦`,
    path: ['detection', 'selection'],
    key: undefined,
    typed: 'signal.A|g',
  },
  { marked: `${start}  condition: sel¦`, path: ['detection'], key: 'condition', typed: 'sel' },
  { marked: 'tests:\n  - name: a\n    events:\n      - ser¦', path: ['tests', 'events'], key: undefined, typed: 'ser' },
  { marked: `${start}---\n  a¦`, path: [], key: undefined, typed: 'a' },
])('[RULE-UI-13] the place of "$typed" is found by the indentation', ({ marked, path, key, typed }) => {
  const place = placeIn(marked)
  expect(place).toMatchObject({ path, key, typed })
  expect(place.from).toBe(marked.indexOf('¦') - typed.length)
})

test('[RULE-UI-13] keys, values, fields and modifiers are offered where they belong', () => {
  expect(wordsAt('¦')).toContain('logsource')
  expect(wordsAt('level: ¦')).toEqual(['informational', 'low', 'medium', 'high', 'critical'])
  expect(wordsAt('logsource:\n  service: ¦')).toContain('ids-eth')
  expect(wordsAt(`${start}  selection:\n    ¦`)).toBe('fields')
  expect(wordsAt(`${start}  selection:\n    signal.A.B|¦`)).toContain('gte')
  expect(wordsAt('correlation:\n  type: ¦')).toContain('temporal_ordered')
  expect(wordsAt('correlation:\n  group-by:\n    - ¦')).toBe('fields')
  expect(wordsAt('description: ¦')).toBeUndefined()
})

test('[RULE-UI-13] a condition is completed by the names of the searches', () => {
  const searches = '  fast:\n    speed_kph|gt: 130\n\n  # the depot\n  _depot:\n    lat: 1\n'
  const text = `${start}${searches}  condition: ¦\nlevel: low\n`
  expect(searchNames(text)).toEqual(['fast', '_depot'])
  expect(wordsAt(text)).toEqual(expect.arrayContaining(['fast', '_depot', 'and', '1 of']))
  expect(searchNames('title: x')).toEqual([])
})

test('[RULE-UI-13] the fields of the service that the text names are listed', () => {
  expect(serviceIn(start)).toBe('can')
  expect(serviceIn('title: x')).toBeUndefined()
})
