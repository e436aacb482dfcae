/** Pause before the next attempt, ms. */
const pauseMs = 5_000

/** When to request the views again, ms; false: they are there (rule VIEW-UI-6). */
export function loadAgainMs(views: readonly unknown[] | undefined): number | false {
  return views === undefined ? pauseMs : false
}
