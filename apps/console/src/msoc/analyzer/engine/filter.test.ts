import { expect, test } from 'vitest'
import { createCodebook } from './codebook.ts'
import { parseFilter } from './filter.ts'
import { database, frame, storeOf, torque } from './frames.fixture.ts'
import { columnsOf } from '@carapace/shared/msoc/can/frame-columns'
import { listMatching } from './listing.ts'
import { compileFilter } from './match.ts'

/** The frames that the filters are tested with, by number. */
const frames = [
  frame(0, { id: 0x2c1, bytes: torque(100) }),
  frame(20, { id: 0x2c1, bytes: torque(200, 1) }),
  frame(25, { id: 0x2c1, bytes: torque(200, 1) }),
  frame(30, { id: 0x7e8, bytes: [0x02, 0x7f, 0x27] }),
  frame(31, { id: 0x18daf110, flags: 1, bytes: [0x01, 0xab] }),
  frame(32, { id: 0x100, bytes: [3, 0], bus: 'can1' }),
  frame(33, { id: 0xface, flags: 1 }),
]

function passing(text: string): number[] | string {
  const parsed = parseFilter(text)
  if (!parsed.filter) return parsed.fault
  const book = createCodebook()
  expect(book.useDbc('', database).fault).toBeUndefined()
  const store = storeOf(columnsOf(frames))
  const listing = listMatching(store, 0, undefined, compileFilter(parsed.filter, book))
  while (!listing.advance(store.end(), 3));
  return Array.from({ length: listing.total() }, (_, row) => listing.frame(row))
}

test.for([
  ['ANALYZER-30', '', [0, 1, 2, 3, 4, 5, 6]],
  ['ANALYZER-30', '2C1 changed, 7e8', [1, 3]],
  ['ANALYZER-30', 'not 2c1 not is extended', [3, 5]],
  ['ANALYZER-30', 'not not 7e8', [3]],
  ['ANALYZER-31', '2C1', [0, 1, 2]],
  ['ANALYZER-31', '0x7E0-0x7EF', [3]],
  ['ANALYZER-31', '7E0/7F0', [3]],
  ['ANALYZER-31', '7E?', [3]],
  ['ANALYZER-31', '18DAF110', [4]],
  ['ANALYZER-31', '18DA????', [4]],
  ['ANALYZER-31', '000002C1', []],
  ['ANALYZER-31', 'face', [5, 6]],
  ['ANALYZER-31', '0xface', [6]],
  ['ANALYZER-32', 'torquemode', [0, 1, 2]],
  ['ANALYZER-32', '"VCU"', [0, 1, 2]],
  ['ANALYZER-33', 'rate > 100', [2]],
  ['ANALYZER-33', 'period>=20ms', [1]],
  ['ANALYZER-33', 'period != 5 ms', [1]],
  ['ANALYZER-33', 'len = 2', [4, 5]],
  ['ANALYZER-33', 'len=3, len = 0 bytes', [3, 6]],
  ['ANALYZER-34', 'data 02 ?? 27', [3]],
  ['ANALYZER-34', 'data 0? a?', [4]],
  ['ANALYZER-35', 'signal TorqueReq > 100', [1, 2]],
  ['ANALYZER-35', 'signal TorqueRequest.TorqueMode = limited', [1, 2]],
  ['ANALYZER-35', 'signal torquemode != Limited', [0]],
  ['ANALYZER-35', 'signal nothing = 1', []],
  ['ANALYZER-36', 'changed', [1]],
  ['ANALYZER-36', 'unknown', [3, 4, 6]],
  ['ANALYZER-36', 'not in dbc is extended', [4, 6]],
  ['ANALYZER-36', 'in dbc', [0, 1, 2, 5]],
] as const)('[%s] %j', ([, text, expected]) => {
  expect(passing(text)).toEqual(expected)
})

test.for([
  ['rate', /^Column 5: rate needs one of/],
  ['rate > fast', /^Column 8: rate needs a number in Hz/],
  ['2C1,', /^Column 4: there is nothing after this comma/],
  [', 2C1', /^Column 1: there is nothing before this comma/],
  ['2C1 > 5', /^Column 5: > needs rate, period, len or signal before it/],
  ['not', /^Column 4: a condition is missing/],
  ['"open', /^Column 1: the quotation mark is never closed/],
  ['7EF-7E0', /^Column 1: the range ends before it begins/],
  ['0xFFFFFFFF', /^Column 1: an arbitration id has at most 29 bits/],
  ['data zz', /^Column 6: data needs bytes/],
  ['is fast', /^Column 4: write is and one of/],
  ['signal Mode > Park', /^Column 15: Park is a name/],
  ['a'.repeat(1_001), /at most 1,000 characters/],
  ['1 '.repeat(65), /^Column 129: there are more than 64 conditions/],
] as const)('[ANALYZER-37] %j is an error with its location', ([text, fault]) => {
  expect(passing(text)).toMatch(fault)
})

test('[ANALYZER-37] any text of unusual characters gives at most a reported error', () => {
  const characters = 'rate >=<!,"7E0-/? datasignlo0x\t'
  let seed = 7
  for (let round = 0; round < 3_000; round++) {
    const text = Array.from(
      { length: round % 40 },
      () => characters[(seed = (seed * 48_271) % 2_147_483_647) % characters.length],
    ).join('')
    const parsed = parseFilter(text)
    expect(parsed.filter ?? parsed.fault, text).toBeDefined()
  }
})
