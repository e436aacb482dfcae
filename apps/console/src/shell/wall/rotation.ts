/** Which of so many panels is shown after this long (rule WALL-3). */
export function panelAfter(shownMs: number, everyMs: number, count: number): number {
  return Math.floor(Math.max(0, shownMs) / everyMs) % count
}

/** How long until the next panel is due, ms. */
export function untilNext(shownMs: number, everyMs: number): number {
  return everyMs - (Math.max(0, shownMs) % everyMs)
}
