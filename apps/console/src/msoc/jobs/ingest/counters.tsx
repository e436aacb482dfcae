import { countersChannel } from '@carapace/shared/msoc/history/history.contract'
import { Link } from '@tanstack/react-router'
import { compact, delay, number } from '../../../core/format/format.ts'
import { useStateChannel } from './use-state-channel.ts'

/** The current ingest rates: total, by kind, the lag, and the rejected events. */
export function Counters() {
  const { latest } = useStateChannel(countersChannel)
  const rates = Object.entries(latest?.rates ?? {}).sort(([, a], [, b]) => b - a)
  return (
    <dl className="jb-counters" aria-label="Ingest now">
      <Counter name="Events / s">
        {latest === undefined ? '–' : compact(rates.reduce((sum, [, rate]) => sum + rate, 0))}
      </Counter>
      {rates.map(([kind, rate]) => (
        <Counter key={kind} name={`${kind} / s`}>
          {compact(rate)}
        </Counter>
      ))}
      <Counter name="Ingest lag">{latest?.lag_ms == null ? '–' : delay(latest.lag_ms)}</Counter>
      <Counter name="Rejected since start">
        {latest === undefined ? (
          '–'
        ) : (
          <Link to="/org/msoc/dashboard/jobs/$tab" params={{ tab: 'rejects' }}>
            {number(latest.rejected)}
          </Link>
        )}
      </Counter>
    </dl>
  )
}

function Counter({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}
