import type { FrameColumns } from '@carapace/shared/msoc/can/frame-columns'
import { columnsOf } from '@carapace/shared/msoc/can/frame-columns'
import { expect, test } from 'vitest'
import { createEngine } from './engine.ts'
import { cycle, database, frame, together, torque } from './frames.fixture.ts'
import type { Answer, Order, Report, View } from './protocol.ts'

/** An engine with a clock that the test controls; each reading of it takes a tenth of a millisecond. */
function engine({ isDrawing = true, costMs = 0.1 } = {}) {
  const answers: Answer[] = []
  const timers: { at: number; run: () => void }[] = []
  let now = 0
  const apply = createEngine({
    post(answer) {
      answers.push(answer)
      if (answer.op === 'report' && isDrawing) timers.push({ at: now, run: () => apply({ op: 'drawn' }) })
    },
    now: () => (now += costMs),
    after: (ms, run) => timers.push({ at: now + ms, run }),
    inflate: (block) =>
      block === 'broken'
        ? Promise.reject(new Error('It does not read.'))
        : Promise.resolve(columnsOf(cycle(Number(block), 10, 10))),
  })
  /** Advances the clock until all requested work is done. */
  async function pass(ms = 2_000): Promise<void> {
    const until = now + ms
    for (let turns = 0; turns < 100_000; turns++) {
      for (let i = 0; i < 10; i++) await Promise.resolve()
      const next = timers.toSorted((a, b) => a.at - b.at)[0]
      if (!next || next.at > until) break
      timers.splice(timers.indexOf(next), 1)
      now = Math.max(now, next.at)
      next.run()
    }
    now = Math.max(now, until)
  }
  const reports = () => answers.filter((answer): answer is Report => answer.op === 'report')
  const latest = <P extends keyof Report>(part: P): NonNullable<Report[P]> =>
    reports().findLast((report) => report[part] !== undefined)![part]!
  async function send(...orders: Order[]): Promise<void> {
    for (const order of orders) apply(order)
    await pass()
  }
  const look = (view: Partial<View>) => send({ op: 'view', view })
  return { apply, pass, send, look, latest, reports, answers, timers }
}

const whole = (frames: FrameColumns): Order[] => [
  { op: 'open', keepMs: undefined, keepFrames: Infinity },
  { op: 'frames', frames },
  { op: 'ended' },
]
const live: Order = { op: 'open', keepMs: 60_000, keepFrames: 1_000 }

test('[ANALYZER-12] [ANALYZER-15] overwrite rows with names, cycles and oddities', async () => {
  const { send, latest } = engine()
  await send(
    { op: 'dbc', bus: '', text: database },
    ...whole(
      together(
        cycle(0x2c1, 5, 100, (i) => torque(i)),
        cycle(0x6f7, 30, 10),
      ),
    ),
  )
  expect(latest('overwrite')).toMatchObject([
    {
      id: 0x2c1,
      name: 'TorqueRequest',
      ecu: 'VCU',
      count: 100,
      oddity: 'fast',
      expected: { ms: 20, jitterMs: 0, by: 'dbc' },
    },
    { id: 0x6f7, name: undefined, count: 10, oddity: 'unknown' },
  ])
  expect(latest('overwrite')[0]!.period).toBeCloseTo(5)
  expect([...latest('overwrite')[0]!.data]).toEqual(torque(99))
  expect(latest('summary')).toMatchObject({
    frames: 110,
    ids: 2,
    idsShown: 2,
    idsInDbc: 1,
    idsUnknown: 1,
    isWhole: true,
    buses: [{ bus: 'can0', frames: 110, ids: 2 }],
  })
})

