import { expect, test } from 'vitest'
import { RulesSearch } from './search.ts'
import { costText, falsePositiveText, memoryText, serviceText, versionText, warningText } from './words.ts'

test('[RULE-UI-1] filters that this page does not know are left out of the address', () => {
  expect(RulesSearch.parse({ state: 'ENABLED,GONE', severity: 'worst', q: 208, tag: ' a ' })).toEqual({
    state: 'ENABLED',
    severity: undefined,
    q: '208',
    tag: 'a',
  })
})

test('[RULE-UI-3] the share of false positives is that of the alerts that were closed as false or as true', () => {
  expect(falsePositiveText({ false_positives: 2, true_positives: 4 })).toBe('33 % of 6')
  expect(falsePositiveText({ false_positives: 0, true_positives: 0 })).toBe('')
})

test('[RULE-UI-3] the version that runs is named if it is not the newest', () => {
  expect(versionText({ version: 3, enabled_version: 2 })).toBe('v3, v2 runs')
  expect(versionText({ version: 3, enabled_version: 3 })).toBe('v3')
  expect(versionText({ version: 3, enabled_version: null })).toBe('v3')
})

test('[RULE-UI-3] what a rule reads, holds and costs', () => {
  expect(serviceText({ kind: 'detection', service: '' })).toBe('every service')
  expect(serviceText({ kind: 'correlation', service: '' })).toBe('Correlation')
  expect(memoryText({ groups: 0, entries: 0, evicted: 0 })).toBe('')
  expect(memoryText({ groups: 1200, entries: 40, evicted: 3 })).toBe('1,200 groups, 40 entries, 3 evicted')
  expect(warningText({ fault: null, evicted: 0 })).toBe(undefined)
  expect(warningText({ fault: null, evicted: 1_200 })).toMatch(/^1,200 groups were forgotten, since a rule holds/)
  expect(warningText({ fault: 'Line 1.', evicted: 3 })).toBe('It does not run: Line 1.')
  const costs = [[], [null], [null, 0.4234], [12.6]].map((all) =>
    costText(all.map((cost) => ({ microseconds_per_event: cost }))),
  )
  expect(costs).toEqual(['', '', 'Enabled rules take 0.42 µs an event', 'Enabled rules take 13 µs an event'])
})
