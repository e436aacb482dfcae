// A launcher that the tests kill: starts a database on the given folder and keeps it running.
import { startPostgres } from './postgres.ts'

try {
  const { url, stop } = await startPostgres({ dataDir: process.argv[2]!, log: console.log })
  console.log(`url ${url} .`)
  setInterval(() => {}, 1_000_000)
  process.once('SIGTERM', () => void stop().then(() => process.exit()))
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
