import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { countOption, numberOption } from '../../fleet/cli.ts'

export const help = `npm run eval:rules -- [options]      measures detection rules

Runs the rule packs of the product, or rules of your own, over generated traffic of which it is known what is an
attack: the simulated fleet (positions, telemetry, log lines, events of intrusion detection, CAN frames), and buses of
our databases with attacks and without. Prints for each rule and in all: precision, recall, time to detect, false alerts
a vehicle-hour.

  --rules FOLDER          rules of this folder (*.yml, *.yaml, also in folders below) instead of the packs
  --vehicles 40           vehicles of the simulated fleet, a tenth of them with a CAN bus
  --minutes 60            how long the fleet drives, and each bus that nobody attacks
  --seed 1                a different seed gives different drives and attacks
  --labels FILE           also a labelled set, as exported from Detection sensitivity: precision by rule and detector
  --out .carapace/eval    the folder for curves as SVG pictures
  --json FILE             also writes the result as JSON
  --help`

export interface RulesOptions {
  readonly rules: string | undefined
  readonly vehicles: number
  readonly minutes: number
  readonly seed: number
  readonly labels: string | undefined
  readonly out: string
  readonly json: string | undefined
}

/** Reads the command line. */
export function rulesOptions(args: string[]): RulesOptions | 'help' {
  const { values } = parseArgs({
    args,
    options: {
      rules: { type: 'string' },
      vehicles: { type: 'string', default: '40' },
      minutes: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      labels: { type: 'string' },
      out: { type: 'string', default: '.carapace/eval' },
      json: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return 'help'
  return {
    rules: values.rules === undefined ? undefined : path(values.rules),
    vehicles: countOption('vehicles', values.vehicles, 1),
    minutes: numberOption('minutes', values.minutes, 1),
    seed: countOption('seed', values.seed, 0),
    labels: values.labels === undefined ? undefined : path(values.labels),
    out: path(values.out),
    json: values.json === undefined ? undefined : path(values.json),
  }
}

/** A file relative to the caller's folder: npm runs scripts in the repository root and sets INIT_CWD to that folder. */
const path = (name: string): string =>
  resolve(process.env.npm_lifecycle_event === 'eval:rules' ? (process.env.INIT_CWD ?? '.') : '.', name)
