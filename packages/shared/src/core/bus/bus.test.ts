import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readBusSettings } from './bus.ts'
import { endsOver, testBusRules } from './bus.fixture.ts'
import { beatMs, createPublisher } from './publisher.ts'
import { createSubscriber } from './subscriber.ts'
import { broadcastWire, type Message, type Wire } from './wire.ts'

// heartbeats and timeouts use timers that the tests control
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] }))
const ends = endsOver(broadcastWire)
afterEach(() => {
  ends.closeAll()
  vi.useRealTimers()
})

testBusRules(ends)
const { byHand, listening, publishing, settled, subscribingByHand, wanted } = ends

/** Lets this many beats pass; the messages of each beat arrive. */
async function beats(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    vi.advanceTimersByTime(beatMs)
    await settled()
  }
}

test('[BUS-7] a subscriber that is silent for five beats is forgotten, and not before', async () => {
  const publisher = publishing()
  const { name, wire } = subscribingByHand('t')
  await wanted(publisher, 't')
  await beats(4)
  expect(publisher.wanted('t')).toBe(true)
  wire.broadcast({ subscriber: name, version: 0 })
  await settled()
  await beats(4)
  expect(publisher.wanted('t')).toBe(true)
  await beats(1)
  expect(publisher.wanted('t')).toBe(false)
  wire.broadcast({ subscriber: name, version: 0, topics: ['t'] })
  await wanted(publisher, 't')
})

test('[BUS-7] ends that send heartbeats are never forgotten, and have no gaps', async () => {
  const publisher = publishing()
  const { gaps, received } = listening('t')
  await wanted(publisher, 't')
  await beats(20)
  publisher.publish('t', [1])
  expect(await received(1)).toEqual([1])
  expect(gaps).toEqual([])
})

test('[BUS-7] a publisher that is silent for five beats makes one gap', async () => {
  const { name: from, wire, messages } = byHand()
  const { gaps } = listening('t')
  await settled()
  const { subscriber: to } = messages.find((message) => 'topics' in message || 'add' in message) as {
    subscriber: string
  }
  wire.send(to, { from, met: 1, seq: 0, version: 1, missed: false })
  await beats(4)
  expect(gaps).toEqual([])
  await beats(10)
  expect(gaps).toEqual([0])
})

test('[BUS-8] a subscriber is ready after at most a second; a publisher that learns later makes one gap', async () => {
  const { name: from, wire, messages } = byHand()
  const { subscriber, listen, gaps } = listening('t')
  await settled()
  const { subscriber: to } = messages.find((message) => 'topics' in message || 'add' in message) as {
    subscriber: string
  }
  const beat = (version: number) => wire.send(to, { from, met: 1, seq: 0, version, missed: false })
  beat(1)
  await settled()
  subscriber.subscribe('u', listen)
  const ready = subscriber.ready()
  vi.advanceTimersByTime(1_000)
  await ready
  expect(gaps).toEqual([])
  beat(2)
  beat(2)
  await settled()
  expect(gaps).toEqual([0])
})

/** A wire that the test disconnects and reconnects; it records the messages sent over it. */
function cutWire() {
  const sent: Message[] = []
  const backs = new Set<() => void>()
  const handlers: ((message: Message) => void)[] = []
  let isConnected = true
  const wire: Wire = {
    get isConnected() {
      return isConnected
    },
    broadcast: (message) => sent.push(message),
    send: (_end, message) => sent.push(message),
    forget: () => undefined,
    onMessage(_end, handle) {
      handlers.push(handle)
      return () => undefined
    },
    onBack(listen) {
      backs.add(listen)
      return () => backs.delete(listen)
    },
  }
  return {
    wire,
    sent,
    receive: (message: Message) => handlers.forEach((handle) => handle(message)),
    cut: () => void (isConnected = false),
    reconnect: () => {
      isConnected = true
      for (const back of backs) back()
    },
  }
}

