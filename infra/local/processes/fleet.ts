import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

import { demoFleet } from '../demo/fleet.ts'

/** Pause before a fleet that died is started again, so that a broken fleet does not keep a core busy. */
const REST_MS = 3000

export type Fleet = ReturnType<typeof startFleet>

export interface FleetOptions {
  root: string
  ingestUrl: string
  ingestKey: string
  syslogPort: number
  logFile: string
  /** A file that records how much of the history was sent, so that a restart sends nothing twice. */
  historyMarker: string
  log: (line: string) => void
}

/**
 * Keeps the simulated fleet running until `stop`: a separate process that uses the public ingest protocol and nothing
 * else of our code.
 */
export function startFleet({ root, ingestUrl, ingestKey, syslogPort, logFile, historyMarker, log }: FleetOptions) {
  const traffic = [
    '--vehicles',
    String(demoFleet.vehicles),
    '--seed',
    String(demoFleet.seed),
    '--hz',
    '1',
    '--can-vehicles',
    String(demoFleet.canVehicles),
    '--learning',
    '0s',
    '--attack-every',
    demoFleet.attackEvery,
    '--history',
    demoFleet.history,
    '--history-marker',
    historyMarker,
  ]
  const target = ['--ingest-url', ingestUrl, '--key', ingestKey, '--syslog-port', String(syslogPort)]
  let stopping = false
  let rest: NodeJS.Timeout | undefined
  let fleet: ChildProcess

  const drive = () => {
    fleet = launch([join(root, 'load-tests', 'fleet', 'main.ts'), ...traffic, ...target], logFile)
    fleet.once('exit', (status) => {
      if (stopping) return
      log(`The simulated fleet ended (status ${status}; see ${logFile}); starting it again.`)
      rest = setTimeout(drive, REST_MS)
    })
  }
  drive()

  return {
    /** Requests an attack on a vehicle of the model; without effect while the fleet is not running. */
    attack: (request: { readonly attack: string; readonly model: string }) => {
      if (fleet.connected) fleet.send(request, () => undefined)
    },
    stop: async () => {
      stopping = true
      clearTimeout(rest)
      if (fleet.exitCode !== null || fleet.signalCode !== null) return
      fleet.kill('SIGTERM')
      const killTimer = setTimeout(() => fleet.kill('SIGKILL'), REST_MS)
      await once(fleet, 'exit')
      clearTimeout(killTimer)
    },
  }
}

/**
 * The channel between the processes takes requested attacks; when this process is killed, it is closed and the fleet
 * ends by itself (see end-with-parent.ts).
 */
function launch(args: string[], logFile: string): ChildProcess {
  const log = openSync(logFile, 'a', 0o600)
  const endWithParent = new URL('end-with-parent.ts', import.meta.url).href
  const fleet = spawn(process.execPath, [...process.execArgv, '--import', endWithParent, ...args], {
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  return fleet
}