test('[ANALYZER-2] a file with one bus after the other is ordered by time in the end', async () => {
  const { send, look, latest } = engine()
  const second = columnsOf(cycle(0x200, 100, 100).map((each) => ({ ...each, bus: 'can1' })))
  await send(
    { op: 'open', keepMs: undefined, keepFrames: Infinity },
    { op: 'frames', frames: columnsOf(cycle(0x100, 100, 100)) },
  )
  await send({ op: 'frames', frames: second }, { op: 'ended' })
  await look({ mode: 'trace', rows: [0, 200] })
  expect(latest('summary')).toMatchObject({ frames: 200, unread: 0, isWhole: true })
  expect(latest('trace').rows.slice(2, 4)).toMatchObject([
    { ts: 100, bus: 'can0', sinceOwn: 100 },
    { ts: 100, bus: 'can1', sinceOwn: 100 },
  ])
})

test('[ANALYZER-3] the live window drops frames by time and by number, and counts late ones', async () => {
  const { send, latest } = engine()
  await send(live, { op: 'frames', frames: columnsOf(cycle(0x100, 100, 700)) })
  expect(latest('summary')).toMatchObject({ frames: 601, forgotten: 99, from: 9_900, to: 69_900 })
  await send({
    op: 'frames',
    frames: columnsOf([frame(1, { id: 0x200 }), ...cycle(0x100, 1, 2_000, undefined, 70_000)]),
  })
  expect(latest('summary')).toMatchObject({ frames: 1_000, unread: 1, to: 71_999 })
})

test('[ANALYZER-6] while paused, nothing moves and nothing is dropped as long as there is room', async () => {
  const { send, look, latest } = engine()
  await send(live, { op: 'frames', frames: columnsOf(cycle(0x100, 100, 600)) })
  await look({ mode: 'trace', rows: [0, 1] })
  await send(
    { op: 'pause', isPaused: true },
    { op: 'frames', frames: columnsOf(cycle(0x100, 100, 300, undefined, 60_000)) },
  )
  expect(latest('trace')).toMatchObject({ total: 600, forgotten: 0, rows: [{ ts: 0 }] })
  await send({ op: 'pause', isPaused: false })
  expect(latest('trace')).toMatchObject({ total: 601, forgotten: 299, rows: [{ ts: 29_900 }] })
})

test('[ANALYZER-7] no report is sent before the last is drawn, and at most eight a second', async () => {
  const waiting = engine({ isDrawing: false })
  await waiting.send(live, { op: 'frames', frames: columnsOf([frame(1)]) })
  expect(waiting.reports()).toHaveLength(1)

  const drawing = engine()
  drawing.apply(live)
  for (let i = 0; i < 100; i++) {
    drawing.apply({ op: 'frames', frames: columnsOf([frame(i * 20)]) })
    await drawing.pass(20)
  }
  expect(drawing.reports().length).toBeGreaterThan(8)
  expect(drawing.reports().length).toBeLessThanOrEqual(17)
})

test('[ANALYZER-5] a view change during a search is handled between slices; no partial list is reported', async () => {
  const { send, apply, pass, latest, reports } = engine({ costMs: 20 })
  await send(...whole(columnsOf(cycle(0x100, 1, 50_000, (i) => [i & 255]))))
  apply({ op: 'view', view: { mode: 'trace', filter: 'data 00', rows: [0, 5] } })
  await pass(1)
  apply({ op: 'view', view: { filter: 'data 01' } })
  await pass(60_000)
  expect(new Set(reports().flatMap(({ trace }) => (trace ? [trace.total] : [])))).toEqual(new Set([196]))
  expect(latest('trace').rows[0]).toMatchObject({ row: 0, ts: 1, text: '' })
})

