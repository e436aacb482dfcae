import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRandom } from '../../../core/random.fixture.ts'
import type { Parsed } from '../../../core/parsed.ts'
import type { Expression } from '../expression.ts'
import type { ImportedTree } from '../imported-tree.ts'
import { basic, exactProbability, expanded, gate, treeOf, uuid } from '../tree.fixture.ts'
import { type FaultNode, mostNodes, type StoredTree } from '../tree.ts'
import { type OpenPsaOptions, readOpenPsa } from './read-open-psa.ts'
import { whyNotTree } from '../whole-tree.ts'
import { writeOpenPsa } from './write-open-psa.ts'

const read = (text: string, options?: OpenPsaOptions) => readOpenPsa([{ name: 'model.xml', text }], options)

function modelOf(reading: Parsed<ImportedTree>): ImportedTree {
  if (!reading.ok) throw new Error(reading.reason)
  return reading.value
}

const model = (content: string) =>
  `<opsa-mef>\n<define-fault-tree name="T">\n${content}\n</define-fault-tree>\n</opsa-mef>`
const top = (formula: string) => `<define-gate name="Top">${formula}</define-gate>`
const [a, b, c] = ['A', 'B', 'C'].map((name) => `<event name="${name}"/>`) as [string, string, string]
const probabilities = { A: 0.5, B: 0.25, C: 0.125 }
const events = Object.entries(probabilities)
  .map(([name, p]) => `<define-basic-event name="${name}"><float value="${p}"/></define-basic-event>`)
  .join('\n')

/** The probability that a Boolean function of A, B and C is true. */
function probabilityThat(holds: (a: boolean, b: boolean, c: boolean) => boolean): number {
  const states = [false, true]
  const weight = (state: boolean, p: number) => (state ? p : 1 - p)
  return states
    .flatMap((x) => states.flatMap((y) => states.map((z) => [x, y, z] as const)))
    .filter((state) => holds(...state))
    .reduce((sum, [x, y, z]) => sum + weight(x, 0.5) * weight(y, 0.25) * weight(z, 0.125), 0)
}

// the semantics of Open-PSA MEF 2.0d, 4.3
test.for<[formula: string, holds: (a: boolean, b: boolean, c: boolean) => boolean]>([
  [a, (x) => x],
  [`<and>${a}${b}${c}</and>`, (x, y, z) => x && y && z],
  [`<or>${a}${b}${c}</or>`, (x, y, z) => x || y || z],
  [`<not>${a}</not>`, (x) => !x],
  [`<xor>${a}${b}</xor>`, (x, y) => x !== y],
  [`<xor>${a}${b}${c}</xor>`, (x, y, z) => (x !== y) !== z],
  [`<iff>${a}${b}</iff>`, (x, y) => x === y],
  [`<iff>${a}${b}${c}</iff>`, (x, y, z) => (x === y) === z],
  [`<nand>${a}${b}${c}</nand>`, (x, y, z) => !(x && y && z)],
  [`<nor>${a}${b}${c}</nor>`, (x, y, z) => !(x || y || z)],
  [`<imply>${a}${b}</imply>`, (x, y) => !x || y],
  [`<atleast min="2">${a}${b}${c}</atleast>`, (x, y, z) => Number(x) + Number(y) + Number(z) >= 2],
  [
    `<cardinality min="1" max="2">${a}${b}${c}</cardinality>`,
    (x, y, z) => [1, 2].includes(Number(x) + Number(y) + Number(z)),
  ],
  [`<cardinality min="0" max="1">${a}${b}${c}</cardinality>`, (x, y, z) => Number(x) + Number(y) + Number(z) <= 1],
  [`<cardinality min="0" max="0">${a}${b}</cardinality>`, (x, y) => !x && !y],
  [`<cardinality min="2" max="3">${a}${b}${c}</cardinality>`, (x, y, z) => Number(x) + Number(y) + Number(z) >= 2],
  [`<cardinality min="0" max="2">${a}${b}</cardinality>`, () => true],
  [`<or>${a}<not><and>${b}<not>${c}</not></and></not></or>`, (x, y, z) => x || !(y && !z)],
  [`<and>${a}<constant value="true"/></and>`, (x) => x],
  [`<or>${a}<constant value="false"/></or>`, (x) => x],
  ['<constant value="true"/>', () => true],
  [`<not><not>${a}</not></not>`, (x) => x],
])('[FTA-31] %s has its meaning', ([formula, holds]) => {
  const { tree } = modelOf(read(model(`${top(formula)}\n${events}`)))
  const { tree: engine, probabilities } = expanded(tree)
  expect(exactProbability(engine, probabilities)).toBeCloseTo(probabilityThat(holds), 14)
})

