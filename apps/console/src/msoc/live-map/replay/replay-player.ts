import { listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { replayPositions } from '@carapace/shared/msoc/history/history.contract'
import { offlineAfterMs } from '@carapace/shared/msoc/severity'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { call, messagesOf } from '../../../core/call/call.ts'
import { type Bbox, type Camera, covers, paddedBbox } from '../../../core/map/viewport.ts'
import type { FleetInView } from '../vehicles/fleet-in-view.ts'
import type { LiveMapStore } from '../live-map.store.ts'
import { firstKnown, poseAt, stepAt, type Track, trackOf, trailBehind } from './replay.ts'
import { marksOf, raisedBetween, type ReplayMark, statusAt } from './replay-alerts.ts'
import type { ReplayState, Speed } from './replay-state.ts'
import type { Trail } from '../overlay/trails.ts'

interface ReplayRequest {
  readonly from: number
  readonly to: number
  readonly at: number
  readonly of: string | undefined
}

interface PlayerOptions {
  readonly page: LiveMapStore
  readonly fleet: FleetInView
  readonly camera: () => Camera
  readonly selected: () => string | undefined
  /** The fleet moved: draw it in the next frame. */
  readonly onMoved: () => void
  readonly onRaised: (alert: Alert) => void
  /** The user chose a time by hand. */
  readonly onJump: () => void
}

export interface Player {
  readonly start: (request: ReplayRequest) => void
  readonly seek: (at: number) => void
  readonly play: (playing: boolean) => void
  readonly setSpeed: (speed: Speed) => void
  readonly leave: () => void
  /** The map view changed: it may show vehicles that were not requested yet. */
  readonly look: () => void
  readonly retry: () => void
  readonly trails: () => { readonly trail: Trail; readonly selected: boolean }[]
  /** The most severe alert of a vehicle that was open at the shown time. */
  readonly worstOf: (vin: string) => Alert | undefined
}

/** How much more than the screen is requested, as a fraction of it. */
const padding = 0.25
/** Interval of the time updates to React, ms. */
const reportEveryMs = 100
const mostMarks = 500

/** Plays the past: fills a separate fleet with the vehicles' positions at a time (rules MAP-UI-50 to MAP-UI-58). */
export function replayPlayer({ page, fleet, camera, selected, onMoved, onRaised, onJump }: PlayerOptions): Player {
  let tracks: readonly Track[] = []
  let steps = new Int32Array()
  let marksByVin: ReadonlyMap<string, ReplayMark[]> = new Map()
  let request: { bbox: Bbox | undefined; controller: AbortController } | undefined
  let at = 0
  let frame = 0
  let lastFrame = 0
  let reportedAt = 0

  const state = () => page.getState().replay
  const update = (change: Partial<ReplayState>) =>
    page.setState(({ replay }) => ({ replay: replay && { ...replay, ...change } }))

  function start({ from, to, at: wanted, of }: ReplayRequest): void {
    const before = state()
    stop()
    at = Math.max(from, Math.min(to, wanted))
    page.setState({
      replay: {
        phase: 'loading',
        from,
        to,
        at,
        playing: false,
        speed: before?.speed ?? 60,
        of,
        stepMs: 1_000,
        vehicles: 0,
        total: 0,
        marks: [],
        alerts: 0,
        problem: undefined,
      },
    })
    void load()
  }

  async function load(): Promise<void> {
    const replay = state()
    if (!replay) return
    request?.controller.abort()
    const controller = new AbortController()
    const bbox = replay.of === undefined ? paddedBbox(camera(), padding) : undefined
    request = { bbox, controller }
    update({ phase: 'loading', problem: undefined })
    const span = { from: new Date(replay.from).toISOString(), to: new Date(replay.to).toISOString() }
    try {
      const [moves, found] = await Promise.all([
        call(
          replayPositions,
          { ...span, ...(bbox ? { bbox: bbox.join(',') } : { vehicle: replay.of }) },
          { signal: controller.signal },
        ),
        call(listAlerts, { ...span, vehicle: replay.of, limit: mostMarks }, { signal: controller.signal }),
      ])
      take(moves, found)
    } catch (problem) {
      if (!controller.signal.aborted) update({ phase: 'failed', problem: messagesOf(problem)[0] })
    }
  }

  function take(
    moves: Awaited<ReturnType<typeof call<typeof replayPositions.input, typeof replayPositions.output>>>,
    found: Awaited<ReturnType<typeof call<typeof listAlerts.input, typeof listAlerts.output>>>,
  ): void {
    const began = Date.parse(moves.from)
    tracks = moves.tracks.filter(({ t }) => t.length > 0).map((track) => trackOf(track, began))
    steps = new Int32Array(tracks.length)
    const known = new Set(tracks.map(({ vin }) => vin))
    const marks = marksOf(found.alerts).filter(({ alert }) => alert.vehicle !== null && known.has(alert.vehicle.vin))
    marksByVin = Map.groupBy(marks, ({ alert }) => alert.vehicle?.vin ?? '')
    fleet.vehicles.replace([])
    if (at === state()?.from) at = firstKnown(tracks) ?? at
    update({ stepMs: moves.step_ms })
    show()
    update({ phase: 'ready', at, vehicles: tracks.length, total: moves.total, marks, alerts: found.total })
  }

  /** Sets all vehicles to their past positions (rules MAP-UI-50, MAP-UI-51, MAP-UI-55). */
  function show(): void {
    const stepMs = state()?.stepMs ?? 1_000
    for (const [index, track] of tracks.entries()) {
      const step = (steps[index] = stepAt(track, at, steps[index]))
      const pose = poseAt(track, at, stepMs, step)
      if (!pose) {
        fleet.vehicles.remove(track.vin)
        continue
      }
      const status = statusAt(marksByVin.get(track.vin) ?? [], at)
      fleet.vehicles.put({
        vin: track.vin,
        uuid: track.uuid,
        model: track.model,
        lat: pose.lat,
        lon: pose.lon,
        speed_kph: pose.speedKph,
        heading_deg: pose.headingDeg,
        health: at - pose.knownAt > offlineAfterMs ? 'offline' : status.health,
        risk: status.worst?.risk ?? 0,
        open_alerts: status.open,
        ts: pose.knownAt,
        received_at: pose.knownAt,
      })
    }
    fleet.changed()
    onMoved()
  }

  function advance(now: number): void {
    const replay = state()
    if (!replay?.playing) return
    const before = at
    // the replay does not jump ahead after the tab was hidden
    at = Math.min(replay.to, at + Math.min(250, now - lastFrame) * replay.speed)
    lastFrame = now
    for (const { alert } of raisedBetween(replay.marks, before, at)) onRaised(alert)
    show()
    const ended = at >= replay.to
    if (ended || now - reportedAt >= reportEveryMs) {
      reportedAt = now
      update({ at, playing: !ended })
    }
    frame = ended ? 0 : requestAnimationFrame(advance)
  }

  function play(playing: boolean): void {
    const replay = state()
    if (!replay || replay.phase === 'failed') return
    cancelAnimationFrame(frame)
    if (playing && at >= replay.to) at = firstKnown(tracks) ?? replay.from
    update({ playing, at })
    if (!playing) return
    lastFrame = performance.now()
    frame = requestAnimationFrame(advance)
  }

  function stop(): void {
    cancelAnimationFrame(frame)
    request?.controller.abort()
    request = undefined
    tracks = []
    fleet.vehicles.replace([])
  }

  return {
    start,
    play,
    seek(wanted) {
      const replay = state()
      if (!replay) return
      at = Math.max(replay.from, Math.min(replay.to, wanted))
      onJump()
      show()
      update({ at })
    },
    setSpeed: (speed) => update({ speed }),
    leave() {
      stop()
      page.setState({ replay: undefined })
    },
    look() {
      const replay = state()
      if (!replay || replay.of !== undefined || !request?.bbox || covers(request.bbox, paddedBbox(camera(), 0))) return
      void load()
    },
    retry: () => void load(),
    trails() {
      const replay = state()
      if (!replay) return []
      const wanted = (track: Track) =>
        track.vin === selected() ||
        replay.of !== undefined ||
        statusAt(marksByVin.get(track.vin) ?? [], at).health === 'compromised'
      return tracks
        .filter(wanted)
        .map((track) => ({
          trail: trailBehind(track, at, replay.stepMs),
          selected: track.vin === (selected() ?? replay.of),
        }))
    },
    worstOf: (vin) => statusAt(marksByVin.get(vin) ?? [], at).worst,
  }
}
