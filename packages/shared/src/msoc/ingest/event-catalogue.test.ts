import { expect, test } from 'vitest'
import { EventCatalogueEntry } from './ingest.contract.ts'
import { defaultCatalogue, defaultMeaningOf } from './event-catalogue.ts'

test('[EVENT-CATALOGUE-1] the shipped catalogue is one that could be imported', () => {
  for (const entry of defaultCatalogue) expect(EventCatalogueEntry.parse(entry)).toEqual(entry)
  expect(new Set(defaultCatalogue.map(({ event_id: id }) => id)).size).toBe(defaultCatalogue.length)
})

test("[EVENT-CATALOGUE-5] the shipped catalogue has only manufacturers' ids and none of AUTOSAR", () => {
  expect(defaultCatalogue.filter(({ event_id: id }) => id < 0x8000)).toEqual([])
})

test('[EVENT-CATALOGUE-5] a listed id has a meaning, another one is undefined', () => {
  expect(defaultMeaningOf(0x8001)?.name).toBe('SecOC verification failed')
  expect(defaultMeaningOf(0x7001)).toBeUndefined()
})
