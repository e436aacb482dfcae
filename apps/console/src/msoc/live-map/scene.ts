import { countersChannel } from '@carapace/shared/msoc/history/history.contract'
import { listVehicles } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { call } from '../../core/call/call.ts'
import { live } from '../../core/live/live.ts'
import { openBaseMap, type View } from '../../core/map/base-map.ts'
import type { CreateMap } from '../../core/map/renderer.ts'
import type { Obstacles } from '../../core/map/declutter.ts'
import { labelLayer } from '../../core/map/label-layer.ts'
import { latOf, lonOf, viewOf, worldX, worldY } from '../../core/map/viewport.ts'
import { themeStore } from '../../core/preferences/theme.ts'
import { loadAreas } from './geofences/areas.ts'
import { watchDraft } from './geofences/draft-pointer.ts'
import { type FleetInView, fleetInView } from './vehicles/fleet-in-view.ts'
import { geofenceOverlay } from './geofences/geofences.ts'
import type { LiveMapState, LiveMapStore } from './live-map.store.ts'
import { type Target, watchPointer } from './map-pointer.ts'
import { followOpenAlerts, type OpenAlerts } from './alerts/open-alerts.ts'
import { type OverlayScene, ringsOn, titlesOn } from './overlay/overlay.ts'
import { overlayCanvas } from './overlay/overlay-canvas.ts'
import { pick, type Shown } from './vehicles/picking.ts'
import type { Corner } from './geofences/polygon.ts'
import { positionsFeed } from './vehicles/positions-feed.ts'
import { pulseBook } from './alerts/pulse-book.ts'
import { startReadout } from './readout.ts'
import { type Player, replayPlayer } from './replay/replay-player.ts'
import { type Free, type Selection, selection } from './selection.ts'
import { serverClock } from './vehicles/server-clock.ts'
import { trailBook } from './overlay/trail-book.ts'
import { vehicleLayer } from './vehicles/vehicle-layer.ts'
import { codeOf } from './vehicles/vehicle-store.ts'

/** The map requests data this long after it stops moving (rule MAP-UI-3). */
const restMs = 150
/** The initial view, until the fleet's position is known. */
const somewhere: View = { lat: 50.2, lon: 9.5, zoom: 4.6 }

interface SceneOptions {
  readonly create: CreateMap
  readonly container: HTMLElement
  readonly canvas: HTMLCanvasElement
  readonly page: LiveMapStore
  /** The view from the address; absent: shows the fleet (rule MAP-UI-4). */
  readonly view: View | undefined
  readonly shown: Shown
  readonly free: () => Free
  readonly onSelect: (vin: string) => void
  readonly onView: (view: View) => void
}

/**
 * The live map itself, outside React: the columns, the layers and the feeds. The data for the panels is in the page's
 * store.
 */
export interface Scene {
  /** The shown fleet: live, or replayed. */
  readonly fleet: () => FleetInView
  /** The most severe alert of a vehicle that is open, or was open at the shown time. */
  readonly worstOf: OpenAlerts['worstOf']
  readonly selection: Selection
  readonly replay: Player
  /** The shown time: the server's, or the replay's. */
  readonly now: () => number
  /** Moves the map so that an area is completely visible. */
  readonly goToArea: (corners: readonly Corner[]) => void
  readonly goTo: (view: View) => void
  /** The position for a corner added without a pointer: the middle of the area that panels leave free. */
  readonly middle: () => Corner
  readonly show: (shown: Shown) => void
  /** While true, rows keep their positions (rule MAP-UI-21). */
  readonly hold: (held: boolean) => void
  /** Reads the list again at once. */
  readonly refresh: () => void
  readonly close: () => void
}