test('[FTA-33] names: inner ones first, private ones by their path, events without a definition', () => {
  const { tree, notes } = modelOf(
    read(
      model(`${top('<and><gate name="Pump"/><event name="Inner.Pump"/><basic-event name="New"/></and>')}
        <define-gate name="Pump"><or><event name="Valve"/></or></define-gate>
        <define-basic-event name="Valve"><float value="0.5"/></define-basic-event>
        <define-component name="Inner" role="private">
          <define-gate name="Pump">
            <or><event name="Valve"/><event name="T.Valve"/><event name="Deep.Valve"/></or>
          </define-gate>
          <define-basic-event name="Valve"><parameter name="p"/></define-basic-event>
          <define-parameter name="p"><float value="0.25"/></define-parameter>
          <define-component name="Deep">
            <define-basic-event name="Valve" role="public"/>
          </define-component>
        </define-component>`).replace('name="Valve" role="public"', 'name="Valve"'),
    ),
  )
  const partsOf = (id: string) =>
    tree.nodes.flatMap((node) => (node.id === id && node.kind === 'gate' ? node.parts : []))
  expect(partsOf('Top')).toEqual(['Pump', 'T_Inner_Pump', 'New'])
  expect(partsOf('Pump')).toEqual(['Valve'])
  expect(partsOf('T_Inner_Pump')).toEqual(['T_Inner_Valve', 'Valve', 'T_Inner_Deep_Valve'])
  expect(tree.nodes.find(({ id }) => id === 'T_Inner_Valve')).toMatchObject({ probability: { parameter: 'T_Inner_p' } })
  expect(notes).toEqual(['Not defined, and so basic events without a probability: New.'])
})

test('[FTA-33] an event without a definition keeps apart from gates that are made for nested formulas', () => {
  const { tree } = modelOf(read(model(top(`<and><not>${a}</not><event name="Top_part"/></and>`))))
  expect(tree.nodes.find(({ id }) => id === 'Top')).toMatchObject({ parts: ['Top_part_2', 'Top_part'] })
  expect(tree.nodes.find(({ id }) => id === 'Top_part')).toMatchObject({ kind: 'basic' })
})

test('[FTA-35] labels and attributes become titles and notes, or are noted', () => {
  const about = '<label> Loss of\n brakes </label><attributes><attribute name="colour" value="red"/></attributes>'
  const { tree, title, notes } = modelOf(
    read(
      `<opsa-mef><label>All</label><define-fault-tree name="T"><label>Brakes</label>
        <define-gate name="Top">${about}${a}</define-gate></define-fault-tree></opsa-mef>`,
    ),
  )
  expect(title).toBe('Brakes')
  expect(tree.nodes.find(({ id }) => id === 'Top')).toMatchObject({ title: 'Loss of brakes' })
  expect(notes[0]).toBe('Attributes and labels that are not kept: the label of the model, colour.')
})

