import swagger from '@fastify/swagger'
import websocket from '@fastify/websocket'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { createPublisher, createSubscriber } from '@carapace/shared/core/bus'
import { Failure } from '@carapace/shared/core/failure'
import { nearestHop } from '@carapace/shared/core/nearest-hop'
import { version } from '@carapace/shared/core/version'
import { createMailer } from './account/mails.ts'
import { callerOf, standingOf } from './account/sessions.queries.ts'
import { installConsole } from './core/console.ts'
import { connect } from './core/db.ts'
import { installGuard } from './core/guard.ts'
import { createJobs } from './core/jobs.ts'
import { installLive } from './core/live.ts'
import { createMetrics } from './core/metrics.ts'
import { installOwnTiles } from './core/own-tiles.ts'
import { createCaptcha } from './core/recaptcha.ts'
import type { Settings } from './core/settings.ts'
import { watchStanding } from './core/standing.ts'
import { mapHosts } from './core/tiles.ts'
import { boundBodies, uploadMs } from './core/upload.ts'
import { createDbcThread } from './msoc/dbc-thread.ts'
import { createChannels, installRoutes, jobKinds } from './routes.ts'

export interface Api {
  readonly app: FastifyInstance
  readonly port: number
  stop(): Promise<void>
}

/** Builds the api without listening: calls, live channels, the console. */
export async function buildApi(settings: Settings): Promise<{ app: FastifyInstance; stop: () => Promise<void> }> {
  const log: FastifyBaseLogger = pino({ level: process.env.LOG_LEVEL || 'info', base: { app: 'api' } })
  const app: FastifyInstance = fastify({ loggerInstance: log, logController: new LogController({ disableRequestLogging: true }), trustProxy: settings.trustProxy && nearestHop, rewriteUrl: withoutBase(settings.basePath), bodyLimit: 64 * 1024, requestTimeout: uploadMs, forceCloseConnections: true })
  const connection = connect(settings.databaseUrl)
  const { db } = connection
  const metrics = createMetrics()
  const onError = (error: unknown) => log.error({ err: error }, 'something in the background failed')
  const gaps = new Set<() => void>()
  const bus = createSubscriber((dropped) => {
    metrics.shed.inc({ channel: 'bus' }, dropped)
    for (const listen of gaps) listen()
  })
  const onGap = (listen: () => void) => {
    gaps.add(listen)
    return () => void gaps.delete(listen)
  }
  const publisher = createPublisher()
  const dbcThread = createDbcThread()
  const jobs = createJobs({ db, databaseUrl: settings.databaseUrl, publisher, kinds: jobKinds(publisher, dbcThread), onError })
  const mailer = createMailer({ db, settings, onError })
  const parts = { db, bus, publisher, settings, jobs, dbcThread, captcha: createCaptcha(settings), onGap, onError }

  boundBodies(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorate('findCaller', (token, address) => callerOf(db, token, address))
  app.decorateRequest('caller', undefined)
  await app.register(swagger, { openapi: { info: { title: 'Carapace', version }, components: { securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'ACCESS-TOKEN' } } } }, transform: jsonSchemaTransform })
  await app.register(websocket, { options: { maxPayload: 64 * 1024, perMessageDeflate: false } })
  await installGuard(app, { https: settings.publicUrl.startsWith('https:'), basePath: settings.basePath, mapHosts: mapHosts(settings), recaptcha: settings.recaptcha !== undefined, sentryDsn: settings.sentryDsn })
  app.addHook('onResponse', (request, reply, done) => {
    metrics.requests.observe({ path: request.routeOptions.url ?? 'unknown', status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    done()
  })

  const standing = watchStanding((hashes) => standingOf(db, hashes), onError)
  const { channels, stop: stopChannels } = createChannels(parts)
  const stopLive = installLive(app, { channels, metrics, standing })
  await installRoutes(app, parts)
  installHealth(app, settings, metrics, () => db.execute(sql`SELECT 1`).then(() => undefined, () => 'the database does not answer'))
  await installOwnTiles(app, settings.pmtilesFile)
  await installConsole(app, settings.consoleDir)
  // an api that is only built, for its document, does no work
  app.addHook('onListen', () => {
    jobs.start()
    mailer.start()
  })

  return {
    app,
    async stop() {
      stopLive()
      standing.stop()
      stopChannels()
      await Promise.all([app.close(), dbcThread.stop(), jobs.stop(), mailer.stop()])
      publisher.close()
      bus.close()
      await connection.close()
    },
  }
}

/** A proxy may pass the path as the browser asked it, base path and all, or without it: both are understood. */
function withoutBase(basePath: string): (request: { url?: string }) => string {
  return ({ url = '/' }) => (basePath !== '' && url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url)
}

export async function startApi(settings: Settings): Promise<Api> {
  const { app, stop } = await buildApi(settings)
  const address = await app.listen({ host: settings.host, port: settings.port })
  app.log.info({ address }, 'the api is ready')
  return { app, port: Number(new URL(address).port), stop }
}

function installHealth(app: FastifyInstance, { metricsToken }: Settings, metrics: ReturnType<typeof createMetrics>, trouble: () => Promise<string | undefined>): void {
  app.get('/api/health', { schema: { hide: true } }, async (_request, reply) => {
    const reason = await trouble()
    return reply.code(reason ? 503 : 200).send(reason ? { status: 'unavailable', reason } : { status: 'ok' })
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (metricsToken && request.headers.authorization !== `Bearer ${metricsToken}`) throw new Failure('NOT_SIGNED_IN', { message: 'Metrics need the METRICS_TOKEN as a bearer token.' })
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}
