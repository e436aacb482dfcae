import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCatalogue } from './event-catalogue-import.ts'
import type { EventCatalogueEntry } from './ingest.contract.ts'
import { severities } from '../severity.ts'

type Format = Parameters<typeof parseCatalogue>[0]

function read(format: Format, text: string): EventCatalogueEntry[] {
  const catalogue = parseCatalogue(format, text)
  if (!catalogue.ok) throw new Error(catalogue.reason)
  return catalogue.value
}

function reasonOf(format: Format, text: string): string {
  const catalogue = parseCatalogue(format, text)
  return catalogue.ok ? `read as ${JSON.stringify(catalogue.value).slice(0, 200)}` : catalogue.reason
}

const secOc = {
  event_id: 0x8001,
  name: 'SecOC failed',
  severity: 'high',
  description: 'A wrong authenticator.',
  tactics: ['TA0040', 'TA0001'],
} as const
const bare = { event_id: 2, name: 'Two', severity: 'info', description: '', tactics: [] } as const

test.for([
  {
    what: 'columns in any order, and others beside them',
    text:
      'severity,owner,name,event_id,tactics,description\nhigh,me,SecOC failed,0x8001,TA0040 TA0001,A wrong ' +
      'authenticator.',
  },
  {
    what: 'decimal ids and semicolons between tactics',
    text: 'event_id,name,severity,description,tactics\n32769,SecOC failed,high,A wrong authenticator.,TA0040;TA0001',
  },
  {
    what: 'a BOM, quotes, spaces around cells, carriage returns and blank lines',
    text:
      '\uFEFFevent_id , name,severity,description,tactics\r\n\r\n' +
      ' 0x8001,"SecOC failed",high,"A wrong authenticator.","TA0040 TA0001"\r\n\r\n',
  },
])('[EVENT-CATALOGUE-2] CSV with $what is read', ({ text }) => {
  expect(read('csv', text)).toEqual([secOc])
})

test('[EVENT-CATALOGUE-2] a quoted cell may contain commas and doubled quotes', () => {
  expect(read('csv', 'event_id,severity,name\n1,low,"say ""when"", or not"\n2,info,Two')).toMatchObject([
    { name: 'say "when", or not' },
    bare,
  ])
})

test.for([
  { what: 'no name column', text: 'event_id,severity\n1,low', reason: 'line 1: a column name is needed' },
  { what: 'nothing at all', text: '', reason: 'line 1: a column event_id is needed' },
  { what: 'a header only', text: 'event_id,name,severity\n', reason: 'the catalogue has no event' },
  {
    what: 'too few cells',
    text: 'event_id,name,severity\n1,One,low\n\n2,Two',
    reason: 'line 4: 3 columns are needed, 2 came',
  },
  { what: 'an id in letters', text: 'event_id,name,severity\nfirst,One,low', reason: 'line 2: event_id: ' },
  { what: 'the invalid id', text: 'event_id,name,severity\n0xFFFF,One,low', reason: 'line 2: event_id: ' },
  { what: 'an unknown severity', text: 'event_id,name,severity\n1,One,grave', reason: 'line 2: severity: ' },
  {
    what: 'an id twice',
    text: 'event_id,name,severity\n1,One,low\n0x1,Uno,low',
    reason: 'line 3: event id 1 is already at line 2',
  },
  { what: 'a quote within a cell', text: 'event_id,severity,name\n1,low,One "quoted"', reason: 'line 2: a quote' },
  { what: 'text behind a quote', text: 'event_id,severity,name\n1,low,"One" more', reason: 'line 2: a quote' },
  { what: 'a quote that is not closed', text: 'event_id,severity,name\n1,low,"One', reason: 'line 2: a quote' },
  {
    what: 'a quote at the very start',
    text: '"event_id,severity,name\n1,low,One',
    reason: 'line 1: a column event_id is needed',
  },
])('[EVENT-CATALOGUE-2] CSV with $what is refused with the position', ({ text, reason }) => {
  expect(reasonOf('csv', text)).toContain(reason)
})

