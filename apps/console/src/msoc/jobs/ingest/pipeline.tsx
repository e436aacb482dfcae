import { FeedIcon } from '@blueprintjs/icons'
import { type PipelineSource, pipelineChannel } from '@carapace/shared/msoc/history/history.contract'
import { age, delay, fineAge, number, useNow } from '../../../core/format/format.ts'
import { Sparkline } from '../../../core/chart/sparkline.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { ErrorState } from '../../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { dataAge, staleMs } from './data-age.ts'
import { useStateChannel } from './use-state-channel.ts'

/** Each source: its rate, its storing time, and the age of its data. */
export function Pipeline() {
  return (
    <section className="c-panel jb-wide" aria-label="Pipeline">
      <div className="c-panel-head">
        <h2>Pipeline</h2>
        <span className="c-note">last 60 s</span>
      </div>
      <Sources />
    </section>
  )
}

function Sources() {
  const { latest, receivedAt, problem, again } = useStateChannel(pipelineChannel)
  if (latest === undefined) {
    return problem === undefined ? (
      <SkeletonRows rows={4} columns={['2fr', '1fr', '2fr', '1fr', '1fr', '1fr', '1fr']} />
    ) : (
      <ErrorState title="The pipeline's state did not load" onRetry={again}>
        {problem}
      </ErrorState>
    )
  }
  if (latest.sources.length === 0)
    return (
      <EmptyState icon={<FeedIcon size={24} />} title="Nothing has come in yet">
        Make a key below, and send events with it.
      </EmptyState>
    )
  return (
    <div className="c-scroll" tabIndex={0} role="region" aria-label="Sources">
      <table className="c-table">
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col" className="c-number">
              Events / s
            </th>
            <th scope="col">Rate</th>
            <th scope="col" className="c-number">
              Commit p99
            </th>
            <th scope="col" className="c-number">
              Lag
            </th>
            <th scope="col" className="c-number">
              Rejected
            </th>
            <th scope="col" className="c-number">
              Data age
            </th>
          </tr>
        </thead>
        <tbody>
          {latest.sources.map((source) => (
            <SourceLine key={source.source} source={source} reading={{ at: latest.at, receivedAt }} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SourceLine({
  source,
  reading,
}: {
  readonly source: PipelineSource
  readonly reading: { readonly at: number; readonly receivedAt: number }
}) {
  const ms = dataAge(source, reading, useNow(1_000))
  const isStale = ms !== undefined && ms > staleMs
  return (
    <tr className={isStale ? 'c-faded' : undefined}>
      <td>{source.source}</td>
      <td className="c-number num">{perSecond(source.rate)}</td>
      <td>
        <Sparkline values={source.history} width={120} />
      </td>
      <td className="c-number num">{source.commit_p99_ms === null ? '–' : delay(source.commit_p99_ms)}</td>
      <td className="c-number num">{source.lag_ms === null ? '–' : delay(source.lag_ms)}</td>
      <td className={source.rejected > 0 ? 'c-number num jb-bad' : 'c-number num'}>{number(source.rejected)}</td>
      <td className={isStale ? 'c-number num jb-bad' : 'c-number num'}>
        {ms === undefined ? '–' : isStale ? `stale ${age(ms)}` : fineAge(ms)}
      </td>
    </tr>
  )
}

/** A rate with tenths if it is small; for thousands, tenths are noise. */
function perSecond(rate: number): string {
  return number(rate < 100 ? Math.round(rate * 10) / 10 : Math.round(rate))
}
