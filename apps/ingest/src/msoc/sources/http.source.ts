import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { decodeBody } from '@carapace/shared/msoc/events/event-body'
import { decodeEvent, requestLimits } from '@carapace/shared/msoc/events/decode-event'
import { type Arrival, timeOf } from '@carapace/shared/msoc/events/event-time'
import { type IdsMessage, parseIdsMessages } from '@carapace/shared/msoc/events/idsm'
import type { Budget } from '../../core/budget.ts'
import type { createRateLimit, Sender, Senders } from '../../core/senders.ts'
import { reserving } from '../../core/server.ts'
import { uploadCandump } from './candump.ts'
import { arrivalOf } from './arrival.ts'
import type { Parcel, ParcelTaker, Reply } from '../parcel.ts'

interface Parts {
  readonly senders: Senders
  readonly rateLimit: ReturnType<typeof createRateLimit>
  readonly budget: Budget
  readonly taker: ParcelTaker
}

/** The ingest protocol over HTTP (docs/ingest-protocol.md). Every answer comes after the commit. */
export function installHttpSource(app: FastifyInstance, { senders, rateLimit, budget, taker }: Parts): void {
  app.removeAllContentTypeParsers()
  const onRequest = reserving(budget)

  taking(app, ['application/x-ndjson', 'application/json'], (scope) =>
    scope.post('/ingest/v1/events', { onRequest, bodyLimit: requestLimits.bytes }, async (request) => {
      const sender = await senderOf(request, senders)
      const texts: string[] | undefined = taker.wantsTexts ? [] : undefined
      const parcel = { ...parcelFor(request, sender, 'http'), texts }
      const type = request.headers['content-type']?.startsWith('application/json') ? 'json' : 'ndjson'
      const fault = decodeBody(
        bodyOf(request),
        type,
        arrivalOf(parcel.receivedAt),
        (event, line, text) => {
          if (text !== undefined) texts?.push(text)
          parcel.events.push(event)
          parcel.lines.push(line)
        },
        (line, reason, text, vehicle) => parcel.rejects.push({ line, reason, text: text.slice(0, 4096), vehicle }),
      )
      if (fault) throw new Failure(fault.status === 413 ? 'TOO_LARGE' : 'INVALID_INPUT', { message: fault.reason })
      return accept(parcel, sender)
    }),
  )

  taking(app, ['application/octet-stream'], (scope) =>
    scope.post<{ Querystring: { vehicle?: string } }>(
      '/ingest/v1/idsm',
      { onRequest, bodyLimit: requestLimits.bytes },
      async (request) => {
        const sender = await senderOf(request, senders)
        const parcel = parcelFor(request, sender, 'idsm')
        const { messages, reject } = parseIdsMessages(bodyOf(request))
        messages.forEach((message, i) => addIdsMessage(parcel, message, i + 1, request.query))
        if (reject)
          parcel.rejects.push({
            line: messages.length + 1,
            reason: reject.reason,
            text: bodyOf(request)
              .subarray(reject.offset, reject.offset + 64)
              .toString('hex'),
            vehicle: request.query.vehicle?.slice(0, 64) ?? null,
          })
        return accept(parcel, sender)
      },
    ),
  )

  streaming(app, ['text/plain', 'application/octet-stream'], (scope) =>
    scope.post<{ Querystring: { vehicle?: string; start?: string } }>(
      '/ingest/v1/candump',
      { onRequest, bodyLimit: Number.MAX_SAFE_INTEGER },
      async (request) => {
        const sender = await senderOf(request, senders)
        return uploadCandump({ request, sender, rateLimit, taker })
      },
    ),
  )

  // the OsmAnd query form of the free phone trackers: GET or POST, parameters in the query or in the form
  taking(app, ['application/x-www-form-urlencoded'], (scope) =>
    scope.route<{ Querystring: Record<string, string> }>({
      method: ['GET', 'POST'],
      url: '/',
      onRequest,
      bodyLimit: 4096,
      handler: async (request) => {
        const form = Buffer.isBuffer(request.body)
          ? Object.fromEntries(new URLSearchParams(request.body.toString('utf8')))
          : {}
        const said = { ...form, ...request.query }
        const sender = said.id ? await senders.byDeviceToken(said.id) : undefined
        if (!sender)
          throw new Failure('NOT_SIGNED_IN', {
            message: 'id: this is not a device token that an administrator issued.',
          })
        const parcel = parcelFor(request, sender, 'osmand')
        addOsmAnd(parcel, sender.vin!, said)
        const reply = await accept(parcel, sender)
        if (reply.rejected.length > 0) throw new Failure('INVALID_INPUT', { message: reply.rejected[0]!.reason })
        return reply
      },
    }),
  )

  async function accept(parcel: Parcel, sender: Sender): Promise<Reply> {
    rateLimit(sender, parcel.events.length + parcel.rejects.length)
    return taker.submit(parcel)
  }
}

