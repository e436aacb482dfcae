import { keyOf } from '@carapace/shared/msoc/can/frame'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  AnalyzerLook,
  idWord,
  plottedIn,
  selectedIn,
  spanIn,
  spanWord,
  toggledPlot,
  usualPlot,
  viewOf,
} from './search.ts'

const Look = z.object(AnalyzerLook)

test.for([
  { id: 'can0/2C1', selected: { bus: 'can0', key: 0x2c1 } },
  { id: 'can0/18FEF100', selected: { bus: 'can0', key: keyOf(0x18fef100, true) } },
  { id: '/00A', selected: { bus: '', key: 0xa } },
])('[ANALYZER-UI-1] $id in the address is an id of a bus, and is written the same way', ({ id, selected }) => {
  expect(selectedIn({ id })).toEqual(selected)
  expect(idWord(selected)).toBe(id)
})

test.for(['can0', 'can0/8FF', 'can0/2C', 'can0/FFFFFFFF', 'can0/xyz', ''])(
  '[ANALYZER-UI-1] %j in the address is no id',
  (id) => {
    expect(selectedIn({ id })).toBeUndefined()
  },
)

test('[ANALYZER-UI-1] invalid parts of the address are dropped', () => {
  expect(Look.parse({ at: 'noon', mode: 'sideways', bus: 0, q: 123, id: '', dbc: 'x' })).toEqual({ bus: '0', q: '123' })
})

test.for(['', '5', '5~', '~5', '9~5', '5~5', 'a~b'])('[ANALYZER-UI-1] %j in the address is no span', (span) => {
  expect(spanIn({ span })).toBeUndefined()
})

test('[ANALYZER-UI-1] a span is the same after writing and reading the address', () => {
  expect(spanIn({ span: spanWord({ from: 1_000.4, to: 2_000 }) })).toEqual({ from: 1_000, to: 2_000 })
})

test('[ANALYZER-UI-2] a signal is added to the plot once, removed again, and at most five are plotted', () => {
  expect(toggledPlot([], 'M.A')).toBe('M.A')
  expect(toggledPlot(['M.A', 'M.B'], 'M.A')).toBe('M.B')
  expect(plottedIn({ plot: toggledPlot(['M.A'], 'M.A') })).toEqual([])
  expect(toggledPlot(['a', 'b', 'c', 'd', 'e'], 'f')).toBe('a,b,c,d,e')
  expect(plottedIn({ plot: 'a,a,b' })).toEqual(['a', 'b'])
})

test('[ANALYZER-UI-2] without a selection, the first signals that change and have a unit are plotted', () => {
  const signal = (name: string, unit: string, isConstant = false) => ({ name, unit, isConstant })
  expect(
    usualPlot({
      name: 'M',
      signals: [
        signal('Mode', ''),
        signal('Torque', 'Nm'),
        signal('Oil', 'degC', true),
        signal('Speed', 'rpm'),
        signal('Load', '%'),
      ],
    }),
  ).toBe('M.Torque,M.Speed')
  expect(usualPlot(null)).toBe('')
})

test('[ANALYZER-UI-1] an empty address shows the latest frame of each id on all buses', () => {
  expect(viewOf({}, undefined)).toEqual({
    mode: 'overwrite',
    bus: undefined,
    filter: '',
    selected: undefined,
    span: undefined,
    focusTime: undefined,
  })
})
