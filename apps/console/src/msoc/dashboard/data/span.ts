/**
 * What part of time is looked at, as a word that only changes when somebody chooses another: so many ms up to now, or
 * from and to.
 */
export type Span = { readonly lastMs: number } | { readonly from: number; readonly to: number }

/** A span as it lies now, epoch ms. */
export function windowOf(span: Span, now = Date.now()): { readonly from: number; readonly to: number } {
  return 'lastMs' in span ? { from: now - span.lastMs, to: now } : span
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** `24 h`, `90 min`, `7 d`: a length of time as a label tells it. */
export function lengthOf(ms: number): string {
  if (ms >= 2 * day) return `${Math.round(ms / day)} d`
  if (ms >= 2 * hour) return `${Math.round(ms / hour)} h`
  return `${Math.max(1, Math.round(ms / minute))} min`
}

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].map((minutes) => minutes * minute)
/** Bars of a screen's width: more of them are thinner than what the eye tells apart. */
const mostBars = 150

/**
 * The width of a bar over a window of this length, ms: the narrowest whole step that leaves no more than 150 bars (rule
 * DASHBOARD-UI-7).
 */
export function stepFor(lengthMs: number): number {
  return steps.find((step) => lengthMs / step <= mostBars) ?? day * Math.ceil(lengthMs / day / mostBars)
}

/** `10 min`, `1 h`: a step as a label tells it. */
export function stepName(stepMs: number): string {
  if (stepMs % day === 0) return `${stepMs / day} d`
  return stepMs % hour === 0 ? `${stepMs / hour} h` : `${stepMs / minute} min`
}
