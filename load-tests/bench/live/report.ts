import { cpus } from 'node:os'
import type { Joined } from './join.ts'
import type { Latencies } from '../support/latencies.ts'

/** All figures of a run. */
interface LiveFigures {
  readonly fleet: number
  readonly viewers: number
  readonly apis: number
  readonly heldAtStart: readonly number[]
  readonly seconds: number
  /** The machine's load average (one minute) at the start and at the end. */
  readonly loads: readonly [number, number]
  readonly tally: { readonly accepted: number; readonly rejected: number; readonly retries: number }
  readonly traffic: {
    readonly messages: number
    readonly bytes: number
    readonly reconnects: number
    readonly gaps: number
  }
  readonly joined: Joined
  /** Share of the seconds in which the machine was calm. */
  readonly calmPart: number
  readonly thawedAt: number
  /** Resident bytes of the apis: before the first viewer, with all viewers, and so on. */
  readonly memory: {
    readonly empty: number
    readonly atStart: number
    readonly atMinuteTwo: number
    readonly atEnd: number
    readonly afterStorm: number
  }
  readonly cores: number
  /** CPU seconds by name, over the measurement. */
  readonly cpu: Readonly<Record<string, number>>
  readonly storm: {
    readonly spreadMs: number
    /** From dropping all sockets to the last viewer's snapshot. */
    readonly lastAfterMs: number
    /** From each viewer's first try to its snapshot, ms. */
    readonly took: readonly number[]
    /** Sockets that were closed and retried. */
    readonly refused: number
    /** Commit to viewer, after all have reconnected. */
    readonly after: Latencies
  }
}

/** The limits; one api process answers sooner than several that share the same cores with all viewers. */
const limits = {
  p99Ms: { one: 300, several: 500 },
  memoryGrowth: 0.05,
  frozenRatio: 1.2,
  thawMs: 10_000,
  stormMs: 15_000,
}

/** Prints each figure, with its limit if there is one; returns whether all limits are met. */
export function printLiveReport(figures: LiveFigures): boolean {
  const { joined, memory, traffic, seconds, heldAtStart } = figures
  const sorted = [...heldAtStart].sort((a, b) => a - b)
  const busy = cpus().length
  say(
    `${figures.fleet} vehicles at 1 Hz, ${figures.viewers} viewers of ${sorted[0]} to ` +
      `${sorted.at(-1)} vehicles (median ${sorted[sorted.length >> 1]}), ${seconds} s`,
  )
  say(`machine: ${busy} cores, load ${figures.loads.map((load) => load.toFixed(1)).join(' at the start, ')} at the end`)
  say(
    `sender: ${figures.tally.accepted} accepted, ${figures.tally.rejected} rejected, ${figures.tally.retries} retries`,
  )
  say(
    `to the viewers: ${perSecond(traffic.messages, seconds)} messages/s, ` +
      `${(traffic.bytes / seconds / 1e6).toFixed(1)} MB/s, ${traffic.gaps} gaps, ${traffic.reconnects} ` +
      'reconnects',
  )
  say(
    `${figures.apis === 1 ? 'server process (api and ingest)' : `${figures.apis} api processes`}: ` +
      `${figures.cores.toFixed(2)} cores`,
  )
  say(
    `cores of each: ${Object.entries(figures.cpu)
      .map(([name, used]) => `${name} ${(used / seconds).toFixed(2)}`)
      .join(', ')}`,
  )
  say(
    `memory: ${megabytes(memory.empty)} without viewers, ${megabytes(memory.atStart)} with all of ` +
      `them: ${Math.round((memory.atStart - memory.empty) / figures.viewers / 1000)} KB a viewer`,
  )
  say(
    `conflated: ${joined.conflated} of ${joined.conflated + joined.commitToViewer.count} sampled ` +
      'positions were overtaken by a newer one',
  )
  say(`request sent to viewer: ${quantiles(joined.sentToViewer)}`)
  say(`commit to viewer: ${quantiles(joined.commitToViewer)}`)
  say(
    `  in the ${Math.round(figures.calmPart * 100)} % of the seconds in which a tenth of the machine ` +
      `or more was idle: ${quantiles(joined.calm)}`,
  )
  say(
    `  before the freeze ${quantiles(joined.before)}; during ${quantiles(joined.during)}; after ` +
      quantiles(joined.after),
  )

  const growth = memory.atEnd / memory.atMinuteTwo - 1
  const ratio = joined.during.quantile(0.99) / joined.before.quantile(0.99)
  sayStorm(figures)
  const p99Limit = figures.apis === 1 ? limits.p99Ms.one : limits.p99Ms.several
  const thawed = (joined.currentAgainAt ?? Infinity) - figures.thawedAt
  return [
    check('commit to viewer, p99', joined.commitToViewer.quantile(0.99), p99Limit, (ms) => `${ms} ms`),
    check(
      `memory, ${megabytes(memory.atMinuteTwo)} at minute 2, ${megabytes(memory.atEnd)} at the end: growth`,
      growth,
      limits.memoryGrowth,
      (part) => `${(part * 100).toFixed(1)} %`,
    ),
    check('one frozen viewer: p99 of the others during, over before', ratio, limits.frozenRatio, (value) =>
      value.toFixed(2),
    ),
    check('the frozen viewer, thawed, sees the present again after', thawed, limits.thawMs, (ms) => `${ms} ms`),
    check(
      'all viewers back after the storm',
      figures.storm.lastAfterMs,
      limits.stormMs,
      (ms) => `${(ms / 1000).toFixed(1)} s`,
    ),
    check('commit to viewer after the storm, p99', figures.storm.after.quantile(0.99), p99Limit, (ms) => `${ms} ms`),
  ].every(Boolean)
}

function sayStorm({ storm: { spreadMs, took, refused, after }, memory }: LiveFigures): void {
  const sorted = [...took].sort((a, b) => a - b)
  const at = (part: number) =>
    `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!)} ms`
  say(
    `storm: ${took.length} sockets dropped at once and opened again over ${spreadMs / 1000} s: to ` +
      `its snapshot p50 ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)}; ${refused} had to try again; ` +
      `afterwards ${quantiles(after)}, ${megabytes(memory.afterStorm)}`,
  )
}

function check(title: string, value: number, limit: number, shown: (value: number) => string): boolean {
  const kept = value <= limit
  say(`${title}: ${shown(value)} (limit ${shown(limit)})${kept ? '' : '  EXCEEDED'}`)
  return kept
}

function quantiles(latencies: Latencies): string {
  return (
    `p50 ${latencies.quantile(0.5)} ms, p99 ${latencies.quantile(0.99)} ms, max ${latencies.max} ms ` +
    `of ${latencies.count}`
  )
}

function perSecond(count: number, seconds: number): string {
  return Math.round(count / seconds).toLocaleString('en')
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}

function say(line: string): void {
  console.log(line)
}
