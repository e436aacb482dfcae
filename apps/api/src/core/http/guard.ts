import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import { randomBytes } from 'node:crypto'
import { Failure } from '@carapace/shared/core/failure'
import { heldRefusals } from '@carapace/shared/core/held-refusals'
import { isEndedStatement } from '../db.ts'
import { networkOf } from './network-of.ts'

interface GuardOptions {
  readonly https: boolean
  readonly basePath: string
  /** Hosts of map tiles: the page may load tiles only from these. */
  readonly mapHosts: readonly string[]
  /** Whether the page uses Google's reCAPTCHA. */
  readonly recaptcha: boolean
  /** Where the page reports its errors. */
  readonly sentryDsn: string | undefined
}

/**
 * Installs the protection of every route: content security policy, rate limits, CSRF protection, uniform errors.
 */
export async function installGuard(app: FastifyInstance, options: GuardOptions): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { directives: contentPolicy(options) },
    hsts: options.https,
    crossOriginEmbedderPolicy: false,
  })
  await app.register(cookie)
  await app.register(rateLimit, {
    global: false,
    // an unchecked token could be a different one each time
    keyGenerator: ({ caller, ip }) => caller?.user.uuid ?? networkOf(ip),
    errorResponseBuilder: (_request, { ttl }) => new Failure('TOO_MANY', { retryAfter: Math.ceil(ttl / 1000) }),
  })
  app.addHook('onRequest', (request, reply, done) => {
    guardForgery(request, reply, options)
    // API responses belong to one user and are valid only now; a route that serves files overrides this
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store')
    done()
  })
  const hold = heldRefusals()
  app.setErrorHandler(async (error: FastifyError | Failure, request, reply) => {
    const failure = failureOf(error, request)
    if (failure.code === 'TOO_MANY') await hold(reply.raw)
    return answer(failure, reply)
  })
}

/** What Google's documentation requires: https://developers.google.com/recaptcha/docs/faq (Content-Security-Policy). */
const recaptchaHosts = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
}

function contentPolicy({ https, mapHosts, recaptcha, sentryDsn }: GuardOptions): Record<string, string[]> {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...(recaptcha ? recaptchaHosts.scripts : [])],
    'frame-src': recaptcha ? recaptchaHosts.frames : ["'none'"],
    'worker-src': ["'self'", 'blob:'],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...mapHosts],
    'connect-src': [
      "'self'",
      ...mapHosts,
      ...(recaptcha ? recaptchaHosts.frames : []),
      ...(sentryDsn === undefined ? [] : [new URL(sentryDsn).origin]),
    ],
    'font-src': ["'self'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    ...(https ? { 'upgrade-insecure-requests': [] } : { 'upgrade-insecure-requests': null as unknown as string[] }),
  }
}

const cookieName = 'XSRF-TOKEN'

/**
 * Double-submit protection: a browser that holds our cookie must repeat its value in the X-XSRF-TOKEN header, which
 * another site's page cannot do. Clients other than browsers hold no cookie and need no header. Mismatch: 400, before
 * anything else. The page itself sets the cookie, before its scripts send calls: of two first calls at once, each would
 * set its own, and one of them would be refused.
 */
function guardForgery(request: FastifyRequest, reply: FastifyReply, { https, basePath }: GuardOptions): void {
  const held = request.cookies[cookieName]
  if (request.method === 'GET') {
    const isPage = request.headers.accept?.includes('text/html') ?? false
    if (held === undefined && (isPage || request.url.startsWith('/api/')))
      void reply.setCookie(cookieName, randomBytes(18).toString('base64url'), {
        path: basePath || '/',
        sameSite: 'strict',
        secure: https,
      })
    return
  }
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new Failure('FORGED_REQUEST')
  if (held !== undefined && request.headers['x-xsrf-token'] !== held) throw new Failure('FORGED_REQUEST')
}

function failureOf(error: FastifyError | Failure, request: FastifyRequest): Failure {
  if (error instanceof Failure) {
    if (error.cause !== undefined) request.log.warn({ err: error.cause, path: request.routeOptions.url }, error.message)
    return error
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = Object.fromEntries(
      error.validation.map(({ instancePath, message }) => [
        instancePath.slice(1).replaceAll('/', '.') || 'request',
        message ?? 'is not valid',
      ]),
    )
    return new Failure('INVALID_INPUT', { errors })
  }
  if (isEndedStatement(error))
    return new Failure('BUSY', { message: 'This takes too long. Ask for less, or try again later.', retryAfter: 60 })
  if (isResponseSerializationError(error))
    request.log.error({ err: error, path: request.url }, 'an answer broke its contract')
  else if (error.statusCode === 413) return new Failure('TOO_LARGE')
  else if (error.statusCode === 415)
    return new Failure('UNSUPPORTED_MEDIA_TYPE', {
      message: `Send ${request.routeOptions.config.takes ?? 'application/json'}.`,
    })
  else if (error.statusCode !== undefined && error.statusCode < 500)
    return new Failure('INVALID_INPUT', { message: error.message })
  else request.log.error({ err: error, path: request.url }, 'a call failed unexpectedly')
  return new Failure('UNEXPECTED')
}

function answer(failure: Failure, reply: FastifyReply): FastifyReply {
  if (failure.retryAfter !== undefined) void reply.header('retry-after', String(failure.retryAfter))
  return reply.code(failure.status).send(failure.reply())
}
