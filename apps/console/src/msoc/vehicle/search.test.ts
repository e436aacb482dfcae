import { expect, test } from 'vitest'
import { plottedIn, toggledSignal, toTab, VehiclePageSearch } from './search.ts'
import { tabNamed } from './tabs.ts'

test('[VEHICLE-UI-1] a path with an unknown tab shows the first tab', () => {
  expect(tabNamed('syslog').title).toBe('Syslog')
  expect(tabNamed('phone-as-a-key').word).toBe('info')
})

test('[VEHICLE-UI-2] an invalid parameter of the address is dropped', () => {
  expect(VehiclePageSearch.parse({ vehicle: 12345, level: 9, q: '', event: 'x' })).toEqual({
    vehicle: '12345',
    event: 'x',
  })
})

test('[VEHICLE-UI-2] another tab keeps the vehicle, the window and the plotted signals', () => {
  expect(toTab({ vehicle: 'V', time: '1h', q: 'x', event: 'e', level: 3, signals: 'A' })).toEqual({
    vehicle: 'V',
    time: '1h',
    signals: 'A',
  })
})

test('[VEHICLE-UI-3] a signal is added to the plot once, removed again, and at most eight are plotted', () => {
  expect(toggledSignal({ signals: 'A' }, 'B').signals).toBe('A,B')
  expect(toggledSignal({ signals: 'A,B' }, 'A').signals).toBe('B')
  expect(toggledSignal({ signals: 'A' }, 'A').signals).toBeUndefined()
  const full = { signals: 'A,B,C,D,E,F,G,H' }
  expect(toggledSignal(full, 'I')).toEqual(full)
  expect(plottedIn({ signals: 'A,A,B,C,D,E,F,G,H,I' })).toHaveLength(8)
})
