import { expect, test } from 'vitest'
import { createRandom } from '../../core/random.fixture.ts'
import { compileDbc, type CompiledSignal } from './compile.ts'
import { encode, encodeRaw } from './encode.ts'
import { exampleDbc } from './example.fixture.ts'
import { parseDbc } from './parse.ts'

function compiled(text: string) {
  const { dbc } = parseDbc(text)
  if (dbc === undefined) throw new Error('the fixture is wrong')
  return compileDbc(dbc)
}
const example = compiled(exampleDbc)
const message = (name: string) => example.messages.find((one) => one.name === name)!
const signal = (of: string, name: string) => message(of).signals.find((one) => one.name === name)!
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
function decoded(of: string, hex: string): Record<string, number> {
  const values = new Float64Array(16)
  message(of).decode(bytes(hex), values)
  return Object.fromEntries(message(of).signals.map(({ name }, at) => [name, values[at]!]))
}

test('[DBC-14] Intel signals begin at the least significant bit, Motorola at the most significant', () => {
  expect(decoded('Motor', '34 12 AB C0 00 00 C0 3F')).toEqual({
    Speed: 0x1234 * 0.25 - 100,
    Torque: (0xabc - 0x1000) * 0.5,
    Ratio: 1.5,
  })
  expect(signal('Motor', 'Speed').bits).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
  expect(signal('Motor', 'Torque').bits).toEqual([28, 29, 30, 31, 16, 17, 18, 19, 20, 21, 22, 23])
})

test('[DBC-15] 64 bits are exact as text, and rounded to the nearest double as a number', () => {
  const data = new Uint8Array(64)
  for (const [name, value] of [
    ['Counter64', 2n ** 64n - 1n],
    ['Signed64', -(2n ** 63n) + 1n],
    ['Exact', -12_345_678_901_234_567n],
    ['Odd', 2n ** 53n - 1n],
  ] as const) {
    encodeRaw(signal('Wide', name), value, data)
    expect(signal('Wide', name).rawText(data)).toBe(String(value))
    expect(signal('Wide', name).raw(data)).toBe(Number(value))
  }
})

test('[DBC-16] a payload contains a signal only if it is long enough', () => {
  expect(decoded('Motor', '34 12 AB')).toEqual({ Speed: 0x1234 * 0.25 - 100, Torque: Number.NaN, Ratio: Number.NaN })
  expect(signal('Motor', 'Torque').isIn(bytes('00 00 00'))).toBe(false)
  expect(signal('Motor', 'Torque').isIn(bytes('00 00 00 00'))).toBe(true)
})

test.for([
  { rule: 'DBC-16', mode: 1, hex: '01 07 05 00 00 00 00 FF', sent: ['Mode', 'Level', 'Always'] },
  { rule: 'DBC-16', mode: 6, hex: '06 07 05 00 00 00 00 FF', sent: ['Mode', 'Level', 'Always'] },
  { rule: 'DBC-16', mode: 2, hex: '02 03 05 00 00 00 00 FF', sent: ['Mode', 'Page', 'Deep', 'Always'] },
  { rule: 'DBC-16', mode: 2, hex: '02 0C 05 00 00 00 00 FF', sent: ['Mode', 'Page', 'Deep', 'Always'] },
  { rule: 'DBC-16', mode: 2, hex: '02 04 05 00 00 00 00 FF', sent: ['Mode', 'Page', 'Always'] },
  // Page holds 3, but Page itself is not in the frame
  { rule: 'DBC-16', mode: 1, hex: '01 03 05 00 00 00 00 FF', sent: ['Mode', 'Level', 'Always'] },
  { rule: 'DBC-16', mode: 0, hex: '00 03 05 00 00 00 00 FF', sent: ['Mode', 'Always'] },
])('[$rule] with the multiplexor at $mode, $hex contains $sent', ({ hex, sent }) => {
  const values = decoded('Modes', hex)
  expect(Object.keys(values).filter((name) => !Number.isNaN(values[name]))).toEqual(sent)
  expect(
    message('Modes')
      .signals.filter(({ isIn }) => isIn(bytes(hex)))
      .map(({ name }) => name),
  ).toEqual(sent)
})

test('[DBC-16] a signal whose multiplexor is not defined is never in a payload', () => {
  const [only] = compiled('BO_ 1 M: 8 X\n SG_ S m1 : 0|8@1+ (1,0) [0|0] "" X\n').messages[0]!.signals
  expect([only!.isIn(new Uint8Array(8)), only!.isMultiplexed]).toEqual([false, true])
})

test('[DBC-17] cycle time, format and range are returned, or null where they are not stated', () => {
  expect([message('Motor').cycleMs, message('Modes').cycleMs]).toEqual([20, null])
  expect([message('Motor').isFd, message('Wide').isFd]).toEqual([false, true])
  expect([message('Motor').sender, message('EEC1').sender]).toEqual(['ECU', null])
  expect([signal('Motor', 'Speed').min, signal('Motor', 'Torque').min]).toEqual([-100, undefined])
  expect(signal('Modes', 'Mode').valueNames.get(2)).toBe('Paged')
  expect(
    compiled(
      'BO_ 1 M: 8 X\nBA_DEF_ BO_ "VFrameFormat" ENUM "StandardCAN","StandardCAN_FD";\nBA_DEF_DEF_ "VFrameFormat" ' +
        '"StandardCAN";\nBA_ "VFrameFormat" BO_ 1 1;\n',
    ).messages[0]!.isFd,
  ).toBe(true)
})

