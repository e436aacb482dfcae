import { expect, test } from 'vitest'
import { anAlert, uuidOf } from '../an-alert.ts'
import { filterOfCell, paramText, wordText } from './filters.ts'

const vehicle = { uuid: uuidOf(7), vin: 'VIN1', name: '', model: 'EQX-24', software_version: '' }

test.for([
  { column: 'severity', filter: { key: 'severity', word: 'medium' } },
  { column: 'alert', filter: { key: 'rule', word: 'period-deviation' } },
  { column: 'vehicle', filter: { key: 'vehicle', word: 'VIN1' } },
  { column: 'model', filter: { key: 'model', word: 'EQX-24' } },
  { column: 'owner', filter: { key: 'owner', word: 'none' } },
  { column: 'place', filter: { key: 'observable', word: 'ecu:VCU' } },
  { column: 'count', filter: undefined },
])('[QUEUE-66] the cell $column filters by what it shows', ({ column, filter }) => {
  expect(
    filterOfCell(
      column,
      anAlert(1, {
        vehicle,
        observables: [
          { kind: 'bus', value: 'CAN0' },
          { kind: 'ecu', value: 'VCU' },
        ],
      }),
    ),
  ).toEqual(filter)
})

test('[QUEUE-66] a cell without a value offers no filter, nor does a value with a comma', () => {
  expect(filterOfCell('vehicle', anAlert(1))).toBeUndefined()
  expect(filterOfCell('place', anAlert(1))).toBeUndefined()
  expect(filterOfCell('alert', anAlert(1, { rule: 'a, b' }))).toBeUndefined()
})

test('[QUEUE-66] a filter reads as a sentence', () => {
  expect([paramText('not_source'), wordText('source', 'import')]).toEqual(['source not', 'Import'])
  expect([paramText('observable'), wordText('observable', 'arbitration_id:0x2C1')]).toEqual([
    'observable',
    'arbitration id 0x2C1',
  ])
  expect(wordText('owner', 'none')).toBe('unassigned')
})
