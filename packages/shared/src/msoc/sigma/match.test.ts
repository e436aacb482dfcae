import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileExpression } from './compile.ts'
import { viewOf, type SigmaEvent, type SigmaValue } from './event.ts'
import type { DetectionRule } from './model.ts'
import type { Placeholders } from './modifiers.ts'
import { parseSigma } from './parse.ts'
import { createRuleIndex } from './rule-index.ts'
import { eventOf, ruleWith } from './sigma.fixture.ts'

type Fields = Readonly<Record<string, SigmaValue | readonly SigmaValue[]>>

/** Evaluates a detection both ways, which must agree. */
function matches(detection: string, fields: Fields, placeholders?: Placeholders): boolean {
  const { documents, faults } = parseSigma(ruleWith(detection), placeholders)
  if (faults.length > 0) throw new Error(faults[0]!.message)
  const rule = documents[0] as DetectionRule
  const event = eventOf(fields)
  const plain = compileExpression(rule.expression)(viewOf(event))
  expect(createRuleIndex([rule]).match(event)).toEqual(plain ? [0] : [])
  return plain
}

function faultOf(line: string): string | undefined {
  return parseSigma(ruleWith(`a:\n  ${line}\ncondition: a`)).faults[0]?.message
}

interface Case {
  readonly rule: string
  /** A line of a detection. */
  readonly line: string
  readonly yes: readonly Fields[]
  readonly no: readonly Fields[]
}

const encodedCommand = Buffer.from('ping evil.example', 'utf16le').toString('base64')

