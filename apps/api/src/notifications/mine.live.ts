import type { Subscriber } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { latestShown, mineChannel, type MyNotifications } from '@carapace/shared/notifications/notifications.contract'
import { topics } from '@carapace/shared/notifications/topics'
import type { Database } from '../core/db.ts'
import { liveChannel } from '../core/live/live.ts'
import { sharedViews } from '../core/live/shared-views.ts'
import { latestOf, type MineState, statesOf } from './notifications.queries.ts'

/** The tables are read at most this often, and no later than this after another process added something, ms. */
const readMs = 250
const pollMs = 3_000

/** A member with an open console. */
interface Watched {
  text: string
  /** Changes of it mean that `text` is out of date. */
  mark: string
  version: number
  viewers: number
}

/** The bell of everybody in an organisation who has the console open; one query a round, however many there are. */
interface View {
  watch(userUuid: string): Promise<Watched>
  leave(userUuid: string): void
  close(): void
}

interface Deps {
  readonly db: Database
  readonly bus: Subscriber
  readonly onGap: (listen: () => void) => () => void
  readonly onError: (error: unknown) => void
}

/** The caller's own unread count and latest notifications, as they change (rule NOTIFICATION-15). */
export const mineLive = (deps: Deps) => {
  const hold = sharedViews(async (org) => openView(deps, org))
  return liveChannel(mineChannel, async ({ caller: { org, user }, outlet }) => {
    const { view, release } = await hold(org)
    const mine = await view.watch(user.uuid).catch((error: unknown) => {
      release()
      throw error
    })
    let sent = mine.version
    outlet.snapshot(user.uuid, sent, mine.text)
    return {
      turn() {
        if (mine.version === sent) return undefined
        sent = mine.version
        return { seq: sent, data: [mine.text] }
      },
      close() {
        view.leave(user.uuid)
        release()
      },
    }
  })
}

function openView({ db, bus, onGap, onError }: Deps, org: Org): View {
  const watched = new Map<string, Watched>()
  let isDirty = false
  let isReading = false
  let readAt = Date.now()
  const poke = () => void (isDirty = true)
  const stops = [bus.subscribe(topics.notifications(org.uuid), poke), onGap(poke)]
  const timer = setInterval(() => {
    if (isReading || (!isDirty && Date.now() - readAt < pollMs)) return
    isReading = true
    read()
      .catch(onError)
      .finally(() => (isReading = false))
  }, readMs)
  timer.unref()

  async function read(): Promise<void> {
    isDirty = false
    readAt = Date.now()
    const states = await statesOf(db, org, [...watched.keys()])
    for (const [user, state] of states) {
      const one = watched.get(user)
      if (one && one.mark !== markOf(state)) await refresh(user, one, state)
    }
  }

  async function refresh(user: string, one: Watched, state: MineState): Promise<void> {
    const latest = await latestOf(db, org, user, latestShown)
    one.text = JSON.stringify({ unread: state.unread, latest } satisfies MyNotifications)
    one.mark = markOf(state)
    one.version += 1
  }

  return {
    async watch(user) {
      const one = watched.get(user) ?? { text: '', mark: '', version: 0, viewers: 0 }
      watched.set(user, one)
      one.viewers += 1
      if (one.text === '') await refresh(user, one, (await statesOf(db, org, [user])).get(user)!)
      return one
    },
    leave(user) {
      const one = watched.get(user)
      if (one && --one.viewers === 0) watched.delete(user)
    },
    close() {
      clearInterval(timer)
      for (const stop of stops) stop()
    },
  }
}

const markOf = ({ total, unread, changedAt }: MineState) => `${total} ${unread} ${changedAt}`
