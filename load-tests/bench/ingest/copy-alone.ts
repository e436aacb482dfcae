import { execFile } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type { Sql } from 'postgres'
import type { Ids, Stream } from './traffic.ts'

/**
 * The reference of the ingest benchmarks: rows a second through psql's \copy alone, in text format, into the same
 * table, in one transaction.
 */
export async function copyAlone(databaseUrl: string, sql: Sql, stream: Stream): Promise<number> {
  const ids = await idsIn(sql)
  const folder = mkdtempSync(join(tmpdir(), 'carapace-copy-'))
  const file = join(folder, 'rows.tsv')
  try {
    await pipeline(Readable.from(blocks(stream.copyLines(ids))), createWriteStream(file))
    await sql`TRUNCATE ${sql(stream.name)}`
    const started = performance.now()
    await promisify(execFile)('psql', [
      databaseUrl,
      '-v',
      'ON_ERROR_STOP=1',
      '-1',
      '-c',
      `\\copy ${stream.name} (${stream.columns.join(', ')}) FROM '${file}'`,
    ])
    return (stream.rows * 1000) / (performance.now() - started)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function idsIn(sql: Sql): Promise<Ids> {
  const [org] = await sql<{ id: number }[]>`SELECT id FROM organisations LIMIT 1`
  const byName = async (query: Promise<{ name: string; id: number }[]>) =>
    new Map((await query).map(({ name, id }) => [name, id]))
  return {
    organisation: org!.id,
    vehicles: await byName(sql`SELECT vin AS name, id FROM vehicles`),
    signals: await byName(sql`SELECT path AS name, id FROM signal_names`),
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
