import { BroadcastChannel } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { createPublisher, createSubscriber, type Publisher } from './bus.ts'

const open: { close(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

function publishing(): Publisher {
  const publisher = createPublisher()
  open.push(publisher)
  return publisher
}

/** A subscriber and what it heard; `heard(n)` resolves with the first n items of all topics, `gap()` with the next gap. */
function listening(...topics: string[]) {
  const items: unknown[] = []
  const gaps: number[] = []
  let changed = Promise.withResolvers<void>()
  const tell = () => {
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }
  const subscriber = createSubscriber((dropped) => {
    gaps.push(dropped)
    tell()
  })
  open.push(subscriber)
  const listen = (some: unknown[]) => {
    items.push(...some)
    tell()
  }
  for (const topic of topics) subscriber.subscribe(topic, listen)
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) await changed.promise
  }
  return {
    subscriber, items, gaps, listen,
    heard: async (count: number) => {
      await until(() => items.length >= count)
      return items
    },
    gap: async () => {
      await until(() => gaps.length > 0)
      return gaps
    },
  }
}

/** Lets every message that is under way arrive: channels deliver in order, and so does this one of its own. */
async function settled(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    const [here, there] = [new BroadcastChannel('carapace.bus.test'), new BroadcastChannel('carapace.bus.test')]
    const arrived = new Promise<void>((resolve) => {
      there.onmessage = () => resolve()
    })
    here.postMessage(i)
    await arrived
    here.close()
    there.close()
  }
}

async function wanted(publisher: Publisher, topic: string): Promise<void> {
  while (!publisher.wanted(topic)) await settled()
}

test('[B1] items reach every subscriber that wants their topic, in order', async () => {
  const publisher = publishing()
  const [a, b, other] = [listening('t'), listening('t', 'u'), listening('u')]
  await wanted(publisher, 'u')
  publisher.publish('t', [1, { two: '2' }])
  publisher.publish('t', [3])
  publisher.publish('u', [4])
  expect(await b.heard(4)).toEqual([1, { two: '2' }, 3, 4])
  expect(await a.heard(3)).toEqual([1, { two: '2' }, 3])
  expect(await other.heard(1)).toEqual([4])
})

test('[B1] a publisher that comes late is told what is wanted', async () => {
  const { heard } = listening('t')
  await settled()
  const publisher = publishing()
  await wanted(publisher, 't')
  publisher.publish('t', ['late'])
  expect(await heard(1)).toEqual(['late'])
})

test('[B1] what nobody wants, or wants any more, is not sent', async () => {
  const publisher = publishing()
  const { subscriber, items, listen, heard } = listening('t')
  const [stopFirst, stopSecond] = [subscriber.subscribe('u', listen), subscriber.subscribe('u', () => undefined)]
  await wanted(publisher, 'u')
  expect(publisher.wanted('v')).toBe(false)
  stopFirst()
  stopFirst()
  await settled()
  expect(publisher.wanted('u')).toBe(true) // the other one still listens
  stopSecond()
  await settled()
  expect(publisher.wanted('u')).toBe(false)
  publisher.publish('u', ['lost'])
  publisher.publish('t', ['kept'])
  expect(await heard(1)).toEqual(['kept'])
  expect(items).toEqual(['kept'])
})

test('[B1] a subscriber that closed is not sent to', async () => {
  const publisher = publishing()
  const { subscriber } = listening('t')
  await wanted(publisher, 't')
  open.splice(open.indexOf(subscriber), 1)
  const stop = subscriber.subscribe('u', () => undefined)
  subscriber.close()
  stop() // a socket may end after the bus did
  await settled()
  expect(publisher.wanted('t')).toBe(false)
})

test('[B1] nothing is sent of no items', async () => {
  const publisher = publishing()
  const { heard } = listening('t')
  await wanted(publisher, 't')
  publisher.publish('t', [])
  publisher.publish('t', [1])
  expect(await heard(1)).toEqual([1])
})

type Message = { topic: string; items: string; from: string } | { gap: number }

