import { sql } from 'drizzle-orm'
import { type Interval, isInterval, type TimeSeries } from '@carapace/shared/core/time-series/time-series'
import {
  type AnyDatabase,
  keptAs,
  offersTimescale,
  rowsOf,
} from '@carapace/shared/core/time-series/time-series.queries'
import { beginMove, moveNewest, partitionsToMove } from '@carapace/shared/core/time-series/move.queries'
import { chunksOf, setChunkInterval } from '@carapace/shared/core/time-series/chunks.queries'
import { allTimeSeries } from '@carapace/shared/msoc/events/events.series'
import { Refusal } from '../refusal.ts'
import { type Command, help, type OptionValues } from './command.ts'

/** The first TimescaleDB version that has attach_chunk. */
const leastVersion = [2, 21]

export const timeSeriesCommands: Record<string, Command> = {
  'time-series list': async ({ db }) => {
    const lines: string[] = []
    let newest = 0
    for (const series of allTimeSeries) {
      const { interval, chunks, compressed, bytes, largest } = await chunksOf(db, series)
      const kept =
        (await keptAs(db, series.name)) === 'hypertable'
          ? `${chunks} chunks of ${interval}, ${compressed} compressed`
          : `${chunks} native partitions of ${series.chunk}`
      lines.push(
        `${series.name}: ${kept}, ${gigabytes(bytes)} in all, the largest uncompressed one ${gigabytes(largest)}`,
      )
      newest += largest
    }
    return [
      ...lines,
      `One of each, as large as that: ${gigabytes(newest)}. A quarter of the server's memory should hold it.`,
    ].join('\n')
  },

  'time-series chunk': async ({ db, values }) => {
    const series = seriesOption(values)
    const interval = intervalOption(values)
    if ((await keptAs(db, series.name)) !== 'hypertable')
      throw new Refusal(
        `${series.name} is partitioned natively: its partitions span ${series.chunk}, which is part of ` +
          `their names. \`time-series move\` makes it a hypertable.`,
      )
    await setChunkInterval(db, series, interval)
    return `Chunks of ${series.name} that are made from now on span ${interval}.`
  },

  'time-series move': async ({ db }) => {
    await haveTimescale(db)
    const toMove = []
    for (const series of allTimeSeries) if ((await partitionsToMove(db, series)) !== undefined) toMove.push(series)
    for (const series of toMove) await move(db, series)
    return toMove.length === 0
      ? 'The time series are hypertables already.'
      : 'All time series are hypertables. TimescaleDB compresses their older chunks in the background ' +
          '(`time-series list` shows how far it is).'
  },
}

async function haveTimescale(db: AnyDatabase): Promise<void> {
  if (!(await offersTimescale(db)))
    throw new Refusal(
      'This server has no TimescaleDB: install it, add timescaledb to shared_preload_libraries and restart PostgreSQL.',
    )
  await db.execute(sql`CREATE EXTENSION IF NOT EXISTS timescaledb`)
  const [row] = await rowsOf<{ version: string }>(
    db,
    sql`SELECT extversion AS version FROM pg_extension WHERE extname = 'timescaledb'`,
  )
  const [major, minor] = row!.version.split('.').map(Number) as [number, number]
  if (major < leastVersion[0]! || (major === leastVersion[0] && minor < leastVersion[1]!))
    throw new Refusal(`This is TimescaleDB ${row!.version}; the move needs ${leastVersion.join('.')} or newer.`)
}

async function move(db: AnyDatabase, series: TimeSeries): Promise<void> {
  try {
    await beginMove(db, series, Date.now())
    console.log(
      `${series.name} is a hypertable and takes new events; ` +
        `${(await partitionsToMove(db, series)) ?? 0} older partitions follow.`,
    )
    for (let moved = await moveNewest(db, series); moved; moved = await moveNewest(db, series))
      console.log(`  ${moved.name}`)
  } catch (error) {
    if (codeOf(error) !== lockNotAvailable) throw error
    throw new Refusal(
      `Something has held ${series.name} for more than ten seconds: a long read, or a move that was ` +
        'cut off and is still ending (see pg_stat_activity). What was moved stays so: run this again to ' +
        'go on.',
    )
  }
}

const lockNotAvailable = '55P03'

/** PostgreSQL's error code; Drizzle wraps the error that has it. */
function codeOf(error: unknown): string | undefined {
  return ((error as { cause?: unknown }).cause as { code?: string } | undefined)?.code
}

function seriesOption({ table }: OptionValues): TimeSeries {
  const series = allTimeSeries.find(({ name }) => name === table)
  if (!series) throw new Refusal(`--table: one of ${allTimeSeries.map(({ name }) => name).join(', ')}.`)
  return series
}

function intervalOption({ interval = '' }: OptionValues): Interval {
  if (!isInterval(interval))
    throw new Refusal(
      `--interval wants a length of time such as '30 minutes', '1 hour' or '1 day', not "${interval}".\n\n${help}`,
    )
  return interval
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(2)} GiB`
}
