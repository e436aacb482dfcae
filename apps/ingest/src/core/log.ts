import { type DestinationStream, pino } from 'pino'
import { errorLogging } from '@carapace/shared/core/logged-error'

export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error'>

/** Log entries never contain a key, a token or an event's content. */
export function createLog(destination?: DestinationStream): pino.Logger {
  const options = { level: process.env.LOG_LEVEL || 'info', base: { app: 'ingest' }, ...errorLogging }
  return destination ? pino(options, destination) : pino(options)
}