test('[FTA-30] several documents are one model; a fault names its document', () => {
  const structure = { name: 'gates.xml', text: model(top(`<or>${a}${b}</or>`)) }
  const event = '<define-basic-event name="A"><float value="0.1"/></define-basic-event>'
  const data = `<opsa-mef><model-data>${event}</model-data></opsa-mef>`
  const both = modelOf(readOpenPsa([structure, { name: 'data.xml', text: data }]))
  expect(both.tree.nodes.map((node) => [node.id, 'probability' in node && node.probability])).toEqual([
    ['B', null],
    ['Top', false],
    ['A', 0.1],
  ])
  expect(readOpenPsa([structure, { name: 'data.xml', text: data.replace('float', 'flaot') }])).toEqual({
    ok: false,
    reason: 'data.xml, line 1, column 52: <flaot> is not read in an expression.',
  })
})

test('[FTA-30] the top event and the mission time are chosen, or assumed with a note', () => {
  const text = model(`${top(`<or>${a}</or>`)}<define-gate name="Other"><or>${a}</or></define-gate>
    <define-basic-event name="A">
      <exponential><float value="1e-4"/><system-mission-time/></exponential>
    </define-basic-event>`)
  const assumed = modelOf(read(text))
  expect(assumed.tree).toMatchObject({ top: 'Top', missionTime: 8_760 })
  expect(assumed.tops).toEqual(['Top', 'Other'])
  expect(assumed.notes).toEqual([
    'The model does not state its mission time: 8,760 hours are assumed.',
    'Several gates are at the top: Top, Other. Top is the top event.',
  ])
  const chosen = modelOf(read(text, { top: 'Other', missionTime: 100 }))
  expect(chosen).toMatchObject({ tree: { top: 'Other', missionTime: 100 }, notes: [] })
  expect(read(text, { top: 'None' })).toMatchObject({ ok: false, reason: expect.stringContaining('None') })
})

test('[FTA-32] expressions keep their form', () => {
  const expressionOf = (xml: string) =>
    modelOf(
      read(
        model(`${top(`<or>${a}</or>`)}<define-basic-event name="A">${xml}</define-basic-event>
      <define-parameter name="lambda" unit="hours-1"><int value="2"/></define-parameter>`),
      ),
    ).tree.nodes.flatMap((node) => ('probability' in node ? [node.probability] : []))[0]
  const f = (value: number) => `<float value="${value}"/>`
  expect(
    expressionOf(`<exponential><parameter name="lambda"/><system-mission-time unit="hours"/></exponential>`),
  ).toEqual({ op: 'exponential', args: [{ parameter: 'lambda' }, { op: 'system-mission-time', args: [] }] })
  expect(expressionOf(`<histogram>${f(1)}<bin>${f(2)}${f(3)}</bin><bin>${f(4)}${f(5)}</bin></histogram>`)).toEqual({
    op: 'histogram',
    args: [1, 2, 3, 4, 5],
  })
  expect(expressionOf(`<switch><case><bool value="true"/>${f(0.5)}</case>${f(0.25)}</switch>`)).toEqual({
    op: 'switch',
    args: [1, 0.5, 0.25],
  })
  expect(expressionOf('<pi/>')).toEqual({ op: 'pi', args: [] })
})

const beta = (factors: string) =>
  model(`${top(`<and>${a}${b}</and>`)}
<define-CCF-group name="G" model="beta-factor">
<members><basic-event name="A"/><basic-event name="B"/></members>
<distribution><float value="0.1"/></distribution>
${factors}
</define-CCF-group>`)

test('[FTA-34] factors are sorted by their levels; members need no definition', () => {
  expect(modelOf(read(beta('<factor level="2"><float value="0.2"/></factor>'))).tree.groups).toMatchObject([
    { members: ['A', 'B'], total: 0.1, factors: [0.2] },
  ])
  const alpha = beta(
    '<factors><factor level="2"><float value="0.2"/></factor><factor level="1"><float value="0.8"/></factor></factors>',
  ).replace('beta-factor', 'alpha-factor')
  expect(modelOf(read(alpha))).toMatchObject({ tree: { groups: [{ factors: [0.8, 0.2] }] }, notes: [] })
})

