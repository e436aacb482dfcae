import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canFlags, dlcOf, lengthOfDlc, type CanFrame } from '../can/frame.ts'
import { createConversation, type Conversation, type BusMessage } from './conversation.ts'
import { cutUp, frameOf, hex, t0 } from './traffic.fixture.ts'

type SentFrame = readonly [id: number, data: string | Uint8Array]

/** Returns the messages of frames, one frame per millisecond. */
function messagesOf(
  frames: readonly SentFrame[],
  conversation: Conversation = createConversation(),
  from = t0,
): BusMessage[] {
  return frames.flatMap(([id, data], i) => [...conversation.push(frameOf(id, data, from + i))])
}

const long = hex('62 F1 90 57 56 57 5A 5A 5A 31 4B 5A 41 57 31 32 33 34 35 36')
const vin = 'VIN (F190) = WVWZZZ1KZAW123456'
const go = '30 00 00 AA AA AA AA AA'

/** Returns a request, and its answer in several frames with the flow control in between. */
function exchange(from: number, to: number, answer = long): SentFrame[] {
  const [first, ...rest] = cutUp(answer)
  return [[from, '03 22 F1 90 AA AA AA AA'], [to, first!], [from, go], ...rest.map((data): SentFrame => [to, data])]
}

test('[TRANSPORT-8] a tester requests the VIN, and the ECU answers with it', () => {
  expect(messagesOf(exchange(0x7e0, 0x7e8))).toMatchObject([
    {
      protocol: 'UDS',
      between: 'tester → 7E0',
      text: 'Read data by identifier: VIN (F190)',
      tone: 'plain',
      key: 0x7e0,
      frames: 1,
    },
    {
      protocol: 'UDS',
      between: '7E8 → tester',
      text: `Read data by identifier, done: ${vin}`,
      ts: t0 + 1,
      endTs: t0 + 4,
      key: 0x7e8,
      frames: 3,
      data: long,
    },
  ])
})

test('[TRANSPORT-8] the functional request here is OBD-II', () => {
  expect(
    messagesOf([
      [0x7df, '02 01 0D 00 00 00 00 00'],
      [0x7e8, '03 41 0D 32 00 00 00 00'],
    ]),
  ).toMatchObject([
    { protocol: 'OBD-II', between: 'tester → all', text: 'Current data: vehicle speed (0D)' },
    { protocol: 'OBD-II', between: '7E8 → tester', text: 'Current data: vehicle speed (0D) = 50 km/h' },
  ])
})

test('[TRANSPORT-9] with 29 bits, the addresses are named', () => {
  expect(messagesOf([...exchange(0x18da10f1, 0x18daf110), [0x18db33f1, '02 3E 80']])).toMatchObject([
    { between: 'F1 → 10' },
    { between: '10 → F1', frames: 3 },
    { between: 'F1 → all of 33' },
  ])
})

test('[TRANSPORT-9] mixed addressing has an address byte in front', () => {
  const [first, ...rest] = cutUp(long, [0x42])
  const messages = messagesOf([
    [0x18ce10f1, '42 03 22 F1 90'],
    [0x18cef110, first!],
    [0x18ce10f1, '42 31 00 00'],
    [0x18ce10f1, '42 30 00 00'],
    ...rest.map((data): SentFrame => [0x18cef110, data]),
  ])
  expect(messages).toMatchObject([
    { text: 'Read data by identifier: VIN (F190)' },
    { text: 'Flow control: wait', tone: 'plain' },
    { text: `Read data by identifier, done: ${vin}` },
  ])
})

test('[TRANSPORT-7] an overflow that ends a message is described', () => {
  const messages = messagesOf([
    [0x7e0, cutUp(new Uint8Array(4_000).fill(0x36))[0]!],
    [0x7e8, '32 00 00'],
  ])
  expect(messages).toMatchObject([
    {
      key: 0x7e0,
      tone: 'broken',
      protocol: 'UDS',
      text: "Transfer data: block 54, 4 bytes — the receiver can't take 4000 bytes (overflow)",
    },
  ])
})

test('[TRANSPORT-29] an incomplete message is reported with the received part, when the bus continues', () => {
  const conversation = createConversation()
  messagesOf(
    [
      [0x7e8, cutUp(long)[0]!],
      [0x7e0, go],
    ],
    conversation,
  )
  expect(messagesOf([[0x123, '00 11 22']], conversation, t0 + 2_000)).toMatchObject([
    {
      key: 0x7e8,
      tone: 'broken',
      data: long.slice(0, 6),
      text: expect.stringContaining('— no consecutive frame within 1 s, after 6 of 20 bytes'),
    },
  ])
})

