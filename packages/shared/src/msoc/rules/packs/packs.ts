import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Rules that come with the product: texts that an organisation installs as its own. */
export interface Pack {
  readonly name: string
  /** Changes with every change of a text: rules of older versions are offered an update. */
  readonly version: string
  readonly description: string
  /** Each is one rule with an id, in the order of the file names. */
  readonly texts: readonly string[]
}

function packIn(folder: string, name: string, version: string, description: string): Pack {
  const directory = join(import.meta.dirname, folder)
  const files = globSync('*.yml', { cwd: directory }).sort()
  return { name, version, description, texts: files.map((file) => readFileSync(join(directory, file), 'utf8')) }
}

export const packs: readonly Pack[] = [
  packIn(
    'diagnostics',
    'vehicle-diagnostics',
    '1.0',
    'Diagnostics over CAN (UDS, ISO 14229-1): requests that attackers need, and traces of scans and guesses.',
  ),
  packIn(
    'networks',
    'vehicle-networks',
    '1.0',
    'CAN and J1939 networks: floods, address conflicts, and messages that only off-board tools send.',
  ),
  packIn(
    'intrusion-detection',
    'vehicle-intrusion-detection',
    '1.0',
    "Events of a vehicle's own intrusion detection (AUTOSAR IDS), by the shipped event catalogue.",
  ),
  packIn(
    'hosts',
    'vehicle-hosts',
    '1.0',
    'System logs of Linux hosts in vehicles: sign-ins, rights, updates, the kernel, storage and time.',
  ),
  packIn(
    'motion',
    'vehicle-state',
    '1.0',
    'Positions and telemetry (COVESA VSS): values that cannot be, and functions that fail or are off while driving.',
  ),
  packIn(
    'joined',
    'vehicle-attacks',
    '1.0',
    'Attacks that show in several kinds of events: diagnostics and motion, sign-ins and updates, hosts and buses.',
  ),
]
