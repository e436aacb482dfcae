import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../../core/random.fixture.ts'
import { compileDbc } from './compile.ts'
import { encode, encodeRaw } from './encode.ts'
import { exampleDbc } from './example.fixture.ts'
import { parseDbc } from './parse.ts'
import { printDbc } from './print.ts'

const folder = join(process.env.CARAPACE_DATA ?? join(import.meta.dirname, '../../../../../../shared/data'), 'dbc')
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.dbc')) : []
const texts = files.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

describe.skipIf(!existsSync(folder))('real databases (in the folder CARAPACE_DATA)', () => {
  test('there are 13 files', () => {
    expect(files).toHaveLength(13)
  })

  test.for(texts)('[DBC-13] $name is the same after writing and reading again', ({ text }) => {
    const { dbc } = parseDbc(text)
    expect(dbc?.messages.length).toBeGreaterThan(0)
    expect(dbc?.messages.length).toBe(text.match(/^BO_ /gm)?.length)
    expect(dbc?.messages.reduce((sum, { signals }) => sum + signals.length, 0)).toBe(text.match(/^\s+SG_ /gm)?.length)
    expect(parseDbc(printDbc(dbc!)).dbc).toEqual(dbc)
  })

  test.for(texts)('[DBC-20] every signal of $name decodes the encoded value', ({ text }) => {
    const random = createRandom(1939)
    const wrong: string[] = []
    let checked = 0
    for (const message of compileDbc(parseDbc(text).dbc!).messages) {
      for (const signal of message.signals) {
        for (let turn = 0; turn < 20; turn++) {
          const bits = (BigInt(random(2 ** 32)) << 32n) | BigInt(random(2 ** 32))
          const raw = signal.isSigned ? BigInt.asIntN(signal.length, bits) : BigInt.asUintN(signal.length, bits)
          const data = new Uint8Array(64).fill(random(256))
          encodeRaw(signal, raw, data)
          checked += 1
          if (signal.rawText(data) !== String(raw) || signal.raw(data) !== Number(raw))
            wrong.push(`${message.name} ${signal.name} ${raw}`)
          if (signal.carrier !== null || signal.length > 40) continue
          // also by the physical value, but only up to this many bits, because it is rounded
          const value = Number(raw) * signal.factor + signal.offset
          if (signal.raw(encode(message, { [signal.name]: value }, data)) !== Number(raw))
            wrong.push(`${message.name} ${signal.name} = ${value}`)
        }
      }
    }
    expect(wrong).toEqual([])
    expect(checked).toBeGreaterThan(0)
  })
})

/** Enough lines for every kind of statement; a whole file would be read ten thousand times. */
const linesAtMost = 80
/** Gives a message to signals at the beginning of an extract. */
const head = 'BO_ 2047 Extract: 8 Nobody\n'

test('[DBC-1] [DBC-3] ten thousand mutated databases are refused, or read and written unchanged', () => {
  const random = createRandom(0xdbc)
  const sources = [{ text: exampleDbc }, ...texts].map(({ text }) => text.split('\n'))
  const kinds = { read: 0, refused: 0 }
  for (let turn = 0; turn < 10_000; turn++) {
    const lines = sources[turn % sources.length]!
    const from = random(Math.max(1, lines.length - linesAtMost))
    const result = parseDbc(mutated(`${head}${lines.slice(from, from + linesAtMost).join('\n')}`, random))
    if (result.dbc === undefined) {
      kinds.refused += 1
      expect(result.faults.length).toBeGreaterThan(0)
    } else {
      kinds.read += 1
      expect(parseDbc(printDbc(result.dbc)).dbc).toEqual(result.dbc)
      for (const { decode, signals } of compileDbc(result.dbc).messages)
        decode(new Uint8Array(8), new Float64Array(signals.length))
    }
  }
  expect(Math.min(kinds.read, kinds.refused)).toBeGreaterThan(500)
}, 120_000)

const scraps = [
  '"',
  ';',
  '\\"',
  ':',
  '|',
  '@',
  '-',
  '+',
  '(',
  '[',
  ',',
  '\0',
  '\n',
  '//',
  '9'.repeat(400),
  '1e999',
  '0x10',
  'BO_ ',
  ' SG_ ',
  'SG_MUL_VAL_ ',
  'CM_ ',
  'm0M',
  'M',
  '\uD800',
  '\uFEFF',
  '__proto__',
  'constructor',
  '4294967295',
  '-0',
  '64',
  '0',
]

function mutated(text: string, random: (below: number) => number): string {
  let now = text
  for (let turn = random(4); turn >= 0; turn--) {
    const at = random(now.length + 1)
    const end = Math.min(now.length, at + random(2) * random(40))
    const kind = random(4)
    const instead =
      kind === 0
        ? scraps[random(scraps.length)]!
        : kind === 1
          ? String.fromCharCode(random(256))
          : kind === 2
            ? now.slice(at, at + random(200)).repeat(2)
            : ''
    now = now.slice(0, at) + instead + now.slice(end)
  }
  return now
}
