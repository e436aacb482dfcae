import type { Viewer } from './viewer.ts'

/** How often each viewer gets changes, per second. */
export const rateHz = 5
/** Viewers' turns are spread over this many slots, so that a thousand turns do not block the process at once. */
const slots = 20
const slotMs = 1000 / rateHz / slots
/** Of this process's time, the most that the turns of one user's viewers take. */
const shareOfUser = 0.2

export interface Turns {
  add(viewer: Viewer, user: string): void
  remove(viewer: Viewer): void
  stop(): void
}

interface User {
  readonly name: string
  viewers: number
  /** Their turns took more than their share until then. */
  pausedUntil: number
}

/**
 * Gives every viewer its turn `rateHz` times per second, spread over time. A user whose viewers took more than their
 * share of the time pauses until it is made up for; the viewers whose turn comes meanwhile have it after that, those
 * that have waited longest first.
 */
export function startTurns(clock: () => number = () => performance.now()): Turns {
  const wheel = Array.from({ length: slots }, () => new Set<Viewer>())
  const users = new Map<string, User>()
  const userOf = new Map<Viewer, User>()
  const late = new Set<Viewer>()
  const slotAt = (ms: number) => Math.floor(ms / slotMs)
  let done = slotAt(clock())

  function takeTurn(viewer: Viewer): void {
    const user = userOf.get(viewer)!
    const begun = clock()
    if (user.pausedUntil > begun) return void late.add(viewer)
    late.delete(viewer)
    viewer.turn()
    // turns that cost little never wait for each other: time that was not used counts for one slot
    user.pausedUntil = Math.max(user.pausedUntil, begun - slotMs) + (clock() - begun) / shareOfUser
  }

  // by the clock, since a timer is always a little late: if its calls were counted, every viewer would wait longer
  // than promised
  const timer = setInterval(() => {
    const due = slotAt(clock())
    for (const viewer of late) takeTurn(viewer)
    // after a pause longer than a round, one round is enough to catch up
    for (let slot = Math.max(done, due - slots) + 1; slot <= due; slot++)
      for (const viewer of wheel[slot % slots]!) takeTurn(viewer)
    done = due
  }, slotMs)
  timer.unref()
  return {
    add(viewer, name) {
      const user = users.get(name) ?? { name, viewers: 0, pausedUntil: 0 }
      user.viewers += 1
      users.set(name, user)
      userOf.set(viewer, user)
      wheel.reduce((least, slot) => (slot.size < least.size ? slot : least)).add(viewer)
    },
    remove(viewer) {
      const user = userOf.get(viewer)
      if (!user) return
      userOf.delete(viewer)
      late.delete(viewer)
      for (const slot of wheel) slot.delete(viewer)
      user.viewers -= 1
      if (user.viewers === 0) users.delete(user.name)
    },
    stop: () => clearInterval(timer),
  }
}
