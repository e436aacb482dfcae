import { expect, test } from 'vitest'
import { createRandom } from '../../core/random.fixture.ts'
import { evaluate, evaluatePath, holds, longestText, render, valueOf } from './evaluate.ts'
import { ExpressionError, parsePath, parseTemplate } from './expressions.ts'
import type { Comparison } from './playbook.ts'

const values = {
  alert: {
    title: 'CAN id spoofed',
    driver: 'A🚗',
    severity: 'high',
    risk: 70,
    vehicle: { vin: 'wba1', note: null },
    observables: [{ kind: 'bus', value: 'can0' }],
    tags: ['a', 'b'],
    first: { arbitration_id: '0x2C1' },
    raised_at: '2026-03-04T05:06:07.000Z',
  },
}

test.for([
  ['{{ alert.vehicle.vin }}', 'wba1'],
  ['{{alert.vehicle.vin|upper}}', 'WBA1'],
  ['x{{ alert.observables.0.value }}y', 'xcan0y'],
  ['{{ alert.missing.deep | default("none") }}', 'none'],
  ['{{ alert.missing }}', ''],
  ['{{ alert.vehicle.note | default("}} \\"quoted\\"") }}', '}} "quoted"'],
  ['{{ alert.tags | join("+") }}', 'a+b'],
  ['{{ alert.tags | length }}', '2'],
  ['{{ alert.tags.length }}', '2'],
  ['{{ alert.tags | json }}', '["a","b"]'],
  ['{{ alert.tags }}', '["a","b"]'],
  ['{{ alert.tags | last | upper }}', 'B'],
  ['{{ alert.risk | hex }}', '0x46'],
  ['{{ alert.title | replace("CAN", "$&") | truncate(6) }}', '$& id '],
  ['{{ alert.title | url }}', 'CAN%20id%20spoofed'],
  ['{{ alert.raised_at | date }}', '2026-03-04 05:06'],
  ['{{ alert.driver | truncate(2) }}', 'A'],
  ['{{ alert.driver | first }}{{ alert.driver | last }}', 'A🚗'],
  ['{{ alert.title | replace("CAN ", "") }}', 'id spoofed'],
  ['a } b { c', 'a } b { c'],
] as const)('[PLAYBOOK-3] %s is rendered as %s', ([text, expected]) => {
  expect(render(text, values)).toBe(expected)
})

test.for([
  ['{{ alert.title', 0, 'never closed'],
  ['{{ }}', 3, 'must be a path'],
  ['{{ alert..title }}', 9, 'name of a field'],
  ['{{ alert.title | shout }}', 17, 'no filter "shout"'],
  ['{{ alert.title | upper("x") }}', 17, 'takes 0 arguments'],
  ['{{ alert.title + 1 }}', 15, 'not expected'],
  ['{{ alert.title | replace("", "x") }}', 17, 'text to look for'],
  ['{{ alert.title | default(x) }}', 25, 'text in quotes'],
  ['{{ alert.title | default("x" }}', 29, '")" is missing'],
  ['{{ a() }}', 4, 'not expected'],
] as const)('[PLAYBOOK-3] %s is refused at its character %i', ([text, at, message]) => {
  const error = (() => {
    try {
      return parseTemplate(text)
    } catch (thrown) {
      return thrown
    }
  })() as ExpressionError
  expect(error).toBeInstanceOf(ExpressionError)
  expect([error.at, error.message]).toEqual([at, expect.stringContaining(message)])
})

test.for(['constructor', '__proto__', 'toString', 'alert.constructor.name', 'alert.title.length', 'alert.tags.map'])(
  '[PLAYBOOK-4] %s reaches nothing: only own properties are read',
  (path) => {
    expect(evaluatePath(path, values)).toBeUndefined()
  },
)

test('[PLAYBOOK-3] a template that is one expression keeps the type of its value', () => {
  expect(valueOf(' {{ alert.risk }} ', values)).toBe(70)
  expect(valueOf('{{ alert.tags }}', values)).toEqual(['a', 'b'])
  expect(valueOf('{{ alert.risk }} %', values)).toBe('70 %')
})

