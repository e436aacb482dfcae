import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'

const consequence =
  'everybody behind the proxy counts as one address, so that 50 failed sign-ins of one person stop all others; ' +
  'set TRUST_PROXY=1 if exactly one proxy is in front'

/**
 * Warns once when the api is behind a proxy and TRUST_PROXY is not set: at the start where PUBLIC_URL is https, which
 * the api itself does not serve, and at the first request that a proxy passed on (rule SIGNIN-14).
 */
export function warnOfProxy(app: FastifyInstance, { trustProxy, publicUrl }: Settings, log: FastifyBaseLogger): void {
  if (trustProxy) return
  let isWarned = publicUrl.startsWith('https:')
  if (isWarned) log.warn(`PUBLIC_URL is https and TRUST_PROXY is not set: ${consequence}`)
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && request.headers['x-forwarded-for'] !== undefined) {
      isWarned = true
      log.warn(`a proxy passes requests on and TRUST_PROXY is not set: ${consequence}`)
    }
    done()
  })
}
