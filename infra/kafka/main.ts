import '../local/node-24.ts'

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { inForeground } from '../local/processes/foreground.ts'
import { startBroker } from './broker.ts'
import { fetchKafka, findKafka } from './jars.ts'

const HELP = `npm run kafka [-- OPTION…]     runs one Kafka broker for experiments, until Ctrl-C

  --port N      (default: 9092)
  --data DIR    (default: .carapace/kafka)
  --fetch       only fetch its jars with Maven, if they are missing`

await inForeground(HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '9092' },
      data: { type: 'string', default: '.carapace/kafka' },
      fetch: { type: 'boolean', default: false },
    },
  })
  if ('missing' in findKafka()) {
    console.log('Resolving Kafka’s jars with Maven.')
    fetchKafka()
  }
  if (values.fetch) return undefined
  const broker = await startBroker({
    dataDir: resolve(process.env.INIT_CWD ?? '.', values.data),
    port: Number(values.port),
  })
  console.log(`KAFKA_BROKERS=${broker.brokers}`)
  return broker
})