/** A route that takes these content types and no others (415), read whole, within its limit. */
function taking(app: FastifyInstance, types: string[], install: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(types, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    install(scope)
  })
}

/** A route whose body is read as it comes: only such a one may be without a limit. */
function streaming(app: FastifyInstance, types: string[], install: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(types, (_request, payload, done) => done(null, payload))
    install(scope)
  })
}

async function senderOf(request: FastifyRequest, senders: Senders): Promise<Sender> {
  const key = /^Bearer\s+(\S{8,256})$/i.exec(request.headers.authorization ?? '')?.[1]
  const sender = key === undefined ? undefined : await senders.byKey(key)
  if (!sender)
    throw new Failure('NOT_SIGNED_IN', {
      message: 'Authorization: Bearer <ingest key> is needed, with a key that is not revoked.',
    })
  return sender
}

function parcelFor(request: FastifyRequest, sender: Sender, source: string): Parcel {
  const key = request.headers['idempotency-key']
  if (typeof key === 'string' && (key.length === 0 || key.length > 200))
    throw new Failure('INVALID_INPUT', { message: 'Idempotency-Key: 1 to 200 characters.' })
  return {
    org: sender.org,
    source,
    receivedAt: Date.now(),
    idempotency: typeof key === 'string' ? { keyUuid: sender.keyUuid, key } : undefined,
    events: [],
    lines: [],
    rejects: [],
  }
}

function bodyOf(request: FastifyRequest): Buffer {
  if (!Buffer.isBuffer(request.body)) throw new Failure('INVALID_INPUT', { message: 'The request has no body.' })
  return request.body
}

/** An event said in our words, decoded like any other; the reject keeps the words. */
function addSaid(parcel: Parcel, said: Record<string, unknown>, line: number, arrival: Arrival): void {
  const event = decodeEvent(said, arrival)
  if (event.ok) {
    parcel.events.push(event.value)
    parcel.lines.push(line)
  } else {
    parcel.rejects.push({
      line,
      reason: event.reason,
      text: JSON.stringify(said).slice(0, 4096),
      vehicle: typeof said.vehicle === 'string' ? said.vehicle.slice(0, 64) : null,
    })
  }
}

/** AUTOSAR messages name sensors, not kinds: the sensor's network is the uploader's to say (`kind=can|eth|host`). */
function addIdsMessage(
  parcel: Parcel,
  message: IdsMessage,
  line: number,
  query: { vehicle?: string; kind?: string },
): void {
  const kind = ['can', 'eth', 'host'].includes(query.kind ?? '') ? query.kind : 'can'
  const said = {
    type: `ids.${kind}`,
    vehicle: query.vehicle,
    ts: message.timestamp?.ms ?? parcel.receivedAt,
    event_id: message.eventId,
    idsm_instance: message.idsmInstance,
    sensor_instance: message.sensorInstance,
    count: Math.max(1, message.count),
    context: message.context ? Buffer.from(message.context.data).toString('hex') : undefined,
    detail: {
      protocol_version: message.protocolVersion,
      ...(message.timestamp && { time_source: message.timestamp.source }),
      ...(message.signature && { signature: Buffer.from(message.signature).toString('hex') }),
    },
  }
  addSaid(parcel, said, line, arrivalOf(parcel.receivedAt))
}

/** OsmAnd: speed in knots unless told, timestamp in seconds, milliseconds or RFC 3339. */
function addOsmAnd(parcel: Parcel, vin: string, said: Record<string, string>): void {
  const number = (name: string) => (said[name] === undefined || said[name] === '' ? undefined : Number(said[name]))
  const seconds = number('timestamp')
  const ts =
    seconds === undefined
      ? parcel.receivedAt
      : Number.isFinite(seconds)
        ? seconds < 1e11
          ? seconds * 1000
          : seconds
        : timeOf(said.timestamp)
  const knots = number('speed')
  const speedKph = number('speed_kph') ?? (knots === undefined ? undefined : knots * 1.852)
  const position = {
    type: 'position',
    vehicle: vin,
    ts,
    lat: number('lat'),
    lon: number('lon'),
    speed_kph: speedKph,
    heading_deg: number('bearing') ?? number('heading'),
    altitude_m: number('altitude'),
    hdop: number('hdop'),
  }
  addSaid(parcel, position, 1, arrivalOf(parcel.receivedAt))
}