test('[EVENT-CATALOGUE-3] JSON is read as an array of entries', () => {
  expect(
    read('json', JSON.stringify([secOc, { event_id: 2, name: ' Two ', severity: 'info', note: 'ignored' }])),
  ).toEqual([secOc, bare])
})

test.for([
  { what: 'broken text', text: '[{]', reason: 'not JSON: ' },
  { what: 'an object', text: '{}', reason: 'a JSON array of events is needed' },
  { what: 'an empty array', text: '[]', reason: 'the catalogue has no event' },
  { what: 'an id as text', text: '[{"event_id":"0x1","name":"One","severity":"low"}]', reason: 'entry 1: event_id: ' },
  { what: 'no object', text: `[${JSON.stringify(bare)},7]`, reason: 'entry 2: entry: ' },
  {
    what: 'an id twice',
    text: JSON.stringify([bare, secOc, bare]),
    reason: 'entry 3: event id 2 is already at entry 1',
  },
])('[EVENT-CATALOGUE-3] JSON with $what is refused with the position', ({ text, reason }) => {
  expect(reasonOf('json', text)).toContain(reason)
})

const definition = (body: string) => `<SECURITY-EVENT-DEFINITION UUID="x">${body}</SECURITY-EVENT-DEFINITION>`
const arxml = (...definitions: string[]) =>
  `<AUTOSAR><ELEMENTS>${definitions.map(definition).join('\n')}</ELEMENTS></AUTOSAR>`
const two =
  '<SHORT-NAME>Two</SHORT-NAME><ID>2</ID><ADMIN-DATA><SDGS><SDG GID="x"><SD ' +
  'GID="severity">INFO</SD></SDG></SDGS></ADMIN-DATA>'

test('[EVENT-CATALOGUE-4] id, name, description and severity of each ARXML definition are read', () => {
  const one =
    '<SHORT-NAME>One</SHORT-NAME><DESC><L-2 L="EN">A wrong\n <SUB>very</SUB> thing &amp; more</L-2></DESC><ID>0x1</ID>'
  expect(read('arxml', arxml(one, two))).toEqual([
    { event_id: 1, name: 'One', severity: 'medium', description: 'A wrong very thing &amp; more', tactics: [] },
    bare,
  ])
})

test('[EVENT-CATALOGUE-4] elements whose names only begin alike are not confused', () => {
  const body =
    '<SHORT-NAME-FRAGMENTS><X>no</X></SHORT-NAME-FRAGMENTS><IDENTIFIER>7</IDENTIFIER><DESC-REF>no</DESC-REF><SD ' +
    'GID="severity-of">high</SD>'
  const reference = '<SECURITY-EVENT-DEFINITION-REF DEST="SECURITY-EVENT-DEFINITION">/x</SECURITY-EVENT-DEFINITION-REF>'
  expect(read('arxml', reference + arxml(body + two) + reference)).toEqual([bare])
})

test.for([
  { what: 'no definition', text: '<AUTOSAR></AUTOSAR>', reason: 'no SECURITY-EVENT-DEFINITION found' },
  { what: 'no id', text: arxml(two, '<SHORT-NAME>One</SHORT-NAME>'), reason: 'definition 2: event_id: ' },
  { what: 'no name', text: arxml('<ID>1</ID>'), reason: 'definition 1: name: ' },
  {
    what: 'an end that is missing',
    text: arxml(two).replace('</SECURITY-EVENT-DEFINITION>', ''),
    reason: 'definition 1: </SECURITY-EVENT-DEFINITION> is missing',
  },
  {
    what: 'one nested in another',
    text: arxml(two, two).replace('</SECURITY-EVENT-DEFINITION>', ''),
    reason: 'definition 1: </SECURITY-EVENT-DEFINITION> is missing',
  },
  { what: 'an id twice', text: arxml(two, two), reason: 'definition 2: event id 2 is already at definition 1' },
])('[EVENT-CATALOGUE-4] ARXML with $what is refused with the position', ({ text, reason }) => {
  expect(reasonOf('arxml', text)).toContain(reason)
})

