import { expect, test } from 'vitest'
import { compileDbc } from '../dbc/compile.ts'
import { parseDbc } from '../dbc/parse.ts'
import { deriveProfile, refusalOf } from './derive.ts'

const derived = (text: string) => deriveProfile(compileDbc(parseDbc(text).dbc!))
const messages = (count: number, signals = '') =>
  Array.from({ length: count }, (_, id) => `BO_ ${id + 1} M${id}: 8 X\n${signals}`).join('')
const withCycle = (value: string) =>
  `${messages(1)}BA_DEF_ BO_ "GenMsgCycleTime" FLOAT 0 1e308;\nBA_ "GenMsgCycleTime" BO_ 1 ${value};\n`
const ranges = (count: number) =>
  Array.from({ length: count }, (_, at) => ` SG_ S${at} : ${at}|8@1+ (1,0) [0|100] "" X\n`).join('')

test('[PROFILE-10] a cycle time that no bus can have is ignored', () => {
  expect(['1e308', '-5', '0', '3600001'].map((value) => derived(withCycle(value)).ids[0]!.cycle)).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(derived(withCycle('3600000')).ids[0]!.cycle).toEqual({
    ms: 3_600_000,
    jitterMs: 360_000,
    minMs: 1_800_000,
    maxMs: 7_200_000,
  })
})

test('[PROFILE-10] a profile has only numbers that JSON can represent, whatever the database contains', () => {
  const wild = derived(
    `BO_ 1 M: 8 X\n SG_ S : 0|8@1+ (1e-308,1e308) [-1e308|1e308] "" X\n SG_ Z : 0|8@1+ (0,1) [1|2] "" X\n` +
      withCycle('1e308').slice(messages(1).length),
  )
  expect(JSON.parse(JSON.stringify(wild))).toEqual(wild)
})

test('[PROFILE-10] a profile with more ids or signals than a watch can hold is refused, with the number', () => {
  expect(refusalOf(derived(messages(2_047)))).toBeUndefined()
  expect(refusalOf(derived(`${messages(2_047)}BO_ 2147483649 E: 8 X\nBO_ 2147483650 F: 8 X\n`))).toBe(
    'A profile has at most 2,048 ids; this one would have 2,049.',
  )
  expect(refusalOf(derived(messages(256, ranges(64))))).toBeUndefined()
  expect(refusalOf(derived(messages(257, ranges(64))))).toBe(
    'A profile has at most 16,384 signals; this one would have 16,448.',
  )
})
