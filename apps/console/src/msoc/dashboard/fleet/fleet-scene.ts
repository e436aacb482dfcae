import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { alertsChannel, type LiveAlert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { positionsChannel, type Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import type { Subscription } from 'rxjs'
import { live, type LiveMessageOf } from '../../../core/live/live.ts'
import { openBaseMap } from '../../../core/map/base-map.ts'
import { createMap } from '../../../core/map/maplibre.ts'
import { labelLayer } from '../../../core/map/label-layer.ts'
import { paddedBbox, viewOf } from '../../../core/map/viewport.ts'
import { themeStore } from '../../../core/preferences/theme.ts'
import { isMoving, isOver, type Pulse, pulses as isPulsing } from '../../live-map/alerts/pulses.ts'
import { clusterDiscs, drawFleet } from './fleet-picture.ts'
import { fleetView } from './fleet-view.ts'

export interface FleetSceneOptions {
  readonly container: HTMLElement
  readonly canvas: HTMLCanvasElement
  /** The scale of the drawing relative to a desktop screen. */
  readonly scale: () => number
  /** Whether near vehicles are clustered: a large fleet is too much for a small map. */
  readonly clusters: boolean
  readonly onProblem: (problem: string | undefined) => void
}

export interface FleetScene {
  /** Fits the map to the vehicles. */
  readonly fit: (vehicles: readonly Pick<Vehicle, 'position'>[]) => void
  readonly close: () => void
}

const somewhere = { lat: 50.2, lon: 9.5, zoom: 4 }
/** Minimum interval of drawing, unless rings are animated. */
const drawEveryMs = 500
const restMs = 150
/** What the legend covers at the bottom, px with its margin: no vehicle is to be below it. */
const legendHeight = 72
const handlers = ['scrollZoom', 'boxZoom', 'dragPan', 'keyboard', 'doubleClickZoom', 'touchZoomRotate'] as const

/** The fleet on the offline outlines, for display only; the live map is for interaction. */
export function openFleetScene({ container, canvas, scale, clusters, onProblem }: FleetSceneOptions): FleetScene {
  const base = openBaseMap({
    create: createMap,
    container,
    view: somewhere,
    onReady: addNames,
    onStandIn: () => undefined,
  })
  const { map, camera, colours } = base
  const fleet = fleetView()
  const pulses = new Map<string, Pulse>()
  const motion = matchMedia('(prefers-reduced-motion: reduce)')
  const cities = labelLayer({
    camera,
    colours,
    obstacles: () => ({ bubbles: clusterDiscs(fleet, camera(), scale()), rings: [], names: [] }),
    wanted: () => true,
    scale,
  })
  const context = canvas.getContext('2d')
  let drawing: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  let resting: ReturnType<typeof setTimeout> | undefined
  let positions: Subscription | undefined
  let closed = false

  for (const handler of handlers) map[handler].disable()
  // not focusable: it has no keyboard functions
  map.getCanvas().tabIndex = -1
  map.on('render', draw)
  map.on('moveend', rest)
  map.on('resize', rest)
  rest()

  const alerts = live(alertsChannel, {
    filter: { status: [...openStatuses], severity: ['critical', 'high'] },
    sort: 'severity',
  }).subscribe((message) => {
    if (message.op === 'changes') message.data.forEach(pulse)
  })
  const stopTheme = themeStore.subscribe(() => queueMicrotask(recolour))

  function addNames(): void {
    if (!map.getLayer(cities.id)) map.addLayer(cities)
  }

  function fit(vehicles: readonly Pick<Vehicle, 'position'>[]): void {
    const { width, height } = camera()
    const view = viewOf(
      vehicles.flatMap(({ position }) => position ?? []),
      { width: width * 0.85, height: Math.max(height * 0.5, Math.min(height * 0.8, height - 2 * legendHeight)) },
    )
    if (view && !closed) map.jumpTo({ center: [view.lon, view.lat], zoom: Math.min(view.zoom, 9) })
  }

  function rest(): void {
    clearTimeout(resting)
    resting = setTimeout(subscribePositions, restMs)
  }

  /** Subscribes to the positions of the current view; the previous vehicles stay until the new ones arrive. */
  function subscribePositions(): void {
    const zoom = Math.max(0, Math.log2(camera().worldSize / 512))
    positions?.unsubscribe()
    positions = live(
      positionsChannel,
      { bbox: [...paddedBbox(camera(), 0.1)], zoom, clusters },
      { raw: true },
    ).subscribe(receive)
  }

  function receive(message: LiveMessageOf<typeof positionsChannel>): void {
    if (message.op === 'error') return onProblem(message.message)
    if (message.op === 'gap') return
    if (message.op === 'snapshot') {
      onProblem(undefined)
      fleet.begin(message.data)
    } else fleet.apply(message.data)
    drawing ??= setTimeout(draw, drawEveryMs)
  }

  function pulse({ kind, alert }: LiveAlert): void {
    if (!alert?.vehicle || (kind !== 'raise' && kind !== 'recur' && kind !== 'reopen') || !isPulsing(alert.severity))
      return
    pulses.set(alert.vehicle.vin, { severity: alert.severity, since: Date.now() })
    draw()
  }

  function draw(): void {
    clearTimeout(drawing)
    cancelAnimationFrame(frame)
    drawing = undefined
    frame = 0
    const now = Date.now()
    for (const [vin, each] of pulses) if (isOver(each, now)) pulses.delete(vin)
    sizeTo(canvas, camera())
    context?.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
    if (context)
      drawFleet(context, {
        fleet,
        camera: camera(),
        colours: colours(),
        pulses,
        now,
        still: motion.matches,
        scale: scale(),
      })
    if ([...pulses.values()].some((each) => isMoving(each, now, motion.matches))) frame = requestAnimationFrame(draw)
  }

  function recolour(): void {
    if (closed) return
    base.recolour()
    cities.refresh()
    map.triggerRepaint()
  }

  return {
    fit,
    close() {
      closed = true
      clearTimeout(drawing)
      clearTimeout(resting)
      cancelAnimationFrame(frame)
      stopTheme()
      alerts.unsubscribe()
      positions?.unsubscribe()
      base.close()
    },
  }
}

function sizeTo(
  canvas: HTMLCanvasElement,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const [wide, high] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)]
  if (canvas.width !== wide) canvas.width = wide
  if (canvas.height !== high) canvas.height = high
}
