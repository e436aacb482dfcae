import { Button } from '@blueprintjs/core'
import { CrossIcon, HistoryIcon, LinkIcon, LocateIcon } from '@blueprintjs/icons'
import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { age, fineAge, useNow } from '../../../core/format/format.ts'
import { useHotkeys } from '../../../core/hotkeys/hotkeys.ts'
import { copyLink } from '../../../core/ui/copy.ts'
import { ErrorState } from '../../../core/ui/error-state.tsx'
import { Kbd } from '../../../core/ui/kbd.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { IconButton } from '../../../core/ui/tooltip.tsx'
import { useLiveMap, useLiveMapState } from '../live-map-context.ts'
import { ReplayedAlerts, ReplayedHealth, ReplayedTiles } from './replayed-vehicle.tsx'
import { chargeIn } from './signals.ts'
import { useReplay } from '../replay/use-replay.ts'
import { delayText, positionAgeAt, positionTimes } from '../../vehicles/position-age.ts'
import { useVehicle } from './use-vehicle.ts'
import { VehicleAlerts } from './vehicle-alerts.tsx'
import { VehicleLinks } from './vehicle-links.tsx'
import { VehicleSignals } from './vehicle-signals.tsx'
import { HealthWord, Tile } from './vehicle-tile.tsx'
import { staleAfterMs } from '../vehicles/vehicle-store.ts'

/** The selected vehicle, live. */
export function VehicleDrawer({ vin }: { readonly vin: string }) {
  const [attempt, setAttempt] = useState(0)
  const result = useVehicle(vin, attempt)
  const { select } = useLiveMap()
  const replaying = useLiveMapState(({ replay }) => replay !== undefined)
  useHotkeys([{ keys: 'Escape', title: 'Close the vehicle', group: 'Live map', run: () => select(undefined) }])

  return (
    <aside className="lm-panel lm-drawer" aria-label={`Vehicle ${vin}`}>
      <Head vin={vin} vehicle={result.state === 'known' ? result.vehicle : undefined} replaying={replaying} />
      {result.state === 'loading' && <SkeletonRows rows={6} columns={['1fr', '60px']} />}
      {result.state === 'refused' && (
        <ErrorState title="The vehicle did not load" onRetry={() => setAttempt(attempt + 1)}>
          {result.message}
        </ErrorState>
      )}
      {result.state === 'known' && (
        <div className="lm-drawer-body">
          {replaying ? (
            <ReplayedTiles vin={result.vehicle.vin} />
          ) : (
            <>
              <Tiles vehicle={result.vehicle} charge={chargeIn(result.signals)} />
              <Delay vehicle={result.vehicle} />
            </>
          )}
          <Actions vin={result.vehicle.vin} />
          {replaying && <ReplayedAlerts vin={result.vehicle.vin} />}
          {!replaying && <VehicleAlerts vin={result.vehicle.vin} />}
          {!replaying && <VehicleSignals vin={result.vehicle.vin} signals={result.signals} />}
          {!replaying && <VehicleLinks vehicle={result.vehicle} />}
        </div>
      )}
    </aside>
  )
}

function Head({
  vin,
  vehicle,
  replaying,
}: {
  readonly vin: string
  readonly vehicle: Vehicle | undefined
  readonly replaying: boolean
}) {
  const { select } = useLiveMap()
  const facts = vehicle
    ? [
        vehicle.name,
        vehicle.model,
        vehicle.platform,
        vehicle.software_version && `sw ${vehicle.software_version}`,
      ].filter(Boolean)
    : []
  return (
    <header className="lm-drawer-head">
      <div className="lm-drawer-line">
        {replaying && <ReplayedHealth vin={vehicle?.vin ?? vin} />}
        {vehicle && !replaying && <HealthWord health={vehicle.health} />}
        {vehicle && !replaying && <span>risk {vehicle.risk}</span>}
        <span className="lm-drawer-buttons">
          <IconButton icon={<LinkIcon />} label="Copy a link to this view" size="small" onClick={() => copyLink()} />
          <IconButton icon={<CrossIcon />} label="Close" keys="Escape" size="small" onClick={() => select(undefined)} />
        </span>
      </div>
      <h2 className="mono lm-drawer-vin">{vehicle?.vin ?? vin}</h2>
      {facts.length > 0 && <p className="lm-drawer-facts">{facts.join(' · ')}</p>}
    </header>
  )
}

function Tiles({ vehicle: { position }, charge }: { readonly vehicle: Vehicle; readonly charge: number | undefined }) {
  const { scene } = useLiveMap()
  useNow(500)
  const now = scene?.now() ?? Date.now()
  const times = positionTimes(position)
  const stale = times !== undefined && now - times.receivedAt > staleAfterMs
  const old = times && positionAgeAt(times, now)
  const { speed_kph: speed = null, heading_deg: heading = null } = position ?? {}
  const [value, unit] = old === undefined ? ['–', ''] : (stale ? age(old) : fineAge(old)).split(' ')
  return (
    <dl className="lm-tiles" data-stale={stale}>
      <Tile name="Speed" value={speed === null ? '–' : String(Math.round(speed))} unit={speed === null ? '' : 'km/h'} />
      <Tile
        name="Heading"
        value={heading === null ? '–' : String(Math.round(heading) % 360).padStart(3, '0')}
        unit={heading === null ? '' : '°'}
      />
      <Tile
        name="Charge"
        value={charge === undefined ? '–' : String(Math.round(charge))}
        unit={charge === undefined ? '' : '%'}
      />
      <Tile
        name="Position"
        value={value ?? '–'}
        unit={stale ? `${unit} stale` : unit === '' ? '' : `${unit} old`}
        bad={stale}
      />
    </dl>
  )
}

/** How long the last position was on its way, where that is noticeable (rule MAP-UI-66). */
function Delay({ vehicle }: { readonly vehicle: Vehicle }) {
  const times = positionTimes(vehicle.position)
  const text = times === undefined ? '' : delayText(times)
  return text !== '' && <p className="lm-delayed num">The last position was {text}.</p>
}

function Actions({ vin }: { readonly vin: string }) {
  const { enter } = useReplay()
  const { page } = useLiveMap()
  const follow = useLiveMapState((state) => state.follow)
  const toggle = () => page.setState({ follow: !follow })
  useHotkeys([
    { keys: 'f', title: 'Follow the selected vehicle', group: 'Live map', run: toggle },
    { keys: 'r', title: 'Replay the selected vehicle', group: 'Live map', run: () => enter(vin) },
  ])
  return (
    <div className="lm-actions">
      <Button intent={follow ? 'primary' : 'none'} icon={<LocateIcon />} aria-pressed={follow} onClick={toggle}>
        {follow ? 'Following' : 'Follow'}
        <Kbd keys="f" />
      </Button>
      <Button icon={<HistoryIcon />} onClick={() => enter(vin)}>
        Replay
        <Kbd keys="r" />
      </Button>
      <Link
        className="bp6-button bp6-outlined"
        to="/org/msoc/dashboard/projects/vehicle/$tab"
        params={{ tab: 'info' }}
        search={{ vehicle: vin }}
      >
        Open vehicle
      </Link>
    </div>
  )
}
