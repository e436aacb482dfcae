import type { FaultNode, StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'
import { expect, test, vi } from 'vitest'
import { createAnalyser, Refused, Superseded, type WorkerLike } from './analyser.ts'
import { analysisAnswers } from './answers.ts'
import { histogramOf } from './histogram.ts'
import { occurring } from './occurring.ts'
import type { AnalysisAnswer, AnalysisInput, AnalysisRequest } from './protocol.ts'

const gate = (id: string, kind: 'and' | 'or' | 'xor' | 'not', parts: string[]): FaultNode => ({
  id,
  title: `Gate ${id}`,
  note: '',
  kind: 'gate',
  gate: kind,
  parts,
})
const event = (id: string, probability: number | null | { op: string; args: number[] }): FaultNode => ({
  id,
  title: `Event ${id}`,
  note: '',
  kind: 'basic',
  probability,
  artefact: null,
})
const tree: StoredTree = {
  top: 'Top',
  missionTime: 1_000,
  nodes: [
    gate('Top', 'or', ['G', 'c']),
    gate('G', 'and', ['a', 'b']),
    event('a', 0.1),
    event('b', 0.2),
    event('c', 0.01),
  ],
  groups: [],
  parameters: [],
}
const top = '7d2c4f5e-0000-4000-8000-000000000001'
const input = (of: StoredTree, more: Partial<AnalysisInput> = {}): AnalysisInput => ({
  top,
  trees: new Map([[top, of]]),
  cutOff: {},
  milliseconds: 10_000,
  many: 10,
  by: 'probability',
  ...more,
})

/** A worker in this thread that answers at once, or waits until it may. */
function workers() {
  const made: { requests: AnalysisRequest[]; isOver: boolean; answer: () => void; fail: (message: string) => void }[] =
    []
  const state = { isBusy: false }
  const start = (): WorkerLike => {
    const listeners = { message: [] as unknown[], error: [] as unknown[] }
    const own = {
      requests: [] as AnalysisRequest[],
      isOver: false,
      answer: () => own.requests.splice(0).forEach((request) => answers(structuredClone(request))),
      fail: (message: string) => listeners.error.forEach((listener) => (listener as (e: object) => void)({ message })),
    }
    const answers = analysisAnswers((data: AnalysisAnswer) =>
      listeners.message.forEach((listener) => (listener as (e: object) => void)({ data: structuredClone(data) })),
    )
    made.push(own)
    return {
      postMessage: (request) => {
        own.requests.push(request)
        if (!state.isBusy) queueMicrotask(own.answer)
      },
      terminate: () => (own.isOver = true),
      addEventListener: (type: 'message' | 'error', listener: unknown) => void listeners[type].push(listener),
    }
  }
  return { analyser: createAnalyser(start), made, state }
}

test('[FTA-UI-10] the worker answers with probabilities, cut sets and importance of a tree', async () => {
  const { analyser } = workers()
  const result = await analyser.analyse(input(tree))
  expect(result).toMatchObject({ complete: true, isCoherent: true, unknown: [], uncertain: 0 })
  expect(result.sets).toMatchObject({ count: 2n, byOrder: [0n, 1n, 1n] })
  expect(result.probability!.exact).toBeCloseTo(1 - 0.98 * 0.99, 12)
  expect(result.probability!.rareEvent).toBeCloseTo(0.03, 12)
  expect(result.best.map(({ events }) => events)).toEqual([['a', 'b'], ['c']])
  expect(result.events.find(({ name }) => name === 'c')).toMatchObject({
    title: 'Event c',
    probability: 0.01,
    importance: { birnbaum: expect.closeTo(0.98, 12) },
  })
  expect((await analyser.best(1, 'order')).map(({ events }) => events)).toEqual([['c']])
})

test('[FTA-UI-15] the worker answers how often the top event occurs, or why that is not stated', async () => {
  const { analyser } = workers()
  const constant = await analyser.analyse(input(tree))
  expect(constant.frequency).toEqual({ ok: false, reason: 'No basic event has a failure rate.' })
  const failing = { op: 'exponential', args: [1e-4, { op: 'system-mission-time', args: [] }] } as const
  const nodes = tree.nodes.map((node) => (node.id === 'c' ? { ...event('c', 0), probability: failing } : node))
  const { frequency } = await analyser.analyse(input({ ...tree, nodes }))
  const w = 0.98 * 1e-4 * Math.exp(-0.1)
  expect(frequency).toEqual({
    ok: true,
    value: {
      perHour: expect.closeTo(w, 15),
      conditional: expect.closeTo(w / (0.98 * Math.exp(-0.1)), 15),
      expected: expect.closeTo(0.98 * -Math.expm1(-0.1), 8),
      constant: 2,
    },
  })
})

test('[FTA-UI-11] a cut set highlights what occurs because of it', async () => {
  const { analyser } = workers()
  await analyser.analyse(input(tree))
  expect(await analyser.highlight(['a', 'b'])).toEqual(['Top', 'G', 'a', 'b'])
  expect(await analyser.highlight(['a'])).toEqual([])
})

test('[FTA-UI-10] without the probability of an event only cut sets are stated', async () => {
  const { analyser } = workers()
  const nodes = tree.nodes.map((node) => (node.id === 'b' ? event('b', null) : node))
  const result = await analyser.analyse(input({ ...tree, nodes }, { cutOff: { probability: 0.5 } }))
  expect(result).toMatchObject({ probability: undefined, unknown: ['b'], sets: { count: 2n } })
  expect(result.best.map(({ events }) => events)).toEqual([['c'], ['a', 'b']])
  await expect(analyser.simulate(10, 1)).rejects.toThrow('An event has no probability.')
})

test('[FTA-UI-10] other probabilities of the same tree are evaluated on its diagrams', async () => {
  const { analyser } = workers()
  await analyser.analyse(input(tree))
  const nodes = tree.nodes.map((node) => (node.id === 'c' ? event('c', 0.5) : node))
  const result = await analyser.analyse(input({ ...tree, nodes }))
  expect(result.probability!.exact).toBeCloseTo(1 - 0.98 * 0.5, 12)
  expect(result.best[0]!.events).toEqual(['c'])
})

test('[FTA-UI-10] a cut-off states what it left out', async () => {
  const { analyser } = workers()
  const { sets } = await analyser.analyse(input(tree, { cutOff: { order: 1 } }))
  expect(sets).toMatchObject({ count: 1n, leftOut: { count: 1n, probability: expect.closeTo(0.02, 12) } })
})

test('[FTA-UI-10] a new analysis stops the one that is running, whose late answer does not count', async () => {
  const { analyser, made, state } = workers()
  state.isBusy = true
  const first = analyser.analyse(input(tree))
  const second = analyser.analyse(input({ ...tree, top: 'G' }))
  await expect(first).rejects.toBeInstanceOf(Superseded)
  expect(made.map(({ isOver }) => isOver)).toEqual([true, false])
  made[0]!.answer()
  made[1]!.answer()
  expect((await second).probability!.exact).toBeCloseTo(0.02, 12)
})

test('[FTA-UI-10] a tree that cannot be computed is refused in words; a worker that fails is replaced', async () => {
  const { analyser, made, state } = workers()
  const nodes = tree.nodes.map((node) => (node.id === 'c' ? event('c', 1.5) : node))
  const refused = analyser.analyse(input({ ...tree, nodes }))
  await expect(refused).rejects.toBeInstanceOf(Refused)
  await expect(refused).rejects.toThrow('The probability of c would be 1.5: it must be from 0 to 1.')
  state.isBusy = true
  const failing = analyser.analyse(input(tree))
  made.at(-1)!.fail('Out of memory')
  await expect(failing).rejects.toThrow('Out of memory')
  state.isBusy = false
  expect((await analyser.analyse(input(tree))).complete).toBe(true)
  expect(made).toHaveLength(2)
})

test('[FTA-UI-12] a simulation with the same seed gives the same percentiles', async () => {
  const { analyser } = workers()
  const nodes = tree.nodes.map((node) =>
    node.id === 'c' ? event('c', { op: 'lognormal-deviate', args: [0.01, 3, 0.95] }) : node,
  )
  await analyser.analyse(input({ ...tree, nodes }))
  const [one, again, other] = [
    await analyser.simulate(2_000, 1),
    await analyser.simulate(2_000, 1),
    await analyser.simulate(2_000, 2),
  ]
  expect(again).toEqual(one)
  expect(other.summary).not.toEqual(one.summary)
  expect(one.summary.percentile5).toBeLessThan(one.summary.median)
  expect(one.summary.mean).toBeCloseTo(0.0298, 3)
  expect(one.bins.reduce((sum, { count }) => sum + count, 0)).toBe(2_000)
  expect(one).toMatchObject({ trials: 2_000, done: 2_000, seed: 1, cut: 0 })
})

test('[FTA-UI-12] a tree without an uncertain event is not simulated', async () => {
  const { analyser } = workers()
  await analyser.analyse(input(tree))
  await expect(analyser.simulate(10, 1)).rejects.toThrow(/^No event is uncertain/)
})

test('[FTA-UI-12] a histogram counts every trial, zeros in its first interval', () => {
  const bins = histogramOf(Float64Array.of(0, 1e-6, 1e-5, 1e-4, 1e-4))
  expect(bins).toHaveLength(40)
  expect([bins[0]!.count, bins.at(-1)!.count]).toEqual([2, 2])
  expect(bins.at(-1)!.to).toBeCloseTo(1e-4, 12)
  expect(histogramOf(Float64Array.of(0.5, 0.5))).toEqual([{ from: 0.5, to: 0.5, count: 2 }])
  expect(histogramOf(Float64Array.of(0, 0))).toEqual([{ from: 0, to: 0, count: 2 }])
})

test('[FTA-UI-11] NOT and XOR gates occur by their inputs; a chain may be long', () => {
  const gates = new Map([
    ['T', { gate: 'and' as const, parts: ['X', 'N'] }],
    ['X', { gate: 'xor' as const, parts: ['a', 'b'] }],
    ['N', { gate: 'not' as const, parts: ['c'] }],
  ])
  expect(occurring({ top: 'T', gates, house: new Map() }, new Set(['a']))).toEqual(['T', 'X', 'N', 'a'])
  expect(occurring({ top: 'T', gates, house: new Map([['c', true]]) }, new Set(['a']))).toEqual([])
  const long = new Map(
    Array.from({ length: 20_000 }, (_, i) => [`G${i}`, { gate: 'or' as const, parts: [`G${i + 1}`] }]),
  )
  expect(occurring({ top: 'G0', gates: long, house: new Map() }, new Set(['G20000']))).toHaveLength(20_001)
})

test('[FTA-UI-10] progress is reported to the analysis that runs', async () => {
  const { analyser, made, state } = workers()
  state.isBusy = true
  const onProgress = vi.fn()
  const running = analyser.analyse(input(tree), onProgress)
  expect(made[0]!.requests[0]).toMatchObject({ is: 'analyse', number: 1 })
  made[0]!.answer()
  expect(await running).toMatchObject({ complete: true })
  analyser.close()
  expect(made[0]!.isOver).toBe(true)
})