test('[TRANSPORT-29] remote and error frames give no message', () => {
  for (const flags of [canFlags.rtr, canFlags.error])
    expect(createConversation().push(frameOf(0x7df, '02 01 0D', t0, flags))).toEqual([])
})

test('[TRANSPORT-23] a complete exchange proves a pair, and then single frames are read too', () => {
  const conversation = createConversation()
  expect(messagesOf(exchange(0x712, 0x77c), conversation)).toMatchObject([
    { key: 0x712, between: '712 → 77C', text: 'Read data by identifier: VIN (F190)', ts: t0 },
    { key: 0x77c, between: '77C → 712', text: `Read data by identifier, done: ${vin}`, ts: t0 + 1, frames: 3 },
  ])
  expect(messagesOf([[0x712, '02 3E 00']], conversation)).toMatchObject([
    { between: '712 → 77C', text: 'Tester present' },
  ])
})

test('[TRANSPORT-23] without flow control, or with a missing frame, nothing is proved', () => {
  const all = exchange(0x712, 0x77c)
  expect(messagesOf(all.filter(([, data]) => data !== go))).toEqual([])
  expect(messagesOf(all.toSpliced(3, 1))).toEqual([])
})

test('[TRANSPORT-24] [TRANSPORT-31] two answered requests prove a pair, and are emitted then', () => {
  const conversation = createConversation()
  const requestAndAnswer: SentFrame[] = [
    [0x6f1, '02 10 03 00 00 00 00 00'],
    [0x612, '06 50 03 00 32 01 F4 00'],
  ]
  expect(messagesOf(requestAndAnswer, conversation)).toEqual([])
  const refused: SentFrame[] = [
    [0x6f1, '03 22 12 34 00 00 00 00'],
    [0x612, '03 7F 22 31 00 00 00 00'],
  ]
  expect(messagesOf(refused, conversation, t0 + 10)).toMatchObject([
    { between: '6F1 → 612', ts: t0, text: 'Diagnostic session control: extended session' },
    { between: '612 → 6F1', ts: t0 + 1, text: 'Diagnostic session control, done: extended session' },
    { between: '6F1 → 612', ts: t0 + 10 },
    { between: '612 → 6F1', ts: t0 + 11, tone: 'negative' },
  ])
  expect(messagesOf(requestAndAnswer, conversation)).toMatchObject([{ between: '6F1 → 612' }, { between: '612 → 6F1' }])
})

test('[TRANSPORT-24] answers with another echo, or late answers, prove nothing', () => {
  const conversation = createConversation()
  for (let i = 0; i < 5; i++)
    messagesOf(
      [
        [0x6f1, '02 10 03 00 00 00 00 00'],
        [0x612, '06 50 02 00 32 01 F4 00'],
      ],
      conversation,
      t0 + i * 100,
    )
  for (let i = 0; i < 5; i++) {
    messagesOf([[0x6f1, '02 10 03 00 00 00 00 00']], conversation, t0 + 10_000 * i)
    messagesOf([[0x612, '06 50 03 00 32 01 F4 00']], conversation, t0 + 10_000 * i + 2_000)
  }
  expect(messagesOf([[0x6f1, '02 10 03 00 00 00 00 00']], conversation, t0 + 90_000)).toEqual([])
})

test('[TRANSPORT-31] of an id that is not recognised the last sixteen messages are held', () => {
  const conversation = createConversation()
  for (let i = 0; i < 40; i++) messagesOf([[0x6f1, '02 3E 00 00 00 00 00 00']], conversation, t0 + 2_000 * i)
  const messages = messagesOf(exchange(0x6f1, 0x612), conversation, t0 + 100_000)
  expect(messages.map(({ key }) => key)).toEqual([...Array.from({ length: 16 }, () => 0x6f1), 0x612])
})

const sessionOf = (key: number): SentFrame => [key, '06 50 03 00 32 01 F4 00']
const functional: SentFrame[] = [[0x700, '02 10 03 00 00 00 00 00'], sessionOf(0x708), sessionOf(0x709)]

test('[TRANSPORT-30] a request that several ids answer is functional, and all of it is emitted', () => {
  const conversation = createConversation()
  expect(messagesOf(functional, conversation)).toMatchObject([
    { between: '700 → all', ts: t0 },
    { between: '708 → 700', ts: t0 + 1 },
    { between: '709 → 700', ts: t0 + 2 },
  ])
  expect(messagesOf(functional, conversation)).toHaveLength(3)
  expect(messagesOf([sessionOf(0x70a)], conversation)).toMatchObject([{ between: '70A → 700' }])
})

