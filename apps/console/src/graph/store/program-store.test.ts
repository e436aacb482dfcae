import { Failure } from '@carapace/shared/core/failure'
import type { Artefact, GraphChange, programChannel } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { Subject } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import type { LiveMessageOf } from '../../core/live/live.ts'
import { artefact } from './artefact.fixture.ts'
import type { Computed } from './graph-state.ts'
import type { ProgramApi } from './program-api.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
const { programStore } = await import('./program-store.ts')

afterEach(() => void vi.useRealTimers())

const programUuid = '00000000-0000-4000-8000-000000000001'
const change = (uuids: string[], seq: number, what: GraphChange['what'] = 'artefact', kind = 'asset'): GraphChange => ({
  what,
  uuids,
  kind,
  action: 'changed',
  by: null,
  seq,
})

/** A mock server with some artefacts, two per page. */
function server(first: readonly Artefact[]) {
  let rows = [...first]
  const feed = new Subject<LiveMessageOf<typeof programChannel>>()
  const requests: { uuids?: unknown; after?: unknown }[] = []
  const api: ProgramApi = {
    artefacts: vi.fn(async (input) => {
      requests.push(input)
      const named = input.uuids === undefined ? undefined : String(input.uuids).split(',')
      const from = named ? 0 : Number(input.after ?? 0)
      const shown = named ? rows.filter(({ uuid }) => named.includes(uuid)) : rows.slice(from, from + 2)
      return {
        success: true as const,
        artefacts: shown,
        links: [],
        nodes: [],
        next: named || from + 2 >= rows.length ? null : String(from + 2),
        seq: Math.max(0, ...rows.map(({ seq }) => seq)),
      }
    }),
    artefact: async () => Promise.reject(new Failure('NOT_FOUND')),
    save: async ({ artefacts = [] }) => ({
      success: true,
      artefacts: artefacts.map((input) => ({
        ...rows.find(({ uuid }) => uuid === input.uuid)!,
        ...(input.title !== undefined && { title: input.title }),
        seq: 9,
      })),
      links: [],
      ended: [],
      seq: 9,
    }),
    remove: async ({ artefacts }) => {
      rows = rows.filter(({ uuid }) => !artefacts.some((each) => each.uuid === uuid))
      return { seq: 9 }
    },
    confirm: async () => ({ seq: 9 }),
    changes: () => feed,
  }
  return { api, requests, feed, set: (next: readonly Artefact[]) => void (rows = [...next]) }
}

const [a, b, c] = [artefact('asset', 1), artefact('asset', 2), artefact('asset', 3)]

async function opened(from: ReturnType<typeof server>) {
  const program = programStore({ programUuid, kinds: ['asset'] }, from.api)
  const close = program.open()
  await vi.waitFor(() => expect(program.state.getState().isWhole).toBe(true))
  return { program, close, titles: () => [...program.state.getState().artefacts.values()].map(({ title }) => title) }
}

test('[GRAPH-UI-1] all pages are read, and the first is shown as soon as it arrives', async () => {
  const from = server([a, b, c])
  const sizes: number[] = []
  const program = programStore({ programUuid, kinds: ['asset'] }, from.api)
  program.state.subscribe(({ artefacts }) => sizes.push(artefacts.size))
  program.open()
  await vi.waitFor(() => expect(program.state.getState().isWhole).toBe(true))
  expect(sizes).toEqual([2, 3])
})

test("[GRAPH-UI-2] another user's changed, new or removed artefacts appear, and only these are read", async () => {
  const from = server([a, b])
  const { titles, close } = await opened(from)
  from.set([{ ...a, title: 'Torque request', seq: 2 }, c])
  from.feed.next({ op: 'changes', seq: 3, data: [change([a.uuid], 2), change([b.uuid], 3), change([c.uuid], 3)] })
  await vi.waitFor(() => expect(titles()).toEqual(['Torque request', 'Asset 3']))
  expect(from.requests.slice(1)).toEqual([expect.objectContaining({ uuids: [a.uuid, b.uuid, c.uuid].join(',') })])
  close()
})

