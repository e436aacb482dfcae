// A launcher for the tests to kill: starts a database over the folder it is given and holds it.
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
