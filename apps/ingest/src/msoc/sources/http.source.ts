import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { inSlices } from '@carapace/shared/core/in-slices'
import { decodeBody } from '@carapace/shared/msoc/events/event-body'
import { decodeEvent, requestLimits } from '@carapace/shared/msoc/events/decode-event'
import { type Arrival, timeOf } from '@carapace/shared/msoc/events/event-time'
import { type IdsMessage, parseIdsMessages } from '@carapace/shared/msoc/events/idsm'
import type { Budget } from '../../core/budget.ts'
import type { createRateLimit, Sender, Senders } from '../../core/senders.ts'
import { createTurns } from '../../core/turns.ts'
import { uploadCandump } from './candump.ts'
import { arrivalOf } from './arrival.ts'
import { byIngestKey, refuseUnlicensed, senderOf, streaming, taking } from './authentication.ts'
import type { Chunk, ChunkReceiver, Reply } from '../chunk.ts'

interface Deps {
  readonly senders: Senders
  readonly rateLimit: ReturnType<typeof createRateLimit>
  readonly budget: Budget
  readonly taker: ChunkReceiver
}

/** From this size on, bytes, a body is a large one; and how many large ones of an organisation are handled at once. */
const largeBytes = 1024 * 1024
const largeAtOnce = 2

/** The ingest protocol over HTTP (docs/ingest-protocol.md). Every reply comes after the commit. */
export function installHttpSource(app: FastifyInstance, { senders, rateLimit, budget, taker }: Deps): void {
  app.removeAllContentTypeParsers()
  const onRequest = byIngestKey(senders, budget, rateLimit)
  const inTurn = createTurns(largeAtOnce)

  taking(app, ['application/x-ndjson', 'application/json'], (scope) =>
    scope.post('/ingest/v1/events', { onRequest, bodyLimit: requestLimits.bytes }, async (request) => {
      const { org } = senderOf(request)
      const isLarge = bodyOf(request).length > largeBytes
      return isLarge ? inTurn(org.uuid, () => takeEvents(request)) : takeEvents(request)
    }),
  )

  async function takeEvents(request: FastifyRequest): Promise<Reply> {
    const sender = senderOf(request)
    const texts: string[] | undefined = taker.wantsTexts ? [] : undefined
    const chunk = { ...chunkFor(request, sender, 'http'), texts }
    const type = request.headers['content-type']?.startsWith('application/json') ? 'json' : 'ndjson'
    const slices = decodeBody(
      bodyOf(request),
      type,
      arrivalOf(chunk.receivedAt),
      (event, line, text) => {
        if (text !== undefined) texts?.push(text)
        chunk.events.push(event)
        chunk.lines.push(line)
      },
      (line, reason, text, vehicle) => chunk.rejects.push({ line, reason, text: text.slice(0, 4096), vehicle }),
    )
    const fault = await inSlices(slices)
    if (fault) throw new Failure(fault.status === 413 ? 'TOO_LARGE' : 'INVALID_INPUT', { message: fault.reason })
    return accept(chunk, sender)
  }

  taking(app, ['application/octet-stream'], (scope) =>
    scope.post<{ Querystring: { vehicle?: string } }>(
      '/ingest/v1/idsm',
      { onRequest, bodyLimit: requestLimits.bytes },
      async (request) => {
        const sender = senderOf(request)
        const chunk = chunkFor(request, sender, 'idsm')
        const { messages, reject } = parseIdsMessages(bodyOf(request))
        messages.forEach((message, i) => addIdsMessage(chunk, message, i + 1, request.query))
        if (reject)
          chunk.rejects.push({
            line: messages.length + 1,
            reason: reject.reason,
            text: bodyOf(request)
              .subarray(reject.offset, reject.offset + 64)
              .toString('hex'),
            vehicle: request.query.vehicle?.slice(0, 64) ?? null,
          })
        return accept(chunk, sender)
      },
    ),
  )

  streaming(app, ['text/plain', 'application/octet-stream'], (scope) =>
    scope.post<{ Querystring: { vehicle?: string; start?: string } }>(
      '/ingest/v1/candump',
      { onRequest, bodyLimit: Number.MAX_SAFE_INTEGER },
      async (request) => {
        const sender = senderOf(request)
        return uploadCandump({ request, sender, rateLimit, taker })
      },
    ),
  )

  // the OsmAnd query format of free phone trackers: GET or POST, parameters in the query or in the form
  const trackerPaths = ['/', '/ingest/v1/osmand']
  taking(app, ['application/x-www-form-urlencoded'], (scope) =>
    trackerPaths.forEach((url) =>
      scope.route<{ Querystring: Record<string, string> }>({
        method: ['GET', 'POST'],
        url,
        // authenticated by a parameter, which may stand in the form: its 4 KiB are read without a reservation
        bodyLimit: 4096,
        handler: async (request) => {
          const form = Buffer.isBuffer(request.body)
            ? Object.fromEntries(new URLSearchParams(request.body.toString('utf8')))
            : {}
          const parameters = { ...form, ...request.query }
          const sender = parameters.id ? await senders.byDeviceToken(parameters.id, request.ip) : undefined
          if (!sender)
            throw new Failure('NOT_SIGNED_IN', {
              message: 'id: this is not a device token that an administrator issued.',
            })
          refuseUnlicensed(sender)
          const chunk = chunkFor(request, sender, 'osmand')
          addOsmAnd(chunk, sender.vin!, parameters)
          const reply = await accept(chunk, sender)
          if (reply.rejected.length > 0) throw new Failure('INVALID_INPUT', { message: reply.rejected[0]!.reason })
          return reply
        },
      }),
    ),
  )

  async function accept(chunk: Chunk, sender: Sender): Promise<Reply> {
    rateLimit(sender, chunk.events.length + chunk.rejects.length)
    return taker.submit(chunk)
  }
}

