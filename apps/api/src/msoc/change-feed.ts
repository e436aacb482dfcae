import type { Subscriber } from '@carapace/shared/core/bus'
import type { Org, OrgUuid } from '@carapace/shared/core/owned'
import { topics } from '@carapace/shared/msoc/topics'
import { setTimeout as wait } from 'node:timers/promises'

/** Called with the organisation's seq whenever it may have advanced. */
type Reader = () => Promise<void>

export interface ChangeFeed {
  /** Calls `read` soon after each change of the organisation, never twice at a time; answers how to stop. */
  follow(org: Org, read: Reader): () => void
  stop(): void
}

/** Changes are read at most this often, and at the latest this long after the bus lost the word, ms. */
const pauseMs = 25
const pollMs = 2_000

/**
 * Tells readers when to look at the change tables. A message on the bus is only a hint: what the tables say is what viewers
 * get, in seq order, whoever committed it and whatever the bus lost (rule C2).
 */
export function createChangeFeed(bus: Subscriber, onGap: (listen: () => void) => () => void, onError: (error: unknown) => void): ChangeFeed {
  const feeds = new Map<OrgUuid, { readers: Set<Reader>; stop: () => void; dirty: boolean; busy: boolean }>()

  async function drain(feed: { readers: Set<Reader>; dirty: boolean; busy: boolean }): Promise<void> {
    if (feed.busy) return
    feed.busy = true
    while (feed.dirty) {
      feed.dirty = false
      await Promise.all([...feed.readers].map((read) => read().catch(onError)))
      await wait(pauseMs, undefined, { ref: false })
    }
    feed.busy = false
  }

  function poke(feed: { readers: Set<Reader>; dirty: boolean; busy: boolean }): void {
    feed.dirty = true
    void drain(feed)
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
        const opened = { readers: new Set<Reader>(), stop: () => undefined as void, dirty: false, busy: false }
        opened.stop = bus.subscribe(topics.changes(org.uuid), () => poke(opened))
        feeds.set(org.uuid, (feed = opened))
      }
      feed.readers.add(read)
      const held = feed
      return () => {
        if (!held.readers.delete(read) || held.readers.size > 0) return
        held.stop()
        feeds.delete(org.uuid)
      }
    },
    stop() {
      clearInterval(timer)
      stopGaps()
    },
  }
}