export function openScene({
  create,
  container,
  canvas,
  page,
  view,
  shown,
  free,
  onSelect,
  onView,
}: SceneOptions): Scene {
  const clock = serverClock()
  const motion = matchMedia('(prefers-reduced-motion: reduce)')
  let held = false
  let hovered: Target | undefined
  let resting: ReturnType<typeof setTimeout> | undefined
  let closed = false
  let drawn: OverlayScene | undefined

  const base = openBaseMap({
    create,
    container,
    view: view ?? somewhere,
    onReady: addLayers,
    onStandIn: (standIn) => page.setState(({ source }) => ({ source: { ...source, standIn } })),
  })
  const { map, camera, colours } = base
  const liveFleet = fleetInView(camera, shown)
  const { vehicles, clusters } = liveFleet
  const past = fleetInView(camera, shown)
  const isReplaying = () => page.getState().replay !== undefined
  const fleet = () => (isReplaying() ? past : liveFleet)
  const now = () => page.getState().replay?.at ?? clock.now()
  const pulses = pulseBook(vehicles, liveFleet.isShown, () => motion.matches)
  let pastPulses = pulseBook(past.vehicles, past.isShown, () => motion.matches)
  const shownPulses = () => (isReplaying() ? pastPulses : pulses)
  const trails = trailBook(liveFleet, () => selected.vin())
  const selected = selection({ base, fleet, isReplaying, trails, free, onChange: () => overlay.invalidate() })
  const areas = geofenceOverlay(map, page, () => overlay.invalidate())
  const overlay = overlayCanvas(canvas, overlayScene, () => shownPulses().moving(Date.now()))
  const labels = labelLayer({ camera, colours, obstacles, wanted: () => !base.namesPlaces() })
  const drawnVehicles = vehicleLayer({
    store: vehicles,
    camera,
    colours,
    shown: () => (isReplaying() ? 0 : liveFleet.shown()),
  })
  const pastVehicles = {
    ...vehicleLayer({ store: past.vehicles, camera, colours, shown: () => (isReplaying() ? past.shown() : 0) }),
    id: 'replayed-vehicles',
  }
  const readout = startReadout({
    page,
    fleet,
    camera,
    now,
    held: () => held,
    onStale: () => map.triggerRepaint(),
    tidy: trails.tidy,
  })
  const replay = replayPlayer({
    page,
    fleet: past,
    camera,
    selected: () => selected.vin(),
    onMoved: pastMoved,
    onRaised: (alert) => pastPulses.raised(alert),
    onJump: () => (pastPulses = pulseBook(past.vehicles, past.isShown, () => motion.matches)),
  })
  const draft = watchDraft(map, {
    draft: () => page.getState().draft,
    change: (changed) => page.setState({ draft: changed }),
    camera,
    onMove: () => overlay.invalidate(),
  })
  const alerts = followOpenAlerts((alert) => {
    pulses.raised(alert)
    overlay.invalidate()
  })
  const positions = positionsFeed({
    store: vehicles,
    clusters,
    clustered: () => page.getState().clusters,
    onMoved: trails.moved,
    onChange: positionsChanged,
    onDropped: (count) => page.setState(({ dropped }) => ({ dropped: dropped + count })),
    onProblem: (problem) => page.getState().problem !== problem && page.setState({ problem }),
  })
  const counters = live(countersChannel, {}).subscribe((message) => {
    const latest = message.op === 'snapshot' ? message.data : message.op === 'changes' ? message.data.at(-1) : undefined
    if (!latest) return
    clock.addSample(latest.at)
    page.setState({ counters: latest })
  })
  const stopTheme = themeStore.subscribe(retheme)
  const stopPage = page.subscribe(pageChanged)

  map.on('render', overlay.draw)
  map.on('moveend', rest)
  map.on('resize', rest)
  watchPointer(map, {
    bubbles: () => fleet().bubbles(),
    pick: (left, top) => pick(fleet().vehicles, camera(), left, top, fleet().shown()),
    isOnTop: (slot) => fleet().vehicles.health[slot] === codeOf('compromised'),
    onHover: hover,
    onClick: click,
    onGrab: () => page.setState({ follow: false }),
  })
  void loadAreas(page)
  if (view) rest()
  else
    openOnFleet()
      .catch(() => undefined)
      .finally(rest)

  function addLayers(): void {
    areas.add(colours(), page.getState().geofences)
    for (const layer of [labels, drawnVehicles, pastVehicles]) if (!map.getLayer(layer.id)) map.addLayer(layer)
    showSource(page.getState())
  }

  /** Shows the fleet. Without a fleet or a response, the map stays where it is. */
  async function openOnFleet(): Promise<void> {
    const answer = await call(listVehicles, { limit: 300 })
    const places = answer.vehicles.flatMap(({ position }) => position ?? [])
    const room = free()
    const { width, height } = camera()
    const fit = viewOf(places, {
      width: Math.max(200, width - room.left - room.right - 60),
      height: Math.max(200, height - room.top - room.bottom - 60),
    })
    if (!fit || closed) return
    map.jumpTo({ center: [fit.lon, fit.lat], zoom: fit.zoom })
    map.panBy([(room.right - room.left) / 2, (room.bottom - room.top) / 2], { duration: 0 })
  }

  function rest(): void {
    clearTimeout(resting)
    if (closed) return
    resting = setTimeout(() => {
      positions.look(camera())
      replay.look()
      readout.now()
      const { lat, lng } = map.getCenter()
      onView({ lat, lon: lng, zoom: map.getZoom() })
    }, restMs)
  }

  function pastMoved(): void {
    selected.moved()
    map.triggerRepaint()
  }

  function positionsChanged(): void {
    liveFleet.changed()
    if (!page.getState().loaded) {
      page.setState({ loaded: true })
      readout.now()
    }
    if (isReplaying()) return
    selected.moved()
    map.triggerRepaint()
  }

  function pageChanged(state: LiveMapState, before: LiveMapState): void {
    if (
      state.source.chosen !== before.source.chosen ||
      state.tiles !== before.tiles ||
      (state.source.standIn === 'none' && before.source.standIn !== 'none')
    )
      showSource(state)
    areas.follow(state, before)
    if (state.draft !== before.draft) overlay.invalidate()
    if ((state.replay === undefined) !== (before.replay === undefined)) turned()
    if (state.geofences !== before.geofences) areas.show(state.geofences)
    if (state.trails !== before.trails || state.geofences !== before.geofences) overlay.invalidate()
    if (state.follow !== before.follow) selected.follow(state.follow)
    if (state.words !== before.words) readout.now()
    if (state.clusters !== before.clusters) positions.look(camera())
  }

  /** Switches between live and replay. */
  function turned(): void {
    readout.now()
    hover(undefined, 0, 0)
    map.triggerRepaint()
  }

  function showSource({ tiles, source }: LiveMapState): void {
    base.show(
      tiles.find(({ name }) => name === source.chosen),
      tiles.find(({ kind }) => kind === 'pmtiles'),
    )
  }

  function retheme(): void {
    // the classes on <html> change in another listener of the same store: read them after it
    queueMicrotask(() => {
      if (closed) return
      base.recolour()
      areas.recolour(colours())
      labels.refresh()
      map.triggerRepaint()
    })
  }

  /** The obstacles above the names at the last drawing. */
  function obstacles(): Obstacles {
    return {
      bubbles: fleet().bubbles(),
      rings: drawn ? ringsOn(camera(), drawn.rings) : [],
      names: drawn ? titlesOn(camera(), drawn.areas) : [],
    }
  }

  function overlayScene(): OverlayScene {
    const state = page.getState()
    drawn = {
      camera: camera(),
      colours: colours(),
      now: now(),
      bubbles: fleet().bubbles(),
      trails: !state.trails ? [] : state.replay ? replay.trails() : trails.list(),
      rings: shownPulses().rings(Date.now()),
      areas: state.geofences ? areas.nameplates() : [],
      selected: selected.mark(),
      hovered:
        hovered?.kind === 'vehicle'
          ? { x: fleet().vehicles.x[hovered.slot] ?? 0, y: fleet().vehicles.y[hovered.slot] ?? 0 }
          : undefined,
      draft: state.draft && { draft: state.draft, pointer: draft.at() },
    }
    return drawn
  }

  function hover(over: Target | undefined, left: number, top: number): void {
    const target = page.getState().draft ? undefined : over
    const seen = target?.kind === 'vehicle' ? fleet().vehicles.read(target.slot) : undefined
    if (seen || page.getState().hover) page.setState({ hover: seen && { seen, left, top } })
    hovered = target
    overlay.invalidate()
  }

  function click(target: Target | undefined): void {
    if (page.getState().draft) return
    if (target?.kind === 'bubble') {
      map.easeTo({
        center: [target.cluster.lon, target.cluster.lat],
        zoom: Math.min(16, map.getZoom() + 2),
        duration: 350,
      })
      return
    }
    const vin = target && fleet().vehicles.vinAt(target.slot)
    if (vin !== undefined) onSelect(vin)
  }

  function goToArea(corners: readonly Corner[]): void {
    const room = free()
    const places = corners.map(([lon, lat]) => ({ lon, lat }))
    const { width, height } = camera()
    const fit = viewOf(places, {
      width: Math.max(120, width - room.left - room.right - 120),
      height: Math.max(120, height - room.top - room.bottom - 120),
    })
    if (fit)
      map.easeTo({
        center: [fit.lon, fit.lat],
        zoom: fit.zoom,
        duration: 500,
        offset: [(room.left - room.right) / 2, (room.top - room.bottom) / 2],
      })
  }

  function middle(): Corner {
    const { left, right, top, bottom } = free()
    const { lng, lat } = map.getCenter()
    const { worldSize } = camera()
    return [lonOf(worldX(lng) + (left - right) / 2 / worldSize), latOf(worldY(lat) + (top - bottom) / 2 / worldSize)]
  }

  return {
    fleet,
    worstOf: (vin) => (isReplaying() ? replay : alerts).worstOf(vin),
    selection: selected,
    replay,
    now,
    goToArea,
    goTo: ({ lat, lon, zoom }) => map.easeTo({ center: [lon, lat], zoom, duration: 500 }),
    middle,
    show(next) {
      for (const each of [liveFleet, past]) each.show(next)
      readout.now()
      map.triggerRepaint()
    },
    hold(next) {
      held = next
      if (!next) readout.now()
    },
    refresh: readout.now,
    close() {
      closed = true
      clearTimeout(resting)
      replay.leave()
      for (const stop of [stopTheme, stopPage, readout.stop, positions.close, alerts.close, overlay.close, base.close])
        stop()
      counters.unsubscribe()
    },
  }
}
