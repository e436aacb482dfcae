import type { Viewer } from './viewer.ts'

/** How often each viewer gets what changed. */
export const rateHz = 5
/** Viewers' turns are spread over this many moments, so that a thousand of them are not one long pause. */
const slots = 20

export interface Turns {
  add(viewer: Viewer): void
  remove(viewer: Viewer): void
  stop(): void
}

/** Gives every viewer its turn `rateHz` times a second, staggered. */
export function startTurns(): Turns {
  const wheel = Array.from({ length: slots }, () => new Set<Viewer>())
  let at = 0
  const timer = setInterval(() => {
    at = (at + 1) % slots
    for (const viewer of wheel[at]!) viewer.turn()
  }, 1000 / rateHz / slots)
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
