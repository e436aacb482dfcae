import { Subject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aChange, aLeaving, anAlert, uuidOf } from '../an-alert.ts'
import type { Page } from './queue.ts'
import { alertQueue, type QueueSources } from './queue.store.ts'
import { sweepAfterJob } from './sweep.ts'

type Message = Parameters<Parameters<ReturnType<QueueSources['live']>['forEach']>[0]>[0]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const snapshot = (ns: readonly number[], total = ns.length, epoch = 'e1'): Message => ({
  op: 'snapshot',
  epoch,
  seq: 9,
  data: { alerts: ns.map((n) => anAlert(n)), total, next_cursor: total > ns.length ? 'c0' : null },
})
const changes = (...data: Extract<Message, { op: 'changes' }>['data']): Message => ({ op: 'changes', seq: 99, data })

/** A list whose channel and list call are controlled by the test. */
function aList(open?: string) {
  let channel = new Subject<Message>()
  const inputs: unknown[] = []
  const answers: PromiseWithResolvers<Page>[] = []
  let subscribed = 0
  const queue = alertQueue(() => ({ filter: {}, sort: 'newest' }), {
    live: () => {
      subscribed += 1
      channel = new Subject()
      return channel
    },
    list: (input) => {
      inputs.push(input)
      const answer = Promise.withResolvers<Page>()
      answers.push(answer)
      return answer.promise
    },
    openAlert: () => open,
    frameMs: 250,
  })
  const stop = queue.open()
  const numbers = () => queue.getState().queue.order.map((uuid) => queue.alertOf(uuid)?.number)
  const say = (message: Message) => channel.next(message)
  const frame = () => vi.advanceTimersByTime(250)
  const answer = async (page: Page) => {
    answers.shift()?.resolve(page)
    await vi.advanceTimersByTimeAsync(0)
  }
  const refuse = async () => {
    answers.shift()?.reject(new Error('busy'))
    await vi.advanceTimersByTimeAsync(0)
  }
  return {
    queue,
    stop,
    say,
    frame,
    answer,
    refuse,
    numbers,
    inputs,
    subscriptions: () => subscribed,
    listening: () => channel.observed,
  }
}

describe('the channel', () => {
  test('[QUEUE-15] the snapshot shows at once, changes with the next animation frame', () => {
    const { queue, say, frame, numbers } = aList()
    say(snapshot([2, 1]))
    expect(numbers()).toEqual([2, 1])
    expect(queue.getState()).toMatchObject({ phase: 'ready', cursor: uuidOf(2) })

    const rendered = vi.fn<() => void>()
    queue.subscribe(rendered)
    say(changes(aChange('count', anAlert(1, { seq: 10, count: 5 }))))
    expect(rendered).not.toHaveBeenCalled()
    frame()
    expect(queue.alertOf(uuidOf(1))?.count).toBe(5)
  })

  test('[QUEUE-17] after a gap a new snapshot is requested, which resumes the list', () => {
    const { say, frame, numbers, subscriptions } = aList()
    say(snapshot([2, 1]))
    say({ op: 'gap', dropped: 4 })
    frame()
    expect(subscriptions()).toBe(2)
    say(snapshot([3, 2, 1]))
    expect(numbers()).toEqual([2, 1])
  })

  test('[QUEUE-17] an error shows its message, and retrying reads everything again', () => {
    const { queue, say, numbers } = aList()
    say({ op: 'error', code: 'BUSY', message: 'The server is behind.' })
    expect(queue.getState()).toMatchObject({ phase: 'failed', problem: 'The server is behind.' })
    queue.reload()
    say(snapshot([1]))
    expect(numbers()).toEqual([1])
    expect(queue.getState().phase).toBe('ready')
  })

  test('[QUEUE-15] a closed list no longer listens', () => {
    const { stop, listening } = aList()
    expect(listening()).toBe(true)
    stop()
    expect(listening()).toBe(false)
  })
})

describe('cursor and selection', () => {
  test.for([
    { open: undefined, cursor: uuidOf(2) },
    { open: uuidOf(1), cursor: uuidOf(1) },
    { open: uuidOf(7), cursor: null },
  ])('[QUEUE-34] with $open open the cursor begins at $cursor', ({ open, cursor }) => {
    const { queue, say } = aList(open)
    say(snapshot([2, 1]))
    expect(queue.getState().cursor).toBe(cursor)
  })

  test('[QUEUE-30] the cursor stays on its alert when others are shown above it', () => {
    const { queue, say, frame } = aList()
    say(snapshot([2, 1]))
    queue.pointAt(uuidOf(1))
    say(changes(aChange('raise', anAlert(10))))
    frame()
    queue.show()
    expect(queue.getState().cursor).toBe(uuidOf(1))
  })

  test('[QUEUE-33] a selected row that left is deselected, the others stay selected', () => {
    const { queue, say, frame } = aList()
    say(snapshot([3, 2, 1]))
    queue.setState({ selected: new Set([uuidOf(1), uuidOf(2)]) })
    say(changes(aLeaving(2, 10), aChange('raise', anAlert(11))))
    frame()
    expect(queue.getState().selected).toEqual(new Set([uuidOf(1)]))
  })

  test('[QUEUE-9] moving the cursor on removes the row that left', () => {
    const { queue, say, frame, numbers } = aList()
    say(snapshot([3, 2, 1]))
    queue.pointAt(uuidOf(2))
    say(changes(aLeaving(2, 10)))
    frame()
    expect(numbers()).toEqual([3, 2, 1])
    queue.pointAt(uuidOf(1))
    expect(numbers()).toEqual([3, 1])
  })
})

