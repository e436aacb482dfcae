import { expect, test } from 'vitest'
import { createPublisher, type Publisher } from './publisher.ts'
import { createSubscriber } from './subscriber.ts'
import type { Message, Wire } from './wire.ts'

/** The ends of a bus in a test: each gets its wire from `wireOf`, and `closeAll` closes all of them. */
export function endsOver(wireOf: () => Wire) {
  const open: { close(): void }[] = []

  /** A publisher; `shed()` is how many messages it has shed. */
  function publishing(): Publisher & { shed: () => number } {
    let shed = 0
    const publisher = { ...createPublisher(wireOf(), () => void (shed += 1)), shed: () => shed }
    open.push(publisher)
    return publisher
  }

  /**
   * A subscriber and its received items; `received(n)` resolves with the first n items of all topics, `gap(n)` with the
   * first n gaps.
   */
  function listening(...topics: string[]) {
    const items: unknown[] = []
    const gaps: number[] = []
    let changed = Promise.withResolvers<void>()
    const notify = () => {
      changed.resolve()
      changed = Promise.withResolvers<void>()
    }
    const subscriber = createSubscriber(wireOf(), (dropped) => {
      gaps.push(dropped)
      notify()
    })
    open.push(subscriber)
    const listen = (some: unknown[]) => {
      items.push(...some)
      notify()
    }
    for (const topic of topics) subscriber.subscribe(topic, listen)
    const until = async (isTrue: () => boolean) => {
      while (!isTrue()) await changed.promise
    }
    return {
      subscriber,
      items,
      gaps,
      listen,
      until,
      received: async (count: number) => {
        await until(() => items.length >= count)
        return items
      },
      gap: async (count = 1) => {
        await until(() => gaps.length >= count)
        return gaps
      },
    }
  }

  /** An end that the test operates by hand: it receives whole messages, and answers none by itself. */
  function byHand() {
    const name = crypto.randomUUID()
    const wire = wireOf()
    const messages: Message[] = []
    const close = wire.onMessage(name, (message) => messages.push(message))
    open.push({ close })
    const messagesWith = <K extends string>(key: K) =>
      messages.filter((message): message is Message & Record<K, never> => key in message)
    return { name, wire, messages, messagesWith }
  }

  /** A subscriber operated by hand: it gives credit back only on `free`. */
  function subscribingByHand(...topics: string[]) {
    const { name, wire, messages, messagesWith } = byHand()
    wire.broadcast({ subscriber: name, version: 0, topics })
    return {
      name,
      wire,
      messages,
      from: () => (messagesWith('topic') as { from: string }[]).at(-1)!.from,
      lengths: () => (messagesWith('topic') as { items: string }[]).map(({ items }) => items.length),
      gaps: () => (messagesWith('gap') as { gap: number }[]).map(({ gap }) => gap),
      free: async (credit: number, to: string) => {
        wire.send(to, { subscriber: name, credit })
        await settled()
      },
    }
  }

  /** Resolves when every message in transit and the replies to it have arrived: the wire delivers in order. */
  async function settled(): Promise<void> {
    for (let i = 0; i < 4; i++) {
      const probe = crypto.randomUUID()
      const [here, there] = [wireOf(), wireOf()]
      const stops: (() => void)[] = []
      await new Promise<void>((resolve) => {
        stops.push(
          there.onMessage(probe, (message) => 'credit' in message && resolve()),
          here.onMessage(crypto.randomUUID(), () => undefined),
        )
        here.send(probe, { subscriber: probe, credit: i })
      })
      for (const stop of stops) stop()
    }
  }

  async function wanted(publisher: Publisher, topic: string): Promise<void> {
    while (!publisher.wanted(topic)) await settled()
  }

  function closeAll(): void {
    for (const one of open.splice(0)) one.close()
  }

  /** Closes one end before the test ends. */
  function closeNow(one: { close(): void }): void {
    open.splice(open.indexOf(one), 1)
    one.close()
  }

  return { publishing, listening, byHand, subscribingByHand, settled, wanted, closeAll, closeNow }
}

/** One message of 500,002 characters: 16 of them fit into the credit. */
export const large = (text = 'x') => [text.repeat(499_998)]
const largeLength = 500_002

