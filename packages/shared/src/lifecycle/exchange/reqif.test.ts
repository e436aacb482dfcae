import { expect, test } from 'vitest'
import { plannedAction } from './import-plan.ts'
import { type ReqifEvent, type ReqifLimits, reqifReader } from './reqif-read.ts'

const limits: ReqifLimits = { objects: 30_000, relations: 150_000, values: 1_000_000, text: 64_000_000 }

const element = (name: string, attributes: Record<string, string>, ...inner: readonly ReqifEvent[][]): ReqifEvent[] => [
  { is: 'open', name, attributes },
  ...inner.flat(),
  { is: 'close', name },
]
const text = (content: string): ReqifEvent[] => [{ is: 'text', text: content }]
const definition = (id: string, name: string) =>
  element('ATTRIBUTE-DEFINITION-STRING', { IDENTIFIER: id, 'LONG-NAME': name })
const word = (id: string, name: string) => element('ENUM-VALUE', { IDENTIFIER: id, 'LONG-NAME': name })
const referred = (id: string) => element('DEFINITION', {}, element('ATTRIBUTE-DEFINITION-STRING-REF', {}, text(id)))
const value = (id: string, content: string) => element('ATTRIBUTE-VALUE-STRING', { 'THE-VALUE': content }, referred(id))
const words = (id: string, ...ids: string[]) =>
  element(
    'ATTRIBUTE-VALUE-ENUMERATION',
    {},
    referred(id),
    ...ids.map((one) => element('ENUM-VALUE-REF', {}, text(one))),
  )
const object = (id: string, ...values: readonly ReqifEvent[][]) => element('SPEC-OBJECT', { IDENTIFIER: id }, ...values)
const end = (name: string, id: string) => element(name, {}, element('SPEC-OBJECT-REF', {}, text(id)))
const relation = (from: string, to: string) =>
  element(
    'SPEC-RELATION',
    {},
    element('TYPE', {}, element('SPEC-RELATION-TYPE-REF', {}, text('refines'))),
    end('SOURCE', from),
    end('TARGET', to),
  )
const refining = () => element('SPEC-RELATION-TYPE', { IDENTIFIER: 'refines', 'LONG-NAME': 'refines' })
const numbered = <T>(n: number, one: (i: number) => T) => Array.from({ length: n }, (_, i) => one(i))

/** The rows of a document; or why it is refused, and after how many of its events. */
function read(inner: Iterable<Iterable<ReqifEvent>>, most: ReqifLimits = limits) {
  const reader = reqifReader(most)
  let taken = 0
  reader.take({ is: 'open', name: 'REQ-IF', attributes: {} })
  for (const events of inner) {
    for (const event of events) {
      taken += 1
      const why = reader.take(event)
      if (why !== undefined) return { why, taken, rows: [] }
    }
  }
  const rows = reader.end()
  return rows.ok ? { why: undefined, taken, rows: rows.value } : { why: rows.reason, taken, rows: [] }
}

const readOne = (...values: readonly ReqifEvent[][]) =>
  read([
    definition('t', 'ReqIF.Text'),
    definition('n', 'ReqIF.Name'),
    definition('v', 'Vendor'),
    definition('r', 'Rationale'),
    object('R-1', ...values),
  ]).rows[0]!

test(
  '[EXCHANGE-16] one requirement may refine any number of others, and reading takes linear time',
  { timeout: 60_000 },
  () => {
    const n = 150_000
    function* all() {
      yield refining()
      for (let i = 0; i < n; i++) yield object(`R-${i}`)
      for (let i = 1; i < n; i++) yield relation('R-0', `R-${i}`)
    }
    const { rows } = read(all(), { ...limits, objects: n })
    expect([rows.length, rows[0]!.links.length, rows.at(-1)!.links]).toEqual([n, n - 1, []])
  },
)

