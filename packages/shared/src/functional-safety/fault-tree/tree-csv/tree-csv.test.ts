import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvText } from '../../../core/documents/csv-text.ts'
import { createRandom } from '../../../core/random.fixture.ts'
import { gateKinds } from '../../../graph/fault-tree/fault-tree.ts'
import { cutSetColumns, cutSetRows, treeColumns, treeRows } from '../csv.ts'
import { type Expression, missionTime, type Operation } from '../expression.ts'
import { basic, gate, treeOf, uuid } from '../tree.fixture.ts'
import {
  type CommonCauseGroup,
  type FaultNode,
  meaningIn,
  mostNodes,
  type Parameter,
  type StoredTree,
} from '../tree.ts'
import { whyNotTree } from '../whole-tree.ts'
import { readTreeCsv } from './read-tree-csv.ts'

const written = (tree: StoredTree, title = 'Loss of braking') => csvText([treeColumns, ...treeRows(tree, title)])

function valueOf(text: string, options = {}) {
  const reading = readTreeCsv(text, options)
  if (!reading.ok) throw new Error(reading.problems.join('\n'))
  return reading.value
}
const problemsOf = (text: string) => {
  const reading = readTreeCsv(text)
  return reading.ok ? [] : reading.problems
}

const of = (op: string, ...args: Expression[]): Operation => ({ op, args })
const group = (id: string, also: Partial<CommonCauseGroup>): CommonCauseGroup => ({
  id,
  title: '',
  note: '',
  model: 'beta-factor',
  members: [],
  total: 0.1,
  factors: [0.1],
  staggered: false,
  ...also,
})
const parameter = (id: string, value: Expression, also: Partial<Parameter> = {}): Parameter => ({
  id,
  title: '',
  note: '',
  unit: null,
  value,
  ...also,
})
const members = Array.from({ length: 8 }, (_none, i) => basic(`M${i}`))

/** All kinds of gates, events, models of events, groups and expressions; the top event is not the first node. */
const large: StoredTree = {
  ...treeOf(
    [
      gate('Both', 'and', ['A', 'B']),
      { ...gate('Top', 'or', ['Both', 'K', 'X', 'N', 'I', 'T1', 'T2']), title: 'Loss of "braking", at speed; or less' },
      gate('K', 'at-least', ['C', 'D', 'E', 'On'], 2),
      gate('X', 'xor', ['F', 'M0']),
      gate('N', 'not', ['G']),
      gate('I', 'inhibit', ['H', 'P', 'U', 'Rain']),
      { id: 'T1', title: 'Supply', note: '', kind: 'transfer', tree: uuid },
      { id: 'T2', title: '', note: 'Its own', kind: 'transfer', tree: uuid, node: 'Fuse-1' },
      basic('A', 1e-21, { title: '=SUM(A1)', note: '  -1 in front,\r\nand a second line ' }),
      basic('B', of('exponential', { parameter: 'lambda' }, missionTime), { artefact: uuid }),
      basic('C', of('GLM', 0.1, 1e-6, 0.1, missionTime)),
      basic('D', of('repairable', 1e-6, 0.1, missionTime)),
      basic('E', of('Weibull', 1_000, 1.5, 0, missionTime)),
      basic('F', of('dormant', 1e-6, 730, 8, 0.9)),
      basic('G', of('periodic-test', 1e-6, 730, 100, missionTime)),
      basic('H', of('mul', of('lognormal-deviate', 1e-3, 3, 0.95), { parameter: 'share' })),
      basic('P', null, { title: "'tis not known" }),
      basic('U', 0, { kind: 'undeveloped', title: 'Über- und Unterspannung' }),
      basic('Rain', 1, { kind: 'conditioning' }),
      { id: 'On', title: '', note: '', kind: 'house', state: true },
      { id: 'Off', title: 'Not below the top', note: '', kind: 'house', state: false },
      ...members,
    ],
    {
      top: 'Top',
      missionTime: 8_760.5,
      groups: [
        group('Beta', { members: ['M0', 'M1'], title: 'Pumps', note: '@home' }),
        group('Mgl', { model: 'MGL', members: ['M2', 'M3'], factors: [{ parameter: 'share' }] }),
        group('Alpha', { model: 'alpha-factor', members: ['M4', 'M5'], factors: [0.9, 0.1], staggered: true }),
        group('Phi', { model: 'phi-factor', members: ['M6', 'M7'], total: of('exponential', 1e-5, missionTime) }),
      ],
      parameters: [
        parameter('lambda', of('uniform-deviate', 1e-7, 1e-6), { title: 'Rate', unit: 'hours-1', note: '+FIT' }),
        parameter('share', -0.25),
      ],
    },
  ),
}

