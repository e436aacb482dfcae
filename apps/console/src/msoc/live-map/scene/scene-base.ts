import { type BaseMap, openBaseMap, type View } from '../../../core/map/base-map.ts'
import { labelLayer } from '../../../core/map/label-layer.ts'
import type { Obstacles } from '../../../core/map/declutter.ts'
import type { CustomLayerInterface } from '../../../core/map/maplibre.ts'
import type { CreateMap } from '../../../core/map/renderer.ts'
import { themeStore } from '../../../core/preferences/theme.ts'
import { geofenceOverlay } from '../geofences/geofences.ts'
import type { LiveMapState, LiveMapStore } from '../live-map.store.ts'

interface SceneBaseOptions {
  readonly create: CreateMap
  readonly container: HTMLElement
  readonly view: View
  readonly page: LiveMapStore
  /** What is created after the base map, because it draws on it. */
  readonly above: () => {
    readonly layers: readonly CustomLayerInterface[]
    readonly obstacles: () => Obstacles
    readonly invalidate: () => void
  }
}

export interface SceneBase {
  readonly base: BaseMap
  readonly areas: ReturnType<typeof geofenceOverlay>
  /** Applies what a change of the page concerns: the tile source and the areas. */
  readonly follow: (state: LiveMapState, before: LiveMapState) => void
  readonly close: () => void
}

/** The base map with its tile source, its names and the areas, in the colours of the theme. */
export function sceneBase({ create, container, view, page, above }: SceneBaseOptions): SceneBase {
  let closed = false
  const base = openBaseMap({
    create,
    container,
    view,
    onReady: addLayers,
    onStandIn: (standIn) => page.setState(({ source }) => ({ source: { ...source, standIn } })),
  })
  const { map, camera, colours } = base
  const areas = geofenceOverlay(map, page, () => above().invalidate())
  const labels = labelLayer({
    camera,
    colours,
    obstacles: () => above().obstacles(),
    wanted: () => !base.namesPlaces(),
  })
  const stopTheme = themeStore.subscribe(retheme)

  function addLayers(): void {
    areas.add(colours(), page.getState().geofences)
    for (const layer of [labels, ...above().layers]) if (!map.getLayer(layer.id)) map.addLayer(layer)
    showSource(page.getState())
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

  return {
    base,
    areas,
    follow(state, before) {
      if (hasOtherSource(state, before)) showSource(state)
      areas.follow(state, before)
      if (state.geofences !== before.geofences) areas.show(state.geofences)
    },
    close() {
      closed = true
      stopTheme()
      base.close()
    },
  }
}

function hasOtherSource(state: LiveMapState, before: LiveMapState): boolean {
  return (
    state.source.chosen !== before.source.chosen ||
    state.tiles !== before.tiles ||
    (state.source.standIn === 'none' && before.source.standIn !== 'none')
  )
}
