import type { Outlets } from './outlets.ts'
import { allParts, type Part, reportOf, type Sight } from './report.ts'

/** Minimum interval of reports: at most eight a second (rule ANALYZER-7). */
const reportMs = 125

/**
 * Sends the engine's state to the page: only the changes, only after the last report is drawn, and with a minimum
 * interval.
 */
export function createReporting(
  outlets: Pick<Outlets, 'post' | 'now' | 'after'>,
  sight: () => Sight,
  wake: () => void,
) {
  const changed = new Set<Part>(allParts)
  let isDrawn = true
  let mayReportAt = -Infinity
  let isTimed = false

  function later(ms: number): void {
    if (isTimed) return
    isTimed = true
    outlets.after(ms, () => {
      isTimed = false
      wake()
    })
  }

  return {
    /** Marks these parts for the next report. */
    note(parts: Iterable<Part>): void {
      for (const part of parts) changed.add(part)
    },
    /** The page has drawn the last report. */
    drawn(): void {
      isDrawn = true
    },
    /** A request is waiting: the next report may be sent at once. */
    skipDelay(): void {
      mayReportAt = -Infinity
    },
    /**
     * Reports the changes. While work continues it reports only the progress, since partial counts would make the
     * display jump.
     */
    report(isDone: boolean): void {
      if (!isDrawn || changed.size === 0) return
      const now = outlets.now()
      if (now < mayReportAt) return later(mayReportAt - now)
      const parts = (isDone ? allParts : (['summary'] as const)).filter((part) => changed.has(part))
      if (parts.length === 0) return
      isDrawn = false
      outlets.post(reportOf(sight(), parts))
      for (const part of parts) changed.delete(part)
      // the more a report costs, the less often it is made, so that most of the time is used for the work
      mayReportAt = now + Math.max(reportMs, 3 * (outlets.now() - now))
    },
  }
}
