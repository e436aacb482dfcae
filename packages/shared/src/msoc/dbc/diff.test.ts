import { expect, test } from 'vitest'
import { assignedTo } from './assigned.ts'
import { diffDbcs } from './diff.ts'
import { exampleDbc } from './example.fixture.ts'
import { parseDbc } from './parse.ts'

const read = (text: string) => {
  const { dbc } = parseDbc(text)
  if (dbc === undefined) throw new Error('the fixture is wrong')
  return dbc
}
const example = read(exampleDbc)
const changed = (...edits: [string, string][]) =>
  diffDbcs(example, read(edits.reduce((text, [before, after]) => text.replace(before, after), exampleDbc)))

test('[DBC-22] a database does not differ from itself', () => {
  expect(diffDbcs(example, example)).toEqual([])
})

test.for([
  {
    edit: ['(0.25,-100)', '(0.5,-90)'],
    signal: 'Speed',
    fields: [
      ['factor', '0.25', '0.5'],
      ['offset', '-100', '-90'],
    ],
  },
  {
    edit: ['Torque : 23|12@0-', 'Torque : 23|12@1+'],
    signal: 'Torque',
    fields: [
      ['bits', '23|12 Motorola', '23|12 Intel'],
      ['type', 'signed', 'unsigned'],
    ],
  },
  { edit: ['BO_ 291 20', 'BO_ 291 50'], signal: null, fields: [['cycle time', '20', '50']] },
  {
    edit: ['Motor: 8 ECU', 'Motor: 7 GTW'],
    signal: null,
    fields: [
      ['length', '8', '7'],
      ['sender', 'ECU', 'GTW'],
    ],
  },
  {
    edit: ['1 "Level" 2 "Paged"', '1 "Height" 2 "Paged"'],
    signal: 'Mode',
    fields: [['values', '1 "Level"', '1 "Height"']],
  },
  {
    edit: ['Deep Page 3-3', 'Deep Page 4-4'],
    signal: 'Deep',
    fields: [['multiplexing', 'at 3, 9-12 of Page', 'at 4, 9-12 of Page']],
  },
  {
    edit: ['"rpm" GTW,Tester', '"1/min" GTW'],
    signal: 'Speed',
    fields: [
      ['unit', 'rpm', '1/min'],
      ['receivers', 'Tester', ''],
    ],
  },
] as const)('[DBC-22] $edit.1 is a change of $fields.0.0', ({ edit, signal, fields }) => {
  expect(changed([edit[0], edit[1]])).toEqual([
    expect.objectContaining({
      kind: 'changed',
      signal,
      fields: fields.map(([field, before, after]) => ({ field, before, after })),
    }),
  ])
})

test('[DBC-22] a message with another id counts as another message', () => {
  expect(changed(['BO_ 600 Wide', 'BO_ 601 Wide'])).toEqual([
    { kind: 'added', message: 'Wide', id: 601, ext: false, signal: null, fields: [] },
    { kind: 'removed', message: 'Wide', id: 600, ext: false, signal: null, fields: [] },
  ])
})

test('[DBC-22] added and removed signals and changes of the database itself are listed', () => {
  expect(changed(['SG_ Always', 'SG_ Ever'], ['BU_: ECU GTW Tester', 'BU_: ECU GTW Bench'])).toEqual([
    {
      kind: 'changed',
      message: null,
      id: null,
      ext: false,
      signal: null,
      fields: [{ field: 'nodes', before: 'Tester', after: 'Bench' }],
    },
    expect.objectContaining({ kind: 'added', message: 'Modes', signal: 'Ever', fields: [] }),
    expect.objectContaining({ kind: 'removed', message: 'Modes', signal: 'Always', fields: [] }),
  ])
})

const everything = { model: '', bus: '' }
const ofBus = { model: '', bus: 'can0' }
const ofModel = { model: 'Halo', bus: '' }
const ofBoth = { model: 'Halo', bus: 'can0' }

test.for([
  { among: [everything, ofBus, ofModel, ofBoth], model: 'Halo', bus: 'can0', found: ofBoth },
  { among: [everything, ofBus, ofModel], model: 'Halo', bus: 'can0', found: ofModel },
  { among: [everything, ofBus], model: 'Halo', bus: 'can0', found: ofBus },
  { among: [everything], model: 'Halo', bus: 'can0', found: everything },
  { among: [everything, ofBus, ofModel, ofBoth], model: 'Tern', bus: 'can0', found: ofBus },
  { among: [everything, ofBus, ofModel, ofBoth], model: 'Tern', bus: 'can1', found: everything },
  { among: [everything, ofBus, ofModel, ofBoth], model: 'Halo', bus: 'can1', found: ofModel },
  { among: [ofBoth], model: 'Tern', bus: 'can0', found: undefined },
  { among: [everything, ofBus], model: '', bus: '', found: everything },
])('[DBC-21] of $among.length assignments, $found applies to $bus of $model', ({ among, model, bus, found }) => {
  expect(assignedTo(among, model, bus)).toEqual(found)
})

test("[DBC-22] a field's text is cut after a thousand characters", () => {
  const [change] = diffDbcs(
    read(`BO_ 1 M: 8 X\nCM_ BO_ 1 "${'a'.repeat(1_001)}";`),
    read(`BO_ 1 M: 8 X\nCM_ BO_ 1 "${'b'.repeat(1_000)}";`),
  )
  expect(change!.fields).toEqual([{ field: 'comment', before: `${'a'.repeat(1_000)}…`, after: 'b'.repeat(1_000) }])
})
