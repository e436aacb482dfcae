import { expect, test } from 'vitest'
import { exampleDbc } from './example.fixture.ts'
import type { Dbc } from './model.ts'
import { parseDbc } from './parse.ts'
import { printDbc } from './print.ts'

function read(text: string): Dbc {
  const { dbc, ...rest } = parseDbc(text)
  if (dbc === undefined) throw new Error(JSON.stringify(rest))
  return dbc
}
/** Returns `line:column reason` of each fault. */
function faultsOf(text: string): string[] {
  const result = parseDbc(text)
  return result.dbc === undefined ? result.faults.map(({ line, column, reason }) => `${line}:${column} ${reason}`) : []
}
function warningsOf(text: string): string[] {
  const result = parseDbc(text)
  return result.dbc === undefined
    ? ['refused']
    : result.warnings.map(({ line, column, reason }) => `${line}:${column} ${reason}`)
}
const signal = (placement: string, name = 'S') => ` SG_ ${name} : ${placement} (1,0) [0|0] "" X\n`
const message = (...signals: string[]) => `BO_ 1 M: 8 X\n${signals.join('')}`

const example = read(exampleDbc)
const named = (name: string) => example.messages.find((one) => one.name === name)!

test('[DBC-1] a database with every element is read without a warning', () => {
  expect(warningsOf(exampleDbc)).toEqual([])
  expect(example).toMatchObject({
    version: '7.1',
    newSymbols: ['NS_DESC_', 'CM_', 'BA_DEF_', 'SG_MUL_VAL_'],
    bitTiming: '500000 : 1,2',
    comment: 'A database of our own: 20 °C; it is for "all".',
  })
  expect(example.nodes).toEqual([
    { name: 'ECU', comment: 'Engine control', attributes: [{ name: 'Weight', value: 2.5 }] },
    { name: 'GTW', comment: '', attributes: [] },
    { name: 'Tester', comment: '', attributes: [] },
  ])
  expect(example.valueTables).toEqual([
    {
      name: 'OnOff',
      values: [
        { value: 1, name: 'On' },
        { value: 0, name: 'Off' },
      ],
    },
  ])
})

test('[DBC-1] a message and its signals are read from the text', () => {
  expect(named('Motor')).toMatchObject({
    id: 291,
    ext: false,
    length: 8,
    sender: 'ECU',
    transmitters: ['ECU', 'GTW'],
    comment: 'Two\nlines.',
    attributes: [{ name: 'GenMsgCycleTime', value: 20 }],
    groups: [{ name: 'Both', repetitions: 1, signals: ['Speed', 'Torque'] }],
  })
  expect(named('Motor').signals[0]).toEqual({
    name: 'Speed',
    isMultiplexor: false,
    multiplexedAt: null,
    multiplexing: null,
    startBit: 0,
    length: 16,
    isIntel: true,
    isSigned: false,
    float: 0,
    factor: 0.25,
    offset: -100,
    min: -100,
    max: 16283.75,
    unit: 'rpm',
    receivers: ['GTW', 'Tester'],
    values: [],
    comment: 'Of the crankshaft; BO_ 5 is no statement here',
    attributes: [],
  })
  expect(named('Motor').signals[1]).toMatchObject({
    name: 'Torque',
    startBit: 23,
    length: 12,
    isIntel: false,
    isSigned: true,
  })
})

