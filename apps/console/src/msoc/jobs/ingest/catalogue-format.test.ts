import { expect, test } from 'vitest'
import { catalogueFormat } from './catalogue-format.ts'

test("[INGEST-UI-2] a catalogue's format is determined by its file name", () => {
  expect(['a.csv', 'B.JSON', 'x.secxt.ARXML', 'y.xml', 'plain'].map(catalogueFormat)).toEqual([
    'csv',
    'json',
    'arxml',
    'arxml',
    'csv',
  ])
})
