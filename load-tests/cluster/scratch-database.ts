import { randomBytes } from 'node:crypto'
import postgres from 'postgres'

/** Creates a new database on the given server; `drop` deletes it. */
export async function createScratchDatabase(serverUrl: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `carapace_bench_${randomBytes(6).toString('hex')}`
  const runStatement = async (statement: string) => {
    const sql = postgres(serverUrl, { max: 1, onnotice: () => undefined })
    await sql.unsafe(statement).finally(() => sql.end())
  }
  await runStatement(`CREATE DATABASE ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runStatement(`DROP DATABASE ${name} WITH (FORCE)`) }
}
