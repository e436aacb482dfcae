/**
 * The shown time span, as a value that changes only when the user selects another span: the last ms until now, or from
 * and to.
 */
export type Span = { readonly lastMs: number } | { readonly from: number; readonly to: number }

/** The current window of a span, epoch ms. */
export function windowOf(span: Span, now = Date.now()): { readonly from: number; readonly to: number } {
  return 'lastMs' in span ? { from: now - span.lastMs, to: now } : span
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** `24 h`, `90 min`, `7 d`: a duration as a label. */
export function lengthOf(ms: number): string {
  if (ms >= 2 * day) return `${Math.round(ms / day)} d`
  if (ms >= 2 * hour) return `${Math.round(ms / hour)} h`
  return `${Math.max(1, Math.round(ms / minute))} min`
}

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].map((minutes) => minutes * minute)
/** Maximum number of bars on a screen: more would be too thin to distinguish. */
const mostBars = 150

/**
 * The width of a bar over a window of this length, ms: the narrowest round step with at most 150 bars (rule
 * DASHBOARD-UI-7).
 */
export function stepFor(lengthMs: number): number {
  return steps.find((step) => lengthMs / step <= mostBars) ?? day * Math.ceil(lengthMs / day / mostBars)
}

/** `10 min`, `1 h`: a step as a label. */
export function stepName(stepMs: number): string {
  if (stepMs % day === 0) return `${stepMs / day} d`
  return stepMs % hour === 0 ? `${stepMs / hour} h` : `${stepMs / minute} min`
}
