/** The index of the panel that is shown after this time, for a given number of panels (rule WALL-3). */
export function panelAfter(shownMs: number, everyMs: number, count: number): number {
  return Math.floor(Math.max(0, shownMs) / everyMs) % count
}

/** The time until the next panel is due, ms. */
export function untilNext(shownMs: number, everyMs: number): number {
  return everyMs - (Math.max(0, shownMs) % everyMs)
}
