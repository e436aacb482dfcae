import { describe, expect, test } from 'vitest'
import { parseSigma } from './parse.ts'
import { documentsOf, ruleWith } from './sigma.fixture.ts'

const whole = `title: Engine immobiliser switched off
id: 2aa1440c-9ae9-4d92-84a7-a9e5f5e31695
name: immobiliser_off
status: test
level: high
author: The SOC
tags:
    - attack.t1211
falsepositives:
    - Service in a workshop
logsource:
    product: Vehicle
    service: syslog
detection:
    selection:
        app: immobiliser
        message|contains: 'off'
    condition: selection
`

function faultsOf(text: string): string[] {
  return parseSigma(text).faults.map(({ line, column, message }) => `${line}:${column} ${message}`)
}

describe('texts', () => {
  test('[SIGMA-1] a rule is read with what it states about itself', () => {
    expect(documentsOf(whole)).toMatchObject([
      {
        kind: 'detection',
        title: 'Engine immobiliser switched off',
        name: 'immobiliser_off',
        status: 'test',
        level: 'high',
        tags: ['attack.t1211'],
        falsePositives: ['Service in a workshop'],
        logSource: { product: 'vehicle', service: 'syslog' },
      },
    ])
  })

  test('[SIGMA-1] the other documents of a text are read', () => {
    const { documents, faults } = parseSigma(`${whole}---\ntitle: Nothing else\n---\n${whole}`)
    expect(documents.map(({ title }) => title)).toHaveLength(2)
    expect(faults.map(({ line }) => line)).toEqual([20, 20])
  })

  test.for([
    { rule: 'SIGMA-2', what: 'no YAML', text: 'title: "open\nb: 1', fault: '2:5 The text is not valid YAML' },
    { rule: 'SIGMA-2', what: 'a key twice', text: 'title: a\ntitle: b', fault: '2:1 The text is not valid YAML' },
    { rule: 'SIGMA-2', what: 'a key that is a list', text: '[a, b]: 1', fault: '1:1 A key must be a text.' },
    { rule: 'SIGMA-2', what: 'an infinite number', text: `title: .inf`, fault: '1:8 A number must be finite.' },
    { rule: 'SIGMA-2', what: 'an alias', text: 'title: &t x\ndescription: *t', fault: '2:14 Anchors and aliases' },
    { rule: 'SIGMA-3', what: 'a long text', text: `#${' '.repeat(1_048_576)}`, fault: '1:1 The text has more than' },
    { rule: 'SIGMA-3', what: 'many documents', text: 'a: 1\n---\n'.repeat(5_001), fault: '1:1 The text has more than' },
    { rule: 'SIGMA-4', what: 'no title', text: 'id: a', fault: '1:1 A rule must have a title.' },
    { rule: 'SIGMA-4', what: 'a long title', text: `title: ${'t'.repeat(257)}`, fault: '1:8 A title has at most 256' },
    { rule: 'SIGMA-4', what: 'a level', text: 'title: t\nlevel: huge', fault: '2:8 "level" must be one of' },
    {
      rule: 'SIGMA-5',
      what: 'no log source',
      text: 'title: t\ndetection: {a: {b: 1}, condition: a}',
      fault: '1:1 A rule must have a "logsource".',
    },
    {
      rule: 'SIGMA-5',
      what: 'an empty log source',
      text: 'title: t\nlogsource: {definition: d}',
      fault: '2:12 "logsource" must name',
    },
    { rule: 'SIGMA-1', what: 'a deep text', text: '['.repeat(100_000), fault: 'The text is not valid YAML' },
    { rule: 'SIGMA-1', what: 'an empty text', text: '# nothing\n', fault: '1:1 The text has no rule.' },
    { rule: 'SIGMA-1', what: 'a list', text: '- a', fault: '1:1 A rule must have keys' },
  ])('[$rule] $what is a fault at its place', ({ text, fault }) => {
    expect(faultsOf(text)).toContainEqual(expect.stringContaining(fault))
  })

  test('[SIGMA-3] at most 100 faults are reported', () => {
    expect(parseSigma('a: 1\n---\n'.repeat(400)).faults).toHaveLength(100)
  })

  test('[SIGMA-4] an id and a tag of another form are warnings', () => {
    const { documents, warnings } = parseSigma(whole.replace('2aa1440c-', 'x').replace('attack.t', 'ATTACK T'))
    expect(documents).toHaveLength(1)
    expect(warnings.map(({ line }) => line)).toEqual([2, 8])
  })
})