const atTop = (formula: string) => model(top(formula))
const ofA = (expression: string) => model(`${top(a)}\n<define-basic-event name="A">${expression}</define-basic-event>`)

test.for<[rule: string, why: string, text: string, reason: string]>([
  ['FTA-35', 'another format', '<bom/>', 'line 1, column 1: <bom> is no Open-PSA model: <opsa-mef> is.'],
  [
    'FTA-35',
    'an event tree',
    '<opsa-mef>\n <define-event-tree name="E"/></opsa-mef>',
    'line 2, column 2: <define-event-tree> is not read: only fault trees are.',
  ],
  [
    'FTA-35',
    'an included file',
    '<opsa-mef>\n<include file="/etc/passwd"/></opsa-mef>',
    'line 2, column 1: <include> is not read: only fault trees are.',
  ],
  ['FTA-35', 'no gate', '<opsa-mef/>', 'line 1, column 1: The model has no gate.'],
  [
    'FTA-35',
    'an unknown formula',
    atTop(`<xnor>${a}${b}</xnor>`),
    'line 3, column 25: <xnor> is not read in a formula.',
  ],
  [
    'FTA-35',
    'an unknown attribute',
    atTop(`<and x="1">${a}</and>`),
    'line 3, column 25: <and> has an attribute “x” that is not read.',
  ],
  [
    'FTA-35',
    'a tag of several lines',
    atTop(`<and\n x="1">${a}</and>`),
    'line 3, column 25: <and> has an attribute “x” that is not read.',
  ],
  [
    'FTA-35',
    'a name of JavaScript',
    atTop('<constructor x="1"/>'),
    'line 3, column 25: <constructor> is not read in a formula.',
  ],
  ['FTA-35', 'another one', ofA('<toString/>'), 'line 4, column 30: <toString> is not read in an expression.'],
  [
    'FTA-35',
    'two labels',
    ofA('<label>a</label><label>b</label>'),
    'line 4, column 46: <define-basic-event> has two labels.',
  ],
  ['FTA-35', 'stray text', atTop(`<and>or${a}</and>`), 'line 3, column 25: <and> has text in it: “or”.'],
  ['FTA-35', 'two formulas', atTop(`${a}${b}`), 'line 3, column 42: <define-gate> takes one formula, and has 2.'],
  ['FTA-35', 'no formula', atTop(''), 'line 3, column 1: <define-gate> takes one formula, and has 0.'],
  ['FTA-31', 'no inputs', atTop('<or/>'), 'line 3, column 25: <or> has no inputs.'],
  ['FTA-31', 'an input twice', atTop(`<or>${a}${a}</or>`), 'line 3, column 25: Top has A as an input twice.'],
  ['FTA-31', 'NOT of two', atTop(`<not>${a}${b}</not>`), 'line 3, column 25: <not> takes 1 input, and has 2.'],
  ['FTA-31', 'XOR of one', atTop(`<xor>${a}</xor>`), 'line 3, column 25: <xor> takes 2 inputs or more, and has 1.'],
  ['FTA-31', '3 of 2', atTop(`<atleast min="3">${a}${b}</atleast>`), 'line 3, column 25: “3” is no min of 2 inputs.'],
  [
    'FTA-31',
    'no number',
    atTop(`<atleast>${a}${b}</atleast>`),
    'line 3, column 25: <atleast> needs the attribute “min”.',
  ],
  [
    'FTA-31',
    'bounds that cross',
    atTop(`<cardinality min="2" max="1">${a}${b}</cardinality>`),
    'line 3, column 25: <cardinality> has the bounds 2 and 1.',
  ],
  ['FTA-33', 'an unknown gate', atTop('<gate name="G"/>'), 'line 3, column 25: The gate G is not defined.'],
  ['FTA-33', 'an unknown component', atTop('<event name="X.G"/>'), 'line 3, column 25: X.G is not defined.'],
  [
    'FTA-33',
    'another kind',
    model(`${top('<gate name="A"/>')}\n${events}`),
    'line 3, column 25: A is not a gate: line 4 defines it as a basic-event.',
  ],
  [
    'FTA-33',
    'a name twice',
    model(`${top(a)}\n${events}\n<define-gate name="A">${b}</define-gate>`),
    'line 7, column 1: A is defined twice: first in line 4.',
  ],
  [
    'FTA-33',
    'no name',
    '<opsa-mef><define-fault-tree name="a b"/></opsa-mef>',
    'line 1, column 11: “a b” is no name: letters, digits, _ and single hyphens, a letter first.',
  ],
  [
    'FTA-5',
    'a cycle',
    model(`${top('<gate name="H"/>')}\n<define-gate name="H"><gate name="Top"/></define-gate>`),
    'line 3, column 1: Top would be below itself.',
  ],
  [
    'FTA-32',
    'an external function',
    ofA('<extern-function name="f"/>'),
    'line 4, column 30: <extern-function> is not read in an expression.',
  ],
  [
    'FTA-32',
    'our own operator',
    ofA('<dormant><int value="1"/><int value="1"/></dormant>'),
    'line 4, column 30: <dormant> is not read in an expression.',
  ],
  [
    'FTA-32',
    'too few arguments',
    ofA('<exponential><int value="1"/></exponential>'),
    'line 4, column 30: <exponential> takes 2 (failure rate, time) as arguments, and has 1.',
  ],
  ['FTA-32', 'no number', ofA('<float value="0x10"/>'), 'line 4, column 30: “0x10” is no float.'],
  ['FTA-32', 'a number without end', ofA('<float value="1e999"/>'), 'line 4, column 30: “1e999” is no float.'],
  ['FTA-32', 'no truth value', ofA('<bool value="yes"/>'), 'line 4, column 30: “yes” is neither true nor false.'],
  [
    'FTA-33',
    'an unknown parameter',
    ofA('<parameter name="x"/>'),
    'line 4, column 30: The parameter x is not defined.',
  ],
  ['FTA-34', 'no factor', beta('<factors/>'), 'line 4, column 1: G has 0 factors: beta-factor with 2 members takes 1.'],
  [
    'FTA-34',
    'a level too high',
    beta('<factor level="3"><int value="1"/></factor>'),
    'line 7, column 1: beta-factor with 2 members has no factor of level 3.',
  ],
  [
    'FTA-34',
    'a gap',
    beta('<factor level="2"><int value="1"/></factor>').replace('beta-', 'phi-'),
    'line 4, column 1: G has no factor of level 1.',
  ],
  [
    'FTA-35',
    'an unknown model',
    beta('<factor><int value="1"/></factor>').replace('beta-', 'gamma-'),
    'line 4, column 1: The common-cause model “gamma-factor” is not read.',
  ],
  ['FTA-36', 'no XML', 'gates', 'line 1, column 6: The XML is not accepted: text data outside of root node.'],
  ['FTA-36', 'nothing', '', 'line 1, column 1: The XML is not accepted: document must contain a root element.'],
  [
    'FTA-36',
    'a document type',
    '<!DOCTYPE opsa-mef [<!ENTITY a "b">]>\n<opsa-mef>&a;</opsa-mef>',
    'line 1, column 38: The XML is not accepted: a document type declaration (DOCTYPE) is not accepted.',
  ],
  ['FTA-36', 'an entity', '<opsa-mef>&a;</opsa-mef>', 'line 1, column 14: The XML is not accepted: undefined entity.'],
  [
    'FTA-36',
    'deep nesting',
    atTop('<not>'.repeat(60)),
    'line 3, column 315: The XML is not accepted: elements nest deeper than 60 levels.',
  ],
  ['FTA-36', 'too much', ' '.repeat(5_000_001), 'The documents have more than 5 million characters.'],
])('[%s] refused with its place: %s', ([, , text, reason]) => {
  expect(read(text)).toEqual({ ok: false, reason })
})

