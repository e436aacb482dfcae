import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { writePrivate } from './secrets.ts'

/**
 * The data that an external program needs in order to use this installation. It is in `run.json` in the data folder
 * while the installation runs.
 */
export interface RunFile {
  url: string
  ingest_url: string
  syslog_port: number
  syslog_tls_port: number
  ingest_key: string
  database_url: string
  demo: { email: string; password: string } | null
}

export function writeRunFile(dataDir: string, run: RunFile): void {
  writePrivate(join(dataDir, 'run.json'), `${JSON.stringify(run, null, 2)}\n`)
}

/** Also called at the start: a killed run leaves its file behind. */
export function removeRunFile(dataDir: string): void {
  rmSync(join(dataDir, 'run.json'), { force: true })
}

/** The lines for the user when everything runs. */
export function readyMessage(run: RunFile): string {
  return [
    `ready ${run.url}`,
    run.demo
      ? `  sign in  ${run.demo.email} / ${run.demo.password}`
      : '  sign in  as a user that `npm run admin -- user create --email … --name …` makes',
    `  events   ${run.ingest_url}/ingest/v1/events with key ${run.ingest_key}`,
    `  syslog   port ${run.syslog_port} (UDP, TCP), port ${run.syslog_tls_port} (TLS)`,
    '  Ctrl-C stops it.',
  ].join('\n')
}
