import { severities } from '@carapace/shared/msoc/severity'
import { memo, useMemo } from 'react'
import { clock } from '../../../core/format/format.ts'
import { SeverityLabel } from '../../../core/ui/severity-glyph.tsx'
import { alertsOver, type RollupBook } from '../data/rollups.ts'
import { barsOf, hourMarks } from './bars.ts'
import { useDayRollups } from './day.ts'

const stepMs = 10 * 60_000

/** The alerts of the last day (rule DASHBOARD-UI-17). */
export function WallChart() {
  const { data, problem } = useDayRollups()
  return (
    <section className="wp-chart" aria-label="Alerts per 10 min, last 24 hours">
      <header>
        <h2>Alerts per 10 min, last 24 hours</h2>
        <span className="wp-legend">
          {severities.toReversed().map((severity) => (
            <SeverityLabel key={severity} severity={severity} />
          ))}
        </span>
      </header>
      {data === undefined && problem !== undefined && (
        <p className="wp-problem" role="alert">
          The history did not load: {problem}
        </p>
      )}
      {data !== undefined && <Bars book={data} />}
    </section>
  )
}

/** The bars, drawn by the browser without a chart library: five paths updated in place do not degrade over weeks. */
const Bars = memo(function Bars({ book }: { readonly book: RollupBook }) {
  const buckets = useMemo(() => alertsOver(book, stepMs), [book])
  const { top, paths } = useMemo(() => barsOf(buckets), [buckets])
  const from = buckets[0]?.at ?? book.from
  return (
    <div className="wp-plot" aria-hidden>
      {[1, 0.5, 0].map((part) => (
        <span key={part} className="wp-line num" style={{ top: `${(1 - part) * 100}%` }}>
          {top * part}
        </span>
      ))}
      <svg viewBox={`0 0 ${buckets.length} 1`} preserveAspectRatio="none">
        {paths.map(({ severity, path }) => (
          <path key={severity} d={path} style={{ fill: `var(--${severity}-f)` }} />
        ))}
      </svg>
      {hourMarks(from, from + buckets.length * stepMs, 3).map(({ at, part }) => (
        <span key={at} className="wp-hour num" style={{ left: `${part * 100}%` }}>
          {clock(at)}
        </span>
      ))}
    </div>
  )
})
