import { ImportIcon } from '@blueprintjs/icons'
import type { PipelineSource } from '@carapace/shared/msoc/history/history.contract'
import { Link } from '@tanstack/react-router'
import { Sparkline } from '../../../core/chart/sparkline.tsx'
import { age, delay, fineAge, number, sentenceCase, useNow } from '../../../core/format/format.ts'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { ErrorState } from '../../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { usePipeline } from '../data/use-pipeline.ts'
import { useStaleMs } from '../data/use-stale.ts'
import { ingestStatus } from '../links.ts'
import { Panel } from './panel.tsx'

/**
 * A source that is silent for longer than `staleMs` is stale; a source with a larger lag than the second limit is
 * behind; both in ms.
 */
const staleMs = 30_000
const lateMs = 2_000

/** The incoming events by source (rule DASHBOARD-UI-12). */
export function PipelinePanel() {
  return (
    <Panel title="Pipeline" area="pipeline" link={ingestStatus} headExtra="last 60 s">
      <PipelineTable />
    </Panel>
  )
}

/** The sources as a table; also used on the wall. */
export function PipelineTable() {
  const { sources, ahead, problem } = usePipeline()
  const now = useNow(1_000) + ahead
  const lost = useStaleMs() !== undefined
  if (problem !== undefined)
    return (
      <ErrorState title="The pipeline did not load" onRetry={() => location.reload()}>
        {problem}
      </ErrorState>
    )
  if (sources === undefined)
    return <SkeletonRows rows={5} rowHeight={26} columns={['2fr', '1fr', '2fr', '1fr', '1fr', '1fr', '1fr']} />
  if (sources.length === 0) {
    return (
      <EmptyState
        icon={<ImportIcon size={24} />}
        title="Nothing has come in yet"
        action={<Link {...ingestStatus}>How to send events</Link>}
      >
        No source has sent an event.
      </EmptyState>
    )
  }
  return (
    <table className={lost ? 'db-table db-old' : 'db-table'}>
      <thead>
        <tr>
          <th scope="col">Source</th>
          <th scope="col" className="db-num">
            Events / s
          </th>
          <th scope="col" className="db-rate">
            Rate
          </th>
          <th scope="col" className="db-num">
            Commit p99
          </th>
          <th scope="col" className="db-num">
            Lag
          </th>
          <th scope="col" className="db-num">
            Rejected
          </th>
          <th scope="col" className="db-num">
            Data age
          </th>
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <SourceRow key={source.source} source={source} now={now} />
        ))}
      </tbody>
    </table>
  )
}

function SourceRow({
  source: { source, rate, history, commit_p99_ms, lag_ms, rejected, last_at },
  now,
}: {
  readonly source: PipelineSource
  readonly now: number
}) {
  const ageMs = last_at === null ? undefined : Math.max(0, now - Date.parse(last_at))
  const stale = ageMs !== undefined && ageMs > staleMs
  return (
    <tr className={stale ? 'db-source-stale' : ''}>
      <th scope="row">
        <i className={stale || ageMs === undefined ? 'db-dot db-dot-stale' : 'db-dot'} aria-hidden />
        {sourceName(source)}
      </th>
      <td className="db-num num">{number(rate < 10 ? rate : Math.round(rate))}</td>
      <td className="db-rate">
        <Sparkline values={history} width={96} height={16} />
      </td>
      <td className="db-num num">{commit_p99_ms === null ? '–' : delay(commit_p99_ms)}</td>
      <td className={(lag_ms ?? 0) > lateMs ? 'db-num num db-stale' : 'db-num num'}>
        {lag_ms === null ? '–' : delay(lag_ms)}
      </td>
      <td className={rejected > 0 ? 'db-num num db-stale' : 'db-num num'}>{number(rejected)}</td>
      <td className={stale ? 'db-num num db-stale' : 'db-num num'}>
        {ageMs === undefined ? '–' : stale ? `stale ${age(ageMs)}` : fineAge(ageMs)}
      </td>
    </tr>
  )
}

const acronyms: Readonly<Record<string, string>> = {
  http: 'HTTP',
  udp: 'UDP',
  tcp: 'TCP',
  tls: 'TLS',
  can: 'CAN',
  ids: 'IDS',
}

/** The display name of a source: `syslog tls` becomes `Syslog TLS`. */
function sourceName(source: string): string {
  const [first = '', ...rest] = source.split(' ')
  return [acronyms[first] ?? sentenceCase(first), ...rest.map((word) => acronyms[word] ?? word)].join(' ')
}
