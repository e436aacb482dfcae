import { HistoryIcon } from '@blueprintjs/icons'
import { delay, fineAge, number } from '../../core/format/format.ts'
import { useLiveStatus } from '../../core/live/live.ts'
import { usePageFact } from '../../core/page/page-facts.ts'
import { useLiveMapState } from './live-map-context.ts'
import { titleOfSource } from './live-map.store.ts'
import { dateTimeText } from './date-time-text.ts'

const words = { connecting: 'Connecting', live: 'Live', lost: 'Disconnected' } as const

/** Above this age of the newest position, the data is shown as old. */
const oldMs = 5_000

/** Whether the map is live, and how current its data is (rules MAP-UI-29, MAP-UI-30). */
export function MapStatus() {
  const state = useLiveStatus((status) => status.state)
  const replaying = useLiveMapState(({ replay }) => replay !== undefined)
  const lost = useLiveStatus((status) => status.dropped)
  const dataAge = useLiveMapState((each) => each.dataAge)
  const lag = useLiveMapState(({ counters }) => counters?.lag_ms)
  const stale = useLiveMapState((each) => each.stale)
  const dropped = Math.max(
    lost,
    useLiveMapState((each) => each.dropped),
  )

  if (replaying) return <ReplayStatus />
  return (
    <div className="lm-panel lm-status" role="group" aria-label="State of the data">
      <span className={`lm-live lm-live-${state}`}>
        <i aria-hidden />
        {words[state]}
      </span>
      <Fact
        name="Data age"
        value={dataAge === undefined ? '–' : fineAge(dataAge)}
        bad={dataAge !== undefined && dataAge > oldMs}
      />
      <Fact name="Lag" value={state === 'live' && lag != null ? delay(lag) : '–'} />
      <Fact name="Stale" value={number(stale)} bad={stale > 0} />
      <Fact name="Dropped" value={number(dropped)} bad={dropped > 0} />
    </div>
  )
}

/** The note that a past time is shown, in place of the data status. */
function ReplayStatus() {
  const at = useLiveMapState(({ replay }) => replay?.at ?? 0)
  const vehicles = useLiveMapState(({ replay }) => replay?.vehicles ?? 0)
  return (
    <div className="lm-panel lm-status" role="group" aria-label="State of the data">
      <span className="lm-live lm-live-replay num">
        <HistoryIcon size={14} />
        Replay · {dateTimeText(at)}
      </span>
      <Fact name="Vehicles" value={number(vehicles)} />
    </div>
  )
}

function Fact({ name, value, bad = false }: { readonly name: string; readonly value: string; readonly bad?: boolean }) {
  return (
    <span>
      {name} <b className={bad ? 'num lm-bad' : 'num'}>{value}</b>
    </span>
  )
}

/** The source of the base map and its attribution; the status bar shows it too. */
export function MapSourceNote() {
  const title = useLiveMapState(titleOfSource)
  const standIn = useLiveMapState(({ source }) => source.standIn)
  const chosen = useLiveMapState(({ tiles, source }) => tiles.find(({ name }) => name === source.chosen))
  usePageFact('Map source', title)
  return (
    <p className="lm-source" role="status">
      {standIn !== 'none' && chosen && <span className="lm-bad">{chosen.title} does not answer. </span>}
      Map source: {title}
      {chosen && standIn === 'none' && chosen.attribution !== '' && `, ${plain(chosen.attribution)}`}
    </p>
  )
}

/** An attribution as plain text: it is often given as a link in HTML. */
function plain(attribution: string): string {
  return new DOMParser().parseFromString(attribution, 'text/html').body.textContent ?? ''
}
