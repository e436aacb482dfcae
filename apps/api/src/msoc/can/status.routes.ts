import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { type BusDbc, dbcVersionsFor } from '@carapace/shared/msoc/can/dbcs.queries'
import {
  type BusWatch,
  getCanStatus,
  type ProfileRow,
  profilesFor,
  relearnBuses,
} from '@carapace/shared/msoc/can/profiles.contract'
import { type BusStatus, needed, watchStatus } from '@carapace/shared/msoc/can/watch-state'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { activeRows, answered, profileOf } from './profiles.queries.ts'
import { busesWithFrames, mostBusesShown, relearn, watchedVehicle } from './status.queries.ts'

/** The detection state of a vehicle's buses, over HTTP: learning, watched by own history, or by a model profile. */
export async function canStatusRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, getCanStatus).with(async ({ input, caller: { org } }) => {
    const { model, own, buses, active } = await watched(db, org, input.vehicle)
    const dbcs = await dbcVersionsFor(db, org, model, buses)
    return { buses: buses.map((bus) => watchOf(bus, active.get(bus), own.get(bus), dbcs)) }
  })

  serve(app, profilesFor).with(async ({ input, caller: { org } }) => {
    const { own, buses, active } = await watched(db, org, input.vehicle)
    const requested = buses.filter((bus) => input.buses?.includes(bus) ?? true)
    const reported = await Promise.all(
      requested.map(async (bus) => {
        const row = active.get(bus) ?? null
        const learned = own.get(bus)
        const profile = row
          ? await profileOf(db, org, row.uuid)
          : learned?.state === 'OWN'
            ? answered(learned.profile())
            : undefined
        return profile ? [{ bus, row, profile }] : []
      }),
    )
    return { buses: reported.flat() }
  })

  serve(app, relearnBuses).with(async ({ input, caller }) => {
    await db.transaction(async (tx) => {
      const row = await relearn(tx, caller.org, input.vehicle)
      if (!row) throw new Failure('NOT_FOUND')
      await audit(tx, caller.org, byCaller(caller), {
        action: 'relearn buses',
        subject: 'vehicle',
        subjectUuid: row.uuid,
        after: { generation: row.generation },
      })
    })
    return { success: true }
  })
}

/** A vehicle's buses: those of its latest frames and the learned ones, with the active profile of each. */
async function watched(db: Database, org: Org, name: string) {
  const vehicle = await watchedVehicle(db, org, name)
  if (!vehicle) throw new Failure('NOT_FOUND')
  const { id, model, generation, saved } = vehicle
  const [withFrames, active] = await Promise.all([busesWithFrames(db, org, id), activeRows(db, org, model)])
  const own = new Map(watchStatus(saved ?? undefined, generation).map((status) => [status.bus, status]))
  const buses = [...new Set([...withFrames, ...own.keys()])].sort().slice(0, mostBusesShown)
  return { model, own, buses, active }
}

function watchOf(
  bus: string,
  active: ProfileRow | undefined,
  own: BusStatus | undefined,
  dbcs: readonly BusDbc[],
): BusWatch {
  const dbc = dbcs.find((one) => one.bus === bus)?.dbc ?? null
  const common = { bus, dbc, needed_seconds: needed.seconds }
  if (active) {
    const { uuid, version, model, activated_at, seconds, frames, ids } = active
    return {
      ...common,
      state: 'PROFILE',
      learned_seconds: seconds,
      frames,
      ids,
      profile: { uuid, version, model, activated_at },
    }
  }
  return {
    ...common,
    state: own?.state ?? 'LEARNING',
    learned_seconds: own?.learnedSeconds ?? 0,
    frames: own?.frames ?? 0,
    ids: own?.ids ?? 0,
    profile: null,
  }
}
