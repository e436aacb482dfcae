import type { Subscriber } from '@carapace/shared/core/bus/bus'
import type { Org, OrgUuid } from '@carapace/shared/core/owned'
import { setTimeout as wait } from 'node:timers/promises'
import { onThisAccount, unaccounted } from '../account-of-work.ts'
import { readsOnce, type SharedReads } from './shared-reads.ts'

/**
 * Called whenever the organisation's seq may have advanced. Readers of one round that read the same data share the
 * read: a thousand viewers cause one query.
 */
type Reader = (round: SharedReads) => Promise<void>

export interface ChangeFeed {
  /** Calls `read` soon after each change of the organisation, never twice at a time; returns how to stop. */
  follow(org: Org, read: Reader): () => void
  /** Makes the new readers of a followed organisation read soon, and no others; resolves when they have. */
  catchUp(org: Org): Promise<void>
  stop(): void
}

interface Feed {
  readonly readers: Set<Reader>
  /** Readers that have not read yet. */
  readonly fresh: Set<Reader>
  stop: () => void
  dirty: boolean
  busy: boolean
  /** Pending `catchUp` calls, resolved by the next round. */
  next: PromiseWithResolvers<void> | undefined
}

/** Minimum pause between reads, and the polling interval in case the bus lost a message, ms. */
const pauseMs = 25
const pollMs = 2_000

/**
 * Notifies readers when to read the change tables. A message on the bus is only a hint: viewers get what the tables
 * contain, in seq order, whichever process committed it and whatever the bus lost (rule CHANGE-2).
 */
export function createChangeFeed(
  bus: Subscriber,
  topicOf: (org: OrgUuid) => string,
  onGap: (listen: () => void) => () => void,
  onError: (error: unknown) => void,
): ChangeFeed {
  const feeds = new Map<OrgUuid, Feed>()

  async function drain(feed: Feed): Promise<void> {
    if (feed.busy) return
    feed.busy = true
    while (feed.dirty || feed.next) {
      const readers = [...(feed.dirty ? feed.readers : feed.fresh)]
      feed.dirty = false
      feed.fresh.clear()
      const { next } = feed
      feed.next = undefined
      const round = readsOnce()
      await Promise.all(readers.map((read) => read(round).catch(onError)))
      next?.resolve()
      await wait(pauseMs, undefined, { ref: false })
    }
    feed.busy = false
  }

  const begin = (feed: Feed) => void unaccounted(() => drain(feed))

  function poke(feed: Feed): void {
    feed.dirty = true
    begin(feed)
  }

  const timer = setInterval(() => {
    for (const feed of feeds.values()) poke(feed)
  }, pollMs)
  timer.unref()
  const stopGaps = onGap(() => {
    for (const feed of feeds.values()) poke(feed)
  })

  return {
    follow(org, read) {
      let feed = feeds.get(org.uuid)
      if (!feed) {
        const opened: Feed = {
          readers: new Set(),
          fresh: new Set(),
          stop: () => undefined,
          dirty: false,
          busy: false,
          next: undefined,
        }
        opened.stop = bus.subscribe(topicOf(org.uuid), () => poke(opened))
        feeds.set(org.uuid, (feed = opened))
      }
      const reader = onThisAccount(read)
      feed.readers.add(reader)
      feed.fresh.add(reader)
      const held = feed
      return () => {
        held.fresh.delete(reader)
        if (!held.readers.delete(reader) || held.readers.size > 0) return
        held.stop()
        feeds.delete(org.uuid)
      }
    },
    catchUp(org) {
      const feed = feeds.get(org.uuid)!
      const next = (feed.next ??= Promise.withResolvers())
      begin(feed)
      return next.promise
    },
    stop() {
      clearInterval(timer)
      stopGaps()
    },
  }
}
