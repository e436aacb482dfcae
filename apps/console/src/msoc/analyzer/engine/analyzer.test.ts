import { Failure } from '@carapace/shared/core/failure'
import { encodeBlock } from '@carapace/shared/msoc/can/frame-block'
import { columnsOf } from '@carapace/shared/msoc/can/frame-columns'
import { expect, test, vi } from 'vitest'
import type { Sink } from '../sources/feed.ts'
import { buffersOf } from './buffers.ts'
import { cycle } from './frames.fixture.ts'
import { inflateBlock } from './inflate.ts'
import type { Answer, Order } from './protocol.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })

const { createAnalyzer } = await import('./analyzer.ts')

/** An analyzer whose worker and source are controlled by the test. */
function analyzer() {
  const orders: Order[] = []
  const readings: { sink: Sink; signal: AbortSignal; end: () => void; fail: (problem: unknown) => void }[] = []
  const deps = { receive: vi.fn<(answer: Answer) => void>(), ended: vi.fn(), drawn: [] as (() => void)[] }
  const opened = createAnalyzer(
    { kind: 'capture', uuid: 'c' },
    {
      start(receive) {
        deps.receive.mockImplementation(receive)
        return { order: (order) => orders.push(order), end: deps.ended }
      },
      read: (_, sink, signal) => new Promise((end, fail) => readings.push({ sink, signal, end, fail })),
      afterDrawing: (then) => deps.drawn.push(then),
    },
  )
  return { opened, orders, readings, doors: deps, state: () => opened.state.getState() }
}

test('[ANALYZER-50] a source is read into the worker, and the state reports the progress', async () => {
  const { orders, readings, state } = analyzer()
  const { sink, end } = readings[0]!
  sink.expect(30)
  sink.block('AA', 10)
  sink.frames(columnsOf(cycle(1, 10, 20)))
  expect(state()).toMatchObject({ load: 'loading', progress: { frames: 30, total: 30 } })
  end()
  await vi.waitFor(() => expect(state().load).toBe('whole'))
  expect(orders.map(({ op }) => op)).toEqual(['open', 'block', 'frames', 'ended'])
})

test('[ANALYZER-55] a refusal is reported, and the source is read again; the first read is ignored then', async () => {
  const { opened, readings, orders, state } = analyzer()
  readings[0]!.fail(new Failure('NOT_FOUND', { message: 'There is no such capture.' }))
  await vi.waitFor(() => expect(state().load).toEqual({ failed: 'There is no such capture.' }))
  opened.retry()
  expect(state().load).toBe('loading')
  readings[0]!.sink.block('AA', 10)
  readings[1]!.sink.more()
  expect(orders.map(({ op }) => op)).toEqual(['open', 'open'])
  expect(state()).toMatchObject({ hasMore: true, progress: { frames: 0 } })
})

test('[ANALYZER-52] a manually selected database overrides the assigned one until it is deselected', async () => {
  const { opened, readings, orders, state } = analyzer()
  const theirs = { version_uuid: 'theirs', name: 'theirs', version: 1, file_name: 'theirs.dbc' }
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () =>
      Response.json({ version: { uuid: 'mine', name: 'mine', version: 2, file_name: 'mine.dbc' }, text: 'chosen' }),
    ),
  )
  vi.stubGlobal('document', { cookie: '' })
  await opened.readWith('can0', 'mine')
  readings[0]!.sink.dbc({ bus: 'can0', dbc: theirs }, 'assigned')
  expect(state().dbcs.map(({ dbc }) => dbc.name)).toEqual(['mine'])
  await opened.readWith('can0', undefined)
  expect(state().dbcs.map(({ dbc }) => dbc.name)).toEqual(['theirs'])
  expect(orders.filter(({ op }) => op === 'dbc')).toEqual([
    { op: 'dbc', bus: 'can0', text: 'chosen' },
    { op: 'dbc', bus: 'can0', text: 'assigned' },
  ])
})

test('[ANALYZER-53] dropped frames are counted, and the worker is notified of the gap', () => {
  const { readings, orders, state } = analyzer()
  readings[0]!.sink.dropped(7)
  readings[0]!.sink.dropped(5)
  expect(state().dropped).toBe(12)
  expect(orders.at(-1)).toEqual({ op: 'gap' })
})

test('[ANALYZER-7] the worker is notified when a report is drawn', () => {
  const { doors: deps, orders, state } = analyzer()
  deps.receive({ op: 'report', overwrite: [], detail: null })
  expect(state().overwrite).toEqual([])
  expect(orders.at(-1)?.op).toBe('open')
  deps.drawn[0]!()
  expect(orders.at(-1)).toEqual({ op: 'drawn' })
})

test('[ANALYZER-41] questions are answered in order; closing answers the rest and stops both ends', async () => {
  const { opened, doors: deps, readings } = analyzer()
  const [first, second, third] = [opened.find(5, false), opened.seek(9), opened.seek(10)]
  deps.receive({ op: 'found', row: 3, ts: 7 })
  deps.receive({ op: 'found', row: undefined, ts: undefined })
  opened.close()
  expect(await Promise.all([first, second, third])).toEqual([{ row: 3, ts: 7 }, undefined, undefined])
  expect(readings[0]!.signal.aborted).toBe(true)
  expect(deps.ended).toHaveBeenCalledOnce()
})

test('[ANALYZER-7] frames and reports transfer each buffer once', () => {
  const frames = columnsOf(cycle(1, 10, 20))
  expect(buffersOf({ op: 'frames', frames })).toHaveLength(7)
  const shared = new ArrayBuffer(16)
  const points = { at: new Float64Array(shared, 0, 1), value: new Float32Array(shared, 8, 2) }
  expect(buffersOf({ op: 'report', plots: [{ signal: 'a', unit: '', ...points }] })).toEqual([shared])
  expect(buffersOf({ op: 'seek', at: 1 })).toEqual([])
})

test('[ANALYZER-50] a block is inflated to the original frames, and a truncated block is refused', async () => {
  const frames = columnsOf(cycle(0x123, 10.5, 100, (i) => [i, 255 - i]))
  const deflated = new Blob([encodeBlock(frames) as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = Buffer.from(await new Response(deflated).arrayBuffer())
  expect(await inflateBlock(bytes.toString('base64'))).toEqual(frames)
  await expect(inflateBlock(bytes.subarray(0, 20).toString('base64'))).rejects.toThrow(
    'A block of frames does not inflate.',
  )
})
