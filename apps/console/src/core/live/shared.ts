import type { AnyMessage, Wanted } from './messages.ts'

type Listener = (message: AnyMessage) => void

/** Opens one subscription on the socket; returns a function that closes it. */
type Open = (wanted: Wanted, listener: Listener) => () => void

interface Feed {
  readonly listeners: Set<Listener>
  /** The latest snapshot, if no change followed it; `nothing yet` before the first message; else undefined. */
  whole: AnyMessage | 'nothing yet' | undefined
  close: () => void
}

/**
 * Shares each subscription among all listeners of the same channel with the same parameters (rule SOCKET-11). The
 * changes after a snapshot are not kept: for a listener that joins after changes, the subscription is opened again, and
 * all listeners get a new snapshot, as after a lost connection.
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

/** Passes the snapshot to a listener that joined, after the listener has received its subscription. */
function handOver(feed: Feed, listener: Listener): void {
  queueMicrotask(() => {
    // it may have left at once, or another new listener may have caused the subscription to be opened again
    if (typeof feed.whole === 'object' && feed.listeners.has(listener)) listener(feed.whole)
  })
}

/** Passes a message to every listener, even if one throws; the first error is thrown again at the end. */
function emit(listeners: readonly Listener[], message: AnyMessage): void {
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

/** Sorts the members of objects, so that objects compare equal in any order of their members. */
function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
