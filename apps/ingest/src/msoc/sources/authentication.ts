import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { requestLimits } from '@carapace/shared/msoc/events/decode-event'
import { livingBody, readBody } from '../../core/body.ts'
import type { Budget, Reservation } from '../../core/budget.ts'
import type { createRateLimit, Sender, Senders } from '../../core/senders.ts'

/** Bytes of a request besides its body; and those of an upload, which is read part by part. */
const headBytes = 1024
const streamedBytes = 2 * 1024 * 1024

/** A request whose sender is known: only such a request may reserve memory (rules SHARE-1 and SHARE-2). */
interface Admitted {
  readonly sender: Sender
  readonly reservation: Reservation
}

const admitted = new WeakMap<FastifyRequest, Admitted>()

/** The sender of an authenticated request. */
export function senderOf(request: FastifyRequest): Sender {
  return admitted.get(request)!.sender
}

/**
 * The hook that authenticates a request by its ingest key before anything of its body is read; a key that has used up
 * its rate is refused then, too (rule SHARE-8).
 */
export function byIngestKey(senders: Senders, budget: Budget, rateLimit: ReturnType<typeof createRateLimit>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const key = /^Bearer\s+(\S{8,256})$/i.exec(request.headers.authorization ?? '')?.[1]
    const sender = key === undefined ? undefined : await senders.byKey(key, request.ip)
    if (!sender)
      throw new Failure('NOT_SIGNED_IN', {
        message: 'Authorization: Bearer <ingest key> is needed, with a key that is not revoked.',
      })
    refuseUnlicensed(sender)
    rateLimit(sender, 0)
    admit(request, reply, sender, budget)
  }
}

/**
 * The hook for a route that vehicles call: with an ingest key, or with the device token of one vehicle in its place.
 */
export function byKeyOrToken(senders: Senders, byKey: ReturnType<typeof byIngestKey>, budget: Budget) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = /^Device\s+(\S{8,256})$/i.exec(request.headers.authorization ?? '')?.[1]
    if (token === undefined) return byKey(request, reply)
    const sender = await senders.byDeviceToken(token, request.ip)
    if (!sender)
      throw new Failure('NOT_SIGNED_IN', { message: 'Authorization: this is not a device token that is valid.' })
    refuseUnlicensed(sender)
    admit(request, reply, sender, budget)
  }
}

/** @throws {Failure} LICENCE_REQUIRED when the organisation's licence does not include events (rule SHARE-18) */
export function refuseUnlicensed({ isLicensed }: Sender): void {
  if (!isLicensed)
    throw new Failure('LICENCE_REQUIRED', { message: 'The licence of this organisation does not include events.' })
}

/** Begins the reservation of a sender's request, which ends with its reply. @throws {Failure} BUSY without room */
function admit(request: FastifyRequest, reply: FastifyReply, sender: Sender, budget: Budget): void {
  const reservation = budget.open(sender.org.uuid)
  const stated = Number(request.headers['content-length'] ?? 0)
  // what will not fit is refused before its sender writes it
  if (stated <= requestLimits.bytes) budget.check(sender.org.uuid, stated)
  reservation.add(headBytes)
  reply.raw.once('close', () => reservation.release())
  admitted.set(request, { sender, reservation })
}

/** Adds a route that accepts only these content types (else 415), read as a whole, within its limit. */
export function taking(app: FastifyInstance, types: string[], install: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(types, async (request: FastifyRequest, body: FastifyRequest['raw']) => {
      const { bodyLimit } = request.routeOptions
      if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw new Failure('TOO_LARGE')
      return readBody(body, bodyLimit, admitted.get(request)?.reservation)
    })
    install(scope)
  })
}

/** Adds a route whose body is streamed: only such a route may have no size limit. */
export function streaming(app: FastifyInstance, types: string[], install: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(types, (request, body, done) => {
      admitted.get(request)!.reservation.add(streamedBytes)
      done(null, livingBody(body))
    })
    install(scope)
  })
}