test("[GRAPH-UI-24] messages about the user's own writes cause no read; later changes by others do", async () => {
  const from = server([a, b])
  const { program, titles, close } = await opened(from)
  await program.save({ artefacts: [{ uuid: a.uuid, kind: 'asset', revision: 1, title: 'Mine' }] })
  from.feed.next({ op: 'changes', seq: 9, data: [change([a.uuid], 9)] })
  from.set([{ ...a, title: 'Theirs', seq: 10 }, b])
  from.feed.next({ op: 'changes', seq: 10, data: [change([a.uuid], 10)] })
  await vi.waitFor(() => expect(titles()[0]).toBe('Theirs'))
  from.feed.next({ op: 'changes', seq: 11, data: [change([b.uuid], 11)] })
  await vi.waitFor(() => expect(from.requests).toHaveLength(3))
  expect(from.requests.slice(1).map(({ uuids }) => uuids)).toEqual([a.uuid, b.uuid])
  close()
})

/** Values that a module computes; each value is the number of reads of its artefact. */
function computedBy(some: Computed<Record<string, number>>['some']): Computed<Record<string, number>> {
  return { kind: 'readings', all: async () => ({ [b.uuid]: 1, [c.uuid]: 1 }), some }
}

test('[GRAPH-UI-2] computed values are read again only for the artefacts whose values changed', async () => {
  const from = server([a])
  const some = vi.fn<Computed<Record<string, number>>['some']>(async (_program, uuids, before) => ({
    ...before,
    ...Object.fromEntries(uuids.map((uuid) => [uuid, 4])),
  }))
  const program = programStore({ programUuid, kinds: ['asset'], computed: [computedBy(some)] }, from.api)
  const close = program.open()
  await vi.waitFor(() => expect(program.state.getState().isWhole).toBe(true))
  from.feed.next({
    op: 'changes',
    seq: 3,
    data: [change([c.uuid], 3, 'computed', 'readings'), change([a.uuid], 3), change([b.uuid], 3, 'computed', 'other')],
  })
  await vi.waitFor(() =>
    expect(program.state.getState().computed.get('readings')).toEqual({ [b.uuid]: 1, [c.uuid]: 4 }),
  )
  expect(some.mock.calls.map(([, uuids]) => uuids)).toEqual([[c.uuid]])
  close()
})

test('[GRAPH-UI-2] many changes during a read cause one further read', async () => {
  const from = server([a, b, c])
  const { close, titles } = await opened(from)
  from.requests.length = 0
  from.set([
    { ...a, title: 'A', seq: 4 },
    { ...b, title: 'B', seq: 5 },
    { ...c, title: 'C', seq: 6 },
  ])
  from.feed.next({ op: 'changes', seq: 4, data: [change([a.uuid], 4)] })
  from.feed.next({ op: 'changes', seq: 5, data: [change([b.uuid], 5)] })
  from.feed.next({ op: 'changes', seq: 6, data: [change([b.uuid, c.uuid], 6)] })
  await vi.waitFor(() => expect(titles()).toEqual(['A', 'B', 'C']))
  expect(from.requests.map(({ uuids }) => uuids)).toEqual([a.uuid, `${b.uuid},${c.uuid}`])
  close()
})

test.for([
  { name: 'much changed', message: { op: 'changes', seq: 7, data: [change([], 7, 'much')] } },
  { name: 'something was left out', message: { op: 'gap', dropped: 3 } },
  { name: 'a connection came back later', message: { op: 'snapshot', epoch: 'x', seq: 7, data: { seq: 7 } } },
] as const)('[GRAPH-UI-3] $name: everything is read again', async ({ message }) => {
  const from = server([a, b])
  const { titles, close } = await opened(from)
  from.set([{ ...c, seq: 7 }])
  from.feed.next(message)
  await vi.waitFor(() => expect(titles()).toEqual(['Asset 3']))
  close()
})

