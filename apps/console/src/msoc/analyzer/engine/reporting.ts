import type { Outlets } from './outlets.ts'
import { allParts, type Part, reportOf, type Sight } from './report.ts'

/** At most eight reports a second (rule ANALYZER-7). */
const reportMs = 125

/**
 * What the page is sent of the engine's state: only what changed, only once the last report is drawn, and not too soon
 * after it.
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
    /** These parts are to be reported. */
    note(parts: Iterable<Part>): void {
      for (const part of parts) changed.add(part)
    },
    /** The page has drawn the last report. */
    drawn(): void {
      isDrawn = true
    },
    /** Somebody waits: the next report may come at once. */
    skipDelay(): void {
      mayReportAt = -Infinity
    },
    /** Reports what changed; while work goes on only how far it has come, since what is half counted would jump. */
    report(isDone: boolean): void {
      if (!isDrawn || changed.size === 0) return
      const now = outlets.now()
      if (now < mayReportAt) return later(mayReportAt - now)
      const parts = (isDone ? allParts : (['summary'] as const)).filter((part) => changed.has(part))
      if (parts.length === 0) return
      isDrawn = false
      outlets.post(reportOf(sight(), parts))
      for (const part of parts) changed.delete(part)
      // a costly report is made the less often, so that most of the time goes into the work
      mayReportAt = now + Math.max(reportMs, 3 * (outlets.now() - now))
    },
  }
}
