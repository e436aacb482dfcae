import type { ColumnMessage, Wanted } from './messages.ts'

type Listener = (message: ColumnMessage) => void

/** Opens one subscription on the socket; returns what closes it. */
type Open = (wanted: Wanted, listener: Listener) => () => void

interface Feed {
  readonly listeners: Set<Listener>
  /** All that came so far, as long as that is nothing or a snapshot; undefined once something followed it. */
  whole: ColumnMessage | 'nothing yet' | undefined
  close: () => void
}

/**
 * Shares each subscription among all who listen to the same channel with the same parameters (rule SOCKET-11). Nobody
 * keeps the changes after a snapshot: for a listener that joins after some, the subscription is opened anew, and
 * everybody gets a new snapshot, as after a lost connection.
 */
export function createSharedFeeds(open: Open): (wanted: Wanted, listener: Listener) => () => void {
  const feeds = new Map<string, Feed>()

  return function listen(wanted, listener) {
    const key = keyOf(wanted)
    const known = feeds.get(key)
    const feed: Feed = known ?? { listeners: new Set(), whole: undefined, close: () => undefined }
    feeds.set(key, feed)
    // a function that listens twice is two listeners
    const own: Listener = (message) => listener(message)
    feed.listeners.add(own)
    if (feed.whole === undefined) start(feed, wanted)
    else if (feed.whole !== 'nothing yet') handOver(feed, own)
    return () => leave(key, feed, own)
  }

  function start(feed: Feed, wanted: Wanted): void {
    feed.close()
    feed.whole = 'nothing yet'
    feed.close = open(wanted, (message) => {
      feed.whole = message.op === 'snapshot' ? message : undefined
      emit([...feed.listeners], message)
    })
  }

  function leave(key: string, feed: Feed, listener: Listener): void {
    if (!feed.listeners.delete(listener) || feed.listeners.size > 0) return
    feeds.delete(key)
    feed.close()
  }
}

/** Hands the snapshot to a listener that joined, once it has been handed its own subscription. */
function handOver(feed: Feed, listener: Listener): void {
  queueMicrotask(() => {
    // it may have left at once, or a listener that joined with it had the subscription opened anew
    if (typeof feed.whole === 'object' && feed.listeners.has(listener)) listener(feed.whole)
  })
}

/** Hands a message to every listener, whatever one of them throws; the first thing thrown is thrown again. */
function emit(listeners: readonly Listener[], message: ColumnMessage): void {
  const thrown: unknown[] = []
  for (const listener of listeners)
    try {
      listener(message)
    } catch (problem) {
      thrown.push(problem)
    }
  if (thrown.length > 0) throw thrown[0]
}

function keyOf({ channel, params, raw, columns }: Wanted): string {
  return JSON.stringify([channel, params, raw, columns], sorted)
}

/** Objects are the same whatever the order of their members. */
function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
