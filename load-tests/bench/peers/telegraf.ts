import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { type ServerProcess, startServer } from '@carapace/infra/local/processes/server-process.ts'

/** How Telegraf writes rows. */
export interface TelegrafSetting {
  /** Rows in a transaction. */
  readonly batch: number
  /**
   * How a row identifies its vehicle: by its VIN, or by a number that Telegraf assigns and stores in a second table
   * (tags_as_foreign_keys).
   */
  readonly vehicle: 'VIN' | 'number'
}

/** The message when there is no Telegraf. */
export const howToGetTelegraf =
  'There is no `telegraf` on the PATH, so it is left out: docs/load-tests.md explains how to build it with Go.'

export function isTelegrafThere(): boolean {
  return spawnSync('telegraf', ['version'], { stdio: 'ignore' }).status === 0
}

/** Telegraf's name for its input, and so for its table. */
export const telegrafTable = 'telegraf_positions'

/**
 * Creates an empty table with those of our columns that its records fill, and an index like ours; a row gets its time
 * of arrival by default. Telegraf itself would create a table without an index.
 */
export async function makeTelegrafTable(sql: Sql, { vehicle }: TelegrafSetting): Promise<void> {
  await sql`DROP TABLE IF EXISTS telegraf_positions, telegraf_positions_tag`
  const column = vehicle === 'VIN' ? 'vehicle' : 'tag_id'
  await sql`
    CREATE TABLE telegraf_positions (
      ts timestamptz NOT NULL,
      ${sql(column)} ${vehicle === 'VIN' ? sql`text` : sql`bigint`} NOT NULL,
      received_at timestamptz NOT NULL DEFAULT now(),
      lat float8 NOT NULL, lon float8 NOT NULL, speed_kph real, heading_deg real)`
  await sql`CREATE INDEX ON telegraf_positions (${sql(column)}, ts)`
}

/**
 * Starts Telegraf, which reads a topic's positions from the beginning into its table; resolves when its plugins are
 * loaded.
 */
export function startTelegraf(
  brokers: string,
  topic: string,
  databaseUrl: string,
  folder: string,
  setting: TelegrafSetting,
): Promise<ServerProcess> {
  const config = join(folder, 'telegraf.conf')
  writeFileSync(config, configuration(brokers, topic, databaseUrl, setting))
  return startServer({
    program: 'telegraf',
    args: ['--config', config],
    logFile: join(folder, 'telegraf.log'),
    serves: (logged) => logged.includes('Loaded outputs: postgresql'),
  })
}

/**
 * How many messages Telegraf reads ahead. A record has several positions, so these messages make several transactions:
 * one is written while the next is collected.
 */
const messagesAhead = (batch: number) => Math.max(1_000, batch / 2)
/** Rows that Telegraf may buffer: it drops rows beyond that, which must not happen. */
const rowsHeld = 1_000_000

/**
 * Telegraf reads that many records ahead and commits to Kafka those whose rows are committed, once a second. It uses
 * one connection, since with several it commits as soon as it has passed the rows to one of them. A record consists of
 * JSON objects, one a line, which only its parser `json` accepts.
 */
function configuration(
  brokers: string,
  topic: string,
  databaseUrl: string,
  { batch, vehicle }: TelegrafSetting,
): string {
  return `
[agent]
  omit_hostname = true
  metric_batch_size = ${batch}
  metric_buffer_limit = ${rowsHeld}
  flush_interval = "250ms"
[[inputs.kafka_consumer]]
  brokers = ["${brokers}"]
  kafka_version = "3.6.0"
  topics = ["${topic}"]
  consumer_group = "telegraf-${crypto.randomUUID()}"
  offset = "oldest"
  max_undelivered_messages = ${messagesAhead(batch)}
  max_processing_time = "10s"
  name_override = "${telegrafTable}"
  data_format = "json"
  json_query = '..#(type=="position")#'
  json_time_key = "ts"
  json_time_format = "unix_ms"
  ${vehicle === 'VIN' ? 'json_string_fields' : 'tag_keys'} = ["vehicle"]
[[outputs.postgresql]]
  connection = ${JSON.stringify(databaseUrl)}
  timestamp_column_name = "ts"
  timestamp_column_type = "timestamp with time zone"
  tags_as_foreign_keys = ${vehicle === 'number'}
`
}
