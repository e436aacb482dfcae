import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { startInstallation } from './installation.ts'
import type { Sending } from './sender.ts'
import { canStream, positionStream, type Stream } from './traffic.ts'

/**
 * Rows a second from HTTP request to committed row, with detection on, beside psql's \copy of the same rows into the same
 * tables in one transaction, run alone. Ratios are what counts: both ran on this machine, minutes apart.
 */
const rows = { positions: 400_000, can_frames: 1_000_000, small: 100_000 }

interface Case {
  readonly title: string
  readonly stream: 'positions' | 'can_frames'
  readonly rows: number
  readonly eventsPerRequest: number
  readonly lanes: number
  /** The least ratio to the reference. */
  readonly limit: number
}

const cases: Case[] = [
  { title: 'positions, 20,000 a request', stream: 'positions', rows: rows.positions, eventsPerRequest: 20_000, lanes: 4, limit: 0.35 },
  { title: 'packed CAN frames, 20,000 a request', stream: 'can_frames', rows: rows.can_frames, eventsPerRequest: 20_000, lanes: 4, limit: 0.6 },
  { title: 'positions, 10 a request', stream: 'positions', rows: rows.small, eventsPerRequest: 10, lanes: 512, limit: 0.2 },
]

const installation = await startInstallation()
const { run } = installation
const sql = postgres(run.database_url, { max: 1, onnotice: () => undefined })
let failed = false
try {
  const [org] = await sql<{ id: number }[]>`SELECT id FROM organisations LIMIT 1`
  await send({ title: '', stream: 'positions', rows: 20_000, eventsPerRequest: 2_000, lanes: 4, limit: 0 }) // registers the vehicles and warms the server up
  await send({ title: '', stream: 'can_frames', rows: 200_000, eventsPerRequest: 20_000, lanes: 4, limit: 0 })
  const ids = new Map((await sql<{ vin: string; id: number }[]>`SELECT vin, id FROM vehicles`).map(({ vin, id }) => [vin, id]))
  for (const one of cases) {
    const mine = await best(() => send(one))
    await sql`TRUNCATE ${sql(one.stream)}`
    const reference = await best(() => copyAlone(streamOf(one), ids, org!.id))
    const ratio = mine / reference
    failed ||= ratio < one.limit
    console.log(`${one.title}: ${perSecond(mine)}; \\copy ${perSecond(reference)}; ratio ${ratio.toFixed(2)} (limit ${one.limit})${ratio < one.limit ? '  BELOW' : ''}`)
  }
} finally {
  await sql.end()
  await installation.stop()
}
process.exitCode = failed ? 1 : 0

/** The better of three runs: the machine may be busy with something else during one. */
async function best(measure: () => Promise<number>): Promise<number> {
  return Math.max(await measure(), await measure(), await measure())
}

function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')} rows/s`
}

function streamOf({ stream, rows: count }: Case): Stream {
  const from = Date.now() - 600_000
  return stream === 'positions' ? positionStream(count, from) : canStream(count, from)
}

/** Rows a second through the product, the sender being a process of its own. */
async function send({ stream, rows: count, eventsPerRequest, lanes }: Case): Promise<number> {
  await sql`TRUNCATE ${sql(stream)}`
  const child = fork(join(import.meta.dirname, 'sender.ts'))
  const asked: Sending = { url: run.ingest_url, key: run.ingest_key, stream, rows: count, eventsPerRequest, lanes, from: Date.now() - 600_000 }
  child.send(asked)
  const [done] = (await once(child, 'message')) as [{ seconds: number; accepted: number }]
  const [stored] = await sql<{ rows: number }[]>`SELECT count(*)::int AS rows FROM ${sql(stream)}`
  if (stored!.rows !== count) throw new Error(`${count} rows were sent, ${stored!.rows} are stored`)
  return count / done.seconds
}

/** Rows a second through psql alone: text format, the same table, one transaction. */
async function copyAlone(stream: Stream, ids: ReadonlyMap<string, number>, orgId: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'carapace-copy-'))
  const file = join(folder, 'rows.tsv')
  try {
    await pipeline(Readable.from(blocks(stream.copyLines(ids, orgId))), createWriteStream(file))
    await sql`TRUNCATE ${sql(stream.name)}`
    const started = process.hrtime.bigint()
    await promisify(execFile)('psql', [run.database_url, '-v', 'ON_ERROR_STOP=1', '-1', '-c', `\\copy ${stream.name} (${stream.columns.join(', ')}) FROM '${file}'`])
    return stream.rows / (Number(process.hrtime.bigint() - started) / 1e9)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function* blocks(lines: Generator<string>): Generator<string> {
  let block: string[] = []
  for (const line of lines) {
    block.push(line)
    if (block.length < 5_000) continue
    yield `${block.join('\n')}\n`
    block = []
  }
  if (block.length > 0) yield `${block.join('\n')}\n`
}
