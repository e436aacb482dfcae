import websocket from '@fastify/websocket'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { sql } from 'drizzle-orm'
import { type Bus, openBus } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import { nearestHop } from '@carapace/shared/core/nearest-hop'
import { callersOf, sessionAccessOf } from './account/sign-in/sessions.queries.ts'
import { callTurns } from './core/http/call-turns.ts'
import { callCharges } from './core/http/charges.ts'
import { installConsole } from './core/http/console.ts'
import { connect } from './core/db.ts'
import { gathered } from './core/gathered.ts'
import { installGuard } from './core/http/guard.ts'
import { createJobs } from './core/jobs/jobs.ts'
import { installLive } from './core/live/live.ts'
import { createLog } from './core/log.ts'
import { knownTokens } from './core/http/known-tokens.ts'
import { createMetrics, type Metrics } from './core/metrics.ts'
import { installOwnTiles } from './core/http/own-tiles.ts'
import { createOutgoing } from './core/outgoing/guarded.ts'
import { createCaptcha } from './core/outgoing/recaptcha.ts'
import type { Settings } from './core/settings.ts'
import { watchSessions } from './core/live/standing.ts'
import { warnOfProxy } from './core/http/proxy-warning.ts'
import { mapHosts } from './core/http/tiles.ts'
import { boundBodies, uploadMs } from './core/http/upload.ts'
import { installModules } from './modules.ts'

export interface Api {
  readonly app: FastifyInstance
  readonly port: number
  /** Makes the health check report that the process is draining; everything is served as before. */
  drain(): void
  /** Tells viewers to reconnect elsewhere, finishes running calls and releases all resources. */
  stop(): Promise<void>
}

/** How long running calls may take to finish at the stop, ms. */
const finishMs = 10_000

/** Builds the api without listening: calls, live channels, the console. */
export async function buildApi(settings: Settings): Promise<Pick<Api, 'app' | 'drain' | 'stop'>> {
  const log = createLog()
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy && nearestHop,
    rewriteUrl: withoutBase(settings.basePath),
    bodyLimit: 64 * 1024,
    requestTimeout: uploadMs,
    forceCloseConnections: 'idle',
  })
  const bus = await openBus(settings.bus, log)
  const connection = connect(settings.databaseUrl)
  const { db } = connection
  const metrics = createMetrics(bus)
  const onError = (error: unknown) => log.error({ err: error }, 'something in the background failed')
  const gaps = new Set<() => void>()
  const subscriber = bus.subscriber((dropped) => {
    metrics.shed.inc({ channel: 'bus' }, dropped)
    for (const listen of gaps) listen()
  })
  const onGap = (listen: () => void) => {
    gaps.add(listen)
    return () => void gaps.delete(listen)
  }
  const publisher = bus.publisher()
  const modules = installModules({
    db,
    bus: subscriber,
    publisher,
    settings,
    captcha: createCaptcha(settings),
    outgoing: createOutgoing(settings.outgoingAllowed),
    onGap,
    onError,
  })
  const jobs = createJobs({
    db,
    databaseUrl: settings.databaseUrl,
    publisher,
    kinds: modules.jobs,
    notifications: modules.services.notifications,
    onError,
  })

  boundBodies(app)
  warnOfProxy(app, settings, log)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const findSession = knownTokens(gathered((tokens: readonly string[]) => callersOf(db, tokens)))
  app.decorate('findCaller', async (token, address) => {
    const found = await findSession(token, address)
    return found && { ...found, address }
  })
  app.decorate('chargeCall', callCharges())
  app.decorate('inTurn', callTurns())
  app.decorateRequest('caller', undefined)
  await app.register(websocket, { options: { maxPayload: 64 * 1024, perMessageDeflate: false } })
  await installGuard(app, {
    https: settings.publicUrl.startsWith('https:'),
    basePath: settings.basePath,
    mapHosts: mapHosts(settings),
    recaptcha: settings.recaptcha !== undefined,
    sentryDsn: settings.sentryDsn,
  })
  app.addHook('onResponse', (request, reply, done) => {
    metrics.requests.observe(
      { path: request.routeOptions.url ?? 'unknown', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
    done()
  })

  let draining = false
  // a connection that stays open would bring the next call here, and keep the server from closing
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining) void reply.header('connection', 'close')
    done()
  })
  const sessionWatch = watchSessions((hashes) => sessionAccessOf(db, hashes), onError)
  const stopLive = installLive(app, { channels: modules.channels, metrics, sessionWatch })
  await modules.routes(app, jobs)
  const trouble = () =>
    draining
      ? 'draining'
      : db.execute(sql`SELECT 1`).then(
          () => undefined,
          () => 'the database does not answer',
        )
  installHealth(app, settings, metrics, bus, trouble)
  await installOwnTiles(app, settings.pmtilesFile)
  await installConsole(app, settings.consoleDir)
  // an api that is built only for its document does no work
  app.addHook('onListen', () => {
    jobs.start()
    for (const { start } of modules.background) start?.()
  })

  return {
    app,
    drain: () => void (draining = true),
    async stop() {
      draining = true
      await stopLive()
      sessionWatch.stop()
      const cutOff = setTimeout(() => {
        app.server.closeAllConnections()
        for (const socket of app.websocketServer.clients) socket.terminate()
      }, finishMs)
      await Promise.all([app.close(), jobs.stop()])
      clearTimeout(cutOff)
      await Promise.all(modules.background.map(async ({ stop }) => stop()))
      publisher.close()
      subscriber.close()
      await Promise.all([bus.close(), connection.close()])
    },
  }
}

/** Removes the base path. A proxy may pass the path with the base path or without it: both are accepted. */
function withoutBase(basePath: string): (request: { url?: string }) => string {
  return ({ url = '/' }) => (basePath !== '' && url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url)
}

export async function startApi(settings: Settings): Promise<Api> {
  const { app, drain, stop } = await buildApi(settings)
  const address = await app.listen({ host: settings.host, port: settings.port })
  app.log.info({ address }, 'the api is ready')
  return { app, port: Number(new URL(address).port), drain, stop }
}

function installHealth(
  app: FastifyInstance,
  { metricsToken }: Settings,
  metrics: Metrics,
  bus: Bus,
  trouble: () => Promise<string | undefined> | string,
): void {
  // whether the process itself answers: if only the database is away, a restart does not help
  app.get('/api/alive', async () => ({ status: 'ok' }))
  app.get('/api/health', async (_request, reply) => {
    const reason = await trouble()
    if (reason) return reply.code(503).send({ status: reason === 'draining' ? 'draining' : 'unavailable', reason })
    // without the bus every call is served, and viewers read the tables: there is no reason to send them elsewhere
    return reply.send(bus.trouble === undefined ? { status: 'ok' } : { status: 'degraded', reason: bus.trouble })
  })
  app.get('/metrics', async (request, reply) => {
    if (metricsToken && request.headers.authorization !== `Bearer ${metricsToken}`)
      throw new Failure('NOT_SIGNED_IN', { message: 'Metrics need the METRICS_TOKEN as a bearer token.' })
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}