test.for<[string, ReqifEvent[][], Partial<ReqifLimits>, string]>([
  ['objects', numbered(1_000, (i) => object(`R-${i}`)), { objects: 10 }, 'more than 10 objects'],
  [
    'relations',
    [refining(), ...numbered(1_000, (i) => relation('R-1', `R-${i}`))],
    { relations: 10 },
    'more than 10 relations',
  ],
  [
    'children',
    numbered(1_000, (i) =>
      element('SPEC-HIERARCHY', {}, end('OBJECT', 'R-0'), element('SPEC-HIERARCHY', {}, end('OBJECT', `R-${i + 1}`))),
    ),
    { relations: 10 },
    'more than 10 relations',
  ],
  [
    'text in values',
    [object('R-1', ...numbered(1_000, () => value('t', 'x'.repeat(100))))],
    { text: 1_000 },
    'too much text',
  ],
  ['text in what identifies', numbered(1_000, () => object('x'.repeat(100))), { text: 1_000 }, 'too much text'],
  [
    'text in definitions',
    numbered(1_000, (i) => definition(`${i}`, 'x'.repeat(100))),
    { text: 1_000 },
    'too much text',
  ],
  [
    'text in relations',
    [refining(), ...numbered(1_000, (i) => relation('x'.repeat(100), `${i}`))],
    { text: 1_000 },
    'too much text',
  ],
])('[EXCHANGE-25] of %s no more than the limit is stored, and reading stops at the limit', ([, inner, most, why]) => {
  const refused = read(inner, { ...limits, ...most })
  expect(refused.why).toContain(why)
  expect(refused.taken).toBeLessThan(300)
})

test('[EXCHANGE-25] endless values, long names, countless values, and a choice used 1,000 times are refused', () => {
  const endless = function* (events: ReqifEvent[]) {
    for (const name of ['SPEC-OBJECT', 'ATTRIBUTE-VALUE-XHTML', 'THE-VALUE'])
      yield [{ is: 'open', name, attributes: {} } as const]
    for (;;) yield events
  }
  for (const events of [text('x'.repeat(10_000)), element('br', {})])
    expect(read(endless(events)).why).toContain('longer than 1,000,000')
  expect(read([definition('a', 'x'.repeat(201))]).why).toContain('a name of more than 200')
  for (const inner of [
    object('R-1', ...numbered(100, () => value('v', 'x'))),
    object('R-1', words('v', ...numbered(100, () => 'w'))),
    numbered(100, (i) => word(`${i}`, 'x')).flat(),
  ])
    expect(read([inner], { ...limits, values: 10 }).why).toContain('more than 10 values')
  expect(
    read([word('w', 'x'.repeat(200)), object('R-1', words('v', ...numbered(1_000, () => 'w')))], {
      ...limits,
      text: 100_000,
    }).why,
  ).toContain('too much text')
})

test('[EXCHANGE-17] empty attributes are neither stored nor counted', () => {
  const { fields, title } = readOne(value('t', ' '), value('v', ''), value('n', 'Name'))
  expect([title, fields]).toEqual(['Name', { foreign: { 'ReqIF identifier': 'R-1' } }])
})

test.for<[string, number, string, string]>([
  ['title', 300, 'n', 'The title is longer than 300'],
  ['text', 10_000, 't', '10000'],
  ['value of another tool', 20_000, 'v', '20000'],
])(
  '[EXCHANGE-17] a %s of %i characters is stored unchanged; with one more the row is refused for it',
  ([, most, id, why]) => {
    const [fits, longer] = [readOne(value(id, 'x'.repeat(most))), readOne(value(id, 'x'.repeat(most + 1)))]
    expect(plannedAction(fits, undefined)).toMatchObject({
      action: 'made',
      ...(id === 'n'
        ? { title: 'x'.repeat(most) }
        : { fields: id === 't' ? { text: 'x'.repeat(most) } : { foreign: { Vendor: 'x'.repeat(most) } } }),
    })
    expect(plannedAction(longer, undefined)).toEqual({ action: 'refused', reason: expect.stringContaining(why) })
  },
)

test('[EXCHANGE-17] white space is not counted, a title is cut from the text, and a long rationale is foreign', () => {
  const { title, fields } = readOne(
    value('t', `${'x'.repeat(5_000)}${' '.repeat(20_000)}y`),
    value('r', 'z'.repeat(10_001)),
  )
  expect([title, fields.text, fields.foreign]).toEqual([
    'x'.repeat(300),
    `${'x'.repeat(5_000)} y`,
    { Rationale: 'z'.repeat(10_001), 'ReqIF identifier': 'R-1' },
  ])
})