describe('one line', () => {
  test.for<Case>([
    { rule: 'SIGMA-7', line: 'f: [a, b]', yes: [{ f: 'a' }, { f: 'B' }], no: [{ f: 'c' }, { g: 'a' }, {}] },
    { rule: 'SIGMA-7', line: 'f|contains|all: [a, b]', yes: [{ f: 'xbxa' }], no: [{ f: 'a' }, { f: 'b' }] },
    {
      rule: 'SIGMA-7',
      line: 'f|base64offset|contains|all: [evil, code]',
      yes: [{ f: btoa('an evil code') }],
      no: [{ f: btoa('an evil cod') }],
    },
    {
      rule: 'SIGMA-15',
      line: "f: 'Start*end?'",
      yes: [{ f: 'START-END.' }, { f: 'startend1' }],
      no: [{ f: 'startend' }],
    },
    { rule: 'SIGMA-15', line: "f: 'a\\*b\\?c'", yes: [{ f: 'a*b?c' }], no: [{ f: 'axbxc' }] },
    { rule: 'SIGMA-15', line: "f: 'C:\\dir\\x'", yes: [{ f: 'c:\\DIR\\X' }], no: [{ f: 'c:/dir/x' }] },
    { rule: 'SIGMA-15', line: "f: 'a\\\\*'", yes: [{ f: 'a\\b' }], no: [{ f: 'a*' }] },
    { rule: 'SIGMA-15', line: "f: 'a\\\\\\*'", yes: [{ f: 'a\\*' }], no: [{ f: 'a\\b' }] },
    { rule: 'SIGMA-15', line: "f: 'a\\\\\\\\'", yes: [{ f: 'a\\\\' }], no: [{ f: 'a\\' }] },
    { rule: 'SIGMA-15', line: 'f|cased: Abc', yes: [{ f: 'Abc' }], no: [{ f: 'abc' }] },
    { rule: 'SIGMA-15', line: 'f: 4625', yes: [{ f: 4625 }, { f: '4625' }], no: [{ f: 46_250 }] },
    { rule: 'SIGMA-15', line: 'f: true', yes: [{ f: true }, { f: 'True' }], no: [{ f: false }] },
    { rule: 'SIGMA-15', line: "f: 'Σίσυφος'", yes: [{ f: 'ΣΊΣΥΦΟΣ' }], no: [] },
    { rule: 'SIGMA-15', line: "f: 'a*b*a'", yes: [{ f: 'aba' }, { f: 'axbxxa' }], no: [{ f: 'aa' }, { f: 'ab' }] },
    { rule: 'SIGMA-16', line: 'f|startswith: ab', yes: [{ f: 'ABc' }], no: [{ f: 'cab' }] },
    { rule: 'SIGMA-16', line: 'f|endswith: ab', yes: [{ f: 'cAB' }], no: [{ f: 'abc' }] },
    { rule: 'SIGMA-16', line: "f|contains: 'a?c'", yes: [{ f: 'xabcx' }], no: [{ f: 'xacx' }] },
    { rule: 'SIGMA-16', line: "f|startswith: 'a*c'", yes: [{ f: 'abcd' }], no: [{ f: 'xabc' }] },
    {
      rule: 'SIGMA-17',
      line: "f|windash|contains: ' -enc '",
      yes: [{ f: 'x /enc y' }, { f: 'x \u2013enc y' }, { f: 'x \u2015ENC y' }],
      no: [{ f: 'x enc y' }],
    },
    { rule: 'SIGMA-18', line: 'f|base64: foo', yes: [{ f: 'Zm9v' }], no: [{ f: 'foo' }] },
    {
      rule: 'SIGMA-18',
      line: 'f|base64offset|contains: evil.example',
      yes: ['', 'x', 'xy', 'xyz'].map((before) => ({ f: btoa(`${before}evil.example and more`) })),
      no: [{ f: btoa('evil-example') }],
    },
    {
      rule: 'SIGMA-18',
      line: 'f|wide|base64offset|contains: evil',
      yes: [{ f: encodedCommand }],
      no: [{ f: btoa('evil') }],
    },
    { rule: 'SIGMA-18', line: 'f|utf16be|base64: a', yes: [{ f: 'AGE=' }], no: [{ f: 'YQA=' }] },
    { rule: 'SIGMA-18', line: 'f|utf16|base64: a', yes: [{ f: '//5hAA==' }], no: [{ f: 'YQA=' }] },
    { rule: 'SIGMA-18', line: 'f|utf16le|base64: a', yes: [{ f: 'YQA=' }], no: [{ f: 'AGE=' }] },
    { rule: 'SIGMA-18', line: 'f|base64: ä', yes: [{ f: 'w6Q=' }], no: [] },
    {
      rule: 'SIGMA-19',
      line: "f|re: 'a{2,3}b$'",
      yes: [{ f: 'xaab' }],
      no: [{ f: 'xab' }, { f: 'AAB' }, { f: 'aabc' }],
    },
    { rule: 'SIGMA-19', line: "f|re|i: '^ab'", yes: [{ f: 'ABc' }], no: [{ f: 'cab' }] },
    { rule: 'SIGMA-19', line: "f|re|m: '^ab$'", yes: [{ f: 'x\nab\ny' }], no: [{ f: 'x ab' }] },
    { rule: 'SIGMA-19', line: "f|re|s: 'a.b'", yes: [{ f: 'a\nb' }], no: [{ f: 'ab' }] },
    { rule: 'SIGMA-19', line: "f|re: 'a.b'", yes: [{ f: 'axb' }], no: [{ f: 'a\nb' }] },
    { rule: 'SIGMA-20', line: 'f|lt: 5', yes: [{ f: 4.9 }, { f: '4' }], no: [{ f: 5 }, { f: 'x' }, { f: '' }, {}] },
    { rule: 'SIGMA-20', line: 'f|lte: 5', yes: [{ f: 5 }], no: [{ f: 5.1 }] },
    { rule: 'SIGMA-20', line: 'f|gt: -5', yes: [{ f: -4 }], no: [{ f: -5 }, { f: null }] },
    { rule: 'SIGMA-20', line: "f|gte: '5'", yes: [{ f: 5 }], no: [{ f: 4 }] },
    {
      rule: 'SIGMA-21',
      line: 'f|hour: 23',
      yes: [{ f: '2026-02-03T23:10:00+05:00' }],
      no: [{ f: '2026-02-03 22:59' }],
    },
    { rule: 'SIGMA-21', line: 'f|hour|gte: 22', yes: [{ f: '2026-02-03 22:00' }], no: [{ f: '2026-02-03' }] },
    { rule: 'SIGMA-21', line: 'f|week: 53', yes: [{ f: '2021-01-03' }], no: [{ f: '2021-01-04' }] },
    { rule: 'SIGMA-21', line: 'f|minute: 30', yes: [{ f: Date.UTC(2026, 1, 3, 4, 30) }], no: [{ f: 30 }] },
    { rule: 'SIGMA-21', line: 'f|day: 3', yes: [{ f: '2026-02-03' }], no: [{ f: '3' }] },
    { rule: 'SIGMA-21', line: 'f|month: 2', yes: [{ f: '2026-02-03' }], no: [{ f: '2026-03-02' }] },
    { rule: 'SIGMA-21', line: 'f|year|lt: 2000', yes: [{ f: '1999-12-31' }], no: [{ f: '2000-01-01' }] },
    {
      rule: 'SIGMA-22',
      line: 'f|cidr: 10.0.0.0/8',
      yes: [{ f: '10.1.2.3' }],
      no: [{ f: '11.1.2.3' }, { f: '::1' }, { f: 'x' }],
    },
    {
      rule: 'SIGMA-22',
      line: "f|cidr: 'fe80::/10'",
      yes: [{ f: 'fe80::1' }],
      no: [{ f: '2001:db8::1' }, { f: '10.0.0.1' }],
    },
    { rule: 'SIGMA-23', line: 'f|exists: true', yes: [{ f: null }, { f: '' }], no: [{ g: 1 }] },
    { rule: 'SIGMA-23', line: 'f|exists: false', yes: [{ g: 1 }, {}], no: [{ f: 0 }] },
    { rule: 'SIGMA-23', line: 'f: null', yes: [{ f: null }, {}], no: [{ f: '' }] },
    { rule: 'SIGMA-23', line: "f: ''", yes: [{ f: '' }], no: [{ f: null }, {}, { f: ' ' }] },
    { rule: 'SIGMA-24', line: 'f|neq: [a, b]', yes: [{ f: 'c' }, {}], no: [{ f: 'A' }] },
    { rule: 'SIGMA-24', line: 'f|fieldref: g', yes: [{ f: 'X', g: 'x' }], no: [{ f: 'x', g: 'y' }, { f: 'x' }] },
    { rule: 'SIGMA-24', line: 'f|fieldref|neq: g', yes: [{ f: 'x', g: 'y' }], no: [{ f: 'x', g: 'x' }] },
    { rule: 'SIGMA-24', line: 'f|fieldref|endswith: g', yes: [{ f: 'abc', g: 'bc' }], no: [{ f: 'abc', g: 'ab' }] },
    { rule: 'SIGMA-24', line: 'f|fieldref|contains|cased: g', yes: [{ f: 'aBc', g: 'B' }], no: [{ f: 'aBc', g: 'b' }] },
    { rule: 'SIGMA-24', line: 'f|fieldref|startswith: g', yes: [{ f: 'abc', g: 'AB' }], no: [{ f: 'abc', g: 'c' }] },
    { rule: 'SIGMA-41', line: 'f: b', yes: [{ f: ['a', 'b'] }], no: [{ f: ['a', 'c'] }, { f: [] }] },
  ])('[$rule] $line', ({ line, yes, no }) => {
    const detection = `a:\n  ${line}\ncondition: a`
    expect(yes.map((fields) => matches(detection, fields))).toEqual(yes.map(() => true))
    expect(no.map((fields) => matches(detection, fields))).toEqual(no.map(() => false))
  })

  test('[SIGMA-24] placeholders are replaced by the values given for them', () => {
    const placeholders = new Map([['Servers', ['srv*', 'db1']]])
    const detection = "a:\n  f|expand: 'x-%Servers%-\\%'\ncondition: a"
    expect(matches(detection, { f: 'x-srv9-%' }, placeholders)).toBe(true)
    expect(matches(detection, { f: 'x-db1-%' }, placeholders)).toBe(true)
    expect(matches(detection, { f: 'x-%Servers%-%' }, placeholders)).toBe(false)
    expect(faultOf("f|expand: '%Servers%'")).toContain('%Servers% has no values')
    expect(matches("a:\n  f: '%Servers%'\ncondition: a", { f: '%servers%' })).toBe(true)
  })

  test.for([
    { rule: 'SIGMA-12', line: 'f|near: x', fault: '"near" is no modifier' },
    { rule: 'SIGMA-12', line: 'f|contains|contains: x', fault: 'given twice' },
    { rule: 'SIGMA-13', line: 'f|re|cidr: x', fault: 'exclude each other' },
    { rule: 'SIGMA-13', line: 'f|startswith|endswith: x', fault: 'exclude each other' },
    { rule: 'SIGMA-13', line: 'f|i: x', fault: '"i" must follow "re"' },
    { rule: 'SIGMA-14', line: 'f|gte|contains: 5', fault: '"contains" cannot be used with "gte"' },
    { rule: 'SIGMA-14', line: 'f|re|base64: x', fault: '"base64" cannot be used with "re"' },
    { rule: 'SIGMA-18', line: "f|base64: 'a*'", fault: 'wildcards cannot be encoded' },
    { rule: 'SIGMA-19', line: "f|re: 'a(?=b)'", fault: 'cannot be used' },
    { rule: 'SIGMA-19', line: "f|re: '(a)\\1'", fault: 'cannot be used' },
    { rule: 'SIGMA-19', line: "f|re: 'a('", fault: 'cannot be used' },
    { rule: 'SIGMA-20', line: 'f|gt: many', fault: '"gt" needs a number' },
    { rule: 'SIGMA-22', line: 'f|cidr: 10.0.0.0/99', fault: 'is no network' },
    { rule: 'SIGMA-23', line: "f|exists: 'yes'", fault: '"exists" needs true or false' },
    { rule: 'SIGMA-24', line: 'f|fieldref: 5', fault: '"fieldref" needs the name' },
  ])('[$rule] $line is a fault', ({ line, fault }) => {
    expect(faultOf(line)).toContain(fault)
  })

  test('[SIGMA-19] a regular expression that is costly elsewhere is searched in linear time', () => {
    const detection = "a:\n  f|re: '(a+)+$'\ncondition: a"
    expect(matches(detection, { f: `${'a'.repeat(50_000)}b` })).toBe(false)
  })
})

