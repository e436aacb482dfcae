import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import {
  plotSignals,
  replayedPoints,
  replayedVehicles,
  replayPositions,
} from '@carapace/shared/msoc/history/history.contract'
import { healthSegments } from '@carapace/shared/msoc/vehicles/health'
import { getVehicleHealth, type Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { retentionOf } from './history.queries.ts'
import { plotOf } from './plots.queries.ts'
import { moversOf, tracksOf } from './replay.queries.ts'
import { keptPart, type Span, spanOf } from '../span.ts'
import { alertsWithin, eventStepsWithin } from '../vehicles/health.queries.ts'
import { vehicleNamed } from '../vehicles/vehicles.queries.ts'

const hourMs = 3_600_000
/** Maximum steps of a replay, however long its window is: one per second for an hour. */
const replaySteps = 3_600

/** Recorded data for charts and replays, over HTTP: reduced to what a screen can show. */
export async function plotRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, plotSignals).with(async ({ input, caller: { org } }) => {
    const { id } = await vehicle(org, input.vehicle)
    const span = await keptOf(org, spanOf(input.from, input.to, hourMs))
    const stepMs = Math.max(1, Math.ceil(lengthOf(span) / input.points))
    return {
      from: span.from.toISOString(),
      step_ms: stepMs,
      series: await plotOf(db, org, id, input.paths, span, stepMs),
    }
  })

  serve(app, replayPositions).with(async ({ input, caller: { org } }) => {
    const span = await keptOf(org, spanOf(input.from, input.to))
    const only = input.vehicle === undefined ? undefined : (await vehicle(org, input.vehicle)).id
    const movers = await moversOf(db, org, span, { vehicle: only, bbox: input.bbox })
    const shown = movers.slice(0, replayedVehicles)
    const stepMs = Math.ceil(
      Math.max(1_000, lengthOf(span) / replaySteps, (lengthOf(span) * shown.length) / replayedPoints),
    )
    const tracks = await tracksOf(db, org, shown, span, stepMs)
    return {
      from: span.from.toISOString(),
      step_ms: stepMs,
      total: movers.length,
      tracks: shown.flatMap(({ id, ...mover }) => {
        const track = tracks.get(id)
        return track
          ? [
              {
                ...mover,
                t: track.t,
                lat: track.lat,
                lon: track.lon,
                speed_kph: track.speed_kph,
                heading_deg: track.heading_deg,
              },
            ]
          : []
      }),
    }
  })

  serve(app, getVehicleHealth).with(async ({ input, caller: { org } }) => {
    const { id, last_seen: lastSeen } = await vehicle(org, input.vehicle)
    const requested = await keptOf(org, spanOf(input.from, input.to))
    const span = {
      from: requested.from,
      to: new Date(Math.min(requested.to.getTime(), Math.max(Date.now(), requested.from.getTime()))),
    }
    const [alerts, eventSpans] = await Promise.all([
      alertsWithin(db, org, id, span),
      eventStepsWithin(db, org, id, span),
    ])
    const latest = lastSeen === null ? Number.POSITIVE_INFINITY : Date.parse(lastSeen)
    const segments = healthSegments({
      from: span.from.getTime(),
      to: span.to.getTime(),
      alerts,
      // a step is imprecise; only the exact time of the latest event is known
      received: eventSpans.map(({ from, to }) => ({ from, to: latest >= from ? Math.min(to, latest) : to })),
    })
    return {
      from: span.from.toISOString(),
      to: span.to.toISOString(),
      segments: segments.map((segment) => ({
        ...segment,
        from: new Date(segment.from).toISOString(),
        to: new Date(segment.to).toISOString(),
      })),
    }
  })

  async function vehicle(org: Org, name: string): Promise<Vehicle & { id: VehicleId }> {
    const found = await vehicleNamed(db, org, name)
    if (!found) throw new Failure('NOT_FOUND', { message: 'No vehicle of yours has this uuid, VIN or device id.' })
    return found
  }

  /** Limits the span to the organisation's retention. */
  async function keptOf(org: Org, span: Span): Promise<Span> {
    return keptPart(span, await retentionOf(db, org))
  }
}

function lengthOf({ from, to }: Span): number {
  return to.getTime() - from.getTime()
}
