import { getRollups } from '@carapace/shared/msoc/history.contract'
import { useEffect, useState } from 'react'
import { call, messagesOf } from '../../core/call.ts'
import { clock, dateTime, number } from '../../core/format.ts'
import { barPaths, barsOf, type Bucket, hourMarks, spanMs, withNews } from './histogram.ts'

const everyMs = 60_000
/** Alerts of the last minutes are still being counted when they are asked for. */
const againMs = 5 * 60_000
const size = { width: 1000, height: 28 }

/** The alerts of the last day under the map. */
export function AlertHistogram() {
  const { buckets, problem, at } = useBuckets()
  const count = buckets?.reduce((sum, { alerts }) => sum + alerts, 0)
  return (
    <section className="lm-panel lm-histogram" aria-label="Alerts of the last 24 hours">
      <header>
        <h2>Alerts, last 24 hours</h2>
        <span className="num lm-faint">{count !== undefined && number(count)}</span>
      </header>
      {problem !== undefined && !buckets ? <p className="lm-none" role="alert">Did not load: {problem}</p> : <Bars buckets={buckets ?? []} now={at} />}
    </section>
  )
}

function Bars({ buckets, now }: { readonly buckets: readonly Bucket[]; readonly now: number }) {
  const paths = barPaths(barsOf(buckets, now), size.width, size.height)
  return (
    <div className="lm-bars">
      <svg viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" aria-hidden>
        {paths.map(({ severity, path }) => path !== '' && <path key={severity} d={path} style={{ fill: `var(--${severity}-f)` }} />)}
      </svg>
      <div className="lm-hours num" aria-hidden>
        <span title={dateTime(now - spanMs)}>{dateTime(now - spanMs)}</span>
        {hourMarks(now, 6).filter(({ part }) => part > 0.24 && part < 0.94).map(({ at, part }) => (
          <span key={at} className="lm-hour" style={{ left: `${part * 100}%` }}>{clock(at)}</span>
        ))}
        <span className="lm-end">now</span>
      </div>
    </div>
  )
}

interface Known {
  readonly buckets: readonly Bucket[] | undefined
  readonly problem: string | undefined
  /** When it was asked for: where the last bar ends. */
  readonly at: number
}

/** The whole day once, after that only its last minutes. */
function useBuckets(): Known {
  const [state, setState] = useState<Known>(() => ({ buckets: undefined, problem: undefined, at: Date.now() }))

  useEffect(() => {
    const asking = new AbortController()
    let known: readonly Bucket[] | undefined
    const ask = async () => {
      const now = Date.now()
      const from = known ? now - againMs : now - spanMs
      try {
        const { alerts } = await call(getRollups, { step: 'minute', from: new Date(from).toISOString() }, { signal: asking.signal })
        const news = alerts.map(({ bucket, severity, alerts: count }) => ({ at: Date.parse(bucket), severity, alerts: count }))
        known = withNews(known ?? [], news, known ? Math.ceil(from / 60_000) * 60_000 : 0, now)
        setState({ buckets: known, problem: undefined, at: now })
      } catch (problem) {
        if (!asking.signal.aborted) setState((before) => ({ ...before, problem: messagesOf(problem)[0] }))
      }
    }
    void ask()
    const timer = setInterval(() => void ask(), everyMs)
    return () => {
      clearInterval(timer)
      asking.abort()
    }
  }, [])

  return state
}