describe('search identifiers and conditions', () => {
  test('[SIGMA-6] a map joins its lines by and, a list of maps by or, beside keywords', () => {
    const detection = 'a:\n  - f: 1\n    g: 2\n  - h: 3\n  - word\ncondition: a'
    expect(matches(detection, { f: 1, g: 2 })).toBe(true)
    expect(matches(detection, { f: 1 })).toBe(false)
    expect(matches(detection, { h: 3 })).toBe(true)
    expect(matches(detection, { message: 'a WORD here' })).toBe(true)
  })

  test('[SIGMA-8] keywords are sought in each value on its own, with modifiers too', () => {
    expect(matches("a: ['x*y']\ncondition: a", { f: 'x', g: 'y' })).toBe(false)
    expect(matches("a: ['x*y']\ncondition: a", { f: 'ax-yb' })).toBe(true)
    const both = "a:\n  '|all': [one, two]\ncondition: a"
    expect(matches(both, { f: 'one', g: 'two' })).toBe(true)
    expect(matches(both, { f: 'one' })).toBe(false)
    expect(matches("a:\n  '|re': 'o.e$'\ncondition: a", { f: 'one' })).toBe(true)
  })

  const names = "sel_a: {f: 1}\nsel_b: {g: 1}\n_hidden: {h: 1}\nother: {i: 1}\ncondition: '"
  test.for([
    { rule: 'SIGMA-25', condition: 'sel_a or sel_b and other', fields: { f: 1 }, result: true },
    { rule: 'SIGMA-25', condition: '(sel_a or sel_b) and other', fields: { f: 1 }, result: false },
    { rule: 'SIGMA-25', condition: 'not sel_a and not sel_b', fields: {}, result: true },
    { rule: 'SIGMA-25', condition: 'not sel_a or sel_a', fields: { f: 1 }, result: true },
    { rule: 'SIGMA-25', condition: 'not 1 of sel*', fields: { g: 1 }, result: false },
    { rule: 'SIGMA-26', condition: '1 of them', fields: { h: 1 }, result: false },
    { rule: 'SIGMA-26', condition: '1 of them', fields: { i: 1 }, result: true },
    { rule: 'SIGMA-26', condition: 'all of sel_*', fields: { f: 1, g: 1 }, result: true },
    { rule: 'SIGMA-26', condition: 'all of sel_*', fields: { f: 1 }, result: false },
    { rule: 'SIGMA-26', condition: 'any of *_a', fields: { f: 1 }, result: true },
    { rule: 'SIGMA-26', condition: '1 of s*l*b', fields: { g: 1 }, result: true },
    { rule: 'SIGMA-26', condition: '1 of _hid*', fields: { h: 1 }, result: true },
  ])('[$rule] $condition of $fields is $result', ({ condition, fields, result }) => {
    expect(matches(`${names}${condition}'`, fields as Fields)).toBe(result)
  })

  test('[SIGMA-25] conditions of a list are joined by or', () => {
    expect(matches('a: {f: 1}\nb: {g: 1}\ncondition: [a, b]', { g: 1 })).toBe(true)
  })

  test('[SIGMA-28] brackets and spaces do not change what a condition means', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.boolean(), (a, b, c) => {
        const fields = { ...(a && { f: 1 }), ...(b && { g: 1 }), ...(c && { h: 1 }) }
        const of = (condition: string): boolean =>
          matches(`a: {f: 1}\nb: {g: 1}\nc: {h: 1}\ncondition: '${condition}'`, fields)
        expect(of('a and not b or c')).toBe((a && !b) || c)
        expect(of(' (( a )and( not( b)) ) or(c) ')).toBe((a && !b) || c)
      }),
    )
  })
})

