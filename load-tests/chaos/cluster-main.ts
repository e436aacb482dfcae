import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { reportFindings } from './audit.ts'
import { runClusterChaos } from './cluster.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' }, seed: { type: 'string' } } })
const [rounds, seed] = [Number(values.rounds), Number(values.seed ?? Math.floor(Math.random() * 1e9))]
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number of at least 1')
if (!Number.isInteger(seed)) throw new Error('--seed must be a whole number')

// started processes end when this process exits, but a signal alone is no exit
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const dataDir = mkdtempSync(join(tmpdir(), 'carapace-cluster-chaos-'))
const say = (line: string) => console.log(line)
say(`--seed ${seed}, over ${process.env.TIMESCALE_URL ? 'the server of TIMESCALE_URL' : 'the embedded PostgreSQL'}`)
const findings = await runClusterChaos({
  dataDir,
  rounds,
  seed,
  livesForMs: 6_000,
  natsDownMs: 30_000,
  serverUrl: process.env.TIMESCALE_URL || undefined,
  say,
})

if (reportFindings(findings)) rmSync(dataDir, { recursive: true, force: true })
else {
  say(`The data is kept in ${dataDir}.`)
  process.exitCode = 1
}
