import { compact, delay, fineAge, number, useNow, zone } from '../core/format.ts'
import { type LiveStatus, useLiveStatus } from '../core/live.ts'
import { usePageFacts } from '../core/page-facts.ts'
import { totalRate, useCounters } from './counters.ts'
import { copyright, version } from '../core/product.ts'

const words: Readonly<Record<LiveStatus['state'], string>> = { connecting: 'Connecting', live: 'Live', lost: 'Disconnected' }

/** From this age on data counts as stale, ms: the counters come several times a second. */
const staleMs = 5_000

/** Whether what the screen shows is now, and how good it is. On every page, always. */
export function StatusBar() {
  const state = useLiveStatus((status) => status.state)
  return (
    <footer className="status-bar">
      <span className={`connection connection-${state}`}>
        <i aria-hidden />
        {words[state]}
      </span>
      <DataAge />
      <Flow />
      <PageFacts />
      <span className="status-right">
        <span>Times in {zone}</span>
        <span>{copyright}</span>
        <span>{version}</span>
      </span>
    </footer>
  )
}

function DataAge() {
  const now = useNow(500)
  const lastMessageAt = useLiveStatus((status) => status.lastMessageAt)
  const ms = lastMessageAt === undefined ? undefined : now - lastMessageAt
  return <Fact name="Data age" value={ms === undefined ? '–' : fineAge(ms)} bad={ms !== undefined && ms > staleMs} />
}

function Flow() {
  const live = useLiveStatus((status) => status.state === 'live')
  const dropped = useLiveStatus((status) => status.dropped)
  const latest = useCounters((counters) => counters)
  const lag = live ? latest?.lag_ms : undefined
  return (
    <>
      <Fact name="Ingest lag" value={lag == null ? '–' : delay(lag)} />
      <Fact name="Rate" value={live && latest ? `${compact(totalRate(latest))} ev/s` : '–'} />
      <Fact name="Dropped" value={number(dropped)} bad={dropped > 0} />
      <Fact name="Alert seq" value={latest ? number(latest.alert_seq) : '–'} />
    </>
  )
}

/** What the page itself has to say. */
function PageFacts() {
  return [...usePageFacts()].map(([name, value]) => <Fact key={name} name={name} value={value} />)
}

function Fact({ name, value, bad = false }: { readonly name: string; readonly value: string; readonly bad?: boolean }) {
  return (
    <span className="status-fact">
      {name} <b className={bad ? 'num status-bad' : 'num'}>{value}</b>
    </span>
  )
}
