import { useLocation } from '@tanstack/react-router'
import { compact, delay, fineAge, number, useNow } from '../core/format/format.ts'
import { type LiveStatus, useLiveStatus } from '../core/live/live.ts'
import { usePageFacts } from '../core/page/page-facts.ts'
import { totalRate, useCounters } from './counters.ts'
import { copyright, version } from '../core/product.ts'
import { useZone, zoneTitle } from '../core/format/zone.ts'
import { PathLink } from './site-map/path-link.tsx'
import { screenOf } from './site-map/site-map.ts'
import { useHasLicence } from './licence/use-has-licence.ts'

const words: Readonly<Record<LiveStatus['state'], string>> = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Disconnected',
}

/** From this age on data counts as stale, ms: the counters come several times a second. */
const staleMs = 5_000

/**
 * Whether what the screen shows is now, and how good it is: on every page of operations, always. Engineering has facts
 * of its own.
 */
export function StatusBar() {
  const isOperations = useLocation({ select: (location) => screenOf(location.pathname)?.module === 'msoc' })
  const isLicensed = useHasLicence('MSOC')
  return (
    <footer className="status-bar">
      {isOperations && isLicensed && <Liveness />}
      <PageFacts />
      <span className="status-right">
        <span>Times in {zoneTitle(useZone())}</span>
        <span>{copyright}</span>
        <PathLink to="/org/lifecycle/release-history" target="_blank" title="Release history">
          {version}
        </PathLink>
      </span>
    </footer>
  )
}

function Liveness() {
  const state = useLiveStatus((status) => status.state)
  return (
    <>
      <span className={`connection connection-${state}`}>
        <i aria-hidden />
        {words[state]}
      </span>
      <DataAge />
      <Flow />
    </>
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
