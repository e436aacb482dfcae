import { number } from '../../../core/format/format.ts'
import { useBench, useAnalyzerState } from '../bench.ts'
import { fineSpan } from '../times.ts'

/**
 * The summary of the figures: the number of ids, how many of them are known, the source of the profile, and dropped
 * frames.
 */
export function Foot() {
  const { source } = useBench()
  const summary = useAnalyzerState((state) => state.summary)
  const profiles = useAnalyzerState((state) => state.profiles)
  const dropped = useAnalyzerState((state) => state.dropped)
  const hasMore = useAnalyzerState((state) => state.hasMore)
  if (summary === undefined) return <p className="an-foot" />
  const left = dropped + summary.unread
  const profile = profiles.map(({ model, version }) =>
    version === undefined ? 'learned of itself' : `${model === '' ? 'all models' : model} v${version}`,
  )
  return (
    <p className="an-foot num">
      <span>
        {number(summary.idsShown)} of {number(summary.ids)} ids
      </span>
      <span>
        {number(summary.idsInDbc)} in DBC, {number(summary.idsUnknown)} unknown
      </span>
      <span>Profile {profile.length === 0 ? 'none' : [...new Set(profile)].join(', ')}</span>
      <span>
        {source.kind === 'live' ? 'Window ' : ''}
        {summary.from !== undefined && summary.to !== undefined && `${fineSpan(summary.to - summary.from)}, `}
        {number(summary.frames)} frames
      </span>
      {left > 0 && <span className="an-stale">{number(left)} dropped</span>}
      {hasMore && <span className="an-stale">the first {number(summary.frames)} frames of more</span>}
      <Progress />
      <span className="an-foot-key">
        <b className="an-up">up</b> <b className="an-down">down</b> <span className="an-notched">notched</span>
        <span>Period and jitter in ms, band = learned or DBC cycle</span>
      </span>
    </p>
  )
}

/** The progress of reading a long source. */
function Progress() {
  const isLoading = useAnalyzerState(({ load }) => load === 'loading')
  const { frames, total } = useAnalyzerState((state) => state.progress)
  if (!isLoading) return null
  return (
    <span role="status">
      {total === undefined
        ? `reading, ${number(frames)} so far`
        : `reading, ${Math.min(99, Math.floor((frames / Math.max(1, total)) * 100))} %`}
    </span>
  )
}