function chunkFor(request: FastifyRequest, sender: Sender, source: string): Chunk {
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

/** Adds an event that was converted to the JSON protocol, decoded like any other; a reject keeps the converted text. */
function addEvent(chunk: Chunk, input: Record<string, unknown>, line: number, arrival: Arrival): void {
  const event = decodeEvent(input, arrival)
  if (event.ok) {
    chunk.events.push(event.value)
    chunk.lines.push(line)
  } else {
    chunk.rejects.push({
      line,
      reason: event.reason,
      text: JSON.stringify(input).slice(0, 4096),
      vehicle: typeof input.vehicle === 'string' ? input.vehicle.slice(0, 64) : null,
    })
  }
}

/** AUTOSAR messages name sensors, not kinds: the uploader states the sensor's network (`kind=can|eth|host`). */
function addIdsMessage(
  chunk: Chunk,
  message: IdsMessage,
  line: number,
  query: { vehicle?: string; kind?: string },
): void {
  const kind = ['can', 'eth', 'host'].includes(query.kind ?? '') ? query.kind : 'can'
  const input = {
    type: `ids.${kind}`,
    vehicle: query.vehicle,
    ts: message.timestamp?.ms ?? chunk.receivedAt,
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
  addEvent(chunk, input, line, arrivalOf(chunk.receivedAt))
}

/** OsmAnd: `speed` in knots, `speed_kph` in km/h; timestamp in seconds, milliseconds or RFC 3339. */
function addOsmAnd(chunk: Chunk, vin: string, parameters: Record<string, string>): void {
  const number = (name: string) =>
    parameters[name] === undefined || parameters[name] === '' ? undefined : Number(parameters[name])
  const seconds = number('timestamp')
  const ts =
    seconds === undefined
      ? chunk.receivedAt
      : Number.isFinite(seconds)
        ? seconds < 1e11
          ? seconds * 1000
          : seconds
        : timeOf(parameters.timestamp)
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
  addEvent(chunk, position, 1, arrivalOf(chunk.receivedAt))
}
