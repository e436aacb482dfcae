import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import {
  getRollups,
  listCanFrames,
  listIdsEvents,
  listPositions,
  listSignals,
  listSyslog,
} from '@carapace/shared/msoc/history/history.contract'
import {
  canFramesOf,
  idsEventsOf,
  positionsOf,
  type StoredIdsEvent,
  syslogOf,
  signalOf,
  type Window,
} from '@carapace/shared/msoc/history/history.queries'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { decoded, encoded } from '../cursor.ts'
import { meaningsOf } from '../ingest/event-catalogue.queries.ts'
import { retentionOf, rollupsOf } from './history.queries.ts'
import { keptPart } from '../span.ts'
import { vehicleIdOf } from '../vehicles/vehicles.queries.ts'

const hourMs = 3_600_000

interface HistoryQuery extends Pick<Window, 'limit' | 'order'> {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly cursor?: string | undefined
}

/** Recorded events over HTTP: one page at a time, by default oldest first. */
export async function historyRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, listPositions).with(async ({ input, caller }) => {
    const { rows, next } = await positionsOf(
      db,
      caller.org,
      await vehicle(caller.org, input.vehicle),
      await window(caller.org, input),
    )
    return { positions: rows, next_cursor: encoded(next) }
  })

  serve(app, listCanFrames).with(async ({ input, caller }) => {
    const { rows, next } = await canFramesOf(
      db,
      caller.org,
      await vehicle(caller.org, input.vehicle),
      await window(caller.org, input),
      input,
    )
    return { frames: rows, next_cursor: encoded(next) }
  })

  serve(app, listSignals).with(async ({ input, caller }) => {
    const { rows, next } = await signalOf(
      db,
      caller.org,
      await vehicle(caller.org, input.vehicle),
      input.path,
      await window(caller.org, input),
    )
    return { points: rows, next_cursor: encoded(next) }
  })

  serve(app, listSyslog).with(async ({ input, caller }) => {
    const { rows, next } = await syslogOf(
      db,
      caller.org,
      await maybeVehicle(caller.org, input.vehicle),
      await window(caller.org, input),
      { words: input.q, severity: input.severity },
    )
    return { events: rows, next_cursor: encoded(next) }
  })

  serve(app, listIdsEvents).with(async ({ input, caller }) => {
    const { rows, next } = await idsEventsOf(
      db,
      caller.org,
      await maybeVehicle(caller.org, input.vehicle),
      await window(caller.org, input),
      input.kind,
    )
    return { events: await named(caller.org, rows), next_cursor: encoded(next) }
  })

  serve(app, getRollups).with(async ({ input: { step, from, to }, caller }) => {
    const until = to ?? new Date()
    const since = from ?? new Date(until.getTime() - 24 * hourMs)
    const buckets = (until.getTime() - since.getTime()) / (step === 'minute' ? 60_000 : hourMs)
    if (buckets > 4_000) throw new Failure('INVALID_INPUT', { errors: { from: `At most 4,000 ${step}s at once.` } })
    const span = keptPart({ from: since, to: until }, await retentionOf(db, caller.org))
    return { step, ...(await rollupsOf(db, caller.org, step, span.from, span.to)) }
  })

  async function vehicle(org: Org, name: string): Promise<VehicleId> {
    const id = await vehicleIdOf(db, org, name)
    if (id === undefined)
      throw new Failure('NOT_FOUND', { message: 'No vehicle of yours has this uuid, VIN or device id.' })
    return id
  }

  async function maybeVehicle(org: Org, name: string | undefined): Promise<VehicleId | undefined> {
    return name === undefined ? undefined : vehicle(org, name)
  }

  /** The requested window, by default the last hour; never further back than the organisation's retention. */
  async function window(org: Org, { from, to, cursor, limit, order }: HistoryQuery): Promise<Window> {
    const until = to ?? new Date(Date.now() + hourMs / 12)
    const since = from ?? new Date(until.getTime() - hourMs)
    return {
      ...keptPart({ from: since, to: until }, await retentionOf(db, org)),
      limit,
      order,
      cursor: decoded(cursor),
    }
  }

  async function named(org: Org, rows: readonly StoredIdsEvent[]) {
    const meaning = await meaningsOf(db, org)
    return rows.map(({ platform, ...row }) => ({
      ...row,
      name: meaning(row.event_id, platform ?? '')?.name ?? 'Unlisted IDS event',
    }))
  }
}
