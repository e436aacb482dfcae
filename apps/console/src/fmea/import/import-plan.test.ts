import { expect, test } from 'vitest'
import { lineReader } from '../worksheet/lines.ts'
import { stepOf } from '../worksheet/step-of.ts'
import { columns, contextOf, first, fmea, rated, small } from '../worksheet/worksheet.fixture.ts'
import { importPlan, tableOf } from './import-plan.ts'

const lines = lineReader()(small, fmea.uuid, rated)
const head = [
  'Function',
  'Failure Effect',
  'S',
  'Failure Mode',
  'Failure Cause',
  'O',
  'Detection Action',
  'Responsible',
]
const plan = (...rows: string[][]) => importPlan(tableOf([['DFMEA of the brake'], head, ...rows])!, lines, columns)

test('[FMEA-UI-13] headings are found below the head of the form', () => {
  expect(tableOf([['DFMEA of the brake'], head])).toMatchObject({
    mapping: ['function', 'effect', 'severity', 'mode', 'cause', 'occurrence', 'detectionAction', 'responsible'],
    firstRow: 3,
  })
  expect(tableOf([['Nothing', 'of it']])).toBeUndefined()
})

test('[FMEA-UI-13] a row of a known chain changes its line, also when the case differs', () => {
  const { added, changes, changed, same } = plan([
    '',
    'vehicle does not STOP',
    '9',
    'Brake force lost',
    'Seal leaks',
    '4',
    '',
    '',
  ])
  expect([added, changed, same]).toEqual([[], 1, 0])
  expect(changes).toEqual([{ target: first.uuid, column: 'severity', before: 10, after: 9 }])
})

test('[FMEA-UI-13] a row that a line has already changes nothing', () => {
  expect(plan(['', 'Vehicle does not stop', '10', 'Brake force lost', 'Seal leaks', '4', '', ''])).toMatchObject({
    added: [],
    changes: [],
    same: 1,
    changed: 0,
  })
})

test('[FMEA-UI-13] cells below merged cells take what is above', () => {
  const { added } = plan(
    ['Brake', 'Crash', '10', 'Too late', 'Pump is slow', '3', '', ''],
    ['', '', '', '', 'Valve sticks', '2', '', ''],
    ['', '', '', 'Too early', 'Sensor is wrong', '2', '', ''],
  )
  expect(added.map(({ element, effect, mode, cause }) => [element, effect, mode, cause])).toEqual([
    ['Brake', 'Crash', 'Too late', 'Pump is slow'],
    ['Brake', 'Crash', 'Too late', 'Valve sticks'],
    ['Brake', undefined, 'Too early', 'Sensor is wrong'],
  ])
})

test('[FMEA-UI-13] a cell that is not valid is refused with its row, the others are taken', () => {
  const { added, refused } = plan(['', 'Crash', '12', 'Too late', 'Pump is slow', '3', '', ''])
  expect(added).toMatchObject([{ mode: 'Too late', occurrence: 3 }])
  expect(refused).toEqual([{ row: 3, reason: 'S: At most 10.' }])
})

test('[FMEA-UI-13] an action has the type of its column, and is made for the line', () => {
  const { changes } = plan(['', 'Vehicle does not stop', '', 'Brake force lost', 'Seal leaks', '', 'Test it', 'Ben'])
  const { step } = stepOf(contextOf(small), { changes, added: [] })
  expect(step.made).toMatchObject([
    { kind: 'fmea-action', title: 'Test it', fields: { type: 'detection', owner: 'Ben' } },
  ])
})
