import type { Viewer } from './viewer.ts'

/** How often each viewer gets changes, per second. */
export const rateHz = 5
/** Viewers' turns are spread over this many slots, so that a thousand turns do not block the process at once. */
const slots = 20
const slotMs = 1000 / rateHz / slots

export interface Turns {
  add(viewer: Viewer): void
  remove(viewer: Viewer): void
  stop(): void
}

/** Gives every viewer its turn `rateHz` times per second, spread over time. */
export function startTurns(): Turns {
  const wheel = Array.from({ length: slots }, () => new Set<Viewer>())
  const now = () => Math.floor(performance.now() / slotMs)
  let done = now()
  // by the clock, since a timer is always a little late: if its calls were counted, every viewer would wait longer
  // than promised
  const timer = setInterval(() => {
    const due = now()
    // after a pause longer than a round, one round is enough to catch up
    for (let slot = Math.max(done, due - slots) + 1; slot <= due; slot++)
      for (const viewer of wheel[slot % slots]!) viewer.turn()
    done = due
  }, slotMs)
  timer.unref()
  return {
    add(viewer) {
      wheel.reduce((least, slot) => (slot.size < least.size ? slot : least)).add(viewer)
    },
    remove(viewer) {
      for (const slot of wheel) slot.delete(viewer)
    },
    stop: () => clearInterval(timer),
  }
}
