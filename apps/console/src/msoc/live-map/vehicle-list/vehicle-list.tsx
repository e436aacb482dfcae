import { PolygonFilterIcon, SearchIcon, SortDescIcon } from '@blueprintjs/icons'
import { listVehicles, type Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { useEffect, useMemo, useRef } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import { call } from '../../../core/call/call.ts'
import { number } from '../../../core/format/format.ts'
import { useHotkeys } from '../../../core/hotkeys/hotkeys.ts'
import { Kbd } from '../../../core/ui/kbd.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { useLiveMap, useLiveMapState } from '../live-map-context.ts'
import type { LiveMapState } from '../live-map.store.ts'
import { useFleetSearch } from './use-fleet-search.ts'
import { ElsewhereRow, VehicleRow } from './vehicle-row.tsx'

/** Rows keep their positions for this long after j or k (rule MAP-UI-21). */
const keyHoldMs = 5_000
const rowHeight = 49

/** Searches vehicles by VIN or model, in view and anywhere, and geofences by name. */
export function VehicleSearch() {
  const { page, select } = useLiveMap()
  const words = useLiveMapState((state) => state.words)
  return (
    <label className="lm-panel lm-search">
      <SearchIcon />
      <input
        type="search"
        data-filter // focused by the key `/`
        value={words}
        placeholder="VIN, model, geofence"
        aria-label="Find a vehicle by VIN or model, or a geofence by name"
        onChange={(event) => page.setState({ words: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
          if (event.key === 'Enter') void firstFound(page.getState()).then((vin) => vin !== undefined && select(vin))
        }}
      />
      {words === '' && <Kbd keys="/" />}
    </label>
  )
}

/** The first vehicle in view that matches, else the first anywhere; a failure finds none (rule MAP-UI-67). */
async function firstFound({ vins, words }: LiveMapState): Promise<string | undefined> {
  const q = words.trim()
  if (vins[0] !== undefined || q === '') return vins[0]
  const found = await call(listVehicles, { q, limit: 1 }).catch(() => undefined)
  return found?.vehicles[0]?.vin
}

/** The vehicles on screen, highest risk first; during a search, matching vehicles elsewhere follow. */
export function VehicleList() {
  const { scene } = useLiveMap()
  const vins = useLiveMapState((state) => state.vins)
  const inBubbles = useLiveMapState((state) => state.inBubbles)
  const loaded = useLiveMapState((state) => state.loaded)
  const words = useLiveMapState((state) => state.words)
  const tick = useLiveMapState((state) => state.tick)
  const found = useFleetSearch(words)
  const elsewhere = useMemo(() => notIn(vins, found), [vins, found])
  const list = useRef<VirtuosoHandle>(null)
  useListKeys(vins, list)

  return (
    <section
      className="lm-panel lm-list"
      aria-label="Vehicles in view"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && scene?.hold(true)}
      onPointerLeave={() => scene?.hold(false)}
    >
      <header className="lm-list-head">
        <h2>In view</h2>
        <span className="num">{loaded ? number(vins.length + inBubbles) : ''}</span>
        <span className="lm-list-order">
          by risk <SortDescIcon size={14} />
        </span>
      </header>
      <FoundAreas words={words} />
      {!loaded && <SkeletonRows rows={8} columns={['1fr', '56px']} rowHeight={rowHeight} />}
      {loaded && (
        <Virtuoso
          ref={list}
          className="lm-rows"
          totalCount={vins.length + elsewhere.length}
          fixedItemHeight={rowHeight}
          context={tick}
          computeItemKey={(index) => vins[index] ?? elsewhere[index - vins.length]?.vin ?? index}
          itemContent={(index) => rowAt(vins, elsewhere, index)}
          components={{ Footer: ListEnd }}
        />
      )}
    </section>
  )
}

/** Maximum number of geofences in the results: the list below them must stay visible. */
const mostAreas = 4

/** Geofences that match the words. */
function FoundAreas({ words }: { readonly words: string }) {
  const { page, scene } = useLiveMap()
  const list = useLiveMapState(({ areas }) => areas.list)
  const wanted = words.trim().toLowerCase()
  const found =
    wanted === '' ? [] : (list ?? []).filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, mostAreas)
  return found.map(({ uuid, name, polygon }) => (
    <button
      key={uuid}
      type="button"
      className="lm-found-area"
      onClick={() => {
        page.setState({ geofences: true })
        scene?.goToArea(polygon)
      }}
    >
      <PolygonFilterIcon size={14} />
      <span className="lm-ellipsis">{name}</span>
      <span className="lm-faint">Geofence</span>
    </button>
  ))
}

function rowAt(vins: readonly string[], elsewhere: readonly Vehicle[], index: number) {
  const vin = vins[index]
  if (vin !== undefined) return <VehicleRow vin={vin} />
  const vehicle = elsewhere[index - vins.length]
  return vehicle && <ElsewhereRow vehicle={vehicle} />
}

function notIn(vins: readonly string[], found: readonly Vehicle[]): readonly Vehicle[] {
  if (found.length === 0) return found
  const here = new Set(vins)
  return found.filter(({ vin }) => !here.has(vin))
}

/** Shows what the list leaves out, or why it is empty. */
function ListEnd() {
  const inBubbles = useLiveMapState((state) => state.inBubbles)
  const none = useLiveMapState((state) => state.vins.length === 0)
  const words = useLiveMapState((state) => state.words)
  if (words !== '') return none ? <p className="lm-list-end">No vehicle in view matches.</p> : null
  if (inBubbles > 0)
    return <p className="lm-list-end">{number(inBubbles)} more in bubbles. Zoom in to see them one by one.</p>
  return none ? <p className="lm-list-end">No vehicle in this part of the map.</p> : null
}

/** The keys j and k move down and up the list; the map follows. */
function useListKeys(vins: readonly string[], list: React.RefObject<VirtuosoHandle | null>): void {
  const { scene, search, select } = useLiveMap()
  const release = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(release.current), [])

  const step = (by: 1 | -1) => {
    const at = search.vehicle === undefined ? -1 : vins.indexOf(search.vehicle)
    const next = at < 0 ? 0 : Math.max(0, Math.min(vins.length - 1, at + by))
    const vin = vins[next]
    if (vin === undefined) return
    scene?.hold(true)
    clearTimeout(release.current)
    release.current = setTimeout(() => scene?.hold(false), keyHoldMs)
    list.current?.scrollIntoView({ index: next })
    select(vin)
  }
  useHotkeys([
    { keys: 'j', title: 'Next vehicle', group: 'Live map', run: () => step(1) },
    { keys: 'k', title: 'Previous vehicle', group: 'Live map', run: () => step(-1) },
  ])
}
