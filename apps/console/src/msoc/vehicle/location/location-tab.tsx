import { Button } from '@blueprintjs/core'
import { LocateIcon, PathSearchIcon, ZoomToFitIcon } from '@blueprintjs/icons'
import { replayPositions } from '@carapace/shared/msoc/history/history.contract'
import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { messagesOf } from '../../../core/call/call.ts'
import { age, delay, fineAge, number, useNow } from '../../../core/format/format.ts'
import { useHotkeys } from '../../../core/hotkeys/hotkeys.ts'
import { useTheme } from '../../../core/preferences/theme.ts'
import { useTimeWindow } from '../../../core/time/conductor.ts'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { ErrorState } from '../../../core/ui/error-state.tsx'
import { Kbd } from '../../../core/ui/kbd.tsx'
import { IconButton } from '../../../core/ui/tooltip.tsx'
import { linksAt } from '../../vehicles/freshness.ts'
import { delayOf, positionAgeAt, positionTimes } from '../../vehicles/position-age.ts'
import { useEndpoint } from '../../../core/call/query.ts'
import type { TabProps } from '../tab-props.ts'
import { type Place, withPlace } from './trail.ts'
import { openVehicleMap, type Spot, type VehicleMap } from './vehicle-map.ts'

/** The vehicle's current position and its trail in the window. */
export default function LocationTab({ vehicle }: TabProps) {
  const { places, problem, refetch } = useTrail(vehicle)
  const start = useStart(vehicle, places)
  if (problem !== undefined && places === undefined)
    return (
      <ErrorState title="The trail did not load" onRetry={refetch}>
        {problem}
      </ErrorState>
    )
  if (start === undefined) {
    return (
      <EmptyState
        icon={<PathSearchIcon size={24} />}
        title={places === undefined ? 'Looking for its positions' : 'No position'}
      >
        {places !== undefined && 'The vehicle reported no position, now or in this window.'}
      </EmptyState>
    )
  }
  return <LocationMap vehicle={vehicle} places={places} start={start} />
}

/**
 * The position where the map opens: the vehicle's current position, otherwise its last one in the window. It does not
 * change afterwards.
 */
function useStart({ position }: Vehicle, places: readonly Place[] | undefined): Place | undefined {
  const start = useRef<Place>(undefined)
  start.current ??= position ? { lat: position.lat, lon: position.lon, at: 0 } : places?.at(-1)
  return start.current
}

/** The window's trail, extended live with each new position. */
function useTrail(vehicle: Vehicle) {
  const { from, to, live } = useTimeWindow()
  const { data, problem, refetch } = useEndpoint(replayPositions, {
    vehicle: vehicle.vin,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  })
  const loaded = useMemo(() => data && placesIn(data), [data])
  const [since, setSince] = useState<readonly Place[]>([])
  const { position } = vehicle

  useEffect(() => setSince([]), [data])
  useEffect(() => {
    if (!live || !position) return
    setSince((before) => withPlace(before, { lat: position.lat, lon: position.lon, at: Date.parse(position.ts) }, from))
  }, [position, live, from])

  const places = useMemo(
    () => loaded && since.reduce<readonly Place[]>((all, place) => withPlace(all, place, from), loaded),
    [loaded, since, from],
  )
  return { places, problem, refetch }
}

interface Replay {
  readonly from: string
  readonly tracks: readonly {
    readonly t: readonly number[]
    readonly lat: readonly number[]
    readonly lon: readonly number[]
  }[]
}

function placesIn({ from, tracks }: Replay): Place[] {
  const start = Date.parse(from)
  const [track] = tracks
  return track
    ? track.t.map((t, index) => ({ at: start + t, lat: track.lat[index] ?? 0, lon: track.lon[index] ?? 0 }))
    : []
}

interface LocationMapProps {
  readonly vehicle: Vehicle
  readonly places: readonly Place[] | undefined
  readonly start: Place
}