describe('the index', () => {
  const words = ['on', 'off', 'door', 'doors', 'Lock', 'unlock', '-x', '']
  const word = fc.constantFrom(...words)
  const value = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''))
  const key = fc
    .tuple(
      fc.constantFrom('f', 'g', ''),
      fc.constantFrom('', '|contains', '|startswith', '|endswith', '|cased', '|windash'),
    )
    .map(([field, modifier]) => `${field}${field === '' && modifier === '' ? '|contains' : modifier}`)
  const line = fc.tuple(key, fc.array(value, { minLength: 1, maxLength: 3 }))
  const search = fc.uniqueArray(line, { minLength: 1, maxLength: 3, selector: ([name]) => name })
  const condition = fc.constantFrom('a', 'a and b', 'a or b', 'a and not b', 'not a', '1 of them')
  const rule = fc
    .tuple(search, search, condition)
    .map(([a, b, text]) =>
      ruleWith(
        JSON.stringify({ a: Object.fromEntries(a), b: Object.fromEntries(b), condition: text }).replace(/^\{|\}$/g, ''),
      ).replace(/detection:\n {4}(.*)$/s, 'detection: {$1}'),
    )
  const fields = fc.record({ f: value, g: value, h: value }, { requiredKeys: [] })

  test('[SIGMA-40] finds what evaluating every rule finds', () => {
    fc.assert(
      fc.property(
        fc.array(rule, { minLength: 1, maxLength: 20 }),
        fc.array(fields, { maxLength: 10 }),
        (texts, records) => {
          const rules = texts.flatMap((text) => parseSigma(text).documents) as DetectionRule[]
          const predicates = rules.map(({ expression }) => compileExpression(expression))
          const index = createRuleIndex(rules)
          expect(rules).toHaveLength(texts.length)
          for (const record of records) {
            const event = eventOf(record)
            const expected = predicates.flatMap((predicate, number) => (predicate(viewOf(event)) ? [number] : []))
            expect(index.match(event)).toEqual(expected)
          }
        },
      ),
    )
  })

  test('[SIGMA-5] a rule reads the events of its log source', () => {
    const rules = parseSigma(ruleWith('a: {f: 1}\ncondition: a')).documents as DetectionRule[]
    const index = createRuleIndex(rules)
    const from = (source: SigmaEvent['source']): number[] => index.match(eventOf({ f: 1 }, 0, source))
    expect(from({ product: 'vehicle', service: 'syslog' })).toEqual([0])
    expect(from({ product: 'vehicle', service: 'syslog', category: 'any' })).toEqual([0])
    expect(from({ product: 'vehicle', service: 'can' })).toEqual([])
    expect(from({ product: 'vehicle' })).toEqual([])
  })
})
