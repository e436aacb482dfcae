import {
  addTiles,
  recolourTiles,
  removeTiles,
  type ShownTiles,
  sourceOf,
  type TileSource,
  tilesOf,
} from './base-style.ts'
import type { MapColours } from './colours.ts'
import type { MapLibreMap } from './maplibre.ts'
import { startWatch, type TileNews, type TileWatch, watched } from './tile-watch.ts'

/** The replacement of tiles that do not answer: the installation's own file, or the outlines. */
export type StandIn = 'none' | 'own' | 'outlines'

/** The stand-in is below the chosen tiles, so that they cover it as soon as they answer. */
const slots = ['stand-in', 'tiles'] as const
const tickMs = 500

interface TileSwitchOptions {
  readonly map: MapLibreMap
  readonly colours: () => MapColours
  readonly onStandIn: (standIn: StandIn) => void
}

/**
 * Switches tiles on and off, also automatically: a source that does not answer is replaced by the installation's own
 * file, and that by the outlines (rules MAP-UI-5 to MAP-UI-8, MAP-UI-60).
 */
export function tileSwitch({ map, colours, onStandIn }: TileSwitchOptions) {
  const [standIn, chosen] = slots.map((name) => tileSlot(map, name, colours, settle)) as [TileSlot, TileSlot]
  let own: TileSource | undefined
  let reported: StandIn = 'none'
  let timer: ReturnType<typeof setInterval> | undefined

  function settle(): void {
    const isMissing = chosen.phase() === 'given-up'
    if (isMissing) standIn.show(own)
    else if (chosen.phase() !== 'waiting') standIn.show(undefined)
    // a source that is being retried is not back before it answers
    if (reported !== 'none' && chosen.phase() === 'waiting') return
    const now: StandIn = !isMissing ? 'none' : standIn.phase() === 'answering' ? 'own' : 'outlines'
    if (now !== reported) onStandIn(now)
    reported = now
  }

  /** A slow stand-in is never given up: giving it up would only show the outlines, which are below it anyway. */
  function tick(): void {
    chosen.hear('tick')
    if (standIn.phase() === 'given-up') standIn.hear('tick')
  }

  const slotOf = (event: object) =>
    sourceOf(event) === 'tiles' ? chosen : sourceOf(event) === 'stand-in' ? standIn : undefined
  map.on('data', (event) => {
    if (
      event.dataType === 'source' &&
      'tile' in event &&
      (event.tile as { state?: string } | undefined)?.state === 'loaded'
    )
      slotOf(event)?.hear('tile')
  })
  // without a listener the library logs each failed tile
  map.on('error', (event) => {
    const slot = slotOf(event)
    if (slot) slot.hear('error')
    else console.error(event.error)
  })

  return {
    start() {
      for (const slot of [standIn, chosen]) slot.start()
      timer ??= setInterval(tick, tickMs)
    },
    /** Whether tiles that contain place names cover the outlines now. */
    namesPlaces: () => chosen.namesPlaces() || standIn.namesPlaces(),
    show: (source: TileSource | undefined, spare: TileSource | undefined) => {
      own = spare?.name === source?.name ? undefined : spare
      reported = 'none'
      chosen.show(source, true)
      settle()
    },
    recolour: () => [standIn, chosen].forEach((slot) => slot.recolour()),
    stop: () => clearInterval(timer),
  }
}

type TileSlot = ReturnType<typeof tileSlot>

/** One tile source on the map, and its state. */
function tileSlot(map: MapLibreMap, name: string, colours: () => MapColours, onPhase: () => void) {
  let source: TileSource | undefined
  let tiles: ShownTiles | undefined
  let watch: TileWatch = startWatch(Date.now())
  let started = false

  function clear(): void {
    if (tiles) removeTiles(map, name, tiles, colours())
    tiles = undefined
  }

  async function put(): Promise<void> {
    clear()
    const wanted = source
    if (!wanted || !started) return
    // a file that cannot be opened counts as a source that does not answer
    const found = await tilesOf(name, wanted).catch(() => undefined)
    if (!found || source !== wanted || watch.phase === 'given-up') return
    clear()
    tiles = found
    addTiles(map, name, found, colours())
  }

  function receive(kind: TileNews['kind']): void {
    if (!source || !started) return
    const before = watch.phase
    watch = watched(watch, { kind, at: Date.now() })
    if (watch.phase === before) return
    if (watch.phase === 'given-up') clear()
    else if (before === 'given-up') void put()
    onPhase()
  }

  function begin(): void {
    watch = startWatch(Date.now())
    void put()
  }

  return {
    hear: receive,
    phase: () => (source ? watch.phase : 'none'),
    namesPlaces: () => tiles?.named === true && watch.phase === 'answering',
    /** `again`: a source that was given up is tried again. */
    show(next: TileSource | undefined, again = false) {
      if (next?.name === source?.name && !(again && watch.phase === 'given-up')) return
      source = next
      begin()
    },
    start() {
      started = true
      begin()
    },
    recolour: () => tiles && recolourTiles(map, tiles, colours()),
  }
}
