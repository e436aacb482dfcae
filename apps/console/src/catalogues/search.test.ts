import { expect, test } from 'vitest'
import { saidOf } from './draft.ts'
import { askedOf, CatalogueSearch } from './search.ts'

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
] as const)('[CATALOGUE-UI-1] an address that says %j is read as %j', ([said, read]) => {
  expect(JSON.parse(JSON.stringify(CatalogueSearch.parse(said)))).toEqual(read)
})

test('[CATALOGUE-UI-2] a catalogue is asked by its own filters only', () => {
  const search = CatalogueSearch.parse({
    q: 'x',
    stride: 'denial',
    element: 'channel',
    heading: 'data',
    retired: true,
    entry: '00000000-0000-4000-8000-000000000001',
  })
  expect(askedOf('threat', search)).toEqual({
    catalogue: 'threat',
    q: 'x',
    stride: 'denial',
    element: 'channel',
    heading: 'data',
    retired: 'true',
  })
  expect(askedOf('attack', search)).toEqual({ catalogue: 'attack', q: 'x', element: 'channel', retired: 'true' })
})

test('[CATALOGUE-UI-4] what is saved has no empty lines, doubles or ratings without a level, and no code where none was typed', () => {
  expect(
    saidOf({
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
  expect(saidOf({ code: ' C ', title: 'A', fields: {} }).code).toBe('C')
})
