import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { type Case, type Load, streamOf } from './cases.ts'
import { copyAlone } from './copy-alone.ts'
import { countCpu, type Measured } from '../support/cpu.ts'
import type { Sending } from './sender.ts'

/** The result of a run. */
export interface Outcome {
  /** Rows a second. */
  readonly rate: number
  /** CPU seconds for a million rows, by process: unlike the rate, it hardly depends on other load of the machine. */
  readonly cpu: Readonly<Record<string, number>>
}

/** How often each case is measured. */
export const rounds = 3

/** Runs all in turn, three times, so that other load of the machine affects all of them; returns the best of each. */
export async function inTurn<Name extends string>(
  contenders: Readonly<Record<Name, () => Promise<Outcome>>>,
): Promise<Record<Name, Outcome>> {
  const best: Partial<Record<Name, Outcome>> = {}
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(contenders) as Name[]) {
      const outcome = await contenders[name]()
      if (outcome.rate > (best[name]?.rate ?? 0)) best[name] = outcome
    }
  }
  return best as Record<Name, Outcome>
}

export function perSecond(rate: number, unit = 'rows'): string {
  return `${Math.round(rate).toLocaleString('en')} ${unit}/s`
}

export function cpuWords(cpu: Outcome['cpu']): string {
  return `CPU seconds a million: ${Object.entries(cpu)
    .map(([name, seconds]) => `${name} ${seconds.toFixed(2)}`)
    .join(', ')}`
}

/** The servers of a case, and the processes whose CPU is measured. */
export interface Subject {
  readonly databaseUrl: string
  readonly sql: Sql
  /** URLs of the ingests; connections use them in turn. */
  readonly urls: readonly string[]
  readonly key: string
  readonly processes: Measured
}

/**
 * Sends a case and copies its rows alone, in turn, and prints both results; returns whether the ratio is sufficient.
 */
export async function measureCase(one: Case, subject: Subject, least: number | undefined): Promise<boolean> {
  const { mine, reference } = await inTurn({
    mine: () => send(subject, one),
    reference: async () => ({ rate: await copyAlone(subject.databaseUrl, subject.sql, streamOf(one)), cpu: {} }),
  })
  const ratio = mine.rate / reference.rate
  const isBelow = least !== undefined && ratio < least
  console.log(
    `  ${one.title}: ${perSecond(mine.rate)}; \\copy ${perSecond(reference.rate)}; ratio ` +
      `${ratio.toFixed(2)}${least === undefined ? '' : ` (at least ${least})`}${isBelow ? '  BELOW' : ''}`,
  )
  console.log(`    ${cpuWords(mine.cpu)}`)
  return !isBelow
}

/** Rows from the first request until the last of them is committed; the sender is a separate process. */
export async function send(
  { sql, urls, key, processes }: Subject,
  { stream, rows, eventsPerRequest, lanes }: Load,
): Promise<Outcome> {
  await sql`TRUNCATE ${sql(stream)}`
  const [spent, detected] = [countCpu(processes), await detectSeconds(urls)]
  const child = fork(join(import.meta.dirname, 'sender.ts'))
  child.send({ urls, key, stream, rows, eventsPerRequest, lanes, from: Date.now() - 600_000 } satisfies Sending)
  const [{ startedAt }] = (await once(child, 'message')) as [{ startedAt: number }]
  const seconds = ((await untilStored(sql, stream, rows)) - startedAt) / 1000
  const cpu = { ...spent(), 'of it detectors': (await detectSeconds(urls)) - detected }
  return { rate: rows / seconds, cpu: aMillion(cpu, rows) }
}

export function aMillion(cpu: Readonly<Record<string, number>>, rows: number): Record<string, number> {
  return Object.fromEntries(Object.entries(cpu).map(([name, seconds]) => [name, (seconds * 1e6) / rows]))
}

/** Checking the table means counting it; it uses at most this share of the database's time. */
const lookingPart = 0.2
const givenUpAfterMs = 300_000

/**
 * Resolves with the time (epoch ms) at which the table was first seen with `rows` rows; fails when they do not arrive,
 * or more do.
 */
export async function untilStored(sql: Sql, table: string, rows: number): Promise<number> {
  const giveUp = Date.now() + givenUpAfterMs
  for (;;) {
    const checkedAt = Date.now()
    const stored = await countRows(sql, table)
    if (stored === rows) return checkedAt
    if (stored > rows || Date.now() > giveUp) throw new Error(`${rows} rows were sent, ${stored} are stored`)
    await new Promise((resolve) => setTimeout(resolve, (Date.now() - checkedAt) / lookingPart))
  }
}

export async function countRows(sql: Sql, table: string): Promise<number> {
  const [stored] = await sql<{ rows: number }[]>`SELECT count(*)::int AS rows FROM ${sql(table)}`
  return stored!.rows
}

/**
 * The time of the detectors since the ingests' start, by their own clock: they run without a pause, so it is CPU time,
 * too, unless other processes use the core.
 */
async function detectSeconds(urls: readonly string[]): Promise<number> {
  const texts = await Promise.all(urls.map(async (url) => (await fetch(`${url}/metrics`)).text()))
  return texts.reduce((sum, text) => sum + Number(/^carapace_detect_seconds_sum (\S+)$/m.exec(text)?.[1]), 0)
}
