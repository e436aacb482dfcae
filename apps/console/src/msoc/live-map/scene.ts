import type { View } from '../../core/map/base-map.ts'
import type { CreateMap } from '../../core/map/renderer.ts'
import type { OpenAlerts } from './alerts/open-alerts.ts'
import { loadAreas } from './geofences/areas.ts'
import { watchDraft } from './geofences/draft-pointer.ts'
import type { LiveMapState, LiveMapStore } from './live-map.store.ts'
import { trailBook } from './overlay/trail-book.ts'
import { startReadout } from './readout.ts'
import { type Player, replayPlayer } from './replay/replay-player.ts'
import { sceneBase } from './scene/scene-base.ts'
import { sceneFeeds } from './scene/scene-feeds.ts'
import { type SceneOverlay, sceneOverlay } from './scene/scene-overlay.ts'
import { scenePointer } from './scene/scene-pointer.ts'
import { shownFleets } from './scene/shown-fleets.ts'
import { somewhere, type ViewMoves, viewMoves } from './scene/view-moves.ts'
import { type Free, type Selection, selection } from './selection.ts'
import type { FleetInView } from './vehicles/fleet-in-view.ts'
import type { Shown } from './vehicles/picking.ts'
import { serverClock } from './vehicles/server-clock.ts'

/** The map requests data this long after it stops moving (rule MAP-UI-3). */
const restMs = 150

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
export interface Scene extends Pick<ViewMoves, 'goToArea' | 'goTo' | 'middle'> {
  /** The shown fleet: live, or replayed. */
  readonly fleet: () => FleetInView
  /** The most severe alert of a vehicle that is open, or was open at the shown time. */
  readonly worstOf: OpenAlerts['worstOf']
  readonly selection: Selection
  readonly replay: Player
  /** The shown time: the server's, or the replay's. */
  readonly now: () => number
  readonly show: (shown: Shown) => void
  /** While true, rows keep their positions (rule MAP-UI-21). */
  readonly hold: (held: boolean) => void
  /** Reads the list again at once. */
  readonly refresh: () => void
  readonly close: () => void
}

export function openScene(options: SceneOptions): Scene {
  const { create, container, canvas, page, view, free } = options
  const clock = serverClock()
  let held = false
  let resting: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const below = sceneBase({
    create,
    container,
    view: view ?? somewhere,
    page,
    above: () => ({ layers: fleets.layers, obstacles: overlay.obstacles, invalidate: () => overlay.invalidate() }),
  })
  const { base } = below
  const { map, camera } = base
  const fleets = shownFleets(base, page, options.shown)
  const { fleet, isReplaying } = fleets
  const now = () => page.getState().replay?.at ?? clock.now()
  const overlay: SceneOverlay = sceneOverlay({
    canvas,
    base,
    page,
    fleets,
    now,
    content: () => ({
      trails,
      replay,
      selection: selected,
      nameplates: below.areas.nameplates,
      hovered: pointer.hovered,
      pointer: draft.at,
    }),
  })
  const trails = trailBook(fleets.live, () => selected.vin())
  const selected = selection({ base, fleet, isReplaying, trails, free, onChange: overlay.invalidate })
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
    fleet: fleets.past,
    camera,
    selected: () => selected.vin(),
    onMoved: moved,
    onRaised: fleets.raisedInPast,
    onJump: fleets.jumped,
  })
  const draft = watchDraft(map, {
    draft: () => page.getState().draft,
    change: (changed) => page.setState({ draft: changed }),
    camera,
    onMove: overlay.invalidate,
  })
  const feeds = sceneFeeds({
    page,
    fleets,
    clock,
    onMoved: trails.moved,
    onChange: positionsChanged,
    onRaised(alert) {
      fleets.raised(alert)
      overlay.invalidate()
    },
  })
  const stopPage = page.subscribe(pageChanged)
  map.on('render', overlay.draw)
  map.on('moveend', rest)
  map.on('resize', rest)
  const pointer = scenePointer({ base, page, fleets, onSelect: options.onSelect, onHover: overlay.invalidate })
  const moves = viewMoves(base, free)
  void loadAreas(page)
  begin()

  function begin(): void {
    if (view) return rest()
    moves
      .goToFleet(() => !closed)
      .catch(() => undefined)
      .finally(rest)
  }

  /** Called when the map stops moving. */
  function rest(): void {
    clearTimeout(resting)
    if (closed) return
    resting = setTimeout(() => {
      feeds.look(camera())
      replay.look()
      readout.now()
      const { lat, lng } = map.getCenter()
      options.onView({ lat, lon: lng, zoom: map.getZoom() })
    }, restMs)
  }

  /** The shown fleet moved. */
  function moved(): void {
    selected.moved()
    map.triggerRepaint()
  }

  function positionsChanged(): void {
    fleets.live.changed()
    if (!page.getState().loaded) {
      page.setState({ loaded: true })
      readout.now()
    }
    if (!isReplaying()) moved()
  }

  function pageChanged(state: LiveMapState, before: LiveMapState): void {
    below.follow(state, before)
    if ((state.replay === undefined) !== (before.replay === undefined)) turned()
    if (state.draft !== before.draft || state.trails !== before.trails || state.geofences !== before.geofences)
      overlay.invalidate()
    if (state.follow !== before.follow) selected.follow(state.follow)
    if (state.words !== before.words) readout.now()
    if (state.clusters !== before.clusters) feeds.look(camera())
  }

  /** Switches between live and replay. */
  function turned(): void {
    readout.now()
    pointer.clear()
    map.triggerRepaint()
  }

  return {
    fleet,
    worstOf: (vin) => (isReplaying() ? replay : feeds).worstOf(vin),
    selection: selected,
    replay,
    now,
    goToArea: moves.goToArea,
    goTo: moves.goTo,
    middle: moves.middle,
    show(next) {
      fleets.show(next)
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
      for (const stop of [stopPage, readout.stop, feeds.close, overlay.close, below.close]) stop()
    },
  }
}
