import type { WebSocket } from 'ws'
import type { Delivery } from '@carapace/shared/core/live/channel'
import type { Failure } from '@carapace/shared/core/failure'
import { closeCodes, type ServerFrame } from '@carapace/shared/core/live/live-protocol'
import type { Metrics } from '../metrics.ts'

/**
 * Bytes buffered on a viewer's socket above which state waits and firehose data is dropped; and above which a viewer of
 * events is closed.
 */
const softBytes = 256 * 1024
const hardBytes = 8 * 1024 * 1024
/**
 * The most that a firehose sends at one turn: one second of a full bus, which vehicles send at once. The rest is
 * dropped and reported.
 */
const firehoseAtOnce = 4_000

/** Maximum state changes in one frame: parsing it must not delay the viewer's next frame. */
const stateAtOnce = 5_000

/** The output of a subscription. Data is passed as JSON texts, so that data for many viewers is serialised once. */
export interface Outlet {
  snapshot(epoch: string, seq: number, data: string): void
  /** Event channel: sends the changes, or closes the viewer as too slow. */
  changes(seq: number, data: readonly string[]): void
  /** Firehose: queues data for the viewer's turn; what does not fit is dropped and counted. */
  offer(data: readonly string[]): void
  gap(dropped: number): void
  /** Sends the reason and ends the subscription; the viewer's other subscriptions continue. */
  refuse(failure: Failure): void
}

/** A subscription opened by its channel. */
export interface Opened {
  /** State channel: the changes since the last turn; called at the viewer's pace, and only while it keeps up. */
  turn?(): { readonly seq: number; readonly data: readonly string[] } | undefined
  close(): void
}

interface Subscription {
  readonly channel: string
  readonly delivery: Delivery
  opened: Opened | undefined
  closed: boolean
  waiting: string[]
  dropped: number
  seq: number
}

/** Opens a subscription; `isEnded`: nobody listens any more, so that it need not be opened. */
type OpenSubscription = (outlet: Outlet, isEnded: () => boolean) => Promise<Opened>

export interface Viewer {
  readonly socket: WebSocket
  has(sub: number): boolean
  readonly subscriptions: number
  /** Begins a subscription: its channel opens it with the given outlet. */
  begin(sub: number, channel: string, delivery: Delivery, open: OpenSubscription): Promise<void>
  end(sub: number): void
  /** This viewer's turn, a few times per second: sends changed state and the collected firehose data. */
  turn(): void
  send(frame: ServerFrame): void
  close(code: number, reason: string): void
}

/**
 * One socket and its subscriptions. A slow viewer does not delay the others: its state is conflated, its firehose data
 * dropped, and finally it is closed.
 */
export function createViewer(socket: WebSocket, metrics: Metrics): Viewer {
  const subs = new Map<number, Subscription>()

  function write(text: string): void {
    if (socket.readyState !== socket.OPEN) return
    metrics.bytesSent.inc(text.length)
    socket.send(text)
  }

  function say(frame: ServerFrame): void {
    write(JSON.stringify(frame))
  }

  function writeChanges(sub: number, { channel }: Subscription, seq: number, data: readonly string[]): void {
    metrics.changesSent.inc({ channel }, data.length)
    write(`{"op":"changes","sub":${sub},"seq":${seq},"data":[${data.join(',')}]}`)
  }

  function close(code: number, reason: string): void {
    if (socket.readyState !== socket.OPEN) return
    metrics.closed.inc({ code: String(code) })
    socket.close(code, reason)
    // a viewer that does not read its close frame either is disconnected
    setTimeout(() => socket.terminate(), 2_000).unref()
  }

  function outletOf(sub: number, subscription: Subscription): Outlet {
    const gone = () => subscription.closed || subs.get(sub) !== subscription
    return {
      snapshot(epoch, seq, data) {
        if (!gone())
          write(`{"op":"snapshot","sub":${sub},"epoch":${JSON.stringify(epoch)},"seq":${seq},"data":${data}}`)
      },
      changes(seq, data) {
        if (gone() || data.length === 0) return
        if (socket.bufferedAmount > hardBytes)
          return close(closeCodes.tooSlow, 'The events could not be delivered quickly enough.')
        writeChanges(sub, subscription, seq, data)
      },
      offer(data) {
        if (gone()) return
        const room = Math.max(0, firehoseAtOnce - subscription.waiting.length)
        subscription.waiting.push(...data.slice(0, room))
        drop(subscription, data.length - Math.min(room, data.length))
      },
      gap(dropped) {
        if (!gone()) drop(subscription, dropped)
      },
      refuse({ code, message }) {
        if (gone()) return
        end(sub)
        say({ op: 'error', sub, code, message })
      },
    }
  }

  function drop(subscription: Subscription, dropped: number): void {
    subscription.dropped += dropped
    if (dropped > 0) metrics.shed.inc({ channel: subscription.channel }, dropped)
  }

  function turnOf(sub: number, subscription: Subscription): void {
    if (subscription.dropped > 0) {
      write(`{"op":"gap","sub":${sub},"dropped":${subscription.dropped}}`)
      subscription.dropped = 0
    }
    if (subscription.waiting.length > 0) {
      writeChanges(sub, subscription, (subscription.seq += subscription.waiting.length), subscription.waiting)
      subscription.waiting = []
    }
    const state = subscription.opened?.turn?.()
    if (!state) return
    for (let at = 0; at < state.data.length; at += stateAtOnce)
      writeChanges(sub, subscription, state.seq, state.data.slice(at, at + stateAtOnce))
  }

  function end(sub: number): void {
    const subscription = subs.get(sub)
    if (!subscription) return
    subs.delete(sub)
    subscription.closed = true
    subscription.opened?.close()
    metrics.subscriptions.dec({ channel: subscription.channel })
  }

  socket.on('close', () => {
    for (const sub of subs.keys()) end(sub)
  })

  return {
    socket,
    has: (sub) => subs.has(sub),
    get subscriptions() {
      return subs.size
    },
    async begin(sub, channel, delivery, open) {
      const subscription: Subscription = {
        channel,
        delivery,
        opened: undefined,
        closed: false,
        waiting: [],
        dropped: 0,
        seq: 0,
      }
      subs.set(sub, subscription)
      metrics.subscriptions.inc({ channel })
      try {
        subscription.opened = await open(outletOf(sub, subscription), () => subscription.closed)
        if (subscription.closed) subscription.opened.close()
      } catch (error) {
        // meanwhile it may have been ended and its number reused by another subscription
        if (subs.get(sub) === subscription) end(sub)
        throw error
      }
    },
    end,
    turn() {
      for (const [sub, subscription] of subs) {
        if (socket.bufferedAmount <= softBytes) turnOf(sub, subscription)
        else if (subscription.waiting.length > 0) {
          drop(subscription, subscription.waiting.length)
          subscription.waiting = []
        }
      }
    },
    send: say,
    close,
  }
}