test.for([
  { text: '', faults: ['1:1 no message (BO_) is in this file'] },
  { text: message(signal('0|8@1*')), faults: ['2:15 expected "+" (unsigned) or "-" (signed), found "*"'] },
  { text: message(signal('0|65@1+')), faults: ['2:12 the length in bits is a whole number from 1 to 64, not 65'] },
  { text: message(signal('0|0@1+')), faults: ['2:12 the length in bits is a whole number from 1 to 64, not 0'] },
  { text: message(signal('-1|8@1+')), faults: ['2:10 the start bit is a whole number from 0 to 14279, not -1'] },
  { text: message(signal('0|8@2+')), faults: ['2:14 the byte order is a whole number from 0 to 1, not 2'] },
  { text: 'BO_ 1 M: 8 X\n SG_ S : 0|8@1+ (1e999,0) [0|0] "" X', faults: ['2:18 the factor is too large'] },
  { text: 'BO_ 1 M: 1786 X', faults: ['1:10 the length in bytes is a whole number from 0 to 1785, not 1786'] },
  {
    text: 'BO_ 4294967296 M: 8 X',
    faults: ['1:5 the id of a message is a whole number from 0 to 4294967295, not 4294967296'],
  },
  { text: 'BO_ 3758096383 M: 8 X', faults: ['1:1 3758096383 is no id of a message: it does not fit in 29 bits'] },
  { text: 'nonsense\nBO_ 1 M: 8 X', faults: ['1:1 expected a statement such as BO_ or SG_, found "nonsense"'] },
  { text: 'BO_ 1 M: 8 X extra', faults: ['1:14 expected a statement such as BO_ or SG_, found "extra"'] },
  {
    text: 'BO_ 1 M: 8 X\n SG_ S x1 : 0|8@1+ (1,0) [0|0] "" X',
    faults: ['2:8 expected ":", "M" or "m" and a number, found "x1"'],
  },
  {
    text: ' SG_ S : 0|8@1+ (1,0) [0|0] "" X\nBO_ 1 M: 8 X',
    faults: ['1:2 the signal S does not stand under a message'],
  },
  {
    text: `${message(signal('0|8@1+'))}SG_MUL_VAL_ 1 S T 5-3;`,
    faults: ['3:19 a range of values goes from the lower to the higher, as in 3-5'],
  },
])('[DBC-1] $faults.0', ({ text, faults }) => {
  expect(faultsOf(text)).toEqual(faults)
})

test("[DBC-3] each statement that can't be read is one fault, and the rest is read", () => {
  const text =
    `BO_ x M: 8 X\n${signal('0|8@1+')}BO_ 2 N: 8 X\n${signal('0|@1+')}${signal('8|8@1+', 'T')}` +
    'CM_ BO_ 2 5;\nBA_ "a" BO_ 2;\n'
  expect(faultsOf(text)).toEqual([
    '1:5 expected the id of a message, found "x"',
    '4:12 expected the length in bits, found "@"',
  ])
})

test.for([
  ['CM_ BO_ 1 "never closed;', '2:11 expected a comment in quotes, found a text that no quote closes; it was left out'],
  ['CM_ BO_ 1 5;', '2:11 expected a comment in quotes, found "5"; it was left out'],
  ['CM_ SG_ 1 "no name";', '2:11 expected the name of a signal, found the text "no name"; it was left out'],
  ['CM_ BO_ 1 "the "fast" one";', '2:17 expected ";", found "fast"; it was left out'],
  ['BA_ "a" BO_ 1;', '2:14 expected a number or a text in quotes, found ";"; it was left out'],
  ['BA_DEF_ "A" WORD;', '2:13 WORD is no type of attribute: INT, HEX, FLOAT, STRING and ENUM are; it was left out'],
  ['VAL_ 1 S 0 "a" 1 ;', '2:18 expected the name of a value in quotes, found ";"; it was left out'],
  ['VERSION 7', '2:9 expected the version in quotes, found "7"; it was left out'],
  ['BU_: A, B', '2:7 expected a statement such as BO_ or SG_, found ","; it was left out'],
  [';', '2:1 expected a statement such as BO_ or SG_, found ";"; it was left out'],
])('[DBC-3] a statement that decides nothing about decoding is left out: %s', ([statement, warning]) => {
  const text = `BO_ 1 M: 8 X\n${statement}\nBO_ 2 N: 8 X\n`
  expect(warningsOf(text)).toEqual([warning])
  expect(read(text).messages.map(({ name }) => name)).toEqual(['M', 'N'])
})

test.for([
  ['"never closed;', 'a text that is not closed'],
  ['"5" tyre";', 'a quote within a text'],
  ['"one\n"two" three";', 'quotes within a text of two lines'],
])('[DBC-3] no statement is hidden by the comment %s: %s', ([comment]) => {
  const after = `BO_ 2 N: 8 X\n${signal('0|8@1+')}CM_ BO_ 2 "second";\n${signal('8|8@1+', 'T')}VAL_ 2 S 0 "a" ;\n`
  for (const about of ['BO_ 1 ', 'EV_ Light ']) {
    const text = `BO_ 1 M: 8 X\nCM_ ${about}${comment}\n${after}`
    expect(warningsOf(text)).toEqual([expect.stringMatching(/^[23]:.*; it was left out$/)])
    expect(read(text).messages).toMatchObject([
      { name: 'M', comment: '' },
      { name: 'N', comment: 'second', signals: [{ name: 'S', values: [{ value: 0, name: 'a' }] }, { name: 'T' }] },
    ])
  }
})