test('[TRANSPORT-30] the ECUs that answered a functional request are paired with their own tester', () => {
  const conversation = createConversation()
  messagesOf(functional, conversation)
  const physical: SentFrame[] = [[0x710, '02 10 03 00 00 00 00 00'], sessionOf(0x708)]
  messagesOf(physical, conversation, t0 + 2_000)
  messagesOf(physical, conversation, t0 + 4_000)
  expect(messagesOf(physical, conversation, t0 + 6_000)).toMatchObject([
    { between: '710 → 708' },
    { between: '708 → 710' },
  ])
})

test('[TRANSPORT-30] an id whose answers of one ECU came first becomes functional when others answer', () => {
  const conversation = createConversation()
  const [request, one, other] = functional as [SentFrame, SentFrame, SentFrame]
  for (let i = 0; i < 2; i++) messagesOf([request, one], conversation, t0 + 100 * i)
  expect(messagesOf([request], conversation, t0 + 2_000)).toMatchObject([{ between: '700 → 708' }])
  for (let i = 0; i < 2; i++) messagesOf([request, one, other], conversation, t0 + 4_000 + 2_000 * i)
  expect(messagesOf([request], conversation, t0 + 9_000)).toMatchObject([{ between: '700 → all' }])
})

test('[TRANSPORT-30] a functional request to ECUs on the ids of the standard is recognised, too', () => {
  const conversation = createConversation()
  const messages = messagesOf(
    [
      [0x700, '03 22 F1 90 00 00 00 00'],
      [0x7e8, cutUp(long)[0]!],
      [0x7e9, cutUp(long)[0]!],
      [0x7e1, go],
      ...cutUp(long)
        .slice(1)
        .map((data): SentFrame => [0x7e9, data]),
    ],
    conversation,
  )
  expect(messages).toMatchObject([
    { between: '700 → all', text: 'Read data by identifier: VIN (F190)' },
    { between: '7E9 → tester', text: `Read data by identifier, done: ${vin}` },
  ])
})

test('[TRANSPORT-30] a segmented answer that proves a functional request is read to its end', () => {
  const rest = cutUp(long).slice(1)
  const messages = messagesOf([
    [0x700, '03 22 F1 90 00 00 00 00'],
    [0x708, '04 62 F1 90 41 00 00 00'],
    [0x709, cutUp(long)[0]!],
    ...rest.map((data): SentFrame => [0x709, data]),
  ])
  expect(messages).toMatchObject([
    { between: '700 → all' },
    { between: '708 → 700' },
    { between: '709 → 700', data: long },
  ])
})

test('[TRANSPORT-30] a cyclic payload that looks like the request of a known tester proves nothing', () => {
  const conversation = createConversation()
  for (let i = 0; i < 5; i++)
    expect(
      messagesOf(
        [
          [0x7e0, '02 10 03 00 00 00 00 00'],
          [0x321, '02 10 03 00 00 00 00 00'],
          [0x7e8, '06 50 03 00 32 01 F4 00'],
        ],
        conversation,
        t0 + 100 * i,
      ).map(({ key }) => key),
    ).toEqual([0x7e0, 0x7e8])
})

const gmlan: SentFrame[] = [
  [0x241, '02 1A 90 00 00 00 00 00'],
  [0x641, '06 5A 90 57 56 57 31 00'],
  [0x241, '03 A9 81 12 00 00 00 00'],
  [0x641, '03 7F A9 12 00 00 00 00'],
]

test('[TRANSPORT-32] diagnostics of GMLAN is not called UDS', () => {
  expect(messagesOf(gmlan)).toMatchObject([
    { protocol: 'GMLAN', between: '241 → 641', text: 'Read data by identifier: VIN' },
    { protocol: 'GMLAN', between: '641 → 241', text: 'Read data by identifier, done: VIN = WVW1' },
    { protocol: 'GMLAN', text: 'Read diagnostic information: 81 12' },
    {
      protocol: 'GMLAN',
      text: 'Read diagnostic information refused: subfunction not supported (0x12)',
      tone: 'negative',
    },
  ])
  expect(
    messagesOf(gmlan.map(([id, data]) => [id === 0x241 ? 0x7e0 : 0x7e8, data])).map(({ protocol }) => protocol),
  ).toEqual(['ISO-TP', 'ISO-TP', 'GMLAN', 'GMLAN'])
})

test('[TRANSPORT-30] [TRANSPORT-32] a request to all nodes of GMLAN has an address byte in front', () => {
  const messages = messagesOf([
    [0x101, 'FE 02 1A B0 00 00 00 00'],
    [0x641, '03 5A B0 11 00 00 00 00'],
    [0x642, '03 5A B0 12 00 00 00 00'],
  ])
  expect(messages).toMatchObject([
    { protocol: 'GMLAN', between: '101 → all', text: 'Read data by identifier: B0' },
    { protocol: 'GMLAN', between: '641 → 101', text: 'Read data by identifier, done: B0 11' },
    { protocol: 'GMLAN', between: '642 → 101' },
  ])
})

