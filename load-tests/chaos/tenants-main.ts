import { parseArgs } from 'node:util'
import { attacks } from './tenants/attacks.ts'
import { hurtBy, tableOf } from './tenants/report.ts'
import { runTenants } from './tenants/tenants.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '15' }, only: { type: 'string', default: '' } },
})
const attackMs = Number(values.seconds) * 1_000
if (!(attackMs >= 1_000)) throw new Error('--seconds must be a number of at least 1')
const wanted = values.only.split(',').map((part) => part.trim())
const chosen = attacks.filter(({ name }) => wanted.some((part) => name.includes(part)))
if (chosen.length === 0)
  throw new Error(`--only must be parts, divided by commas, of: ${attacks.map(({ name }) => name).join(', ')}`)

// started processes end when this process exits, but a signal alone is no exit
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const report = await runTenants({
  attacks: chosen,
  attackMs,
  quietMs: Math.max(5_000, attackMs / 2),
  say: (line) => console.log(line),
})
console.log(`\n${tableOf(report)}\n`)
const hurt = hurtBy(report)
console.log(hurt.length === 0 ? 'No attack is felt by others.' : `Felt by others:\n${hurt.join('\n')}`)
process.exitCode = hurt.length === 0 ? 0 : 1