test('[EVENT-CATALOGUE-1] a catalogue with every id is read, and one event more is refused', () => {
  const rows = Array.from({ length: 65_535 }, (_, i) => `${i},E,low`)
  expect(read('csv', ['event_id,name,severity', ...rows].join('\n'))).toHaveLength(65_535)
  expect(reasonOf('csv', ['event_id,name,severity', ...rows, '0,E,low'].join('\n'))).toBe(
    'at most 65535 events, 65536 came',
  )
})

const entry = fc.record({
  event_id: fc.integer({ min: 0, max: 0xfffe }),
  name: fc
    .string({ minLength: 1, maxLength: 40 })
    .map((name) => name.trim())
    .filter(Boolean),
  severity: fc.constantFrom(...severities),
  description: fc.string({ maxLength: 40 }).map((text) => text.trim()),
  tactics: fc.array(fc.stringMatching(/^TA\d{4}$/), { maxLength: 3 }),
})
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`

test('[EVENT-CATALOGUE-2] a catalogue written as CSV is read unchanged', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(entry, { selector: ({ event_id: id }) => id, minLength: 1, maxLength: 8 }),
      (entries) => {
        const lines = entries.map(({ event_id: id, name, severity, description, tactics }) =>
          [id, cell(name), severity, cell(description), tactics.join(' ')].join(','),
        )
        expect(read('csv', ['event_id,name,severity,description,tactics', ...lines].join('\n'))).toEqual(entries)
      },
    ),
  )
})

test('[EVENT-CATALOGUE-1] no text makes the import throw or hang', () => {
  const pieces = fc.array(
    fc.constantFrom(
      '"',
      ',',
      '\n',
      'event_id',
      'name',
      'severity',
      '<ID>',
      '</ID>',
      '<SECURITY-EVENT-DEFINITION>',
      '</SECURITY-EVENT-DEFINITION>',
      '<DESC',
      '>',
      '1',
      ' ',
    ),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(fc.constantFrom<Format>('csv', 'json', 'arxml'), pieces, (format, text) => {
      expect(typeof parseCatalogue(format, text.join('')).ok).toBe('boolean')
    }),
    { numRuns: 500 },
  )
})

const size = 4_000_000
const filled = (piece: string) => piece.repeat(Math.floor(size / piece.length))

test.for<{ what: string; format: Format; text: string }>([
  { what: 'openings', format: 'arxml', text: filled('<SECURITY-EVENT-DEFINITION') },
  {
    what: 'openings with an end',
    format: 'arxml',
    text: `${filled('<SECURITY-EVENT-DEFINITION>')}</SECURITY-EVENT-DEFINITION>`,
  },
  { what: 'a definition of brackets', format: 'arxml', text: arxml(`<DESC>${filled('<')}</DESC>`) },
  { what: 'a definition of ids', format: 'arxml', text: arxml(filled('<ID ')) },
  {
    what: 'empty definitions',
    format: 'arxml',
    text: filled('<SECURITY-EVENT-DEFINITION></SECURITY-EVENT-DEFINITION>'),
  },
  { what: 'quotes', format: 'csv', text: filled('"') },
  { what: 'quotes behind a header', format: 'csv', text: `event_id,name,severity\n"${filled('""')}` },
  { what: 'commas', format: 'csv', text: `event_id,name,severity\n${filled(',')}` },
  { what: 'line ends', format: 'csv', text: `event_id,name,severity${filled('\n')}` },
  { what: 'brackets', format: 'json', text: filled('[') },
])('[EVENT-CATALOGUE-1] 4 MB of $what are refused without delay', ({ format, text }) => {
  expect(parseCatalogue(format, text).ok).toBe(false)
})
