import { expect, test } from 'vitest'
import { changeForm } from './form-change.ts'
import { readForm, typedValue } from './form-model.ts'

const text = `# Fleet rules
title: Speed above the limit # shown in the queue
level: high
logsource:
  product: vehicle
  service: can
detection:
  fast:
    signal.VehicleDynamics.VehicleSpeed|gt: 130
    model: [Aero24, Aero25]
  condition: fast
tests:
  - name: fast
    match: true
    events: []
`

test('[RULE-UI-15] a simple rule is shown as a form', () => {
  expect(readForm(text)).toEqual({
    form: {
      title: 'Speed above the limit',
      level: 'high',
      service: 'can',
      condition: 'fast',
      searches: [
        {
          name: 'fast',
          lines: [
            { field: 'signal.VehicleDynamics.VehicleSpeed', modifiers: 'gt', values: [130] },
            { field: 'model', modifiers: '', values: ['Aero24', 'Aero25'] },
          ],
        },
      ],
    },
  })
})

test.for([
  ['a second document', `${text}---\ntitle: b\n`],
  ['a correlation', 'title: a\ncorrelation:\n  type: event_count\n'],
  ['keywords', text.replace('model: [Aero24, Aero25]', '').replace('fast:\n', 'words: [a]\n  fast:\n')],
  ['a list of maps', text.replace('    model: [Aero24, Aero25]', '  other:\n    - a: 1\n    - b: 2')],
  ['null', text.replace('130', 'null')],
  ['a search in one line', 'title: a\nlogsource:\n  product: vehicle\ndetection:\n  s: {a: 1}\n  condition: s\n'],
  ['another product', text.replace('product: vehicle', 'product: linux')],
  ['a list of conditions', text.replace('condition: fast', 'condition: [fast]')],
  ['a text that is not YAML', 'title: [a'],
  ['an empty text', ''],
] as const)('[RULE-UI-15] the form does not show %s, and gives the reason', ([, other]) => {
  expect(readForm(other)).toEqual({ reason: expect.stringMatching(/\.$/) })
})

test('[RULE-UI-16] a change of the form keeps comments, and what the form does not show', () => {
  const changed = changeForm(text, { kind: 'title', value: 'Too fast' })
  expect(changed).toBe(text.replace('Speed above the limit', 'Too fast'))
  expect(changeForm(text, { kind: 'level', value: 'low' })).toBe(text.replace('level: high', 'level: low'))
})

test('[RULE-UI-16] lines are changed, added and removed', () => {
  const line = { field: 'bus', modifiers: '', values: ['can0'] }
  const added = changeForm(text, { kind: 'add-line', search: 0, to: line })
  expect(added).toBe(text.replace('Aero25]\n', 'Aero25]\n    bus: can0\n'))
  const more = { field: 'bus', modifiers: 'startswith', values: ['can', 'obd'] }
  const changed = changeForm(added, { kind: 'line', search: 0, line: 2, to: more })
  expect(readForm(changed)).toMatchObject({ form: { searches: [{ lines: [{}, {}, more] }] } })
  expect(changeForm(added, { kind: 'remove-line', search: 0, line: 2 })).toBe(text)
})

test('[RULE-UI-16] the rest of the text stays as it is written, and a list stays a list', () => {
  const odd = text
    .replace('fast:\n', 'fast:   # the limit\n')
    .replace('[Aero24, Aero25]', '# models\n      - Aero24 # first\n      - Aero25 # last')
    .replace('events: []', 'events: [ { service: can } ]')
  const line = { field: 'model', modifiers: 'contains', values: ['A, B', true] }
  expect(changeForm(odd, { kind: 'line', search: 0, line: 1, to: line })).toBe(
    odd.replace('model:', 'model|contains:').replace('Aero24 # first\n      - Aero25', 'A, B\n      - true'),
  )
  expect(changeForm(odd, { kind: 'condition', value: 'not fast' })).toBe(odd.replace(': fast\n', ': not fast\n'))
  expect(changeForm(odd, { kind: 'service', value: '' })).toBe(odd.replace('  service: can\n', ''))
})

test('[RULE-UI-16] the first line of an empty search is added, and an absent level', () => {
  const empty = 'title: New\nlogsource:\n  product: vehicle\ndetection:\n  selection:\n  condition: selection\n'
  const line = { field: 'speed_kph', modifiers: 'gt', values: [130] }
  const written = changeForm(changeForm(empty, { kind: 'add-line', search: 0, to: line }), {
    kind: 'level',
    value: 'low',
  })
  expect(readForm(written)).toMatchObject({ form: { level: 'low', searches: [{ name: 'selection', lines: [line] }] } })
  expect(readForm(changeForm(written, { kind: 'level', value: '' }))).toMatchObject({ form: { level: undefined } })
})

test('[RULE-UI-16] a typed number is a number, but not one that would lose its digits', () => {
  expect(['130', '-0.5', 'true', '0x1A0', '007', '1.', '1.0', 'two words '].map(typedValue)).toEqual([
    130,
    -0.5,
    true,
    '0x1A0',
    '007',
    '1.',
    '1.0',
    'two words ',
  ])
})