test('[FTA-38] [FTA-41] what is exported is imported as an equal tree, without notes', () => {
  expect(new Set(large.nodes.flatMap((node) => (node.kind === 'gate' ? [node.gate] : [])))).toEqual(new Set(gateKinds))
  expect(whyNotTree(large)).toBeUndefined()
  expect(valueOf(written(large))).toEqual({ tree: large, title: 'Loss of braking', tops: ['Top'], notes: [] })
})

test('[FTA-38] positions are not exported', () => {
  const moved = { ...large, nodes: large.nodes.map((node) => ({ ...node, at: { x: 1, y: 2 } })) }
  expect(valueOf(written(moved)).tree).toEqual(meaningIn(moved))
})

test('[FTA-38] one row states the top event, then there is a row for each node, group and parameter', () => {
  const rows = treeRows(large, 'Braking')
  expect(rows).toHaveLength(1 + large.nodes.length + large.groups.length + large.parameters.length)
  const row = (kind: string, id: string | null) =>
    Object.fromEntries(treeColumns.map((column, i) => [column, rows.find((r) => r[0] === kind && r[1] === id)![i]]))
  expect(row('fault-tree', null)).toMatchObject({ title: 'Braking', inputs: 'Top', value: 8_760.5 })
  expect(row('at-least', 'K')).toMatchObject({ least: 2, inputs: 'C D E On', value: null })
  expect(row('basic', 'B')).toMatchObject({ value: 'exponential(lambda, system-mission-time)', artefact: uuid })
  expect(row('house', 'On')).toMatchObject({ value: 'occurred' })
  expect(row('alpha-factor staggered', 'Alpha')).toMatchObject({ inputs: 'M4 M5', value: '0.1', factors: '0.9; 0.1' })
  expect(row('parameter', 'lambda')).toMatchObject({ unit: 'hours-1', value: 'uniform-deviate(1e-7, 0.000001)' })
})