test('[FTA-36] more gates and definitions than a tree may have are refused early', () => {
  const nots = `<not>${a}</not>`.repeat(1)
  const many = Array.from({ length: 2_000 }, (_none, i) => `<not><event name="E${i}"/></not>`).join('')
  const three = [1, 2, 3].map((i) => `<define-gate name="G${i}"><and>${many}</and></define-gate>`).join('')
  expect(read(model(`${top(nots)}${three}`))).toMatchObject({
    ok: false,
    reason: expect.stringContaining('A tree may have 5,000 nodes at most.'),
  })
  expect(read(atTop(`<and>${many}${nots}</and>`))).toMatchObject({
    ok: false,
    reason: expect.stringContaining('A gate may have 2,000 inputs at most.'),
  })
  const definitions = Array.from({ length: 7_501 }, (_none, i) => `<define-basic-event name="D${i}"/>`).join('')
  expect(read(model(definitions))).toMatchObject({
    ok: false,
    reason: expect.stringContaining('A model may have 7,500 definitions at most.'),
  })
})

const large: StoredTree = treeOf(
  [
    { ...gate('Top', 'inhibit', ['G', 'Rain']), title: 'Loss of <braking> & "steering"', note: 'See 4.2,\nand\t"4.3"' },
    gate('G', 'at-least', ['A', 'B', 'X', 'N', 'One'], 2),
    gate('X', 'xor', ['A', 'C']),
    gate('N', 'not', ['P1']),
    gate('One', 'or', ['P2']),
    basic('A', { op: 'exponential', args: [{ parameter: 'lambda' }, { op: 'system-mission-time', args: [] }] }),
    basic('B', 1e-21, { kind: 'undeveloped', artefact: uuid }),
    basic('C', { op: 'histogram', args: [0, 1, 0.5, 3, 0.25] }),
    basic('P1'),
    basic('P2'),
    basic('Rain', 0.5, { kind: 'conditioning' }),
    { id: 'On', title: '', note: '', kind: 'house', state: true },
  ],
  {
    groups: [
      {
        id: 'Ps',
        title: 'Pumps',
        note: '',
        model: 'alpha-factor',
        members: ['P1', 'P2'],
        total: 0.1,
        factors: [0.9, 0.1],
        staggered: true,
      },
    ],
    parameters: [
      {
        id: 'lambda',
        title: 'Rate',
        note: 'FIT/1e9',
        unit: 'hours-1',
        value: { op: 'lognormal-deviate', args: [1e-6, 3, 0.95] },
      },
      { id: 'chosen', title: '', note: '', unit: null, value: { op: 'switch', args: [1, 2, 0, 3, 4] } },
    ],
  },
)