test('[GRAPH-UI-3] a reconnect without changes causes no read', async () => {
  const from = server([a])
  const { close } = await opened(from)
  from.requests.length = 0
  from.feed.next({ op: 'snapshot', epoch: 'x', seq: 1, data: { seq: 1 } })
  expect(from.requests).toEqual([])
  close()
})

test("[GRAPH-UI-3] others' changes during a connection loss are read, even if an own write is later", async () => {
  const from = server([a, b])
  const { program, titles, close } = await opened(from)
  from.set([a, { ...b, title: 'Torque request', seq: 5 }])
  await program.save({ artefacts: [{ uuid: a.uuid, kind: 'asset', revision: 1, title: 'Mine' }] })
  from.feed.next({ op: 'snapshot', epoch: 'x', seq: 9, data: { seq: 9 } })
  await vi.waitFor(() => expect(titles()).toContain('Torque request'))
  close()
})

test('[GRAPH-UI-3] changes between the first page and the connection are read', async () => {
  const from = server([a, b, c])
  const program = programStore({ programUuid, kinds: ['asset'] }, from.api)
  const { artefacts } = from.api
  vi.mocked(artefacts).mockImplementationOnce(async (...args) => {
    const page = await vi.mocked(artefacts).getMockImplementation()!(...args)
    from.set([{ ...a, title: 'Torque request', seq: 7 }, b, c])
    from.feed.next({ op: 'snapshot', epoch: 'x', seq: 7, data: { seq: 7 } })
    return page
  })
  const close = program.open()
  await vi.waitFor(() =>
    expect([...program.state.getState().artefacts.values()].map(({ title }) => title)).toEqual([
      'Torque request',
      'Asset 2',
      'Asset 3',
    ]),
  )
  close()
})

test('[GRAPH-UI-3] an artefact that changes during a full read is shown in its latest version', async () => {
  const from = server([a])
  const { program, titles, close } = await opened(from)
  const { artefacts } = from.api
  vi.mocked(artefacts).mockImplementationOnce(async (...args) => {
    const page = await vi.mocked(artefacts).getMockImplementation()!(...args)
    from.set([{ ...a, title: 'Torque request', seq: 7 }])
    from.feed.next({ op: 'changes', seq: 7, data: [change([a.uuid], 7)] })
    return page
  })
  program.reload()
  await vi.waitFor(() => expect(titles()).toEqual(['Torque request']))
  close()
})

const silent = new Failure('BUSY', { message: 'The server does not answer.' })
/** Longer than every retry delay, ms. */
const aWhile = 60_000

test('[GRAPH-UI-22] a failed read is retried; until then the page is out of date, whatever else is read', async () => {
  const from = server([a, b])
  const { program, titles, close } = await opened(from)
  vi.useFakeTimers()
  from.set([{ ...a, title: 'Torque request', seq: 5 }, b])
  vi.mocked(from.api.artefacts).mockRejectedValueOnce(silent).mockRejectedValueOnce(silent)
  from.feed.next({ op: 'changes', seq: 5, data: [change([a.uuid], 5)] })
  await vi.advanceTimersByTimeAsync(0)
  from.feed.next({ op: 'changes', seq: 6, data: [change([b.uuid], 6)] })
  expect(program.state.getState().problem).toBe(silent.message)
  await program.save({ artefacts: [{ uuid: b.uuid, kind: 'asset', revision: 1, title: 'Mine' }] })
  expect(program.state.getState().problem).toBe(silent.message)
  await vi.advanceTimersByTimeAsync(aWhile)
  expect([program.state.getState().problem, titles()[0]]).toEqual([undefined, 'Torque request'])
  close()
})

test('[GRAPH-UI-22] a failed read of a computed value is retried', async () => {
  const from = server([a])
  const some = vi
    .fn<Computed<Record<string, number>>['some']>()
    .mockRejectedValueOnce(silent)
    .mockResolvedValue({ [a.uuid]: 4 })
  const program = programStore({ programUuid, kinds: ['asset'], computed: [computedBy(some)] }, from.api)
  const close = program.open()
  await vi.waitFor(() => expect(program.state.getState().isWhole).toBe(true))
  vi.useFakeTimers()
  from.feed.next({ op: 'changes', seq: 3, data: [change([c.uuid], 3, 'computed', 'readings')] })
  await vi.advanceTimersByTimeAsync(aWhile)
  expect(program.state.getState().computed.get('readings')).toEqual({ [a.uuid]: 4 })
  expect(some.mock.calls.map(([, uuids]) => uuids)).toEqual([[c.uuid], [c.uuid]])
  close()
})

