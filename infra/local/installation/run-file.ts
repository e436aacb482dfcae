import { existsSync, rmSync } from 'node:fs'
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

/**
 * Prints the lines for the user when everything runs. Key and password are printed once and never again: what is
 * printed ends up in logs, and `run.json` has them.
 */
export function printReady(run: RunFile, dataDir: string, print: (text: string) => void): void {
  const marker = join(dataDir, 'secrets-printed')
  print(readyMessage(run, existsSync(marker) ? join(dataDir, 'run.json') : undefined))
  writePrivate(marker, '')
}

/** `secretsIn`: the file that has the secrets, where they were printed before. */
function readyMessage(run: RunFile, secretsIn: string | undefined): string {
  const shown = (secret: string) => (secretsIn === undefined ? secret : `${secret.slice(0, 5)}…`)
  return [
    `ready ${run.url}`,
    run.demo
      ? `  sign in  ${run.demo.email} / ${shown(run.demo.password)}`
      : '  sign in  as a user that `npm run admin -- user create --email … --name …` makes',
    `  events   ${run.ingest_url}/ingest/v1/events with key ${shown(run.ingest_key)}`,
    ...(secretsIn === undefined ? [] : [`  secrets  were printed by the first start, and are in ${secretsIn}`]),
    `  syslog   port ${run.syslog_port} (UDP, TCP), port ${run.syslog_tls_port} (TLS)`,
    '  Ctrl-C stops it.',
  ].join('\n')
}