function LocationMap({ vehicle, places, start }: LocationMapProps) {
  const box = useRef<HTMLDivElement>(null)
  const marker = useRef<HTMLDivElement>(null)
  const [follow, setFollow] = useState(false)
  const { map, problem } = useMap(box, marker, start, () => setFollow(false))
  const { live } = useTimeWindow()
  const spot = useMemo(() => spotOf(vehicle, places, live), [vehicle, places, live])
  useHotkeys([{ keys: 'f', title: 'Follow the vehicle', group: 'Vehicle', run: () => setFollow(!follow) }])

  useEffect(() => places && map?.showTrail(places), [map, places])
  useEffect(() => map?.showSpot(spot), [map, spot])
  useEffect(() => {
    if (follow && spot) map?.center(spot)
  }, [map, follow, spot])
  useFitOnce(map, places)

  return (
    <div className="vh-map">
      <div ref={box} className="vh-map-box" />
      <div ref={marker} className="vh-marker" hidden aria-hidden>
        <svg viewBox="-12 -12 24 24" width="24" height="24">
          <path className="vh-arrow" d="M0 -9 7 8 0 4 -7 8z" />
          <circle className="vh-spot" r="6" />
        </svg>
      </div>
      {problem !== undefined && (
        <div className="vh-map-problem">
          <ErrorState title="The map did not load" onRetry={() => location.reload()}>
            {problem}
          </ErrorState>
        </div>
      )}
      <div className="vh-map-tools">
        <Button
          icon={<LocateIcon />}
          intent={follow ? 'primary' : 'none'}
          aria-pressed={follow}
          onClick={() => setFollow(!follow)}
        >
          {follow ? 'Following' : 'Follow'}
          <Kbd keys="f" />
        </Button>
        <IconButton icon={<ZoomToFitIcon />} label="Show the whole trail" onClick={() => places && map?.fit(places)} />
      </div>
      <Readout vehicle={vehicle} count={places?.length} />
    </div>
  )
}

function useMap(
  box: RefObject<HTMLDivElement | null>,
  marker: RefObject<HTMLDivElement | null>,
  start: Place,
  onHand: () => void,
) {
  const [map, setMap] = useState<VehicleMap>()
  const [problem, setProblem] = useState<string>()
  const { shade } = useTheme()
  const hand = useRef(onHand)
  hand.current = onHand

  useEffect(() => {
    const opening = new AbortController()
    let opened: VehicleMap | undefined
    const failed = (thrown: unknown) => opening.signal.aborted || setProblem(messagesOf(thrown)[0])
    openVehicleMap(
      { container: box.current!, marker: marker.current!, start, onHand: () => hand.current(), onWait: failed },
      opening.signal,
    ).then((ready) => {
      opened = ready
      setMap(ready)
      if (ready) setProblem(undefined)
    }, failed)
    return () => {
      opening.abort()
      opened?.close()
      setMap(undefined)
    }
  }, [box, marker, start])
  useEffect(() => map?.recolour(), [map, shade])
  return { map, problem }
}

/** Fits the map to the first trail once; after that the map stays where the user moved it. */
function useFitOnce(map: VehicleMap | undefined, places: readonly Place[] | undefined): void {
  const done = useRef<VehicleMap>(undefined)
  useEffect(() => {
    if (!map || !places || places.length < 2 || done.current === map) return
    done.current = map
    map.fit(places)
  }, [map, places])
}

/** Live: the current position; in a fixed window: the last position in it. */
function spotOf({ position, health }: Vehicle, places: readonly Place[] | undefined, live: boolean): Spot | undefined {
  if (live && position)
    return { lat: position.lat, lon: position.lon, at: Date.parse(position.ts), heading: position.heading_deg, health }
  const last = places?.at(-1)
  return last && { ...last, heading: null, health }
}

function Readout({ vehicle, count }: { readonly vehicle: Vehicle; readonly count: number | undefined }) {
  const now = useNow(1_000)
  const { position } = vehicle
  const link = linksAt(vehicle, now).find(({ kind }) => kind === 'position')
  const times = positionTimes(position)
  const old = times && positionAgeAt(times, now)
  return (
    <dl className="vh-readout" data-stale={link?.stale ?? false}>
      <Figure name="Speed" value={position?.speed_kph == null ? '–' : `${Math.round(position.speed_kph)} km/h`} />
      <Figure
        name="Heading"
        value={
          position?.heading_deg == null ? '–' : `${String(Math.round(position.heading_deg) % 360).padStart(3, '0')}°`
        }
      />
      <Figure name="Place" value={position ? `${position.lat.toFixed(5)}, ${position.lon.toFixed(5)}` : '–'} />
      <Figure
        name="Position"
        value={old === undefined ? 'never' : link?.stale ? `stale ${age(old)}` : `${fineAge(old)} old`}
      />
      <Figure name="Delay" value={times === undefined ? '–' : delay(delayOf(times))} />
      <Figure name="Trail" value={count === undefined ? '…' : `${number(count)} ${count === 1 ? 'place' : 'places'}`} />
    </dl>
  )
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  )
}