test('[ANALYZER-30] [ANALYZER-37] a filter narrows overwrite and trace; an invalid one changes nothing', async () => {
  const { send, look, latest } = engine()
  await send(
    { op: 'dbc', bus: 'can0', text: database },
    ...whole(
      together(
        cycle(0x2c1, 20, 50, (i) => torque(i)),
        cycle(0x100, 10, 10),
      ),
    ),
  )
  await look({ filter: 'signal TorqueReq >= 40' })
  expect(latest('overwrite').map(({ id }) => id)).toEqual([0x2c1])
  await look({ mode: 'trace', rows: [0, 2], filter: 'signal TorqueReq >= 40' })
  expect(latest('trace')).toMatchObject({
    total: 10,
    rows: [{ text: 'TorqueReq 40.0 Nm, TorqueMode Normal, AliveCounter 0' }, { row: 1 }],
  })
  await look({ filter: 'signal TorqueReq >' })
  expect(latest('summary').filterFault).toMatch(/^Column/)
  expect(latest('trace').total).toBe(10)
})

test('[ANALYZER-12] a span counts the frames within it, including both ends', async () => {
  const { send, look, latest } = engine()
  await send(...whole(columnsOf(cycle(0x100, 10, 100))))
  await look({ span: { from: 100, to: 200 } })
  expect(latest('overwrite')[0]).toMatchObject({ count: 11, at: 200 })
  await look({ span: undefined })
  expect(latest('overwrite')[0]).toMatchObject({ count: 100 })
})

test('[ANALYZER-14] [ANALYZER-12] rows have the requested order', async () => {
  const { send, look, latest } = engine()
  await send(...whole(together(cycle(0x300, 10, 5), cycle(0x100, 10, 7), cycle(0x200, 10, 6))))
  await look({ sort: { by: 'count', isDescending: true } })
  expect(latest('overwrite').map(({ id }) => id)).toEqual([0x100, 0x200, 0x300])
  await look({ sort: { by: 'id', isDescending: true } })
  expect(latest('overwrite').map(({ id }) => id)).toEqual([0x300, 0x200, 0x100])
})

test('[ANALYZER-14] a fuzzer fills 2,000 rows and no more', async () => {
  const { send, latest } = engine()
  await send(...whole(columnsOf(Array.from({ length: 3_000 }, (_, i) => frame(i, { id: i, flags: 1 })))))
  expect(latest('overwrite')).toHaveLength(2_000)
  expect(latest('summary')).toMatchObject({ idsShown: 3_000, ids: 3_000 })
})

test('[ANALYZER-24] [ANALYZER-20] detail and plots around the focused time', async () => {
  const { send, look, latest } = engine()
  await send(
    { op: 'dbc', bus: 'can0', text: database },
    ...whole(columnsOf(cycle(0x2c1, 100, 2_000, (i) => torque(i / 10)))),
  )
  await look({ selected: { bus: 'can0', key: 0x2c1 }, focusTime: 100_000, plotted: ['TorqueRequest.TorqueReq'] })
  expect(latest('detail').signals[0]).toMatchObject({ text: '100.0' })
  const [plot] = latest('plots')
  expect([plot!.at[0], plot!.at.at(-1), plot!.value[0]]).toEqual([70_000, 130_000, 70])
  await look({ selected: { bus: 'can0', key: 0x999 } })
  expect(latest('plots')).toHaveLength(1)
})

test('[ANALYZER-41] times and the next and last matching frames are answered in question order', async () => {
  const { send, answers } = engine()
  await send(
    ...whole(together(cycle(0x100, 10, 10), cycle(0x200, 50, 2))),
    { op: 'view', view: { filter: '200' } },
    { op: 'find', from: 0, isBackward: false },
    { op: 'find', from: 50, isBackward: true },
    { op: 'find', from: 50, isBackward: false },
    { op: 'seek', at: 20 },
    { op: 'seek', at: 99 },
  )
  expect(answers.filter(({ op }) => op === 'found')).toEqual([
    { op: 'found', row: 1, ts: 50 },
    { op: 'found', row: 0, ts: 0 },
    { op: 'found', row: undefined, ts: undefined },
    { op: 'found', row: 1, ts: 50 },
    { op: 'found', row: 1, ts: 50 },
  ])
})

