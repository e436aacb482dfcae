import { expect, test } from 'vitest'
import { inputOf } from './draft.ts'
import { listQueryOf, CatalogueSearch } from './search.ts'

test.for([
  [{ q: 4.1 }, { q: '4.1' }],
  [{ q: '  ' }, {}],
  [
    { stride: 'denial', element: 'channel', heading: 'data' },
    { stride: 'denial', element: 'channel', heading: 'data' },
  ],
  [{ stride: 'x', element: 7, heading: 'nowhere', entry: 'no uuid', retired: 'yes', edit: 1 }, {}],
  [
    { retired: true, edit: true },
    { retired: true, edit: true },
  ],
] as const)('[CATALOGUE-UI-1] the address %j is read as %j', ([input, read]) => {
  expect(JSON.parse(JSON.stringify(CatalogueSearch.parse(input)))).toEqual(read)
})

test('[CATALOGUE-UI-2] a catalogue is queried only with its own filters', () => {
  const search = CatalogueSearch.parse({
    q: 'x',
    stride: 'denial',
    element: 'channel',
    heading: 'data',
    retired: true,
    entry: '00000000-0000-4000-8000-000000000001',
  })
  expect(listQueryOf('threat', search)).toEqual({
    catalogue: 'threat',
    q: 'x',
    stride: 'denial',
    element: 'channel',
    heading: 'data',
    retired: 'true',
  })
  expect(listQueryOf('attack', search)).toEqual({ catalogue: 'attack', q: 'x', element: 'channel', retired: 'true' })
})

test('[CATALOGUE-UI-4] a saved entry has no empty lines, duplicates, ratings without a level or empty code', () => {
  expect(
    inputOf({
      code: ' ',
      title: ' A ',
      fields: {
        techniques: ['T1', '', ' T1 ', 'T2'],
        potential: { time: 'day', window: '' },
        vector: null,
        description: 'x',
      },
    }),
  ).toEqual({
    title: 'A',
    fields: { techniques: ['T1', 'T2'], potential: { time: 'day' }, vector: null, description: 'x' },
  })
  expect(inputOf({ code: ' C ', title: 'A', fields: {} }).code).toBe('C')
})
