import { lifecycleEntries, lifecycleKeys } from '@carapace/shared/lifecycle/program/lifecycle-entries'
import { expect, test } from 'vitest'
import { opensAt, steps, waitsFor } from './steps.ts'

const entries = lifecycleEntries({
  isConfigured: false,
  assets: 0,
  relevantAssets: 0,
  threats: 0,
  risks: 0,
  reducedRisks: 0,
})

test('[PROGRAM-PAGE-3] every step has a title and a page', () => {
  expect(Object.keys(steps)).toEqual([...lifecycleKeys])
})

test.for(entries)('[PROGRAM-PAGE-3] $lifecycle_key states its precondition', ({ error_message: message }) => {
  expect(waitsFor(message!)).toMatch(/^Please ensure .+\.$/)
  expect(message).toContain(waitsFor(message!))
})

test('[PROGRAM-PAGE-3] a closed step links to the page where its precondition is met', () => {
  const pages = lifecycleKeys.map((key) => steps[key].to as string)
  for (const [index, key] of lifecycleKeys.entries())
    expect([
      key,
      index === 0 ? opensAt[key].endsWith('/system-configuration') : pages.slice(0, index).includes(opensAt[key]),
    ]).toEqual([key, true])
})

test('[PROGRAM-PAGE-3] a message in another format is shown whole', () => {
  expect(waitsFor('Not yet.')).toBe('Not yet.')
})