describe('pages', () => {
  test('[QUEUE-11] one page is requested at a time, from the end of the list', async () => {
    const { queue, say, answer, numbers, inputs } = aList()
    say(snapshot([9, 8], 4))
    queue.more()
    expect(inputs).toMatchObject([{ cursor: 'c0' }])
    await answer({ alerts: [anAlert(7)], next_cursor: 'c', total: 4 })
    expect(inputs[1]).toMatchObject({ cursor: 'c' })
    await answer({ alerts: [anAlert(6)], next_cursor: null, total: 4 })
    expect(numbers()).toEqual([9, 8, 7, 6])
    queue.more()
    expect(inputs).toHaveLength(2)
  })

  test('[QUEUE-14] after a resume the rows below are read again without scrolling', async () => {
    const { say, answer, inputs, queue } = aList()
    say(snapshot([5, 4, 3]))
    say(snapshot([5, 4], 3))
    vi.advanceTimersByTime(250)
    expect(inputs).toHaveLength(1)
    await answer({ alerts: [], next_cursor: null, total: 2 })
    expect(queue.getState().queue.entries.get(uuidOf(3))?.left).toBe(true)
  })

  test('[QUEUE-16] a page of the previous list is discarded', async () => {
    const { queue, say, answer, numbers } = aList()
    say(snapshot([9, 8], 4))
    queue.reload()
    say(snapshot([9, 8], 4))
    await answer({ alerts: [anAlert(1)], next_cursor: null, total: 4 })
    expect(numbers()).toEqual([9, 8])
  })

  test('[QUEUE-16] a page requested before a new snapshot is discarded and requested again', async () => {
    const { queue, say, frame, answer, numbers, inputs } = aList()
    say(snapshot([9, 8], 4))
    say(snapshot([9, 8], 4))
    frame()
    expect(inputs).toHaveLength(2)
    await answer({ alerts: [anAlert(1)], next_cursor: null, total: 4 })
    expect([numbers(), queue.getState().paging]).toEqual([[9, 8], 'loading'])
    await answer({ alerts: [anAlert(7)], next_cursor: 'c', total: 4 })
    expect(numbers()).toEqual([9, 8, 7])
  })

  test('[QUEUE-71] a page request that failed is repeated', async () => {
    const { queue, say, refuse, inputs } = aList()
    say(snapshot([9, 8], 4))
    await refuse()
    expect(queue.getState().paging).toBe('failed')
    queue.more()
    expect([inputs.length, queue.getState().paging]).toEqual([2, 'loading'])
  })
})

describe('far from the top', () => {
  const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => anAlert(from - n))

  /** A list of 10,000 alerts with the cursor sent to the last row. */
  async function atTheEnd() {
    const list = aList()
    list.say(snapshot([10_000, 9_999], 10_000))
    await list.answer({ alerts: down(9_998, 9_000), next_cursor: 'c1', total: 10_000 })
    list.queue.goTo('last')
    await list.answer({ alerts: down(500, 1), next_cursor: null, total: 10_000 })
    return list
  }

  test('[QUEUE-74] the cursor reaches the last row with one read, and the selection is kept', async () => {
    const { queue, say, answer, inputs } = aList()
    say(snapshot([10_000, 9_999], 10_000))
    queue.setState({ selected: new Set([uuidOf(9_999)]) })
    await answer({ alerts: down(9_998, 8_000), next_cursor: 'c1', total: 10_000 })
    queue.goTo('last')
    expect(inputs.at(-1)).toMatchObject({ skip: 9_500, limit: 500 })
    queue.reach({ first: 0, last: 30 }) // the rows on the screen in the meantime
    await answer({ alerts: down(500, 1), next_cursor: null, total: 10_000 })
    expect(queue.getState()).toMatchObject({ cursor: uuidOf(1), selected: new Set([uuidOf(9_999)]) })
    expect(queue.alertOf(uuidOf(9_999))?.number).toBe(9_999)
  })

  test('[QUEUE-74] new alerts shown from the end are shown at the top, and the selection is kept', async () => {
    const { queue, say, frame, numbers } = await atTheEnd()
    queue.setState({ selected: new Set([uuidOf(7)]) })
    say(changes(aChange('raise', anAlert(20_000))))
    frame()
    queue.show()
    say(snapshot([20_000, 10_000], 10_001))
    expect(numbers()).toEqual([20_000, 10_000])
    expect(queue.getState()).toMatchObject({ cursor: uuidOf(20_000), selected: new Set([uuidOf(7)]) })
  })
})

test('[QUEUE-70] rows that left are removed when a job ends, in either message order; later ones stay', () => {
  const { queue, say, frame, numbers } = aList()
  say(snapshot([4, 3, 2, 1]))
  queue.pointAt(uuidOf(1))
  say(changes(aLeaving(4, 30)))
  frame()
  expect(numbers()).toEqual([4, 3, 2, 1])
  sweepAfterJob(queue)
  expect(numbers()).toEqual([3, 2, 1])
  say(changes(aLeaving(3, 31)))
  frame()
  expect(numbers()).toEqual([2, 1])

  vi.advanceTimersByTime(5_000)
  say(changes(aLeaving(2, 32)))
  frame()
  expect(numbers()).toEqual([2, 1])
})
