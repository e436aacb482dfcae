import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { reportFindings } from './audit.ts'
import { runChaos } from './chaos.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } })
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number of at least 1')

const dataDir = mkdtempSync(join(tmpdir(), 'carapace-chaos-'))
const findings = await runChaos({ dataDir, rounds, livesForMs: 6_000, say: (line) => console.log(line) })
const isSound = reportFindings(findings)
if (isSound) rmSync(dataDir, { recursive: true, force: true })
else console.log(`The data is kept in ${dataDir}.`)
process.exitCode = isSound ? 0 : 1
