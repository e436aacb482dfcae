import { fillOutlines, isAboutTiles, outlineStyle, recolour, showTiles, type TileSource } from './base-style.ts'
import { type MapColours, mapColours } from './colours.ts'
import { createMap, type MapLibreMap } from './maplibre.ts'
import { loadOutlines } from './outlines.ts'
import { startWatch, type TileWatch, watched } from './tile-watch.ts'
import { type Camera, cameraAt } from './viewport.ts'

export interface View {
  readonly lat: number
  readonly lon: number
  readonly zoom: number
}

/** A map with nothing of ours on it yet. */
export interface BaseMap {
  readonly map: MapLibreMap
  readonly camera: () => Camera
  readonly colours: () => MapColours
  /** Shows a tile source, or with none the outlines. It falls back to the outlines by itself when tiles do not answer. */
  readonly show: (source: TileSource | undefined) => void
  /** Whether tiles cover the outlines now. */
  readonly hasTiles: () => boolean
  /** Reads the tokens anew after the theme changed; the view stays. */
  readonly recolour: () => void
  readonly close: () => void
}

interface BaseMapAsk {
  readonly container: HTMLElement
  readonly view: View
  /** The style stands: layers may be added. Called again after the graphics card was reset, with our drawn layers gone. */
  readonly onReady: () => void
  /** The chosen tiles were given up for the outlines, or came back. */
  readonly onFallback: (fellBack: boolean) => void
}

const retryMs = 5_000

/** Opens the map on the offline outlines, which need no network, and puts tiles over them where they answer (rules MP5-MP8). */
export function openBaseMap({ container, view, onReady, onFallback }: BaseMapAsk): BaseMap {
  let colours = mapColours(container)
  let camera: Camera | undefined
  let ready = false
  let closed = false
  const map = createMap({ container, style: outlineStyle(colours), center: [view.lon, view.lat], zoom: view.zoom })
  const tiles = tileSwitch(map, () => colours, onFallback)

  for (const event of ['move', 'resize'] as const) {
    map.on(event, () => {
      camera = undefined
    })
  }
  // again after the graphics card was reset: MapLibre then brings back its own layers and forgets ours
  map.on('style.load', () => {
    if (!ready) {
      outlines()
      tiles.start()
    }
    ready = true
    onReady()
  })

  /** Without the server there are no outlines either: they come when it is back. */
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
    camera: () => (camera ??= cameraAt(map.getCenter(), map.getZoom(), { width: container.clientWidth, height: container.clientHeight })),
    colours: () => colours,
    show: tiles.show,
    hasTiles: tiles.showing,
    recolour() {
      colours = mapColours(container)
      if (ready) recolour(map, colours)
    },
    close() {
      closed = true
      tiles.stop()
      map.remove()
    },
  }
}

/** Tiles on, off, and off by themselves. */
function tileSwitch(map: MapLibreMap, colours: () => MapColours, onFallback: (fellBack: boolean) => void) {
  let source: TileSource | undefined
  let watch: TileWatch = startWatch(Date.now())
  let timer: ReturnType<typeof setInterval> | undefined

  function hear(kind: 'tile' | 'error' | 'tick'): void {
    if (!source) return
    const before = watch.phase
    watch = watched(watch, { kind, at: Date.now() })
    if (watch.phase === before) return
    if (watch.phase === 'given-up') showTiles(map, undefined, colours())
    else if (before === 'given-up') showTiles(map, source, colours())
    onFallback(watch.phase === 'given-up')
  }

  function start(): void {
    watch = startWatch(Date.now())
    showTiles(map, source, colours())
    timer ??= setInterval(() => hear('tick'), 500)
  }

  map.on('data', (event) => {
    if (event.dataType === 'source' && isAboutTiles(event) && event.tile?.state === 'loaded') hear('tile')
  })
  // without a listener MapLibre prints each tile that fails
  map.on('error', (event) => {
    if (isAboutTiles(event)) hear('error')
    else console.error(event.error)
  })

  return {
    start,
    showing: () => source !== undefined && watch.phase === 'answering',
    show: (next: TileSource | undefined) => {
      if (next?.name === source?.name && watch.phase !== 'given-up') return
      source = next
      if (timer !== undefined) start()
    },
    stop: () => clearInterval(timer),
  }
}
