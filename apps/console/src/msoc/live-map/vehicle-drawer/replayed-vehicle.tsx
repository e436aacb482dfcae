import { clockWithSeconds, number } from '../../../core/format/format.ts'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { useLiveMap, useLiveMapState } from '../live-map-context.ts'
import { dateTimeText } from '../date-time-text.ts'
import type { Seen } from '../vehicles/vehicle-store.ts'
import { HealthWord, Tile } from './vehicle-tile.tsx'

/** The selected vehicle at the replay's time; undefined if it has no data then, or is not replayed. */
function useReplayed(vin: string): Seen | undefined {
  const { scene } = useLiveMap()
  useLiveMapState(({ replay }) => replay?.at)
  useLiveMapState(({ tick }) => tick) // the vehicles may arrive after the time was set
  const vehicles = scene?.fleet().vehicles
  const slot = vehicles?.slotOf(vin)
  return slot === undefined ? undefined : vehicles?.read(slot)
}

export function ReplayedHealth({ vin }: { readonly vin: string }) {
  const seen = useReplayed(vin)
  return seen ? <HealthWord health={seen.health} /> : <span>No data at this time</span>
}

export function ReplayedTiles({ vin }: { readonly vin: string }) {
  const seen = useReplayed(vin)
  return (
    <dl className="lm-tiles lm-tiles-replayed">
      <Tile
        name="Speed"
        value={seen?.speedKph == null ? '–' : String(Math.round(seen.speedKph))}
        unit={seen?.speedKph == null ? '' : 'km/h'}
      />
      <Tile
        name="Heading"
        value={seen?.headingDeg == null ? '–' : String(Math.round(seen.headingDeg) % 360).padStart(3, '0')}
        unit={seen?.headingDeg == null ? '' : '°'}
      />
      <Tile name="Open alerts" value={seen ? number(seen.openAlerts) : '–'} unit="" />
    </dl>
  )
}

/** The alerts raised on the vehicle within the window; each sets the replay to its time. */
export function ReplayedAlerts({ vin }: { readonly vin: string }) {
  const { scene } = useLiveMap()
  const marks = useLiveMapState(({ replay }) => replay?.marks)?.filter(({ alert }) => alert.vehicle?.vin === vin) ?? []
  return (
    <section className="lm-section">
      <header>
        <h3>Alerts in the window</h3>
        <span className="num">{number(marks.length)}</span>
      </header>
      {marks.length === 0 && <p className="lm-none">None were raised on this vehicle.</p>}
      <ul>
        {marks.map(({ alert, at }) => (
          <li key={alert.uuid}>
            <button type="button" className="lm-jump" onClick={() => scene?.replay.seek(at)}>
              <SeverityGlyph severity={alert.severity} label={alert.severity} />
              <span className="lm-ellipsis" title={alert.title}>
                {alert.title}
              </span>
              <span className="num lm-faint" title={dateTimeText(at)}>
                {clockWithSeconds(at)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
