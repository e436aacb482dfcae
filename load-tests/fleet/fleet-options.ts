import { parseArgs } from 'node:util'
import { choiceOption, countOption, durationOption, filePath, numberOption, readRunFile, targetOf } from './cli.ts'
import type { Target } from './sending/post.ts'
import type { SyslogTarget } from './sending/syslog.ts'

export const fleetHelp = `npm run fleet -- [options]        a simulated fleet that uses the public ingest protocol

  --vehicles 40           how many vehicles
  --hz 1                  positions a second for each vehicle
  --can-vehicles N        how many of them send CAN (default: all up to 40, beyond that 2 % but at least 40)
  --attacks on            on, off, or only-list: print the attacks of the next hour and stop
  --attack-every 80s      how often an attack begins
  --learning 90s          CAN attacks begin after this time, when the buses are learned; 0s: profiles watch them at once
  --history 24h           first send the last hours (sparse reports, attacks with their traffic), then go live
  --history-marker FILE   skip the history where this file exists; write it when the history has been sent
  --duration 10m          stop after this time (default: never)
  --seed 1                a different seed gives a different fleet; the same seed continues where it was
  --ingest-url URL        default: of the installation that runs here (.carapace/run.json), else http://127.0.0.1:4100
  --key KEY               ingest key; default: of the installation that runs here
  --syslog-host HOST      default: 127.0.0.1
  --syslog-port PORT      default: of the installation that runs here, else 5514; 0 sends no syslog
  --syslog-transport udp  udp or tcp`

export interface FleetOptions {
  vehicles: number
  hz: number
  canVehicles: number
  attacks: 'on' | 'off' | 'only-list'
  attackEveryMs: number
  learningMs: number
  historyMs: number
  historyMarker?: string
  durationMs: number
  seed: number
  target: () => Target
  syslog: (key: string) => SyslogTarget | undefined
}

/** Parses the command line; undefined means that help is requested. */
export function fleetOptions(args: string[]): FleetOptions | undefined {
  const { values } = parseArgs({
    args,
    options: {
      vehicles: { type: 'string', default: '40' },
      hz: { type: 'string', default: '1' },
      'can-vehicles': { type: 'string' },
      attacks: { type: 'string', default: 'on' },
      'attack-every': { type: 'string', default: '80s' },
      learning: { type: 'string', default: '90s' },
      history: { type: 'string' },
      'history-marker': { type: 'string' },
      duration: { type: 'string' },
      seed: { type: 'string', default: '1' },
      'ingest-url': { type: 'string' },
      key: { type: 'string' },
      'syslog-host': { type: 'string', default: '127.0.0.1' },
      'syslog-port': { type: 'string' },
      'syslog-transport': { type: 'string', default: 'udp' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined

  const vehicles = countOption('vehicles', values.vehicles, 1)
  const canVehicles =
    values['can-vehicles'] === undefined ? canShare(vehicles) : countOption('can-vehicles', values['can-vehicles'], 0)
  const transport = choiceOption('syslog-transport', values['syslog-transport'], ['udp', 'tcp'])
  const port = countOption('syslog-port', values['syslog-port'] ?? String(readRunFile()?.syslog_port ?? 5514), 0)
  return {
    vehicles,
    hz: numberOption('hz', values.hz, 0.001),
    canVehicles: Math.min(vehicles, canVehicles),
    attacks: choiceOption('attacks', values.attacks, ['on', 'off', 'only-list']),
    attackEveryMs: Math.max(1000, durationOption('attack-every', values['attack-every'])),
    learningMs: durationOption('learning', values.learning),
    historyMs: values.history === undefined ? 0 : durationOption('history', values.history),
    ...(values['history-marker'] === undefined ? {} : { historyMarker: filePath(values['history-marker']) }),
    durationMs: values.duration === undefined ? Infinity : durationOption('duration', values.duration),
    seed: countOption('seed', values.seed, 0),
    target: () => targetOf(values),
    syslog: (key) => (port === 0 ? undefined : { host: values['syslog-host'], port, transport, key }),
  }
}

/**
 * The number of vehicles with CAN: all of a small fleet, but 2 % of a large one, since a bus with 535 frames a second
 * is as much load as the positions of 500 vehicles.
 */
export function canShare(vehicles: number): number {
  return Math.min(vehicles, Math.max(40, Math.round(vehicles * 0.02)))
}
