import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { CanFrame } from '@carapace/shared/msoc/can/frame'
import { createBusWatch, type BusWatch } from '@carapace/shared/msoc/can/watch'
import type { CompiledDbc } from '@carapace/shared/msoc/dbc/compile'
import { createModel, trafficOf } from '../can/traffic.ts'
import { databasesOf, dataFolder, ownDatabases, type Database } from '../eval/databases.ts'
import { learned } from '../eval/watching.ts'

/**
 * The cost of reading and watching CAN on one core: frames decoded with compiled databases, frames through all
 * detectors after learning, and the memory for watching one vehicle.
 */
const limits = { decoded: 1_000_000, detected: 300_000, bytes: 200 * 1024 } as const
const frames = 200_000
const load = 800
/** Enough frames for a watch to learn its bus and to detect, while it continues to learn. */
const learnedFrames = 60_000
const rounds = 3
const watches = 200
const startMs = 1_750_000_000_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const folder = dataFolder()
if (folder === undefined)
  console.log('The data folder was not found (CARAPACE_DATA, default ../shared/data): with databases of our own only.')
const databases = [
  ...ownDatabases(),
  ...(folder === undefined ? [] : databasesOf(folder).filter(({ dbc }) => dbc.messages.length > 20)),
]
const verdicts = [
  ...databases.map(decoding),
  ...databases.map(detecting),
  remembering(databases.toSorted((a, b) => idsOf(b) - idsOf(a))[0]!),
]
console.log(`${verdicts.filter(Boolean).length} of ${verdicts.length} limits hold`)
process.exitCode = verdicts.every(Boolean) ? 0 : 1

function idsOf({ dbc }: Database): number {
  return createModel(dbc, 1, load).plans.length
}

function traffic({ dbc }: Database, seed: number, count: number): CanFrame[] {
  const trip = { bus: 'can0', seed, startMs, awakeMs: 3_600_000, habits: 'drive' } as const
  return trafficOf(createModel(dbc, 1, load), trip)
    .take(count)
    .toArray()
}

function decoding(database: Database): boolean {
  const sent = traffic(database, 2, frames)
  const rate = bestRate(sent.length, () => decodeAll(database.dbc, sent))
  const signals = database.dbc.messages.reduce((sum, message) => sum + message.signals.length, 0)
  return reportRate(
    `${database.name}: decoded, ${signals} signals in ${database.dbc.messages.length} messages`,
    rate,
    limits.decoded,
  )
}

/** Returns a value that depends on all signal values, so that no work can be optimised away. */
function decodeAll(dbc: CompiledDbc, sent: readonly CanFrame[]): number {
  const values = new Float64Array(1024)
  let seen = 0
  for (const { id, flags, data } of sent) {
    const message = dbc.messageOf(id, (flags & 1) !== 0)
    if (message === undefined) continue
    message.decode(data, values)
    seen += values[0]!
  }
  return seen
}

function detecting(database: Database): boolean {
  const profile = learned(traffic(database, 3, frames)).get('can0')
  const sent = traffic(database, 4, frames)
  const rate = bestRate(sent.length, () =>
    watchAll(createBusWatch({ vin: 'BENCHMARK', bus: 'can0', profile, isMoving: undefined }), sent),
  )
  return reportRate(`${database.name}: through all detectors`, rate, limits.detected)
}

function watchAll(watch: BusWatch, sent: readonly CanFrame[]): number {
  let findings = 0
  const count = () => {
    findings += 1
  }
  for (const frame of sent) watch.step(frame, count)
  return findings
}

/** Frames a second of one core's time, in the best of several rounds: CPU time of other processes is not counted. */
function bestRate(count: number, work: () => number): number {
  let best = Infinity
  for (let round = 0; round < rounds; round++) {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    best = Math.min(best, user + system)
  }
  return (count * 1_000_000) / best
}

/** Measures heap and buffers of watches, each for a different vehicle, on the database with the most ids. */
function remembering(database: Database): boolean {
  const sent = traffic(database, 5, learnedFrames)
  const before = heldBytes()
  const held = Array.from({ length: watches }, () =>
    createBusWatch({ vin: 'BENCHMARK', bus: 'can0', profile: undefined, isMoving: undefined }),
  )
  for (const watch of held) watchAll(watch, sent)
  const bytes = (heldBytes() - before) / held.length
  const isUnder = bytes < limits.bytes
  console.log(
    `${database.name}, ${idsOf(database)} ids: ${Math.round(bytes / 1024)} KB a vehicle held by ` +
      `${held.length} watches after learning (limit ${limits.bytes / 1024}): ${isUnder ? 'yes' : 'NO'}`,
  )
  return isUnder
}

function heldBytes(): number {
  for (let i = 0; i < 4; i++) collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function reportRate(what: string, rate: number, limit: number): boolean {
  console.log(
    `${what}: ${Math.round(rate).toLocaleString('en')} frames/s (limit ` +
      `${limit.toLocaleString('en')}): ${rate >= limit ? 'yes' : 'NO'}`,
  )
  return rate >= limit
}
