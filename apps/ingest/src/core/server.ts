import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { nearestHop } from '@carapace/shared/core/nearest-hop'
import { Failure } from '@carapace/shared/core/failure'
import { heldRefusals } from '@carapace/shared/core/held-refusals'
import type { Budget } from './budget.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

/** Maximum upload time, ms: a capture may be hours long. */
const uploadMs = 15 * 60_000
/** Maximum time for the headers of a request, ms: before them nobody knows whose it is. */
const headersMs = 15_000

/** Whether ingest accepts events. If degraded, it does, but there is a problem for an operator. */
export type Health =
  { readonly status: 'ok' } | { readonly status: 'degraded' | 'unavailable' | 'draining'; readonly reason: string }

interface Deps {
  readonly budget: Budget
  readonly metrics: Metrics
  readonly metricsToken: string | undefined
  readonly trustProxy: boolean
  readonly log: Log
  readonly state: () => Promise<Health>
}

/**
 * The HTTP server on which sources register their routes: limited memory, uniform errors, health and metrics.
 */
export function createServer({ budget, metrics, metricsToken, trustProxy, log, state }: Deps): FastifyInstance {
  const app = fastify({
    logger: false,
    trustProxy: trustProxy && nearestHop,
    requestTimeout: uploadMs,
    http: { headersTimeout: headersMs },
    keepAliveTimeout: 30_000,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, _request, reply) => answerError(error, reply, log, metrics),
  })

  app.addHook('onRequest', async ({ headers }) => {
    const encoding = headers['content-encoding'] ?? 'identity'
    if (encoding !== 'identity')
      throw new Failure('UNSUPPORTED_MEDIA_TYPE', {
        message: 'Send the body as it is: compressed bodies are not read.',
      })
  })
  const hold = heldRefusals()
  app.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof Failure && error.code === 'TOO_MANY') await hold(reply.raw)
    return answerError(error, reply, log, metrics)
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(new Failure('NOT_FOUND').reply()))

  // whether the process itself answers: a restart does not help a process whose database is unavailable
  app.get('/alive', async () => ({ status: 'ok' }))
  app.get('/health', async (_request, reply) => {
    const health = await state()
    return reply.code(health.status === 'unavailable' || health.status === 'draining' ? 503 : 200).send(health)
  })
  app.get('/metrics', async (request, reply) => {
    if (metricsToken && request.headers.authorization !== `Bearer ${metricsToken}`)
      throw new Failure('NOT_SIGNED_IN', { message: 'Metrics need the METRICS_TOKEN as a bearer token.' })
    metrics.waitingBytes.set(budget.used())
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
  return app
}

function answerError(error: unknown, reply: FastifyReply, log: Log, metrics: Metrics): FastifyReply {
  const failure = failureOf(error)
  if (failure.code === 'UNEXPECTED') log.error({ err: error }, 'a request failed unexpectedly')
  if (failure.code === 'BUSY') metrics.refusedBusy.inc()
  // closing while the sender still writes would reset the connection, and the sender would not get the reason: so the
  // rest is read and dropped
  if (failure.code === 'TOO_LARGE') void reply.removeHeader('connection')
  if (failure.retryAfter !== undefined) void reply.header('retry-after', String(failure.retryAfter))
  return reply.code(failure.status).send(failure.reply())
}

function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  const { code, statusCode, message } = error as { code?: string; statusCode?: number; message?: string }
  if (statusCode === 413)
    return new Failure('TOO_LARGE', {
      message: 'A request may have at most 8 MiB and 20,000 events. Send it in parts.',
    })
  if (statusCode === 415)
    return new Failure('UNSUPPORTED_MEDIA_TYPE', {
      message:
        'Send events as application/x-ndjson (one a line) or application/json (an array), IDS messages as ' +
        'application/octet-stream, a candump log as text/plain.',
    })
  if (statusCode !== undefined && statusCode < 500)
    return new Failure('INVALID_INPUT', { message: `${code ?? 'bad request'}: ${message ?? ''}` })
  return new Failure('UNEXPECTED')
}
