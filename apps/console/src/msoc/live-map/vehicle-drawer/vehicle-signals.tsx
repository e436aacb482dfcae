import { listSignals } from '@carapace/shared/msoc/history/history.contract'
import { useEffect, useMemo, useState } from 'react'
import { useEndpoint } from '../../../core/call/query.ts'
import { useNow } from '../../../core/format/format.ts'
import { useLiveMap } from '../live-map-context.ts'
import {
  chosenSignals,
  type LatestSignal,
  type Reading,
  shortPath,
  sparkMs,
  sparkPath,
  valueOf,
  withReading,
} from './signals.ts'

const spark = { width: 84, height: 18 }

/** A vehicle's most important signals: their last five minutes and their current value. */
export function VehicleSignals({ vin, signals }: { readonly vin: string; readonly signals: readonly LatestSignal[] }) {
  const chosen = chosenSignals(signals)
  return (
    <section className="lm-section">
      <header>
        <h3>Signals</h3>
        <span className="lm-faint lm-end">last 5 min</span>
      </header>
      {chosen.length === 0 && <p className="lm-none">This vehicle has sent no telemetry.</p>}
      <ul>
        {chosen.map((signal) => (
          <SignalLine key={`${vin} ${signal.path}`} vin={vin} signal={signal} />
        ))}
      </ul>
    </section>
  )
}

function SignalLine({ vin, signal }: { readonly vin: string; readonly signal: LatestSignal }) {
  const readings = useReadings(vin, signal)
  const { scene } = useLiveMap()
  useNow(1_000)
  const path = sparkPath(readings, scene?.now() ?? Date.now(), spark.width, spark.height)
  return (
    <li>
      <span className="mono lm-ellipsis" title={signal.path}>
        {shortPath(signal.path)}
      </span>
      <svg {...spark} className="lm-spark" aria-hidden>
        {path !== '' && <path d={path} />}
      </svg>
      <span className="num lm-signal-value">{valueOf(signal)}</span>
    </li>
  )
}

function readingOf({ ts, value }: { ts: string; value: number | string | null }): Reading[] {
  return typeof value === 'number' ? [{ at: Date.parse(ts), value }] : []
}

/** The stored readings, then each new reading as it arrives. */
function useReadings(vin: string, signal: LatestSignal): readonly Reading[] {
  const { scene } = useLiveMap()
  const { path, ts, value } = signal
  const [from] = useState(() => new Date((scene?.now() ?? Date.now()) - sparkMs).toISOString())
  // without an answer the line begins with what comes from now on
  const { data } = useEndpoint(listSignals, { vehicle: vin, path, from, limit: 1_000 })
  const [latest, setLatest] = useState<readonly Reading[]>([])
  useEffect(
    () => setLatest((before) => withReading(before, { ts, value }, scene?.now() ?? Date.now())),
    [ts, value, scene],
  )
  return useMemo(
    () => [...(data?.points.flatMap(readingOf) ?? []), ...latest].sort((a, b) => a.at - b.at),
    [data, latest],
  )
}
