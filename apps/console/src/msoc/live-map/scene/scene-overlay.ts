import type { BaseMap } from '../../../core/map/base-map.ts'
import type { Obstacles } from '../../../core/map/declutter.ts'
import type { LiveMapStore } from '../live-map.store.ts'
import { type OverlayScene, ringsOn, titlesOn } from '../overlay/overlay.ts'
import { overlayCanvas } from '../overlay/overlay-canvas.ts'
import type { TrailBook } from '../overlay/trail-book.ts'
import type { Player } from '../replay/replay-player.ts'
import type { Selection } from '../selection.ts'
import type { ShownFleets } from './shown-fleets.ts'

interface SceneOverlayOptions {
  readonly canvas: HTMLCanvasElement
  readonly base: BaseMap
  readonly page: LiveMapStore
  readonly fleets: ShownFleets
  /** The shown time. */
  readonly now: () => number
  /** What is created after the overlay, because it redraws it. */
  readonly content: () => {
    readonly trails: TrailBook
    readonly replay: Player
    readonly selection: Selection
    readonly nameplates: () => OverlayScene['areas']
    /** The slot of the vehicle under the pointer. */
    readonly hovered: () => number | undefined
    /** The pointer over an outline that is being drawn. */
    readonly pointer: () => { readonly x: number; readonly y: number } | undefined
  }
}

export interface SceneOverlay {
  readonly draw: () => void
  readonly invalidate: () => void
  /** What names must not touch: as it was drawn last. */
  readonly obstacles: () => Obstacles
  readonly close: () => void
}

/** The canvas above the map, with all that it shows now. */
export function sceneOverlay({ canvas, base, page, fleets, now, content }: SceneOverlayOptions): SceneOverlay {
  const { camera, colours } = base
  let drawn: OverlayScene | undefined

  function collect(): OverlayScene {
    const { geofences, draft } = page.getState()
    const { selection, nameplates, pointer } = content()
    drawn = {
      camera: camera(),
      colours: colours(),
      now: now(),
      bubbles: fleets.fleet().bubbles(),
      trails: trails(),
      rings: fleets.rings(),
      areas: geofences ? nameplates() : [],
      selected: selection.mark(),
      hovered: hovered(),
      draft: draft && { draft, pointer: pointer() },
    }
    return drawn
  }

  function trails(): OverlayScene['trails'] {
    const { trails: isOn, replay: replayed } = page.getState()
    if (!isOn) return []
    const { trails: live, replay } = content()
    return replayed ? replay.trails() : live.list()
  }

  function hovered(): OverlayScene['hovered'] {
    const slot = content().hovered()
    const { x, y } = fleets.fleet().vehicles
    return slot === undefined ? undefined : { x: x[slot] ?? 0, y: y[slot] ?? 0 }
  }

  return {
    ...overlayCanvas(canvas, collect, fleets.isPulsing),
    obstacles: () => ({
      bubbles: fleets.fleet().bubbles(),
      rings: drawn ? ringsOn(camera(), drawn.rings) : [],
      names: drawn ? titlesOn(camera(), drawn.areas) : [],
    }),
  }
}