describe('search identifiers', () => {
  test.for([
    { rule: 'SIGMA-6', what: 'an empty map', lines: 'a: {}\ncondition: a', fault: 'must have fields' },
    { rule: 'SIGMA-6', what: 'an empty list', lines: 'a: []\ncondition: a', fault: 'must have values' },
    { rule: 'SIGMA-7', what: 'all with one value', lines: 'a:\n  f|all: x\ncondition: a', fault: '"all" needs more' },
    {
      rule: 'SIGMA-9',
      what: 'null in a list',
      lines: "a:\n  f: ['', null]\ncondition: a",
      fault: 'null must be the only',
    },
    { rule: 'SIGMA-9', what: 'null as a keyword', lines: 'a: [null]\ncondition: a', fault: 'null must be the only' },
    {
      rule: 'SIGMA-10',
      what: 'a map as a value',
      lines: 'a:\n  f: {g: 1}\ncondition: a',
      fault: 'has keys where it needs',
    },
    { rule: 'SIGMA-10', what: 'a list in a list', lines: 'a:\n  f: [[1]]\ncondition: a', fault: 'A value must be' },
    {
      rule: 'SIGMA-10',
      what: 'many values',
      lines: `a:\n  f: [${'1,'.repeat(10_001)}]\ncondition: a`,
      fault: 'at most 10,000',
    },
    {
      rule: 'SIGMA-11',
      what: 'a timeframe',
      lines: 'a: [x]\ntimeframe: 5m\ncondition: a',
      fault: '"timeframe" is no longer',
    },
    {
      rule: 'SIGMA-11',
      what: 'an aggregation',
      lines: 'a: [x]\ncondition: a | count() > 5',
      fault: 'write a correlation rule',
    },
  ])('[$rule] $what is a fault', ({ lines, fault }) => {
    expect(faultsOf(ruleWith(lines))).toEqual([expect.stringContaining(fault)])
  })

  test('[SIGMA-11] a collection by "action" is a fault', () => {
    expect(faultsOf('action: global\ntitle: t')).toEqual([expect.stringContaining('1:1 "action" is no longer Sigma')])
  })
})

describe('conditions', () => {
  const three = "a: [x]\nb: [y]\n_c: [z]\ncondition: '"
  test.for([
    { rule: 'SIGMA-26', condition: '2 of them', column: 17, fault: 'Only "1 of"' },
    { rule: 'SIGMA-27', condition: 'a and d', column: 23, fault: 'no search identifier "d"' },
    { rule: 'SIGMA-27', condition: '1 of d*', column: 22, fault: 'No search identifier matches "d*"' },
    { rule: 'SIGMA-27', condition: 'a and', column: 22, fault: 'ends where' },
    { rule: 'SIGMA-27', condition: 'a b', column: 19, fault: 'Expected "and" or "or"' },
    { rule: 'SIGMA-27', condition: '(a or b', column: 24, fault: 'Expected ")"' },
    { rule: 'SIGMA-27', condition: `${'('.repeat(300)}a`, column: 218, fault: 'nested too deeply' },
    { rule: 'SIGMA-27', condition: `${'not '.repeat(300)}a`, column: 821, fault: 'nested too deeply' },
  ])('[$rule] "$condition" is a fault at its place', ({ condition, column, fault }) => {
    const [first, ...others] = parseSigma(ruleWith(`${three}${condition}'`)).faults
    expect(others).toEqual([])
    expect(first?.message).toContain(fault)
    expect(first).toMatchObject({ line: 9, column })
  })
})

describe('correlations', () => {
  const correlation = (lines: string): string => `title: c\ncorrelation:\n${lines.replaceAll(/^/gm, '    ')}`
  const counted = 'type: event_count\nrules: [r]\ngroup-by: [host]\ntimespan: 5m\ncondition: {gte: 3}'

  test("[SIGMA-30] the specification's form is read", () => {
    expect(documentsOf(correlation(counted))).toMatchObject([
      { kind: 'correlation', type: 'event_count', timespanMs: 300_000, groupBy: ['host'], generate: false },
    ])
  })

  test.for([
    { rule: 'SIGMA-30', from: 'event_count', to: 'count', fault: '"type" must be one of' },
    { rule: 'SIGMA-30', from: '5m', to: '5 minutes', fault: '"timespan" must be' },
    { rule: 'SIGMA-30', from: '5m', to: '40d', fault: '"timespan" is at most 31d' },
    { rule: 'SIGMA-30', from: '[r]', to: '[r, r]', fault: 'listed twice' },
    { rule: 'SIGMA-30', from: '[r]', to: '[]', fault: 'at least one rule' },
    { rule: 'SIGMA-31', from: '{gte: 3}', to: '{}', fault: 'needs a comparison' },
    { rule: 'SIGMA-31', from: '\ncondition: {gte: 3}', to: '', fault: 'needs a "condition"' },
    { rule: 'SIGMA-31', from: 'gte: 3', to: 'gte: many', fault: '"gte" needs a number' },
    { rule: 'SIGMA-31', from: 'gte: 3', to: 'over: 3', fault: '"over" is no comparison' },
    { rule: 'SIGMA-32', from: 'event_count', to: 'value_sum', fault: 'needs a "field"' },
    { rule: 'SIGMA-33', from: 'event_count', to: 'value_percentile', fault: 'needs a "field"' },
  ])('[$rule] "$to" for "$from" is a fault', ({ from, to, fault }) => {
    expect(faultsOf(correlation(counted.replace(from, to)))).toEqual(
      expect.arrayContaining([expect.stringContaining(fault)]),
    )
  })

  test('[SIGMA-30] without group-by it is read with a warning', () => {
    const { documents, warnings } = parseSigma(correlation(counted.replace('group-by: [host]\n', '')))
    expect(documents).toHaveLength(1)
    expect(warnings).toMatchObject([{ message: expect.stringContaining('counted together') }])
  })

  test('[SIGMA-33] a percentile is a number from 0 to 100', () => {
    const percentile = counted
      .replace('event_count', 'value_percentile')
      .replace('gte: 3', 'gte: 3, field: f, percentile: 101')
    expect(faultsOf(correlation(percentile))).toEqual([expect.stringContaining('"percentile" must be')])
  })
})