test('[TRANSPORT-25] an address byte in front is detected', () => {
  const [first, ...rest] = cutUp(long, [0xf1])
  const messages = messagesOf([
    [0x612, first!],
    [0x6f1, '12 30 00 00 00 00 00 00'],
    ...rest.map((data): SentFrame => [0x612, data]),
  ])
  expect(messages).toMatchObject([{ key: 0x612, between: '612 → 6F1', text: `Read data by identifier, done: ${vin}` }])
})

test('[TRANSPORT-26] an id whose payloads only look like ISO-TP is given up', () => {
  const conversation = createConversation()
  for (let i = 0; i < 20; i++) messagesOf([[0x77c, '10 14 62 F1 90 00 00 00']], conversation, t0 + 10 * i)
  expect(messagesOf(exchange(0x712, 0x77c), conversation, t0 + 1_000)).toEqual([])
})

test('[TRANSPORT-27] J1939 messages are described', () => {
  const messages = messagesOf([
    [0x18eaff03, 'CA FE 00'],
    [0x1cecff00, '20 0A 00 02 FF CA FE 00'],
    [0x1cebff00, '01 04 FF 6E 00 03 01 6F'],
    [0x1cebff00, '02 00 04 01 FF FF FF FF'],
    [0x0cf00400, 'FF FF FF FF FF FF FF FF'],
  ])
  expect(messages).toMatchObject([
    { protocol: 'J1939', between: '03 transmission → all', text: 'Request for active fault codes (DM1) (FECA)' },
    {
      protocol: 'J1939',
      between: '00 engine → all',
      text: 'Active fault codes (DM1): SPN 110 FMI 3 voltage high, SPN 111 FMI 4 voltage low',
      frames: 3,
      ts: t0 + 1,
      endTs: t0 + 3,
    },
  ])
})

test('[TRANSPORT-28] unchanged fault codes are reported once', () => {
  const conversation = createConversation()
  const codes: SentFrame = [0x18feca00, '00 FF 6E 00 03 01 FF FF']
  expect(messagesOf([codes, codes, codes], conversation)).toHaveLength(1)
  expect(messagesOf([[0x18feca00, '00 FF 00 00 00 00 FF FF'], codes], conversation)).toHaveLength(2)
})

const randomFrame: fc.Arbitrary<CanFrame> = fc
  .record({
    id: fc.oneof(
      fc.constantFrom(0x7df, 0x7e0, 0x7e8, 0x712, 0x77c),
      fc.constantFrom(
        0x18da10f1,
        0x18daf110,
        0x18ce10f1,
        0x18cef110,
        0x1cecff00,
        0x1cebff00,
        0x18eaff03,
        0x18eeff00,
        0x18feca00,
      ),
      fc.integer({ min: 0, max: 0x1fffffff }),
    ),
    flags: fc.integer({ min: 0, max: 127 }),
    head: fc.option(
      fc.constantFrom(
        '10 14 62 F1 90 41 42 43',
        '21',
        '22',
        '30 00 00',
        '03 22 F1 90',
        '20 0A 00 02 FF CA FE 00',
        '10 0A 00 02 FF EB FE 00',
        '01',
      ),
    ),
    tail: fc.uint8Array({ maxLength: 64 }),
    step: fc.integer({ min: -500, max: 1_500 }),
  })
  .map(({ id, flags, head, tail, step }) => {
    const dlc = dlcOf(Math.min(64, Math.max(head ? 8 : 0, tail.length)))
    const data = new Uint8Array(lengthOfDlc[dlc]!)
    data.set(tail.subarray(0, data.length))
    if (head) data.set(hex(head))
    return { ts: step, bus: 'can0', id, flags: id > 0x7ff ? flags | canFlags.ext : flags, dlc, data }
  })

test('[TRANSPORT-29] any frames are read without an exception, and each row is consistent', () => {
  fc.assert(
    fc.property(fc.array(randomFrame, { maxLength: 120 }), (frames) => {
      const conversation = createConversation()
      let ts = t0
      for (const frame of frames) {
        ts += frame.ts
        for (const message of conversation.push({ ...frame, ts })) {
          expect(message.text).not.toMatch(/undefined|NaN/)
          expect(message.between).toContain('→')
          expect(message.frames).toBeGreaterThan(0)
          expect(message.data.length).toBeLessThanOrEqual(65_536)
        }
      }
    }),
    { numRuns: 300 },
  )
})