test.for([
  ['BA_ "VFrameFormat" BO_ 1;', '2:25 expected a number or a text in quotes, found ";"'],
  ['BA_DEF_ BO_ "VFrameFormat" ENUM 5;', '2:33 expected a word in quotes, found "5"'],
  ['SIG_VALTYPE_ 1 S : 7;', '2:20 the type of a value is a whole number from 0 to 2, not 7'],
  ['BO 2 N: 8 X', '2:1 expected a statement such as BO_ or SG_, found "BO"'],
])('[DBC-3] a statement that decides about decoding refuses the database: %s', ([statement, fault]) => {
  expect(faultsOf(`BO_ 1 M: 8 X\n${statement}\n`)).toEqual([fault])
})

test('[DBC-2] a text with more than a hundred unclosed comments is refused', () => {
  const unclosed = (count: number) => `BO_ 1 M: 8 X\n${'CM_ "a\nb" c\n'.repeat(count)}`
  expect(faultsOf(unclosed(100))).toEqual([])
  expect(faultsOf(unclosed(101))).toHaveLength(1)
})

test('[DBC-3] at most a hundred faults are reported', () => {
  expect(faultsOf('BO_ x\n'.repeat(500))).toHaveLength(100)
})

test('[DBC-4] blanks, line ends, remarks and names are accepted as tools write them', () => {
  const text =
    '\uFEFFVERSION ""\r\n// a remark with "half a quote\r\nBO_ 1 64_BIT :8  X\r\n\tSG_ ' +
    '5_W\u00e4rme:7|8@0+(1,-40)[0|0]"\u00b0C"\t X , Y\r\n'
  const [one] = read(text).messages
  expect(one).toMatchObject({ name: '64_BIT', length: 8, sender: 'X' })
  expect(one!.signals[0]).toMatchObject({ name: '5_W\u00e4rme', unit: '\u00b0C', offset: -40, receivers: ['X', 'Y'] })
})

test('[DBC-5] statements that do not concern decoding are kept', () => {
  expect(example.kept).toEqual([
    'EV_ Light: 0 [0|1] "" 0 1 DUMMY_NODE_VECTOR0 Vector__XXX;',
    'ENVVAR_DATA_ Light: 5;',
    'SGTYPE_ Kind : 8@1+ (1,0) [0|1] "" 0 ,OnOff;',
    'CM_ EV_ Light "kept";',
    'BA_DEF_REL_ BU_SG_REL_ "Late" INT 0 100;',
    'BA_REL_ "Late" BU_SG_REL_ GTW SG_ 291 Speed 5;',
    'VAL_ Light 0 "Off" 1 "On" ;',
  ])
})

test('[DBC-6] a statement about something missing in the file is kept, with a warning', () => {
  const text = `VAL_ 80 Nobody 0 "test";\nCM_ BO_ 1 "a comment before its message";\n${message()}`
  expect(warningsOf(text)).toEqual(['1:1 signal Nobody of message 80 is not in this file'])
  expect(read(text)).toMatchObject({
    kept: ['VAL_ 80 Nobody 0 "test";'],
    messages: [{ comment: 'a comment before its message' }],
  })
})

test('[DBC-6] the second of two statements about the same applies, with a warning', () => {
  const text = `${message(signal('0|8@1+'))}VAL_ 1 S 0 "a" ;\nVAL_ 1 S 0 "b" ;\nCM_ BO_ 1 "a";\nCM_ BO_ 1 "b";\n`
  expect(warningsOf(text)).toEqual([
    '4:1 the values of signal S of message 1 are named twice: the later names count',
    '6:1 message 1 has a comment already: the later one counts',
  ])
  expect(read(text).messages[0]).toMatchObject({ comment: 'b', signals: [{ values: [{ value: 0, name: 'b' }] }] })
})

test('[DBC-7] an id that does not fit in 11 bits has 29, with a warning', () => {
  expect(read('BO_ 2565866750 M: 8 X').messages[0]).toMatchObject({ id: 0x18f004fe, ext: true })
  expect(read('BO_ 2047 M: 8 X').messages[0]).toMatchObject({ id: 0x7ff, ext: false })
  expect(read('BO_ 2048 M: 8 X\nCM_ BO_ 2048 "c";').messages[0]).toMatchObject({ id: 0x800, ext: true, comment: 'c' })
  expect(warningsOf('BO_ 2048 M: 8 X')).toEqual(['1:1 2048 does not fit in 11 bits: taken as an id of 29 bits'])
})

test('[DBC-7] two messages with one id, and two signals with one name, are faults', () => {
  expect(faultsOf('BO_ 1 M: 8 X\nBO_ 1 N: 8 X')).toEqual(['2:1 N has the id 1, which is the id of M'])
  expect(faultsOf(message(signal('0|8@1+'), signal('8|8@1+')))).toEqual(['3:2 M has two signals S'])
})