/** The rules for every wire, as tests. */
export function testBusRules({
  publishing,
  listening,
  byHand,
  subscribingByHand,
  settled,
  wanted,
  closeNow,
}: ReturnType<typeof endsOver>): void {
  test('[BUS-1] items reach every subscriber that wants their topic, in order', async () => {
    const publisher = publishing()
    const [a, b, other] = [listening('t'), listening('t', 'u'), listening('u')]
    await wanted(publisher, 'u')
    publisher.publish('t', [1, { two: '2' }])
    publisher.publish('t', [3])
    publisher.publish('u', [4])
    expect(await b.received(4)).toEqual([1, { two: '2' }, 3, 4])
    expect(await a.received(3)).toEqual([1, { two: '2' }, 3])
    expect(await other.received(1)).toEqual([4])
  })

  test('[BUS-1] a publisher that joins late learns which topics are wanted', async () => {
    const { received } = listening('t')
    await settled()
    const publisher = publishing()
    await wanted(publisher, 't')
    publisher.publish('t', ['late'])
    expect(await received(1)).toEqual(['late'])
  })

  test('[BUS-1] items of a topic that nobody wants, or no longer wants, are not sent', async () => {
    const publisher = publishing()
    const { subscriber, items, listen, received } = listening('t')
    const [stopFirst, stopSecond] = [subscriber.subscribe('u', listen), subscriber.subscribe('u', () => undefined)]
    await wanted(publisher, 'u')
    expect(publisher.wanted('v')).toBe(false)
    stopFirst()
    stopFirst()
    await settled()
    expect(publisher.wanted('u')).toBe(true) // the other listener is still subscribed
    stopSecond()
    await settled()
    expect(publisher.wanted('u')).toBe(false)
    publisher.publish('u', ['lost'])
    publisher.publish('t', ['kept'])
    expect(await received(1)).toEqual(['kept'])
    expect(items).toEqual(['kept'])
  })

  test('[BUS-1] nothing is sent to a closed subscriber', async () => {
    const publisher = publishing()
    const { subscriber } = listening('t')
    await wanted(publisher, 't')
    const stop = subscriber.subscribe('u', () => undefined)
    closeNow(subscriber)
    stop() // a socket may end after the bus did
    await settled()
    expect(publisher.wanted('t')).toBe(false)
  })

  test('[BUS-1] an empty list of items is not sent', async () => {
    const publisher = publishing()
    const { received } = listening('t')
    await wanted(publisher, 't')
    publisher.publish('t', [])
    publisher.publish('t', [1])
    expect(await received(1)).toEqual([1])
  })

  test('[BUS-2] more than 512 Ki characters are sent as several messages, none of them longer', async () => {
    const publisher = publishing()
    const { lengths } = subscribingByHand('t')
    await wanted(publisher, 't')
    publisher.publish(
      't',
      Array.from({ length: 2_000 }, () => 'x'.repeat(1_000)),
    )
    await settled()
    expect(lengths()).toHaveLength(4)
    expect(Math.max(...lengths())).toBeLessThanOrEqual(512 * 1024)
  })

  test('[BUS-2] chunks keep the order of their items', async () => {
    const publisher = publishing()
    const { received } = listening('t')
    await wanted(publisher, 't')
    const items = Array.from({ length: 3_001 }, (_, i) => `${i} ${'x'.repeat(500)}`)
    publisher.publish('t', items)
    expect(await received(3_001)).toEqual(items)
  })

  test('[BUS-2] an item that is longer than a message is sent alone', async () => {
    const publisher = publishing()
    const { received } = listening('t')
    await wanted(publisher, 't')
    publisher.publish('t', ['small', 'x'.repeat(600 * 1024), 'small'])
    expect((await received(3)).map((item) => (item as string).length)).toEqual([5, 600 * 1024, 5])
  })

  test('[BUS-3] when 8 Mi characters are in transit, further messages are shed, however small', async () => {
    const publisher = publishing()
    const { lengths, messages } = subscribingByHand('t')
    await wanted(publisher, 't')
    for (let i = 0; i < 20; i++) publisher.publish('t', large())
    publisher.publish('t', [1])
    await settled()
    expect(lengths()).toEqual(Array.from({ length: 16 }, () => largeLength))
    expect(messages.filter((message) => 'topic' in message || 'gap' in message)).toHaveLength(16)
    expect(publisher.shed()).toBe(5)
  })

  test('[BUS-4] the loss is reported once when half of the credit is free again; then messages are sent', async () => {
    const publisher = publishing()
    const { from, free, gaps, lengths } = subscribingByHand('t')
    await wanted(publisher, 't')
    for (let i = 0; i < 20; i++) publisher.publish('t', large())
    await settled()
    await free(7 * largeLength, from())
    publisher.publish('t', ['still shed'])
    expect(gaps()).toEqual([])
    await free(largeLength, from())
    expect(gaps()).toEqual([5])
    publisher.publish('t', [1])
    await free(largeLength, from())
    expect(gaps()).toEqual([5])
    expect(lengths().at(-1)).toBe(3)
  })

  test("[BUS-3] one publisher's credit is not freed by another's", async () => {
    const [busy, idle] = [publishing(), publishing()]
    const { free, from, lengths } = subscribingByHand('t')
    await wanted(busy, 't')
    await wanted(idle, 't')
    for (let i = 0; i < 16; i++) busy.publish('t', large())
    await settled()
    const busyName = from()
    idle.publish('t', [1])
    await settled()
    await free(16 * largeLength, from())
    busy.publish('t', large())
    await settled()
    expect(lengths()).toHaveLength(17)
    await free(16 * largeLength, busyName)
    busy.publish('t', [2])
    await settled()
    expect(lengths().slice(16)).toEqual([3, 3])
  })

  test('[BUS-3] a slow subscriber does not affect the others', async () => {
    const publisher = publishing()
    const slow = listening('t')
    await wanted(publisher, 't')
    for (let i = 0; i < 20; i++) publisher.publish('t', large())
    const { received, gaps } = listening('u')
    await wanted(publisher, 'u')
    publisher.publish('u', ['at once'])
    expect(await received(1)).toEqual(['at once'])
    expect(gaps.filter((dropped) => dropped > 0)).toEqual([])
    expect(await slow.gap()).toHaveLength(1)
  })

  test('[BUS-3] an item larger than the whole credit does not block its subscriber', async () => {
    const publisher = publishing()
    const { received } = listening('t')
    await wanted(publisher, 't')
    publisher.publish('t', ['x'.repeat(9 * 1024 * 1024)])
    expect((await received(1))[0]).toHaveLength(9 * 1024 * 1024)
    await settled()
    publisher.publish('t', ['after'])
    expect((await received(2))[1]).toBe('after')
  })

  test('[BUS-4] a subscriber that has read its messages gets its gap, and then new messages', async () => {
    const publisher = publishing()
    const { received, gap, items } = listening('t')
    await wanted(publisher, 't')
    for (let i = 0; i < 20; i++) publisher.publish('t', large())
    await gap()
    const before = items.length
    publisher.publish('t', [1, 2, 3])
    expect((await received(before + 3)).slice(-3)).toEqual([1, 2, 3])
  })

  test('[BUS-5] a publisher that missed a change of the wanted topics requests all of them, once', async () => {
    const publisher = publishing()
    const { name, wire, messages } = subscribingByHand('t')
    await wanted(publisher, 't')
    const requests = () => messages.filter((message) => 'from' in message && !('met' in message))
    const before = requests().length
    wire.broadcast({ subscriber: name, version: 2, add: 'lost one before' })
    wire.broadcast({ subscriber: name, version: 3, add: 'v' })
    await settled()
    expect(requests().length - before).toBe(1)
    expect(publisher.wanted('v')).toBe(false)
    wire.send((requests().at(-1) as { from: string }).from, { subscriber: name, version: 3, topics: ['v'] })
    await settled()
    expect([publisher.wanted('v'), publisher.wanted('t')]).toEqual([true, false])
  })

  test('[BUS-5] on request, a subscriber sends all topics that it wants', async () => {
    const { subscriber, listen } = listening('t', 'u')
    const requester = byHand()
    requester.wire.broadcast({ from: requester.name })
    await settled()
    const mine = () => requester.messages.filter((message) => 'topics' in message && message.topics?.includes('u'))
    expect(mine().at(-1)).toMatchObject({ version: 2, topics: ['t', 'u'] })
    subscriber.subscribe('v', listen)
    await settled()
    expect(requester.messages.at(-1)).toMatchObject({ version: 3, add: 'v' })
  })

  /** A publisher operated by hand that has met a subscriber. */
  async function publishingByHand(...topics: string[]) {
    const { name: from, wire, messages } = byHand()
    const listener = listening(...topics)
    await settled()
    const { subscriber: to } = messages.find((message) => 'subscriber' in message && 'topics' in message) as {
      subscriber: string
    }
    const beat = (seq: number, { met = 1, version = topics.length, missed = false } = {}) =>
      wire.send(to, { from, met, seq, version, missed })
    const deliver = (seq: number, item: unknown, met = 1) =>
      wire.send(to, { from, met, seq, topic: topics[0]!, items: JSON.stringify([item]) })
    return { ...listener, from, to, wire, messages, beat, deliver }
  }

  test('[BUS-6] a missing message is a gap, detected with the next message', async () => {
    const { beat, deliver, received, gaps } = await publishingByHand('t')
    beat(0)
    deliver(1, 'a')
    deliver(4, 'b')
    expect(await received(2)).toEqual(['a', 'b'])
    deliver(5, 'c')
    await received(3)
    expect(gaps).toEqual([2])
  })

  test('[BUS-6] a reported gap counts once; a lost gap report is detected with the next message', async () => {
    const { beat, deliver, received, gaps, wire, from, to } = await publishingByHand('t')
    beat(0)
    deliver(1, 'a')
    wire.send(to, { from, met: 1, seq: 2, gap: 7 })
    deliver(3, 'b')
    await received(2)
    expect(gaps).toEqual([7])
    deliver(5, 'after a gap that never came')
    await received(3)
    expect(gaps).toEqual([7, 1])
  })

  test('[BUS-6] a lost last message is a gap, detected with the next beat, which resets the credit', async () => {
    const { beat, deliver, gap, gaps, messages, to } = await publishingByHand('t')
    beat(0)
    deliver(1, 'a')
    beat(1)
    await settled()
    expect(gaps).toEqual([])
    const before = messages.length
    beat(3)
    expect(await gap()).toEqual([2])
    await settled()
    expect(messages.slice(before)).toContainEqual({ subscriber: to, version: 1, topics: ['t'] })
  })

  test('[BUS-6] only a publisher that had published before it was met makes a gap', async () => {
    const { beat, gap, gaps } = await publishingByHand('t')
    beat(0)
    await settled()
    expect(gaps).toEqual([])
    beat(0, { met: 2, missed: true })
    beat(0, { met: 2, missed: true })
    await gap()
    await settled()
    expect(gaps).toEqual([0])
  })

  test('[BUS-6] a subscriber that sends its topics again has its whole credit, and gets the loss', async () => {
    const publisher = publishing()
    const { name, wire, from, lengths, gaps } = subscribingByHand('t')
    await wanted(publisher, 't')
    for (let i = 0; i < 18; i++) publisher.publish('t', large())
    await settled()
    wire.send(from(), { subscriber: name, version: 0, topics: ['t'] })
    await settled()
    expect(gaps()).toEqual([2])
    for (let i = 0; i < 18; i++) publisher.publish('t', large())
    await settled()
    expect(lengths()).toHaveLength(32)
  })

  test('[BUS-7] a publisher that sends a farewell makes no gap', async () => {
    const publisher = publishing()
    const { received, gaps } = listening('t')
    await wanted(publisher, 't')
    publisher.publish('t', [1])
    await received(1)
    closeNow(publisher)
    await settled()
    expect(gaps).toEqual([])
  })

  test('[BUS-8] a subscriber is ready when all known publishers know its topics; it misses nothing then', async () => {
    const publisher = publishing()
    const { subscriber, listen, received } = listening('t')
    await wanted(publisher, 't')
    subscriber.subscribe('u', listen)
    await subscriber.ready()
    expect(publisher.wanted('u')).toBe(true)
    publisher.publish('u', ['heard'])
    expect(await received(1)).toEqual(['heard'])
  })

  test('[BUS-8] a subscriber waits for a publisher that does not know its topics yet', async () => {
    const { beat, subscriber, listen } = await publishingByHand('t')
    beat(0)
    await settled()
    subscriber.subscribe('u', listen)
    let ready = false
    const waiting = subscriber.ready().then(() => (ready = true))
    await settled()
    expect(ready).toBe(false)
    beat(0, { version: 2 })
    await waiting
  })
}
