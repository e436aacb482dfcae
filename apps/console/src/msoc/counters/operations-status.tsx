import { compact, delay, fineAge, number, useNow } from '../../core/format/format.ts'
import { type LiveStatus, useLiveStatus } from '../../core/live/live.ts'
import { StatusFact } from '../../core/ui/status-fact.tsx'
import { totalRate, useCounters } from './counters.ts'

const words: Readonly<Record<LiveStatus['state'], string>> = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Disconnected',
}

/** From this age on the last update counts as stale, ms: the counters arrive several times a second. */
const staleMs = 5_000

/** Whether the data on an operations screen is current, and its quality. */
export function OperationsStatus() {
  const state = useLiveStatus((status) => status.state)
  return (
    <>
      <span className={`connection connection-${state}`}>
        <i aria-hidden />
        {words[state]}
      </span>
      <LastUpdate />
      <Flow />
    </>
  )
}

/** The age of positions is the map's to say: this is about the connection (rule MAP-UI-66). */
function LastUpdate() {
  const now = useNow(500)
  const lastMessageAt = useLiveStatus((status) => status.lastMessageAt)
  const ms = lastMessageAt === undefined ? undefined : now - lastMessageAt
  return (
    <StatusFact
      name="Last update"
      value={ms === undefined ? '–' : fineAge(ms)}
      bad={ms !== undefined && ms > staleMs}
    />
  )
}

function Flow() {
  const live = useLiveStatus((status) => status.state === 'live')
  const dropped = useLiveStatus((status) => status.dropped)
  const latest = useCounters((counters) => counters)
  const lag = live ? latest?.lag_ms : undefined
  return (
    <>
      <StatusFact name="Ingest lag" value={lag == null ? '–' : delay(lag)} />
      <StatusFact name="Rate" value={live && latest ? `${compact(totalRate(latest))} ev/s` : '–'} />
      <StatusFact name="Dropped" value={number(dropped)} bad={dropped > 0} />
      <StatusFact name="Alert seq" value={latest ? number(latest.alert_seq) : '–'} />
    </>
  )
}