const written = (tree: StoredTree) => {
  const result = writeOpenPsa(tree, 'Braking')
  if (!result.ok) throw new Error(result.reason)
  return result.value
}

test('[FTA-37] what is written is read as the same tree, without notes', () => {
  expect(modelOf(read(written(large)))).toEqual({ tree: large, title: 'Braking', tops: ['Top'], notes: [] })
})

test('[FTA-37] our own operators become expressions of the same value', () => {
  const time: Expression = { op: 'system-mission-time', args: [] }
  const uncertain: Expression = { op: 'lognormal-deviate', args: [1e-4, 3, 0.95] }
  const tree = treeOf([
    gate('Top', 'or', ['R', 'D2', 'D3', 'D4', 'Tiny', 'U']),
    basic('R', { op: 'repairable', args: [1e-3, 0.1, time] }),
    basic('D2', { op: 'dormant', args: [1e-4, 730] }),
    basic('D3', { op: 'dormant', args: [1e-4, 730, 8] }),
    basic('D4', { op: 'dormant', args: [1e-4, 730, 8, 0.9] }),
    basic('Tiny', { op: 'dormant', args: [1e-12, 10] }),
    basic('U', { op: 'dormant', args: [uncertain, 730] }),
  ])
  const back = modelOf(read(written(tree))).tree
  const [before, after] = [expanded(tree).probabilities, expanded(back).probabilities]
  expect([...after.keys()]).toEqual([...before.keys()])
  for (const [name, p] of before) expect(after.get(name)! / p).toBeCloseTo(1, 8)
  // the uncertain rate is one parameter, and not a distribution at each place where it is needed
  expect(back.parameters.map(({ value }) => value)).toEqual([uncertain])
})

