import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { messagesOf } from '../../core/call/call.ts'
import type { View } from '../../core/map/base-map.ts'
import { type CreateMap, loadRenderer } from '../../core/map/renderer.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { EmptyFleet } from './empty-fleet.tsx'
import { GeofencePanel } from './geofences/geofence-panel.tsx'
import { HealthChips } from './health-chips.tsx'
import { HoverCard } from './hover-card.tsx'
import { type LiveMapContext, LiveMapProvider, useLiveMapState } from './live-map-context.ts'
import { type LiveMapSearch, rounded, shownIn, viewIn } from './live-map-search.ts'
import { liveMapStore, type LiveMapStore, rememberedSource } from './live-map.store.ts'
import { MapSourceNote, MapStatus } from './map-status.tsx'
import { MapTools } from './map-tools.tsx'
import { openScene, type Scene } from './scene.ts'
import type { Free } from './selection.ts'
import { TimeBar } from './time-bar/time-bar.tsx'
import { useReplayInAddress } from './replay/use-replay.ts'
import { VehicleDrawer } from './vehicle-drawer/vehicle-drawer.tsx'
import { VehicleList, VehicleSearch } from './vehicle-list/vehicle-list.tsx'
import './live-map.css'

interface LiveMapProps {
  readonly search: LiveMapSearch
  readonly go: LiveMapContext['go']
}

/** The fleet on a live map. Map, list and address share one selection. */
export function LiveMapScreen({ search, go }: LiveMapProps) {
  const [page] = useState(() => liveMapStore(search.clusters === undefined))
  const [scene, setScene] = useState<Scene>()
  const select = useRef((vin: string | undefined) => {
    page.setState(({ draft }) => ({ follow: false, areasOpen: draft !== undefined }))
    go((before) => ({ ...before, vehicle: vin }))
  }).current
  const areasOpen = useStore(page, (state) => state.areasOpen)
  const replaying = search.replay !== undefined
  const context = useMemo(() => ({ page, scene, search, go, select }), [page, scene, search, go, select])
  const renderer = useRenderer(page)
  const reported = useRef<readonly string[]>([])
  useSearchInScene(scene, search)
  usePlaceInScene(scene, search, reported)
  useEffect(() => page.setState({ clusters: search.clusters === undefined }), [page, search.clusters])

  return (
    <LiveMapProvider value={context}>
      <div className="lm" data-drawer={search.vehicle !== undefined || areasOpen} data-replaying={replaying}>
        {renderer && (
          <MapElement
            create={renderer}
            page={page}
            first={search}
            reported={reported}
            go={go}
            select={select}
            onScene={setScene}
          />
        )}
        <ReplayInAddress />
        <div className="lm-left">
          <VehicleSearch />
          <VehicleList />
        </div>
        <div className="lm-top">
          <HealthChips />
          <MapTools />
        </div>
        <div className="lm-right">
          <MapStatus />
          <RightPanel vin={search.vehicle} />
        </div>
        <TimeBar />
        <MapSourceNote />
        <EmptyFleet />
        <HoverCard />
        <Problem page={page} />
      </div>
    </LiveMapProvider>
  )
}

/** The areas while they are open, otherwise the vehicle. */
function RightPanel({ vin }: { readonly vin: string | undefined }) {
  const areasOpen = useLiveMapState((state) => state.areasOpen)
  if (areasOpen) return <GeofencePanel />
  return vin !== undefined && <VehicleDrawer key={vin} vin={vin} />
}

function ReplayInAddress() {
  useReplayInAddress()
  return null
}

interface MapElementProps {
  readonly create: CreateMap
  readonly page: LiveMapStore
  readonly first: LiveMapSearch
  readonly reported: RefObject<readonly string[]>
  readonly go: LiveMapContext['go']
  readonly select: LiveMapContext['select']
  readonly onScene: (scene: Scene | undefined) => void
}