test('[DBC-8] a line end in place of a semicolon is accepted, with a warning', () => {
  const text = `${message(signal('0|8@1+'))}VAL_ 1 S 0 "a" 1 "b"\nCM_ BO_ 1 "c";\n`
  expect(warningsOf(text)).toEqual(['3:21 a ";" is missing here'])
  expect(read(text).messages[0]).toMatchObject({
    comment: 'c',
    signals: [
      {
        values: [
          { value: 0, name: 'a' },
          { value: 1, name: 'b' },
        ],
      },
    ],
  })
})

test('[DBC-9] the multiplexor of each signal and its values are read', () => {
  expect(
    named('Modes').signals.map(({ name, isMultiplexor, multiplexedAt, multiplexing }) => [
      name,
      isMultiplexor,
      multiplexedAt,
      multiplexing,
    ]),
  ).toEqual([
    ['Mode', true, null, null],
    [
      'Level',
      false,
      1,
      {
        by: 'Mode',
        ranges: [
          [1, 1],
          [5, 7],
        ],
      },
    ],
    ['Page', true, 2, { by: 'Mode', ranges: [[2, 2]] }],
    [
      'Deep',
      false,
      3,
      {
        by: 'Page',
        ranges: [
          [3, 3],
          [9, 12],
        ],
      },
    ],
    ['Always', false, null, null],
  ])
})

test.for([
  [' SG_ S m1 : 0|8@1+ (1,0) [0|0] "" X\n'],
  [' SG_ A M : 8|8@1+ (1,0) [0|0] "" X\n SG_ B M : 16|8@1+ (1,0) [0|0] "" X\n SG_ S m1 : 0|8@1+ (1,0) [0|0] "" X\n'],
  [' SG_ S m1M : 0|8@1+ (1,0) [0|0] "" X\nSG_MUL_VAL_ 1 S S 1-1;\n'],
  [' SG_ A : 8|8@1+ (1,0) [0|0] "" X\n SG_ S m1 : 0|8@1+ (1,0) [0|0] "" X\nSG_MUL_VAL_ 1 S A 1-1;\n'],
])('[DBC-9] a signal whose multiplexor is not defined is a warning', ([signals]) => {
  expect(warningsOf(message(signals!))).toContainEqual(expect.stringContaining('it is not defined when S is sent'))
})

test('[DBC-9] a bare mark leaves to SG_MUL_VAL_ when the signal is sent', () => {
  const bare = message(signal('0|8@1+', 'Mux M'), signal('8|8@1+', 'S m'), signal('16|8@1+', 'T mM'))
  expect(warningsOf(bare)).toEqual([
    '3:2 it is not defined when S is sent: it is not decoded',
    '4:2 it is not defined when T is sent: it is not decoded',
  ])
  expect(read(printDbc(read(bare)))).toEqual(read(bare))
  const stated = `${bare}SG_MUL_VAL_ 1 S Mux 3-4;\nSG_MUL_VAL_ 1 T Mux 5-5;\n`
  expect(warningsOf(stated)).toEqual([])
  expect(read(stated).messages[0]!.signals[1]).toMatchObject({ multiplexing: { by: 'Mux', ranges: [[3, 4]] } })
})

test('[DBC-10] a float must have the length of its type', () => {
  expect(named('Motor').signals[2]).toMatchObject({ name: 'Ratio', float: 32 })
  expect(faultsOf(`${message(signal('0|16@1-'))}SIG_VALTYPE_ 1 S : 1;`)).toEqual([
    '3:1 signal S of message 1 has 16 bits, a float of this type has 32',
  ])
})

test('[DBC-11] attributes are kept with their definitions', () => {
  expect(example.attributeDefinitions).toContainEqual({
    owner: 'BU_',
    name: 'Weight',
    type: { kind: 'FLOAT', range: [0, 1500] },
    byDefault: null,
  })
  expect(example.attributeDefinitions).toContainEqual({
    owner: 'BO_',
    name: 'VFrameFormat',
    type: { kind: 'ENUM', words: ['StandardCAN', 'ExtendedCAN', 'reserved', 'J1939PG'] },
    byDefault: 'StandardCAN',
  })
  expect(example.attributes).toEqual([{ name: 'ProtocolType', value: 'J1939' }])
})

