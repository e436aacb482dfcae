import type { ClientFrame, ServerFrame } from '@carapace/shared/core/live/live-protocol'
import { expect, test } from 'vitest'
import { createLiveClient } from './client.ts'
import type { LiveEvent } from './machine.ts'
import type { Report, Wanted } from './messages.ts'

const alerts: Wanted = { channel: 'msoc.alerts', delivery: 'event', params: {}, raw: false }

/** A socket whose other end is the test. */
interface FakeSocket {
  readonly sent: ClientFrame[]
  closed: boolean
  readonly onEvent: (event: LiveEvent) => void
}

function world() {
  const clock = { now: 5_000 }
  const sockets: FakeSocket[] = []
  const reports: Report[] = []
  const timers: { at: number; run: () => void }[] = []
  const client = createLiveClient({
    now: () => clock.now,
    random: () => 0,
    report: (report) => reports.push(report),
    after: (ms, run) => timers.push({ at: clock.now + ms, run }),
    open: (onEvent) => {
      const socket: FakeSocket = { sent: [], closed: false, onEvent }
      sockets.push(socket)
      return { send: (frame) => socket.sent.push(frame), close: () => (socket.closed = true) }
    },
  })
  const say = (frame: ServerFrame) => sockets.at(-1)?.onEvent({ op: 'frame', frame })
  const pass = (ms: number) => {
    clock.now += ms
    for (const due of timers.splice(0).filter(({ at }) => at <= clock.now)) due.run()
    client.tick()
  }
  const states = () => reports.flatMap((report) => (report.op === 'state' ? [report.state.state] : []))
  return { clock, sockets, reports, client, say, pass, states }
}

function subscribed() {
  const all = world()
  all.client.apply({ op: 'token', token: 't' })
  all.client.apply({ op: 'subscribe', id: 1, wanted: alerts })
  all.sockets[0]?.onEvent({ op: 'opened' })
  all.say({ op: 'welcome', protocol: 1, rate_hz: 5 })
  all.say({ op: 'snapshot', sub: 1, epoch: 'e', seq: 7, data: { alerts: [] } })
  return all
}

test('[SOCKET-1] [SOCKET-2] after hello and subscribe, the snapshot reaches the page', () => {
  const { sockets, reports } = subscribed()
  expect(sockets[0]?.sent.map(({ op }) => op)).toEqual(['hello', 'subscribe'])
  expect(reports).toContainEqual({
    op: 'messages',
    id: 1,
    messages: [{ op: 'snapshot', epoch: 'e', seq: 7, data: { alerts: [] } }],
  })
})

test('[SOCKET-3] [SOCKET-4] a lost socket is replaced, and the event channel resumes', () => {
  const { sockets, say, pass, states } = subscribed()
  sockets[0]?.onEvent({ op: 'closed', code: 1012 })
  expect(states().at(-1)).toBe('lost')
  pass(500)
  sockets[1]?.onEvent({ op: 'opened' })
  say({ op: 'welcome', protocol: 1, rate_hz: 5 })
  expect(sockets[1]?.sent.at(-1)).toMatchObject({ op: 'subscribe', from: { epoch: 'e', seq: 7 } })
  expect(states().at(-1)).toBe('live')
})

test('messages of an abandoned socket are ignored', () => {
  const { sockets, pass, reports, states } = subscribed()
  pass(25_000)
  expect(sockets[0]?.closed).toBe(true)
  pass(500)
  expect(sockets).toHaveLength(2)

  const before = reports.length
  sockets[0]?.onEvent({ op: 'frame', frame: { op: 'changes', sub: 1, seq: 8, data: [{}] } })
  sockets[0]?.onEvent({ op: 'closed', code: 4401 })
  expect(reports).toHaveLength(before)
  expect(states().at(-1)).toBe('lost')
})

test('[SOCKET-5] the end of the session is reported to the page', () => {
  const { sockets, reports } = subscribed()
  sockets[0]?.onEvent({ op: 'closed', code: 4401 })
  expect(reports).toContainEqual({ op: 'signed-out' })
})

test('[SOCKET-7] a hundred messages in a second make at most two reports of the state', () => {
  const { say, pass, states, client } = subscribed()
  pass(500)
  const before = states().length
  for (let n = 0; n < 100; n += 1) {
    say({ op: 'changes', sub: 1, seq: 8 + n, data: [n] })
    pass(10)
    client.apply({ op: 'taken', id: 1 })
  }
  expect(states().length - before).toBeLessThanOrEqual(2)
})

test('[SOCKET-8] every change of an event channel reaches the page, in order, in few posts', () => {
  const { say, pass, reports, client } = subscribed()
  for (let n = 1; n <= 100; n += 1) {
    say({ op: 'changes', sub: 1, seq: 7 + n, data: [n] })
    pass(5)
    client.apply({ op: 'taken', id: 1 })
  }
  pass(50)
  const posts = reports.flatMap((report) => (report.op === 'messages' ? [report.messages] : [])).slice(1)
  const seen = posts.flat().flatMap((message) => (message.op === 'changes' ? message.data : []))
  expect(seen).toEqual(Array.from({ length: 100 }, (_, n) => n + 1))
  expect(posts.length).toBeLessThanOrEqual(11)
})