test('[FTA-38] [DOCUMENT-10] no cell of an export is a formula of a spreadsheet', () => {
  const text = written(large, '=cmd()')
  expect(text).not.toMatch(/(?:^|[,\n]"?)[=+\-@]/)
  expect(valueOf(text).title).toBe('=cmd()')
})

test('[FTA-41] a spreadsheet may save it with semicolons, decimal commas and other columns', () => {
  const text = [
    '\ufeffINPUTS;Kind;id;value;factors;Owner',
    'A, B;OR;Top;;;Ada',
    ';Basic ;A;1,5E-03;;',
    ';basic;B;;;',
    ';house;H;OCCURRED;;',
    'B C;beta-factor;G;0,25;"0,1";',
    ';basic;C;;;',
    '',
  ].join('\r\n')
  expect(valueOf(text)).toEqual({
    tree: treeOf(
      [
        gate('Top', 'or', ['A', 'B']),
        basic('A', 1.5e-3),
        basic('B'),
        { id: 'H', title: '', note: '', kind: 'house', state: true },
        basic('C'),
      ],
      { missionTime: 8_760, groups: [group('G', { members: ['B', 'C'], total: 0.25 })] },
    ),
    title: '',
    tops: ['Top'],
    notes: ['Columns that are not read: Owner.', 'The file does not state its mission time: 8,760 hours are assumed.'],
  })
})

test('[FTA-41] the top event is the stated one, the chosen one, or the first that is no input', () => {
  const rows = 'kind,id,inputs,value\nor,G,A,\nand,H,A,\nbasic,A,,0.1\n'
  const open = valueOf(rows)
  expect([open.tree.top, open.tops, open.notes[0]]).toEqual([
    'G',
    ['G', 'H'],
    'Several nodes are at the top: G, H. G is the top event.',
  ])
  const chosen = valueOf(rows, { top: 'H' })
  expect([chosen.tree.top, chosen.notes.length]).toEqual(['H', 1])
  expect(valueOf(`${rows}fault-tree,,H,1000\n`)).toMatchObject({ tree: { top: 'H', missionTime: 1_000 }, notes: [] })
  expect(valueOf('kind,id,inputs,value\nbasic,A,,0.1\n').tree.top).toBe('A')
})

const head = 'kind,id,title,least,inputs,value,factors,unit,artefact,tree,note'
/** A file with these rows from line 2 on, and events A and B behind them. */
const file = (...rows: string[]) => [head, ...rows, 'basic,A,,,,0.1', 'basic,B,,,,0.1'].join('\n')
const pair = 'basic,C\nbasic,D'

test.for<[name: string, text: string, ...problems: (string | RegExp)[]]>([
  ['nothing', '', /^The file is empty\. Its first row names the columns kind, id, title/],
  ['no rows', head, 'The file has no gate and no event. Write a row for each.'],
  ['another encoding', `${head}\nbasic,A,\ufffd`, 'The file is not UTF-8 text. Save it as CSV in UTF-8.'],
  ['a quote that is not closed', `${head}\nbasic,"A`, /^Line 2: this is not CSV\. Quote Not Closed/],
  [
    'a missing column',
    'id,title,inputs\nA',
    /^line 1: Columns that are missing: kind, value\. Name them in the first row/,
  ],
  ['a column twice', `${head},KIND\n`, 'line 1, column kind: This column is there twice. Remove one of them.'],
  [
    'an unknown kind',
    file('nand,G,,,A B'),
    /^line 2, column kind: “nand” is no kind\. Write one of fault-tree, and, or, at-least, xor, not, inhibit, basic, /,
  ],
  [
    'an unknown input',
    file('or,G,,,A X'),
    'line 2, column inputs: X is not there. Add a row with this id, or correct it.',
  ],
  [
    'several unknown inputs',
    file('or,G,,,X Y', 'beta-factor,H,,,A Z,0.1,0.1'),
    'line 2, column inputs: X is not there. Add a row with this id, or correct it.',
    'line 2, column inputs: Y is not there. Add a row with this id, or correct it.',
    'line 3, column inputs: Z is not there. Add a row with this id, or correct it.',
  ],
  [
    'a cycle',
    file('or,G,,,A H', 'and,H,,,B G'),
    /^line [23], column inputs: [GH] would be below itself\. Remove the input, of it or of a gate below it/,
  ],
  [
    'an id twice',
    file('or,G,,,A B', 'basic,A'),
    'line 4, column id: A is there twice, first in line 3. Give one another id.',
  ],
  ['no id', file('or,,,,A B'), 'line 2, column id: The id is missing. Write one, such as Pump_1.'],
  ['an id with a point', file('or,G.1,,,A B'), /^line 2, column id: “G\.1” is no id\. It has letters, digits/],
  [
    'no number',
    file('basic,C,,,,1e'),
    /^line 2, column value: “1e” is neither a number nor a name\. Write a number such as 1e-6, or a formula/,
  ],
  [
    'a decimal comma between commas',
    file('basic,C,,,,"0,1"'),
    /^line 2, column value: “,” is not expected here\. Write a number such as 1e-6/,
  ],
  [
    'a probability of 2',
    file('basic,C,,,,2'),
    'line 2, column value: 2 is no probability. Write a number from 0 to 1.',
  ],
  ['an unknown model', file('basic,C,,,,exp0(1)'), /^line 2, column value: There is no operator exp0\. Write a number/],
  [
    'an unknown parameter',
    file('basic,C,,,,lambda'),
    /^line 2, column value: C uses the parameter lambda, which is not there\. Add this parameter, or correct the form/,
  ],
  [
    'a parameter in a circle',
    file('parameter,p,,,,neg(p)'),
    'line 2, column value: The parameter p would depend on itself. Remove a parameter from its formula.',
  ],
  [
    'K over N',
    file('at-least,G,,3,A B'),
    'line 2, column least: G needs 3 of 2 inputs: the number must be from 1 to 2. Correct the number, or add inputs.',
  ],
  [
    'no K',
    file('at-least,G,,,A B'),
    'line 2, column least: G needs a number: how many inputs at least. Write a number up to 2.',
  ],
  [
    'K that is no number',
    file('at-least,G,,two,A B'),
    'line 2, column least: “two” is no whole number. Write how many inputs are needed.',
  ],
  [
    'K of another gate',
    file('and,G,,2,A B'),
    'line 2, column least: A row of the kind and has no least. Leave the cell empty, or change the kind.',
  ],
  ['no inputs', file('or,G'), 'line 2, column inputs: G is a gate without inputs. Give it one or more.'],
  [
    'XOR of one',
    file('xor,G,,,A'),
    'line 2, column inputs: G has 1 inputs: xor takes 2. Change its inputs or its kind.',
  ],
  ['an input twice', file('or,G,,,A A'), 'line 2, column inputs: G has A as an input twice. Name it once.'],
  [
    'inputs of an event',
    file('basic,C,,,A'),
    'line 2, column inputs: A row of the kind basic has no inputs. Leave the cell empty, or change the kind.',
  ],
  [
    'an unknown state',
    file('house,H,,,,maybe'),
    'line 2, column value: “maybe” is no state. Write occurred or not occurred.',
  ],
  [
    'no other tree',
    file('transfer,T'),
    'line 2, column tree: The other tree is missing. Write the uuid of its artefact.',
  ],
  [
    'no uuid',
    file('transfer,T,,,,,,,,tree-1', 'basic,C,,,,,,,FM-1'),
    'line 2, column tree: “tree-1” is no uuid. Correct it, or leave the cell empty.',
    'line 3, column artefact: “FM-1” is no uuid. Correct it, or leave the cell empty.',
  ],
  [
    'a member with a probability',
    file(pair, 'beta-factor,H,,,A C,0.1,0.1'),
    /^line 5, column value: A has a probability of its own: that of H would not count\. Leave its probability out/,
  ],
  [
    'one member',
    file(pair, 'beta-factor,H,,,C,0.1,0.1'),
    'line 4, column inputs: H is a common-cause group of 1: it needs two events or more. Add members.',
  ],
  [
    'too many factors',
    file(pair, 'beta-factor,H,,,C D,0.1,0.1; 0.2'),
    /^line 4, column factors: H has 2 factors: beta-factor with 2 members takes 1\. Correct the factors/,
  ],
  [
    'no total and no factor',
    file(pair, 'beta-factor,H,,,C D,,'),
    /^line 4, column value: It is empty\. Write a number/,
    'line 4, column factors: It is empty. Separate the factors by semicolons.',
  ],
  [
    'two trees',
    file('fault-tree,,,,A,1000', 'fault-tree,,,,B,1000'),
    'line 3, column kind: There are two rows fault-tree, first in line 2. Remove one of them.',
  ],
  [
    'no mission time',
    file('fault-tree,,,,A,-5'),
    'line 2, column value: “-5” is no mission time. Write a number of hours above 0, at most 1e9.',
  ],
  ['two top events', file('fault-tree,,,,A B,5'), 'line 2, column inputs: A tree has one top event. Write one id.'],
  [
    'text beyond the columns',
    file('basic,C,,,,0.1,,,,,,,more'),
    'line 2: The row has 13 cells, and the first row 11. Remove the others.',
  ],
  [
    'a title that is too long',
    file(`basic,C,${'x'.repeat(201)},,,0.1`),
    'line 2, column title: It has more than 200 characters. Shorten it.',
  ],
  [
    'a cell of several lines before it',
    file('basic,C,,,,0.1,,,,,"two\nlines"', 'basic,D,,,,2'),
    /^line 4, column value: 2/,
  ],
])('[FTA-42] refused with line, column and advice: %s', ([, text, ...problems]) => {
  const found = problemsOf(text)
  const expected = problems.map((each) => (typeof each === 'string' ? each : expect.stringMatching(each)))
  expect(found).toEqual(expected)
})

test('[FTA-42] at most 50 problems are listed, and how many more there are', () => {
  const many = Array.from({ length: 80 }, (_none, i) => `basic,E${i},,,,2`)
  const problems = problemsOf(file(...many))
  expect([problems.length, problems.at(-1)]).toEqual([51, 'There are 30 more.'])
})

test('[FTA-42] what is larger than a tree may be is refused early', () => {
  const rows = Array.from({ length: 7_502 }, (_none, i) => `basic,E${i}`)
  expect(problemsOf(file(...rows))).toEqual(['The file has more than 7,502 rows. Divide it.'])
  expect(problemsOf(' '.repeat(5_000_001))).toEqual(['The file has more than 5 million characters.'])
  const events = Array.from({ length: mostNodes + 1 }, (_none, i) => `basic,E${i}`)
  expect(problemsOf([head, ...events].join('\n'))).toEqual(['line 1: A tree may have 5,000 nodes at most. Divide it.'])
  const chain = Array.from({ length: mostNodes - 3 }, (_none, i) => `or,G${i},,,${i === 0 ? 'A' : `G${i - 1}`}`)
  expect(valueOf(file(...chain)).tree.nodes).toHaveLength(mostNodes - 1)
})

test('[FTA-41] random trees come back', () => {
  const words = fc.string({
    unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', '=', "'", '-', '@', ' ', 'é'),
    maxLength: 12,
  })
  fc.assert(
    fc.property(fc.integer(), fc.array(words, { minLength: 8, maxLength: 8 }), (seed, notes) => {
      const below = createRandom(seed)
      const events = notes.map((note, i) => basic(`E${i}`, below(1_000) / 1_000, { note, title: note.trim() }))
      const gates = Array.from({ length: 4 }, (_none, i): FaultNode => {
        const kind = gateKinds[below(gateKinds.length)]!
        const later = [...Array.from({ length: 3 - i }, (_, j) => `G${i + j + 1}`), ...events.map(({ id }) => id)]
        const parts = later.slice(0, kind === 'not' ? 1 : kind === 'xor' ? 2 : 2 + below(later.length - 2))
        return gate(`G${i}`, kind, parts, kind === 'at-least' ? 1 + below(parts.length) : undefined)
      })
      const tree = treeOf([...gates, ...events], { missionTime: 1 + below(100_000) / 7 })
      expect(valueOf(written(tree)).tree).toEqual(tree)
    }),
    { numRuns: 100 },
  )
})

test('[FTA-42] a damaged file gives a valid tree, or what is wrong', () => {
  const text = written(large)
  fc.assert(
    fc.property(
      fc.nat(text.length),
      fc.nat(60),
      fc.constantFrom('', 'A', ',', '"', ';', '\n', '1e400'),
      (at, length, piece) => {
        const reading = readTreeCsv(`${text.slice(0, at)}${piece}${text.slice(at + length)}`)
        if (reading.ok) expect(whyNotTree(reading.value.tree)).toBeUndefined()
        else {
          expect(reading.problems.length).toBeGreaterThan(0)
          for (const problem of reading.problems)
            expect(problem).toMatch(/^(line \d+|Line \d+|The file|There are)[^]*\.$/)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('[FTA-38] cut sets as rows', () => {
  const titles = new Map([['A', 'Valve stuck']])
  const rows = cutSetRows(
    [['A', 'B'], ['C']],
    titles,
    new Map([
      ['A', 0.5],
      ['B', 0.25],
    ]),
  )
  expect(rows).toEqual([
    [1, 2, 'A; B', 'Valve stuck; B', 0.125],
    [2, 1, 'C', 'C', null],
  ])
  expect(rows[0]).toHaveLength(cutSetColumns.length)
})