test('[BUS-9] while the wire is away a subscriber has a gap every six seconds, and another on its return', () => {
  const { wire, sent, cut, reconnect: mend } = cutWire()
  const gaps: number[] = []
  const subscriber = createSubscriber(wire, (dropped) => gaps.push(dropped))
  subscriber.subscribe('t', () => undefined)
  cut()
  vi.advanceTimersByTime(18_000)
  expect(gaps).toEqual([0, 0, 0])
  mend()
  expect(gaps).toEqual([0, 0, 0, 0])
  expect(sent.at(-1)).toMatchObject({ version: 1, topics: ['t'] })
  vi.advanceTimersByTime(18_000)
  expect(gaps).toHaveLength(4)
  subscriber.close()
})

test('[BUS-9] while the wire is away no topic is wanted; on its return a publisher requests the topics', () => {
  const { wire, sent, receive, cut, reconnect: mend } = cutWire()
  const publisher = createPublisher(wire, () => undefined)
  receive({ subscriber: 's', version: 1, topics: ['t'] })
  expect(publisher.wanted('t')).toBe(true)
  cut()
  vi.advanceTimersByTime(beatMs)
  expect(publisher.wanted('t')).toBe(false)
  const before = sent.length
  publisher.publish('t', [1])
  expect(sent).toHaveLength(before)
  mend()
  expect(sent.at(-1)).toEqual({ from: expect.any(String) })
  receive({ subscriber: 's', version: 1, topics: ['t'] })
  expect(sent.at(-1)).toMatchObject({ met: 2, seq: 0, missed: true })
  publisher.close()
})

test('without NATS_URL the bus joins the threads of one process', () => {
  expect(readBusSettings({ NATS_SUBJECT_PREFIX: 'x', NATS_USER: 'u' })).toEqual({ nats: undefined })
})

test('NATS_URL names one server or several', () => {
  expect(readBusSettings({ NATS_URL: 'nats://a:4222, nats://b:4222', NATS_TOKEN: 'secret' }).nats).toMatchObject({
    servers: ['nats://a:4222', 'nats://b:4222'],
    prefix: 'carapace',
    token: 'secret',
    tls: undefined,
  })
})

test('[BUS-11] all servers need TLS if one URL begins with tls://, or if a TLS file is set', () => {
  const tls = { caFile: undefined, certFile: undefined, keyFile: undefined }
  expect(readBusSettings({ NATS_URL: 'nats://a,tls://b' }).nats!.tls).toEqual(tls)
  expect(readBusSettings({ NATS_URL: 'nats://a', NATS_TLS_CA: import.meta.filename }).nats!.tls).toEqual({
    ...tls,
    caFile: import.meta.filename,
  })
})

test.for([
  [{ NATS_URL: 'a:4222' }, 'NATS_URL=a:4222: set the address of NATS'],
  [{ NATS_URL: 'nats://a,' }, 'NATS_URL=nats://a,: set the address of NATS'],
  [{ NATS_URL: 'nats://u:p@a:4222' }, 'NATS_URL contains credentials: set them with NATS_USER'],
  [{ NATS_URL: 'nats://a', NATS_SUBJECT_PREFIX: 'a b' }, 'NATS_SUBJECT_PREFIX=a b is not a valid prefix'],
  [{ NATS_URL: 'nats://a', NATS_SUBJECT_PREFIX: 'a.>' }, 'NATS_SUBJECT_PREFIX=a.> is not a valid prefix'],
  [{ NATS_URL: 'nats://a', NATS_USER: 'u' }, 'NATS_USER and NATS_PASSWORD belong together'],
  [{ NATS_URL: 'nats://a', NATS_USER: 'u', NATS_PASSWORD: 'p', NATS_TOKEN: 't' }, 'are three ways to sign in'],
  [{ NATS_URL: 'nats://a', NATS_CREDS: '/nowhere/at/all' }, 'NATS_CREDS=/nowhere/at/all is not a readable file'],
  [{ NATS_URL: 'nats://a', NATS_TLS_CA: '/nowhere/at/all' }, 'NATS_TLS_CA=/nowhere/at/all is not a readable file'],
] as const)('%o is refused with a message', ([env, sentence]) => {
  expect(() => readBusSettings(env)).toThrow(sentence)
})
