import { getAlertHistogram } from '@carapace/shared/msoc/alerts/alerts.contract'
import { severities } from '@carapace/shared/msoc/severity'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { z } from 'zod'
import { call } from '../../core/call/call.ts'
import { number, sentenceCase } from '../../core/format/format.ts'
import { retryNow } from '../../core/live/live.ts'
import { SeverityGlyph } from '../../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { usePolled } from '../../core/call/use-polled.ts'
import { Loaded } from '../../core/ui/loaded.tsx'
import { everyMs } from '../../core/landing/every.ts'
import { useLiveCounters } from './fleet-panel.tsx'
import { openAlerts } from './links.ts'
import { Panel } from '../../core/landing/panel.tsx'

/** Loaded with its charts, which the sign-in does not need. */
const SeverityBars = lazy(async () => ({ default: (await import('../../core/chart/severity-bars.tsx')).SeverityBars }))

const worstFirst = severities.toReversed()
const dayMs = 86_400_000
/** The number of bars, of half an hour each. */
const buckets = 48

const fetchDay = (signal: AbortSignal) =>
  call(getAlertHistogram, { from: new Date(Date.now() - dayMs).toISOString(), buckets }, { signal })

/** The open alerts by severity, and the last 24 hours. */
export function AlertsPanel() {
  const counters = useLiveCounters()
  const day = usePolled([getAlertHistogram.path, 'last day'], fetchDay, { everyMs })
  return (
    <Panel title="Alerts" link={openAlerts()} extra={counters.data && `${number(counters.data.alerts.open)} open`}>
      <Loaded
        what="Open alerts"
        {...counters}
        onRetry={retryNow}
        skeleton={<SkeletonRows rows={1} rowHeight={56} columns={['1fr', '1fr', '1fr', '1fr', '1fr']} />}
      >
        {({ alerts }) => (
          <ul className={counters.isOld ? 'ld-cells ld-severities ld-old' : 'ld-cells ld-severities'}>
            {worstFirst.map((severity) => (
              <li key={severity}>
                <Link {...openAlerts({ severity })} className="ld-cell">
                  <span className="ld-label">
                    <SeverityGlyph severity={severity} /> {sentenceCase(severity)}
                  </span>
                  <span className="ld-figure num">{number(alerts[severity])}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <div className="ld-day">
        <Loaded what="The last 24 hours" data={day.data} problem={day.problem} onRetry={day.retry} skeleton={<Blank />}>
          {(histogram) => <Day histogram={histogram} at={day.at!} />}
        </Loaded>
      </div>
    </Panel>
  )
}

function Blank() {
  return <div className="ld-day-blank" role="status" aria-label="Loading" />
}

function Day({
  histogram,
  at,
}: {
  readonly histogram: z.output<typeof getAlertHistogram.output>
  readonly at: number
}) {
  const steps = histogram.buckets.map((bucket) => ({ ...bucket, at: Date.parse(bucket.at) }))
  const total = steps.reduce((sum, step) => sum + severities.reduce((all, severity) => all + step[severity], 0), 0)
  return (
    <>
      <p className="ld-day-title">
        Last 24 hours, by when they were last seen: <span className="num">{number(total)}</span>
      </p>
      <div className="ld-day-chart">
        <Suspense fallback={<Blank />}>
          <SeverityBars
            buckets={steps}
            stepMs={histogram.step_ms}
            from={Date.parse(histogram.from)}
            to={at}
            label={`${total === 1 ? '1 alert' : `${number(total)} alerts`} in the last 24 hours, by severity`}
          />
        </Suspense>
      </div>
    </>
  )
}
