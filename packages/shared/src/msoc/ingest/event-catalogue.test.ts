import { expect, test } from 'vitest'
import { EventCatalogueEntry } from './ingest.contract.ts'
import { defaultCatalogue, defaultMeaningOf } from './event-catalogue.ts'

test('[EVENT-CATALOGUE-1] what ships is a catalogue that could be imported', () => {
  for (const entry of defaultCatalogue) expect(EventCatalogueEntry.parse(entry)).toEqual(entry)
  expect(new Set(defaultCatalogue.map(({ event_id: id }) => id)).size).toBe(defaultCatalogue.length)
})

test("[EVENT-CATALOGUE-5] what ships names manufacturers' ids only, and leaves AUTOSAR's to the imported catalogues", () => {
  expect(defaultCatalogue.filter(({ event_id: id }) => id < 0x8000)).toEqual([])
})

test('[EVENT-CATALOGUE-5] an id that the list has is told, another is undefined', () => {
  expect(defaultMeaningOf(0x8001)?.name).toBe('SecOC verification failed')
  expect(defaultMeaningOf(0x7001)).toBeUndefined()
})
