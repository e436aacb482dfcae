import { parseArgs } from 'node:util'
import { compareSyslog } from './peers/syslog.ts'
import { compareTelemetry } from './peers/telemetry.ts'

/**
 * What users would pick instead, over the same streams in the same run: rsyslog for log lines, kcat and psql for what
 * is in Kafka.
 */
const comparisons = { syslog: compareSyslog, telemetry: compareTelemetry }

const { values } = parseArgs({ options: { only: { type: 'string' } } })
for (const [name, compare] of Object.entries(comparisons))
  if (values.only === undefined || values.only === name) await compare()