const long = 'x'.repeat(60_000)

test.for([
  ['{{ items | join(",") }}', { items: Array.from({ length: 10_000 }, () => long) }],
  [`{{ items | join("${'-'.repeat(10_000)}") }}`, { items: Array.from({ length: 50_000 }, () => 'a') }],
  [`{{ long | replace("x", "${'y'.repeat(10_000)}") }}`, { long }],
  ['{{ long | json | json | json | json | json | json | json | json | json | json }}', { long: '"'.repeat(60_000) }],
  ['{{ long }}'.repeat(2_000), { long }],
] as const)(
  '[PLAYBOOK-1] %# a template makes at most 64 Ki characters, and nothing much longer on the way',
  ([text, read]) => {
    const began = performance.now()
    expect(render(text, read)).toHaveLength(longestText)
    expect(performance.now() - began).toBeLessThan(1_000)
  },
)

test('[PLAYBOOK-1] a template whose expressions read too much is refused, however little they make', () => {
  const text = '{{ long | upper | truncate(1) }}'.repeat(600)
  expect(() => render(text, { long: { long } })).toThrow('too much text')
})

test('[PLAYBOOK-3] any text is rendered or refused with a position inside it', () => {
  const random = createRandom(7)
  const pieces = [
    '{{',
    '}}',
    '|',
    '.',
    '"',
    '\\',
    '(',
    ')',
    ',',
    ' ',
    'alert',
    'upper',
    'default',
    '0',
    '-1',
    'é',
    '\n',
  ]
  for (let round = 0; round < 3_000; round += 1) {
    const text = Array.from({ length: 1 + random(14) }, () => pieces[random(pieces.length)]).join('')
    try {
      for (const part of parseTemplate(text)) if (typeof part !== 'string') evaluate(part, values)
    } catch (error) {
      expect(error, text).toBeInstanceOf(ExpressionError)
      expect((error as ExpressionError).at).toBeLessThanOrEqual(text.length)
    }
  }
  expect(() => parsePath('')).toThrow(ExpressionError)
})

const holdsFor = (field: string, op: Comparison['op'], value = '') =>
  holds({ match: 'all', tests: [{ field, op, value }] }, values)

test.for([
  ['alert.severity', 'equals', 'HIGH', true],
  ['alert.severity', 'at_least', 'medium', true],
  ['alert.severity', 'greater', 'critical', false],
  ['alert.severity', 'one_of', 'low, high', true],
  ['alert.risk', 'greater', '69.5', true],
  ['alert.risk', 'equals', '70.0', true],
  ['alert.risk', 'at_most', '{{ alert.risk }}', true],
  ['alert.title', 'contains', 'SPOOF', true],
  ['alert.title', 'greater', 'a', false],
  ['alert.tags', 'contains', 'b', true],
  ['alert.tags', 'not_contains', 'c', true],
  ['alert.vehicle.note', 'is_set', '', false],
  ['alert.missing', 'is_not_set', '', true],
  ['alert.raised_at', 'less', '2026-03-05T00:00:00Z', true],
  ['alert.title', 'starts_with', 'can', true],
  ['alert.title', 'ends_with', 'x', false],
] as const)('[PLAYBOOK-6] %s %s "%s" is %s', ([field, op, value, expected]) => {
  expect(holdsFor(field, op, value)).toBe(expected)
})

test('[PLAYBOOK-6] groups need all or any of their tests', () => {
  const yes = { field: 'alert.risk', op: 'equals', value: '70' } as const
  const no = { field: 'alert.risk', op: 'equals', value: '1' } as const
  expect(holds({ match: 'any', tests: [no, { match: 'all', tests: [yes, yes] }] }, values)).toBe(true)
  expect(holds({ match: 'all', tests: [yes, { match: 'any', tests: [no, no] }] }, values)).toBe(false)
})