/** A subscriber that speaks the wire by hand: it sees whole messages, and gives credit back only when told to. */
function byHand(...topics: string[]) {
  const name = crypto.randomUUID()
  const [control, inbox] = [new BroadcastChannel('carapace.bus'), new BroadcastChannel(`carapace.bus.${name}`)]
  open.push(control, inbox)
  const messages: Message[] = []
  inbox.onmessage = (event) => messages.push((event as { data: Message }).data)
  control.postMessage({ subscriber: name, topics })
  return {
    messages,
    from: () => messages.flatMap((message) => ('from' in message ? [message.from] : [])).at(-1)!,
    lengths: () => messages.flatMap((message) => ('items' in message ? [message.items.length] : [])),
    gaps: () => messages.flatMap((message) => ('gap' in message ? [message.gap] : [])),
    free: async (credit: number, to: string) => {
      control.postMessage({ subscriber: name, credit, to })
      await settled()
    },
  }
}

test('[B2] what is longer than 512 Ki characters goes in several messages, none of them longer', async () => {
  const publisher = publishing()
  const { lengths } = byHand('t')
  await wanted(publisher, 't')
  publisher.publish('t', Array.from({ length: 2_000 }, () => 'x'.repeat(1_000)))
  await settled()
  expect(lengths()).toHaveLength(4)
  expect(Math.max(...lengths())).toBeLessThanOrEqual(512 * 1024)
})

test('[B2] chunks keep the order of their items', async () => {
  const publisher = publishing()
  const { heard } = listening('t')
  await wanted(publisher, 't')
  const items = Array.from({ length: 3_001 }, (_, i) => `${i} ${'x'.repeat(500)}`)
  publisher.publish('t', items)
  expect(await heard(3_001)).toEqual(items)
})

test('[B2] one item that is longer than a message goes alone', async () => {
  const publisher = publishing()
  const { heard } = listening('t')
  await wanted(publisher, 't')
  publisher.publish('t', ['small', 'x'.repeat(600 * 1024), 'small'])
  expect((await heard(3)).map((item) => (item as string).length)).toEqual([5, 600 * 1024, 5])
})

/** One message of 500,002 characters: 16 of them fit into the credit. */
const large = (text = 'x') => [text.repeat(499_998)]
const largeLength = 500_002

test('[B3] beyond 8 Mi characters under way the rest is shed, however small', async () => {
  const publisher = publishing()
  const { lengths, messages } = byHand('t')
  await wanted(publisher, 't')
  for (let i = 0; i < 20; i++) publisher.publish('t', large())
  publisher.publish('t', [1])
  await settled()
  expect(lengths()).toEqual(Array.from({ length: 16 }, () => largeLength))
  expect(messages).toHaveLength(16)
})

test('[B4] when half of the credit is free again the loss is told, once, and what is published next goes', async () => {
  const publisher = publishing()
  const { from, free, gaps, lengths } = byHand('t')
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

test('[B3] what one publisher has under way is not freed by another\'s', async () => {
  const [busy, idle] = [publishing(), publishing()]
  const { free, from, lengths } = byHand('t')
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

test('[B3] a slow subscriber costs the others nothing', async () => {
  const publisher = publishing()
  const slow = listening('t')
  await wanted(publisher, 't')
  for (let i = 0; i < 20; i++) publisher.publish('t', large())
  const { heard, gaps } = listening('u')
  await wanted(publisher, 'u')
  publisher.publish('u', ['at once'])
  expect(await heard(1)).toEqual(['at once'])
  expect(gaps).toEqual([])
  expect(await slow.gap()).toHaveLength(1)
})

test('[B3] one item larger than all of the credit does not deafen its subscriber', async () => {
  const publisher = publishing()
  const { heard } = listening('t')
  await wanted(publisher, 't')
  publisher.publish('t', ['x'.repeat(9 * 1024 * 1024)])
  expect((await heard(1))[0]).toHaveLength(9 * 1024 * 1024)
  await settled()
  publisher.publish('t', ['after'])
  expect((await heard(2))[1]).toBe('after')
})

test('[B4] a subscriber that read what it could is told its gap, and hears what is published next', async () => {
  const publisher = publishing()
  const { heard, gap, items } = listening('t')
  await wanted(publisher, 't')
  for (let i = 0; i < 20; i++) publisher.publish('t', large())
  await gap()
  const before = items.length
  publisher.publish('t', [1, 2, 3])
  expect((await heard(before + 3)).slice(-3)).toEqual([1, 2, 3])
})