test('[GRAPH-UI-22] a failed full read is retried, and at once when a lost connection is back', async () => {
  const from = server([a])
  const { program, titles, close } = await opened(from)
  vi.useFakeTimers()
  from.set([{ ...a, title: 'Torque request', seq: 5 }])
  for (const trigger of [
    () => void vi.advanceTimersByTime(aWhile),
    () => from.feed.next({ op: 'snapshot', epoch: 'x', seq: 1, data: { seq: 1 } }),
  ]) {
    vi.mocked(from.api.artefacts).mockRejectedValueOnce(silent)
    program.reload()
    await vi.advanceTimersByTimeAsync(0)
    expect(program.state.getState().problem).toBe(silent.message)
    trigger()
    await vi.advanceTimersByTimeAsync(0)
    expect([program.state.getState().problem, titles()]).toEqual([undefined, ['Torque request']])
  }
  close()
})

test('[GRAPH-UI-22] a refused read is not retried, nor one of a page that is closed', async () => {
  const from = server([a])
  const { program, close } = await opened(from)
  vi.useFakeTimers()
  vi.mocked(from.api.artefacts).mockRejectedValueOnce(new Failure('NOT_FOUND'))
  program.reload()
  await vi.advanceTimersByTimeAsync(aWhile)
  expect(from.api.artefacts).toHaveBeenCalledTimes(2)
  vi.mocked(from.api.artefacts).mockRejectedValueOnce(silent)
  program.reload()
  await vi.advanceTimersByTimeAsync(0)
  close()
  await vi.advanceTimersByTimeAsync(aWhile)
  expect(from.api.artefacts).toHaveBeenCalledTimes(3)
})

test('[GRAPH-UI-4] a write succeeds even if its result cannot be read at once', async () => {
  const from = server([a, b])
  const { program, titles, close } = await opened(from)
  vi.useFakeTimers()
  vi.mocked(from.api.artefacts).mockRejectedValueOnce(silent)
  await program.remove([a])
  await vi.advanceTimersByTimeAsync(aWhile)
  expect(titles()).toEqual(['Asset 2'])
  close()
})

test('[GRAPH-UI-4] the writer sees the result even without a live message', async () => {
  const { program, titles, close } = await opened(server([a]))
  await program.save({ artefacts: [{ uuid: a.uuid, kind: 'asset', revision: 1, title: 'Torque request' }] })
  expect(titles()).toEqual(['Torque request'])
  await program.remove([a])
  expect(titles()).toEqual([])
  close()
})

test('[GRAPH-UI-4] more than 2,000 artefacts are written in parts of 2,000', async () => {
  const from = server([])
  const save = vi
    .spyOn(from.api as { save: ProgramApi['save'] }, 'save')
    .mockResolvedValue({ success: true, artefacts: [], links: [], ended: [], seq: 1 })
  const { program, close } = await opened(from)
  await program.save({
    artefacts: Array.from({ length: 4_050 }, (_, index) => ({ kind: 'asset', title: `Asset ${index}` })),
  })
  expect(save.mock.calls.map(([{ artefacts }]) => artefacts?.length)).toEqual([2_000, 2_000, 50])
  close()
})

test('[GRAPH-UI-1] a failed read shows the reason and keeps the known data', async () => {
  const from = server([a])
  const { program, titles, close } = await opened(from)
  vi.mocked(from.api.artefacts).mockRejectedValueOnce(new Failure('BUSY', { message: 'The server does not answer.' }))
  program.reload()
  await vi.waitFor(() => expect(program.state.getState().problem).toBe('The server does not answer.'))
  expect(titles()).toEqual(['Asset 1'])
  close()
})