/** The map's DOM elements; the scene handles their events. */
function MapElement({ create, page, first, reported, go, select, onScene }: MapElementProps) {
  const container = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const opening = useRef(first)

  useEffect(() => {
    if (!container.current || !canvas.current) return
    if (!document.createElement('canvas').getContext('webgl2')) {
      return page.setState({ problem: 'This browser cannot draw it: WebGL 2 is switched off or missing.' })
    }
    const scene = openScene({
      create,
      container: container.current,
      canvas: canvas.current,
      page,
      view: viewIn(opening.current),
      shown: shownIn(opening.current),
      free: () => freeIn(container.current),
      onSelect: select,
      onView: (view) => {
        const place = rounded(view)
        reported.current = [...reported.current, textOf(place)].slice(-remembered)
        go((before) => ({ ...before, ...place }))
      },
    })
    onScene(scene)
    return () => {
      onScene(undefined)
      scene.close()
    }
  }, [create, page, reported, go, select, onScene])

  return (
    <>
      <div ref={container} className="lm-map" />
      <canvas ref={canvas} className="lm-overlay" aria-hidden />
    </>
  )
}

/** The part of the map that panels leave free; on a phone the panels are at the bottom. */
function freeIn(map: HTMLElement | null): Free {
  const around = map?.parentElement
  if (!map || !around) return { left: 0, top: 0, right: 0, bottom: 0 }
  if (map.clientWidth < 768)
    return { left: 0, right: 0, top: 170, bottom: map.clientHeight * (around.dataset.drawer === 'true' ? 0.62 : 0.38) }
  return {
    left: 344,
    top: 68,
    right: around.dataset.drawer === 'true' ? 398 : 0,
    bottom: around.dataset.replaying === 'true' ? 140 : 88,
  }
}

/** Applies each change of the address to the map. */
function useSearchInScene(scene: Scene | undefined, search: LiveMapSearch): void {
  const shown = shownIn(search)
  useEffect(() => scene?.show(shown), [scene, shown])
  const placed = useRef(viewIn(search) !== undefined)
  useEffect(() => {
    // a link with a view and a vehicle shows that view
    scene?.selection.choose(search.vehicle, { goThere: !placed.current })
    if (scene) placed.current = false
  }, [scene, search.vehicle])
}

/** Number of recent views that the map reported and the address may not show yet. */
const remembered = 8

const textOf = ({ lat, lon, zoom }: View) => `${lat} ${lon} ${zoom}`

/** Moves the map to a view in the address that the map did not report itself: it came from a link or the palette. */
function usePlaceInScene(
  scene: Scene | undefined,
  search: LiveMapSearch,
  reported: RefObject<readonly string[]>,
): void {
  const { lat, lon, zoom } = viewIn(search) ?? {}
  const opened = useRef(search)
  useEffect(() => {
    if (!scene || lat === undefined || lon === undefined || zoom === undefined) return
    const isOwn =
      reported.current.includes(textOf({ lat, lon, zoom })) ||
      (opened.current.lat === lat && opened.current.lon === lon)
    if (!isOwn) scene.goTo({ lat, lon, zoom })
  }, [scene, reported, lat, lon, zoom])
}

/**
 * The map renderer and the tile sources of this installation; the first source is the default. Undefined until they are
 * known and loaded.
 */
function useRenderer(page: LiveMapStore): CreateMap | undefined {
  const [renderer, setRenderer] = useState<{ readonly create: CreateMap }>()
  useEffect(() => {
    const controller = new AbortController()
    const waits = (problem: unknown) => controller.signal.aborted || page.setState({ problem: messagesOf(problem)[0] })
    loadRenderer(controller.signal, waits).then(({ create, tiles }) => {
      if (controller.signal.aborted) return
      page.setState({
        problem: undefined,
        tiles,
        source: { chosen: rememberedSource() ?? tiles[0]?.name ?? 'outlines', standIn: 'none' },
      })
      setRenderer({ create })
    }, waits)
    return () => controller.abort()
  }, [page])
  return renderer?.create
}

/** The server's reason why positions are not available. */
function Problem({ page }: { readonly page: LiveMapStore }) {
  const [problem, setProblem] = useState(page.getState().problem)
  useEffect(() => page.subscribe((state) => setProblem(state.problem)), [page])
  if (problem === undefined) return null
  return (
    <div className="lm-panel lm-empty">
      <ErrorState title="The map did not load" onRetry={() => location.reload()}>
        {problem}
      </ErrorState>
    </div>
  )
}
