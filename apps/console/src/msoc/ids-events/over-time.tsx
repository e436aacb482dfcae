import { severities } from '@carapace/shared/msoc/severity'
import { useMemo } from 'react'
import { SeverityBars } from '../../core/chart/severity-bars.tsx'
import { number } from '../../core/format/format.ts'
import type { TimeWindow } from '../../core/time/conductor.ts'
import { SeverityLabel } from '../../core/ui/severity-glyph.tsx'
import { bucketsOf, stepFor } from './buckets.ts'
import type { IdsEvent } from './ids-events.ts'
import './ids-events.css'

interface OverTimeProps {
  readonly title: string
  readonly rows: readonly IdsEvent[] | undefined
  /** Whether these are all events. */
  readonly whole: boolean
  readonly window: TimeWindow
  readonly onZoom: (from: number, to: number) => void
}

/** A histogram of the events, each with its reported number of occurrences (rule IDS-UI-3). */
export function OverTime({ title, rows, whole, window: { from, to }, onZoom }: OverTimeProps) {
  const step = stepFor(from, to)
  const buckets = useMemo(() => bucketsOf(rows ?? [], step), [rows, step])
  return (
    <div className="ie-over-time">
      <p className="ie-over-time-head">
        <span className="num">{rows && countedText(rows.length, whole)}</span>
        <span className="ie-over-time-key">
          {severities.toReversed().map((severity) => (
            <SeverityLabel key={severity} severity={severity} />
          ))}
        </span>
      </p>
      <div className="ie-histogram">
        <SeverityBars
          buckets={buckets}
          stepMs={step}
          from={from}
          to={to}
          label={`${title} over time: ${number(rows?.length ?? 0)} counted`}
          onZoom={onZoom}
        />
      </div>
    </div>
  )
}

/** What the bars count: a histogram of a part must not look like one of all events. */
function countedText(count: number, whole: boolean): string {
  const events = `${number(count)} ${count === 1 ? 'event' : 'events'}`
  return whole ? `${events} in this window` : `The latest ${events}, scroll down for older ones`
}
