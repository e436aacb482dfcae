import { parseArgs } from 'node:util'
import { setTimeout } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import { cancelJob } from '@carapace/shared/account/jobs.contract'
import { listBacktests, saveRule, startBacktest } from '@carapace/shared/msoc/rules/rules.contract'
import { typedClient } from '@carapace/infra/testing/support/client.ts'
import { createScratchDatabase } from '../cluster/scratch-database.ts'
import { hitsAmong, storePositions } from './backtest/stored-positions.ts'
import { watchMemory } from './backtest/memory.ts'
import { cases, warmUps } from './ingest/cases.ts'
import { aMillion, cpuWords, inTurn, type Outcome, perSecond, send, type Subject } from './ingest/measure.ts'
import { countCpu, serverBehind } from './support/cpu.ts'
import { startInstallation } from './support/installation.ts'
import { openViewerSession } from './support/viewer-session.ts'

/**
 * A backtest of ten million stored events (--events): the rate of ingest beside it over the rate without, and how soon
 * it is cancelled; then, with nothing else to do, its rate, CPU time, memory, and its hits beside those SQL counts.
 * Uses the embedded PostgreSQL, or the server in TIMESCALE_URL.
 */
const { values } = parseArgs({ options: { events: { type: 'string', default: '10000000' } } })
const events = Number(values.events)
const limits = { ingestShare: 0.9, memoryMb: 400, cancelMs: 15_000 }
const speed = 98
const sentRows = 3_000_000

const { TIMESCALE_URL: serverUrl } = process.env
const scratch = serverUrl ? await createScratchDatabase(serverUrl) : undefined
if (scratch) process.env.DATABASE_URL = scratch.url
const installation = await startInstallation()
const { run } = installation
const sql = postgres(run.database_url, { max: 1, onnotice: () => undefined })
const client = typedClient(`${run.url}/api/`)
try {
  const subject = {
    databaseUrl: run.database_url,
    sql,
    urls: [run.ingest_url],
    key: run.ingest_key,
    processes: { 'api and ingest': { pid: installation.process.pid! }, ...(await serverBehind(sql)) },
  }
  for (const warmUp of warmUps) await send(subject, warmUp)
  const token = await openViewerSession(run.database_url)
  const span = await storePositions(sql, events)
  const uuid = await storeRule(token)
  const results = [await measureBeside(subject, token, uuid, span), await measureAlone(subject, token, uuid, span)]
  if (results.includes(false)) process.exitCode = 1
} finally {
  await sql.end()
  await installation.stop()
  await scratch?.drop()
}

type Span = Awaited<ReturnType<typeof storePositions>>

async function storeRule(token: string): Promise<string> {
  const text = `title: Fast
level: low
logsource: {product: vehicle, service: position}
detection:
  selection: {speed_kph|gt: ${speed}}
  condition: selection
`
  return (await client.request(token, saveRule, { text })).rule.uuid
}

async function latest(token: string, uuid: string) {
  return (await client.request(token, listBacktests, { uuid })).backtests[0]!
}

/** Runs a backtest to its end; returns whether memory and hits are as they should be. */
async function measureAlone(subject: Subject, token: string, uuid: string, { from, to }: Span): Promise<boolean> {
  const spent = countCpu(subject.processes)
  const memory = watchMemory(installation.process.pid!)
  const began = performance.now()
  await client.request(token, startBacktest, { uuid, version: 1, from, to })
  let backtest = await latest(token, uuid)
  for (; backtest.job.status !== 'COMPLETED'; backtest = await latest(token, uuid)) {
    if (backtest.job.status === 'FAILED') throw new Error(backtest.job.error ?? 'the backtest failed')
    await setTimeout(500)
  }
  const seconds = (performance.now() - began) / 1_000
  const grown = memory.stop()
  const expected = await hitsAmong(sql, speed)
  const isEqual = backtest.events === events && backtest.hits === expected
  const holds = isEqual && grown < limits.memoryMb
  console.log(
    `a backtest of ${backtest.events.toLocaleString('en')} events: ${seconds.toFixed(0)} s, ` +
      `${perSecond(backtest.events / seconds, 'events')}; ${backtest.hits.toLocaleString('en')} hits, by SQL ` +
      `${expected.toLocaleString('en')}; memory grew by at most ${grown} MB (limit ${limits.memoryMb}): ` +
      (holds ? 'yes' : 'NO'),
  )
  console.log(`    ${cpuWords(aMillion(spent(), events))}`)
  return holds
}

/** Measures ingest beside a backtest and without one, in turn; returns whether the share is sufficient. */
async function measureBeside(subject: Subject, token: string, uuid: string, { from, to }: Span): Promise<boolean> {
  // long enough for the backtest to notice that there is other work
  const can = { ...cases.find(({ stream }) => stream === 'can_frames')!, rows: sentRows }
  let longestCancelMs = 0
  let read = 0

  async function beside(): Promise<Outcome> {
    const { backtest } = await client.request(token, startBacktest, { uuid, version: 1, from, to })
    const job = { uuid: backtest.job.uuid }
    await untilRunning(sql, job.uuid)
    const outcome = await send(subject, can)
    const { events: done, job: after } = await latest(token, uuid)
    if (after.status !== 'RUNNING') throw new Error(`the backtest was ${after.status} before ingest was measured`)
    read += done
    const asked = performance.now()
    await client.request(token, cancelJob, job)
    while ((await latest(token, uuid)).job.status !== 'CANCELLED') await setTimeout(20)
    longestCancelMs = Math.max(longestCancelMs, performance.now() - asked)
    return outcome
  }

  const { without, withBacktest } = await inTurn({ without: () => send(subject, can), withBacktest: beside })
  const share = withBacktest.rate / without.rate
  const holds = share >= limits.ingestShare && longestCancelMs < limits.cancelMs
  console.log(
    `${can.title}: ${perSecond(withBacktest.rate)} beside a backtest, without ${perSecond(without.rate)}; ratio ` +
      `${share.toFixed(2)} (at least ${limits.ingestShare}); the backtest read ${read.toLocaleString('en')} events ` +
      `meanwhile and was cancelled within ${Math.round(longestCancelMs)} ms: ${holds ? 'yes' : 'NO'}`,
  )
  console.log(`    beside: ${cpuWords(withBacktest.cpu)}\n    without: ${cpuWords(without.cpu)}`)
  return holds
}

async function untilRunning(db: Sql, uuid: string): Promise<void> {
  for (;;) {
    const [job] = await db<{ status: string }[]>`SELECT status FROM jobs WHERE uuid = ${uuid}`
    if (job!.status === 'RUNNING') return
    await setTimeout(20)
  }
}
