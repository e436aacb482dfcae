import { pino } from 'pino'

export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error'>

/** Log entries never contain a key, a token or an event's content. */
export function createLog(): pino.Logger {
  return pino({ level: process.env.LOG_LEVEL || 'info', base: { app: 'ingest' } })
}
