import { parseArgs } from 'node:util'
import { filePath, numberOption, targetOf, UsageError } from '../cli.ts'
import type { Start } from './pace.ts'
import type { Columns } from './position-file.ts'
import type { Target } from '../sending/post.ts'
import { readTime, zoneOffset } from './zoned-time.ts'

export const replayHelp = `npm run replay -- FILE [options]       sends a recording as if it happened now

A candump capture of one vehicle, or a CSV file of positions of many vehicles (detected from its first line).

  --vehicle VIN           the vehicle of the capture (candump)
  --bus can0              send all frames as from this bus (candump; default: the capture's own names)
  --vehicle-column NAME   column of the VIN or device id (CSV; default: vehicle)
  --lat, --lon, --time    columns of position and time (CSV; default: lat, lon, time)
  --zone Asia/Shanghai    zone of times without a zone (CSV; default: UTC)
  --speed 1               2 is twice as fast as recorded, 0 as fast as it can be sent
  --start now             now, keep (the recorded times) or a time (the recording begins then)
  --ingest-url, --key     default: of the installation that runs here (.carapace/run.json)

With --start now the events have the time at which they are sent. With a speed other than 1 this compresses time, so
that movement looks faster than it was: --speed 60 makes 50 km/h look like 3,000 km/h, and detectors will report it.
--start keep keeps the recorded times and spacing at any speed. With --speed 0 and --start now the recording keeps its
spacing and ends now.`

export interface ReplayOptions {
  file: string
  vehicle?: string
  bus?: string
  columns: Columns
  offsetAt: (localMs: number) => number
  speed: number
  start: Start
  target: () => Target
}

/** Parses the command line; undefined means that help is requested. */
export function replayOptions(args: string[]): ReplayOptions | undefined {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      vehicle: { type: 'string' },
      bus: { type: 'string' },
      'vehicle-column': { type: 'string', default: 'vehicle' },
      lat: { type: 'string', default: 'lat' },
      lon: { type: 'string', default: 'lon' },
      time: { type: 'string', default: 'time' },
      zone: { type: 'string', default: 'UTC' },
      speed: { type: 'string', default: '1' },
      start: { type: 'string', default: 'now' },
      'ingest-url': { type: 'string' },
      key: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  if (positionals.length !== 1) throw new UsageError(`Name one file to replay, as in\n\n${replayHelp}`)

  return {
    file: filePath(positionals[0]!),
    ...(values.vehicle === undefined ? {} : { vehicle: values.vehicle }),
    ...(values.bus === undefined ? {} : { bus: values.bus }),
    columns: { vehicle: values['vehicle-column'], lat: values.lat, lon: values.lon, time: values.time },
    offsetAt: zoneOption(values.zone),
    speed: numberOption('speed', values.speed, 0),
    start: startOption(values.start, zoneOption(values.zone)),
    target: () => targetOf(values),
  }
}

function zoneOption(zone: string): (localMs: number) => number {
  try {
    return zoneOffset(zone)
  } catch {
    throw new UsageError(`--zone must be a time zone such as Asia/Shanghai, not "${zone}"`)
  }
}

function startOption(text: string, offsetAt: (localMs: number) => number): Start {
  if (text === 'now' || text === 'keep') return text
  const time = readTime(text, offsetAt)
  if (time === undefined) throw new UsageError(`--start must be now, keep or a time, not "${text}"`)
  return time
}