test.for(['INT 0 15', 'HEX 0 15', 'FLOAT 0 15'])(
  '[DBC-17] [DBC-18] VFrameFormat as %s has the indexes of its enumeration',
  (type) => {
    const { messages } = compiled(
      `BO_ 1 M: 8 X\nBO_ 2565866750 EEC1: 8 X\nBO_ 2565866751 Plain: 8 X\nBA_DEF_ BO_ "VFrameFormat" ${type};\n` +
        'BA_DEF_DEF_ "VFrameFormat" 0;\nBA_ "VFrameFormat" BO_ 1 14;\nBA_ "VFrameFormat" BO_ 2565866750 3;\n' +
        'BA_ "VFrameFormat" BO_ 2565866751 1;\n',
    )
    expect(messages.map(({ isFd, pgn }) => [isFd, pgn])).toEqual([
      [true, null],
      [false, 0xf004],
      [false, null],
    ])
  },
)

test('[DBC-18] the default format of a message with 29 bits does not hide that the database is of J1939', () => {
  const { messages } = compiled(
    'BO_ 2565866750 EEC1: 8 X\nBA_DEF_ BO_ "VFrameFormat" INT 0 15;\nBA_DEF_DEF_ "VFrameFormat" 0;\n' +
      'BA_DEF_ "ProtocolType" STRING;\nBA_ "ProtocolType" "J1939";\n',
  )
  expect(messages[0]!.pgn).toBe(0xf004)
})

test('[DBC-7] the pseudo message of signals without a message is never decoded', () => {
  expect(example.messages.map(({ name }) => name)).toEqual(['Motor', 'Modes', 'EEC1', 'Wide'])
})

test('[DBC-18] a parameter group is found for any sender, and an exact id takes precedence', () => {
  expect([message('EEC1').pgn, signal('EEC1', 'EngineSpeed').spn]).toEqual([0xf004, 190])
  const { id } = message('EEC1')
  expect(example.messageOf((id & ~0xff) | 0x31, true)?.name).toBe('EEC1')
  expect(example.messageOf((id & 0x3ffffff) | 0x04000000, true)?.name).toBe('EEC1')
  expect(example.messageOf(id ^ 0x100, true)).toBeUndefined()
  expect(example.messageOf(291, false)?.name).toBe('Motor')
  expect(example.messageOf(291, true)).toBeUndefined()
})

test('[DBC-18] below PDU format 240 the destination is not part of the group', () => {
  const request = compiled(
    'BO_ 2565537790 Request: 3 X\nBA_DEF_ "ProtocolType" STRING ;\nBA_ "ProtocolType" "J1939";\n',
  )
  const [{ id, pgn } = { id: 0, pgn: 0 }] = request.messages
  expect(pgn).toBe(0xea00)
  expect(request.messageOf((id & ~0xffff) | 0x1234, true)?.name).toBe('Request')
})

test('[DBC-19] values are rounded to the nearest that fits, and bits of other signals are kept', () => {
  const [speed, torque] = [signal('Motor', 'Speed'), signal('Motor', 'Torque')]
  const into = bytes('FF FF FF FF 00 00 00 00')
  encode(message('Motor'), { Torque: 10.3, Nobody: 1, Speed: Number.NaN }, into)
  expect([torque.raw(into), speed.raw(into), into[3]! & 15]).toEqual([21, 0xffff, 15])
  expect(speed.raw(encode(message('Motor'), { Speed: 1e9 }))).toBe(0xffff)
  expect(speed.raw(encode(message('Motor'), { Speed: -1e9 }))).toBe(0)
  expect(torque.raw(encode(message('Motor'), { Torque: Number.NEGATIVE_INFINITY }))).toBe(-2048)
  expect(signal('Wide', 'Counter64').rawText(encode(message('Wide'), { Counter64: 1e30 }))).toBe(String(2n ** 64n - 1n))
})

test('[DBC-19] a multiplexor that is not given is set so that the signal is sent', () => {
  expect(Buffer.from(encode(message('Modes'), { Deep: 10 })).toString('hex')).toBe('0203050000000000')
  expect(signal('Modes', 'Mode').raw(encode(message('Modes'), { Level: 5, Mode: 6 }))).toBe(6)
})

test('[DBC-20] encoded values are decoded to the same values', () => {
  const random = createRandom(20)
  for (const { name, signals } of example.messages) {
    for (const one of signals) {
      for (let turn = 0; turn < 50; turn++) {
        const data = new Uint8Array(64).fill(random(256))
        const raw = rawValue(one, random)
        encodeRaw(one, raw, data)
        expect([name, one.name, one.rawText(data)]).toEqual([name, one.name, String(raw)])
      }
    }
  }
})

function rawValue({ length, isSigned, float }: CompiledSignal, random: (below: number) => number): bigint | number {
  if (float === 32) return Math.fround(random(1e6) / 7)
  const raw = (BigInt(random(2 ** 32)) << 32n) | BigInt(random(2 ** 32))
  return isSigned ? BigInt.asIntN(length, raw) : BigInt.asUintN(length, raw)
}

test('[DBC-2] the attribute definitions are read once, however many signals use them', () => {
  const { dbc } = parseDbc(exampleDbc)
  let gone = 0
  const attributeDefinitions = new Proxy(dbc!.attributeDefinitions, {
    get(list, key, self) {
      if (key === 'map' || key === 'find' || key === Symbol.iterator) gone += 1
      return Reflect.get(list, key, self) as unknown
    },
  })
  compileDbc({ ...dbc!, attributeDefinitions })
  expect(gone).toBe(1)
})