test('[DBC-12] an odd signal is read, with a warning at the signal', () => {
  const text = message(' SG_ S : 60|8@1+ (1,0) [0|0] "" X\n', ' SG_ T : 0|8@1+ (0,5) [0|0] "" X\n')
  expect(warningsOf(text)).toEqual([
    '2:2 S reaches into byte 9, but M has 8',
    '3:2 T has a factor of 0: all its values are the same',
  ])
})

test('[DBC-13] a database that is written and read again is the same', () => {
  expect(read(printDbc(example))).toEqual(example)
})

test('[DBC-2] a multiplexor may have more ranges than a call accepts arguments', () => {
  const ranges = Array.from({ length: 300_000 }, () => '1-1').join(',')
  const text =
    message(signal('0|8@1+', 'Mux M'), signal('8|8@1+', 'S m1')) +
    `SG_MUL_VAL_ 1 S Mux 0-0;\nSG_MUL_VAL_ 1 S Mux ${ranges};\n`
  expect(read(text).messages[0]!.signals[1]!.multiplexing!.ranges).toHaveLength(300_001)
})

test('[DBC-2] a name has at most 128 characters', () => {
  expect(read(`BO_ 1 ${'M'.repeat(128)}: 8 X`).messages).toHaveLength(1)
  expect(faultsOf(`BO_ 1 ${'M'.repeat(129)}: 8 X`)).toEqual(['1:7 the name of a message has more than 128 characters'])
})

test('[DBC-3] the text of a fault or an oddity is short', () => {
  const name = 'A'.repeat(5_000)
  const [warning] = warningsOf(`${message()}BA_DEF_ "${name}" STRING;\nBA_DEF_ "${name}" STRING;\n`)
  expect(warning).toHaveLength('3:1 '.length + 400)
})

test('[DBC-2] [DBC-3] a large file with nothing but faults is refused at the first hundred', () => {
  expect(faultsOf('BO_ x\n'.repeat(700_000))).toHaveLength(100)
})

const longNamed = `BU_: Node_short
BO_ 1 Message_short: 8 Node_short
 SG_ Mux_short M : 0|8@1+ (1,0) [0|0] "" X
 SG_ S_short m1 : 8|8@1+ (1,0) [0|0] "" Node_short
BO_TX_BU_ 1 : Node_short,Other;
SIG_GROUP_ 1 Group 1 : S_short;
BA_ "SystemNodeLongSymbol" BU_ Node_short "A_node_with_a_name_of_more_than_32_characters";
BA_ "SystemMessageLongSymbol" BO_ 1 "A_message_with_a_name_of_more_than_32_characters";
BA_ "SystemSignalLongSymbol" SG_ 1 Mux_short "A_multiplexor_with_a_name_of_more_than_32_characters";
BA_ "SystemSignalLongSymbol" SG_ 1 S_short "A_signal_with_a_name_of_more_than_32_characters";
VAL_ 1 S_short 0 "off" ;
SG_MUL_VAL_ 1 S_short Mux_short 1-2;
`

test('[DBC-28] names of more than 32 characters are read from their attributes, wherever they are named', () => {
  const [node, mux] = [
    'A_node_with_a_name_of_more_than_32_characters',
    'A_multiplexor_with_a_name_of_more_than_32_characters',
  ]
  const s = 'A_signal_with_a_name_of_more_than_32_characters'
  expect(warningsOf(longNamed)).toEqual([])
  expect(read(longNamed)).toMatchObject({
    nodes: [{ name: node }],
    messages: [
      {
        name: 'A_message_with_a_name_of_more_than_32_characters',
        sender: node,
        transmitters: [node, 'Other'],
        groups: [{ signals: [s] }],
        signals: [
          { name: mux },
          { name: s, receivers: [node], values: [{ name: 'off' }], multiplexing: { by: mux, ranges: [[1, 2]] } },
        ],
      },
    ],
  })
  expect(read(printDbc(read(longNamed)))).toEqual(read(longNamed))
})

test('[DBC-28] a long name that is no name, or that two have, is not used', () => {
  const named = (...names: string[]) =>
    read(
      message(signal('0|8@1+'), signal('8|8@1+', 'T')) +
        names.map((name, i) => `BA_ "SystemSignalLongSymbol" SG_ 1 ${'ST'[i]} "${name}";\n`).join(''),
    ).messages[0]!.signals.map(({ name }) => name)
  expect(named('Long', 'Long')).toEqual(['S', 'T'])
  expect(named('T')).toEqual(['S', 'T'])
  expect(named('with blanks', '')).toEqual(['S', 'T'])
  expect(named('Long', 'Longer')).toEqual(['Long', 'Longer'])
})
