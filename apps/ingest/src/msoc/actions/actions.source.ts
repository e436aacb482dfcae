import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Bus, Publisher } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import { actionTopics } from '@carapace/shared/msoc/vehicle-actions/action-topics'
import { type Read, readActionRequest, readConfirmation } from '@carapace/shared/msoc/vehicle-actions/delivery'
import type { Budget } from '../../core/budget.ts'
import type { Database } from '../../core/database.ts'
import type { createRateLimit, Sender, Senders } from '../../core/senders.ts'
import { byIngestKey, byKeyOrToken, senderOf, taking } from '../sources/authentication.ts'
import { confirmAction, deliverActions, vehicleOf } from './actions.sink.ts'
import { createWaiting } from './waiting.ts'

interface Deps {
  readonly db: Database
  readonly senders: Senders
  readonly budget: Budget
  readonly rateLimit: ReturnType<typeof createRateLimit>
  readonly bus: Pick<Bus, 'subscriber'>
  readonly publisher: Publisher
}

/** Largest confirmation, bytes. */
const confirmationBytes = 8 * 1024

/** How vehicles get what they are requested to do, and confirm it (docs/ingest-protocol.md). */
export function installActions(app: FastifyInstance, deps: Deps): () => void {
  const { db, senders, budget, rateLimit, bus, publisher } = deps
  const onRequest = byKeyOrToken(senders, byIngestKey(senders, budget, rateLimit), budget)
  const waiting = createWaiting(bus)

  app.get('/ingest/v1/actions', { onRequest }, async (request, reply) => {
    const { vehicle: named, wait } = valid(readActionRequest(request.query))
    const sender = senderOf(request)
    rateLimit(sender, 1)
    const name = vehicleNameOf(sender, named)
    const vehicle = await vehicleOf(db, sender.org, name)
    if (vehicle === undefined) return { actions: [] }
    // it listens before it reads: what is approved between the two is not missed
    const arrival = waiting.of(vehicle)
    try {
      const actions = await deliverActions(db, sender.org, vehicle)
      if (actions.length > 0 || wait === 0) return { actions }
      await arrival.within(wait * 1_000, goneOf(reply))
      return { actions: reply.raw.destroyed ? [] : await deliverActions(db, sender.org, vehicle) }
    } finally {
      arrival.close()
    }
  })

  taking(app, ['application/json'], (scope) =>
    scope.post('/ingest/v1/actions/confirm', { onRequest, bodyLimit: confirmationBytes }, async (request) => {
      const sender = senderOf(request)
      rateLimit(sender, 1)
      const { vehicle: named, ...confirmation } = valid(readConfirmation(jsonOf(request.body)))
      const name = sender.vin ?? named
      const vehicle = name === undefined ? undefined : await vehicleOf(db, sender.org, name)
      if (name !== undefined && vehicle === undefined) throw new Failure('NOT_FOUND')
      const state = await confirmAction(db, sender.org, vehicle, confirmation)
      if (state === undefined) throw new Failure('NOT_FOUND')
      publisher.publish(actionTopics.ended, [sender.org.uuid])
      return { success: true, state }
    }),
  )

  return () => waiting.close()
}

/** A device token is one vehicle's; with an ingest key the vehicle is named. */
function vehicleNameOf({ vin }: Sender, named: string | undefined): string {
  const name = vin ?? named
  if (name === undefined)
    throw new Failure('INVALID_INPUT', { message: 'vehicle: name the vehicle by its VIN or device id.' })
  return name
}

/** Ends a wait when its vehicle has gone. */
function goneOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}

/** @throws {Failure} INVALID_INPUT with the reason */
function valid<T>(read: Read<T>): T {
  if (!read.ok) throw new Failure('INVALID_INPUT', { message: read.reason })
  return read.value
}

function jsonOf(body: unknown): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '')
  } catch {
    throw new Failure('INVALID_INPUT', { message: 'The body must be JSON.' })
  }
}
