import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { startServer } from './server-process.ts'
import type { ServerProcess } from './server-process.ts'

interface ViteServerOptions {
  root: string
  host: string
  port: number
  /** The api's address: calls and live channels are forwarded to it. */
  api: string
  logFile: string
}

/**
 * Serves the console's sources with hot reload. Resolves when Vite listens.
 *
 * @throws {Refusal} with the end of its log when it does not start
 */
export function startViteServer({ root, host, port, api, logFile }: ViteServerOptions): Promise<ServerProcess> {
  const app = join(root, 'apps', 'console')
  const vite = join(dirname(createRequire(join(app, 'package.json')).resolve('vite/package.json')), 'bin', 'vite.js')
  return startServer({
    program: process.execPath,
    args: [vite, app, '--host', host, '--port', String(port), '--strictPort'],
    env: { API_URL: api },
    logFile,
    serves: (logged) => logged.includes('ready in'),
  })
}
