import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { errorLogging } from '@carapace/shared/core/logged-error'

/** The api's log. Log entries never contain a password, a token or a value of a row. */
export function createLog(destination?: DestinationStream): FastifyBaseLogger {
  const options = { level: process.env.LOG_LEVEL || 'info', base: { app: 'api' }, ...errorLogging }
  return destination ? pino(options, destination) : pino(options)
}