test('[FTA-37] a tree with transfers is refused', () => {
  const transfer: FaultNode = { id: 'X', title: '', note: '', kind: 'transfer', tree: uuid }
  expect(writeOpenPsa(treeOf([gate('Top', 'or', ['X']), transfer]), 'T')).toEqual({
    ok: false,
    reason: 'X is transferred in from another tree.',
  })
})

/** A valid tree of random gates over random events: inputs come after their gates. */
function randomTree(seed: number): StoredTree {
  const below = createRandom(seed)
  const events = Array.from({ length: 2 + below(5) }, (_none, i) => basic(`E${i}`, below(1_000) / 1_000))
  const count = 1 + below(6)
  const gates = Array.from({ length: count }, (_none, i) => {
    const later = [
      ...Array.from({ length: count - i - 1 }, (_none, j) => `G${i + j + 1}`),
      ...events.map(({ id }) => id),
    ]
    const parts = later.filter(() => below(2) === 0)
    const kind = (['and', 'or', 'at-least', 'xor', 'not', 'inhibit'] as const)[below(6)]!
    if (kind === 'not') return gate(`G${i}`, kind, [later[below(later.length)]!])
    if (kind === 'xor' || parts.length < 2) return gate(`G${i}`, 'xor', later.slice(0, 2))
    return gate(`G${i}`, kind, parts, kind === 'at-least' ? 1 + below(parts.length) : undefined)
  })
  return treeOf([...gates, ...events])
}

test('[FTA-37] random trees come back', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const tree = randomTree(seed)
      expect(modelOf(read(written(tree))).tree.nodes).toEqual(tree.nodes)
    }),
    { numRuns: 100 },
  )
})

test('[FTA-36] a damaged document gives a valid tree, or a reason with its place', () => {
  const text = written(large)
  fc.assert(
    fc.property(
      fc.nat(text.length),
      fc.nat(60),
      fc.constantFrom('', 'A', '<', '"', '<and/>', '&#0;', '1e400'),
      (at, length, piece) => {
        const damaged = `${text.slice(0, at)}${piece}${text.slice(at + length)}`
        const reading = read(damaged)
        const why = reading.ok ? whyNotTree(reading.value.tree) : undefined
        const isPlaced = reading.ok || /^line \d+, column \d+: .+\.$/s.test(reading.reason)
        expect([why, isPlaced]).toEqual([undefined, true])
      },
    ),
    { numRuns: 500 },
  )
})

test('[FTA-37] the name is an identifier', () => {
  expect(writeOpenPsa(treeOf([gate('Top', 'or', ['A']), basic('A')]), 'a b')).toMatchObject({ ok: false })
})

test('[FTA-36] a model of as many nodes as a tree may have is read', () => {
  const half = mostNodes / 2 - 1
  const after = (i: number) => (i === half - 1 ? 'Last' : `G${i + 1}`)
  const gates = Array.from(
    { length: half },
    (_none, i) => `<define-gate name="G${i}"><or><event name="E${i}"/><event name="${after(i)}"/></or></define-gate>`,
  )
  expect(modelOf(read(model(gates.join('\n')))).tree.nodes).toHaveLength(half * 2 + 1)
})