test('[ANALYZER-40] the messages between a tester and a control unit', async () => {
  const { send, look, latest } = engine()
  const conversation = [
    frame(1, { id: 0x7e0, bytes: [2, 0x27, 1, 0, 0, 0, 0, 0] }),
    frame(5, { id: 0x7e8, bytes: [3, 0x7f, 0x27, 0x35, 0, 0, 0, 0] }),
  ]
  await send(...whole(columnsOf([...conversation, ...cycle(0x100, 10, 10, undefined, 10)])), {
    op: 'view',
    view: { mode: 'transport' },
  })
  expect(latest('transport')).toMatchObject({
    total: 2,
    rows: [
      { row: 0, protocol: 'UDS', ts: 1, key: 0x7e0 },
      { row: 1, tone: 'negative', key: 0x7e8 },
    ],
  })
  await look({ filter: '7e8' })
  expect(latest('transport')).toMatchObject({ total: 1, rows: [{ row: 0, key: 0x7e8 }] })
})

test('[ANALYZER-50] blocks are processed in order; blocks of a previous source are ignored', async () => {
  const { send, latest, apply, answers } = engine()
  apply({ op: 'open', keepMs: undefined, keepFrames: Infinity })
  apply({ op: 'block', block: '256' })
  await send({ op: 'open', keepMs: undefined, keepFrames: Infinity }, { op: 'block', block: '512' }, { op: 'ended' })
  expect(latest('overwrite').map(({ id }) => id)).toEqual([512])
  await send({ op: 'block', block: 'broken' })
  expect(answers.at(-1)).toEqual({ op: 'failed', message: 'It does not read.' })
})

test('[ANALYZER-13] if bits are notched, only other bits count as changed', async () => {
  const { send, look, latest } = engine()
  await send(live, {
    op: 'frames',
    frames: columnsOf(
      [
        [0, 0],
        [1, 0],
      ].map((bytes, i) => frame(i, { bytes })),
    ),
  })
  await send({ op: 'notch', isKnown: true }, { op: 'frames', frames: columnsOf([frame(2, { bytes: [0, 4] })]) })
  expect([...latest('overwrite')[0]!.change]).toEqual([-1, 1])
  await look({ isNotched: true })
  expect([...latest('overwrite')[0]!.change]).toEqual([2, 1])
})

test('[ANALYZER-17] dropped frames cause neither a slow cycle nor a counter jump', async () => {
  const { send, look, latest } = engine()
  const before = columnsOf(cycle(0x2c1, 20, 30, (i) => torque(0, 0, i)))
  const after = columnsOf(cycle(0x2c1, 20, 10, (i) => torque(0, 0, i + 40), 800))
  const counter = { startBit: 24, length: 4, isIntel: true, step: 1 }
  const id = {
    id: 0x2c1,
    ext: false,
    name: null,
    frames: 1,
    lengths: [8],
    cycle: null,
    peak: 0,
    repeats: 0,
    bytes: [],
    counters: [counter],
    checksums: [],
    signals: [],
  }
  await send({
    op: 'profile',
    bus: 'can0',
    profile: {
      shape: 1,
      learned: { frames: 1, seconds: 1, vehicles: 1 },
      load: { mean: 0, peak: 0 },
      ids: [id],
      exceptions: [],
    },
  })
  await send(live, { op: 'frames', frames: before }, { op: 'gap' }, { op: 'frames', frames: after })
  await look({ selected: { bus: 'can0', key: 0x2c1 } })
  expect(latest('overwrite')[0]).toMatchObject({ count: 40, period: 20, jitter: 0 })
  expect(latest('detail').oddities).toEqual([])
  expect([...latest('detail').timing.ms].filter(Number.isNaN)).toHaveLength(1)
})

test('[ANALYZER-35] a database that cannot be parsed reports the location', async () => {
  const { send, answers } = engine()
  await send({ op: 'dbc', bus: '', text: 'BO_ nonsense' })
  expect(answers[0]).toMatchObject({
    op: 'catalogue',
    catalogue: { bus: '', messages: [], fault: expect.stringMatching(/^line 1, column \d+: /) },
  })
})
