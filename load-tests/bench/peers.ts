import { parseArgs } from 'node:util'
import { compareSyslog } from './peers/syslog.ts'
import { compareTelemetry } from './peers/telemetry.ts'

/**
 * The tools that users could choose instead, with the same streams in the same run: rsyslog for log lines, kcat and
 * psql for data in Kafka.
 */
const comparisons = { syslog: compareSyslog, telemetry: compareTelemetry }

const { values } = parseArgs({ options: { only: { type: 'string' } } })
for (const [name, compare] of Object.entries(comparisons))
  if (values.only === undefined || values.only === name) await compare()
