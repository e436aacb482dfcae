import '../local/node-24.ts'

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { inForeground } from '../local/processes/foreground.ts'
import { startNats } from './server.ts'

const HELP = `npm run nats [-- OPTION…]     runs one NATS server for experiments, until Ctrl-C

  --port N      (default: 4222)
  --data DIR    for its log (default: .carapace/nats)`

await inForeground(HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: { port: { type: 'string', default: '4222' }, data: { type: 'string', default: '.carapace/nats' } },
  })
  const nats = await startNats({
    dataDir: resolve(process.env.INIT_CWD ?? '.', values.data),
    port: Number(values.port),
  })
  console.log(`NATS_URL=${nats.url}`)
  return nats
})
