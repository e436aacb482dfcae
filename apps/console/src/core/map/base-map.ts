// loaded with the page, not with the library: the browser does not load a style sheet again after a failure
import 'maplibre-gl/dist/maplibre-gl.css'
import { fillOutlines, outlineStyle, recolour, type TileSource } from './base-style.ts'
import { type MapColours, mapColours } from './colours.ts'
import type { MapLibreMap } from './maplibre.ts'
import { loadOutlines } from './outlines.ts'
import type { CreateMap } from './renderer.ts'
import { type StandIn, tileSwitch } from './tile-switch.ts'
import { type Camera, cameraAt } from './viewport.ts'

export type { StandIn } from './tile-switch.ts'

export interface View {
  readonly lat: number
  readonly lon: number
  readonly zoom: number
}

/** A map without any layers of ours. */
export interface BaseMap {
  readonly map: MapLibreMap
  readonly camera: () => Camera
  readonly colours: () => MapColours
  /**
   * Shows a tile source, or without one the outlines. When the source does not answer, `spare` is shown alone, or the
   * outlines if there is no `spare`.
   */
  readonly show: (source: TileSource | undefined, spare: TileSource | undefined) => void
  /** Whether tiles with names on them cover the outlines now. */
  readonly namesPlaces: () => boolean
  /** Reads the tokens again after the theme changed; the view stays. */
  readonly recolour: () => void
  readonly close: () => void
}

interface BaseMapOptions {
  readonly create: CreateMap
  readonly container: HTMLElement
  readonly view: View
  /** The style is loaded: layers may be added. Called again after a graphics card reset, which removes our layers. */
  readonly onReady: () => void
  /** The chosen tiles were replaced by a stand-in, or came back. */
  readonly onStandIn: (standIn: StandIn) => void
}

const retryMs = 5_000

/**
 * Opens the map on the offline outlines, which need no network, and puts tiles over them when they answer (rules
 * MAP-UI-5 to MAP-UI-8).
 */
export function openBaseMap({ create, container, view, onReady, onStandIn }: BaseMapOptions): BaseMap {
  let colours = mapColours(container)
  let camera: Camera | undefined
  let ready = false
  let closed = false
  const map = create({ container, style: outlineStyle(colours), center: [view.lon, view.lat], zoom: view.zoom })
  const tiles = tileSwitch({ map, colours: () => colours, onStandIn })

  for (const event of ['move', 'resize'] as const) {
    map.on(event, () => {
      camera = undefined
    })
  }
  // called again after a reset of the graphics card: MapLibre then restores its own layers but not ours
  map.on('style.load', () => {
    if (!ready) {
      outlines()
      tiles.start()
    }
    ready = true
    onReady()
  })

  /** Without the server there are no outlines either: they are loaded when it is back. */
  function outlines(): void {
    loadOutlines().then(
      (loaded) => closed || fillOutlines(map, loaded),
      () => {
        if (!closed) setTimeout(outlines, retryMs)
      },
    )
  }

  return {
    map,
    camera: () =>
      (camera ??= cameraAt(map.getCenter(), map.getZoom(), {
        width: container.clientWidth,
        height: container.clientHeight,
      })),
    colours: () => colours,
    show: tiles.show,
    namesPlaces: tiles.namesPlaces,
    recolour() {
      colours = mapColours(container)
      if (!ready) return
      recolour(map, colours)
      tiles.recolour()
    },
    close() {
      closed = true
      tiles.stop()
      map.remove()
    },
  }
}
