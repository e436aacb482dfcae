import { doublePrecision, integer, pgTable, PgDialect, timestamp } from 'drizzle-orm/pg-core'
import type { SQL } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  attachStatements,
  createStatements,
  intervalMs,
  partitionNamed,
  partitionOf,
  timeSeries,
} from './time-series.ts'
import { partitionsBetween } from './time-series.queries.ts'

const readings = pgTable('readings', {
  ts: timestamp('ts', { withTimezone: true }).notNull(),
  sensorId: integer('sensor_id').notNull(),
  value: doublePrecision(),
})
const series = timeSeries(readings.ts, {
  chunk: '6 hours',
  compressAfter: '1 day',
  segmentBy: [readings.sensorId],
  keep: '90 days',
  indexes: [[readings.sensorId]],
})

const dialect = new PgDialect()
const texts = (statements: readonly SQL[]) => statements.map((statement) => dialect.sqlToQuery(statement).sql)
const hour = 3_600_000

test.for([
  { interval: '10 minutes', ms: 600_000 },
  { interval: '1 hour', ms: hour },
  { interval: '6 hours', ms: 6 * hour },
  { interval: '1 day', ms: 24 * hour },
  { interval: '90 days', ms: 90 * 24 * hour },
] as const)('[TIMESERIES-3] $interval are $ms ms', ({ interval, ms }) => {
  expect(intervalMs(interval)).toBe(ms)
})

test('[TIMESERIES-1] the table is made from the Drizzle table, and each index ends with the time', () => {
  const statements = texts(createStatements(series, false))
  expect(statements).toEqual([
    'CREATE TABLE IF NOT EXISTS "readings" ("ts" timestamp with time zone NOT NULL, "sensor_id" integer NOT ' +
      'NULL, "value" double precision) PARTITION BY RANGE ("ts")',
    'CREATE INDEX IF NOT EXISTS "readings_sensor_id_idx" ON "readings" ("sensor_id", "ts")',
  ])
})

test('[TIMESERIES-2] with TimescaleDB the table is a hypertable, compressed by its segment columns', () => {
  const statements = texts(createStatements(series, true))
  expect(statements[0]).not.toContain('PARTITION BY')
  expect(statements[1]).toBe(
    `SELECT create_hypertable('"readings"', by_range('ts', INTERVAL '6 hours'), if_not_exists => true, ` +
      `create_default_indexes => false)`,
  )
  expect(statements[2]).toContain(`timescaledb.compress_segmentby = 'sensor_id'`)
  expect(statements[3]).toContain(`INTERVAL '1 day', if_not_exists => true`)
})

test('[TIMESERIES-3] a partition is named after its table and its start in UTC', () => {
  expect(partitionOf(series, Date.UTC(2026, 9, 22, 17, 30))).toEqual({
    name: 'readings_p202610221200',
    from: Date.UTC(2026, 9, 22, 12),
    to: Date.UTC(2026, 9, 22, 18),
  })
})

describe.for(['10 minutes', '1 hour', '6 hours', '1 day', '7 days'] as const)('in chunks of %s', (chunk) => {
  const one = { ...series, chunk }
  const instant = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2099, 11, 31) })

  test('[TIMESERIES-3] a time falls into its partition, and the last time of a span into the same one', () => {
    fc.assert(
      fc.property(instant, (ms) => {
        const partition = partitionOf(one, ms)
        expect(partition.from).toBeLessThanOrEqual(ms)
        expect(partition.to).toBeGreaterThan(ms)
        expect(partitionOf(one, partition.from)).toEqual(partition)
        expect(partitionOf(one, partition.to - 1)).toEqual(partition)
        expect(partitionOf(one, partition.to).from).toBe(partition.to)
      }),
    )
  })

  test('[TIMESERIES-5] the span of a partition is parsed from its name', () => {
    fc.assert(
      fc.property(instant, (ms) => {
        expect(partitionNamed(one, partitionOf(one, ms).name)).toEqual(partitionOf(one, ms))
      }),
    )
  })

  test('[TIMESERIES-4] the partitions between two times follow each other without a gap', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 5 * 24 * hour }), (from, span) => {
        const found = partitionsBetween(one, from, from + span)
        expect(found[0]).toEqual(partitionOf(one, from))
        expect(found.at(-1)).toEqual(partitionOf(one, from + span))
        for (let i = 1; i < found.length; i++) expect(found[i]!.from).toBe(found[i - 1]!.to)
      }),
      { numRuns: 20 },
    )
  })
})

test('[TIMESERIES-5] a name that is not ours has no span', () => {
  expect(partitionNamed(series, 'readings_default')).toBeUndefined()
  expect(partitionNamed(series, 'readings_p2026')).toBeUndefined()
})

test('[TIMESERIES-4] a partition is made first and then attached, with its half-open span', () => {
  expect(texts(attachStatements(series, partitionOf(series, Date.UTC(2026, 9, 22, 17))))).toEqual([
    'CREATE TABLE "readings_p202610221200" (LIKE "readings" INCLUDING ALL)',
    `ALTER TABLE "readings" ATTACH PARTITION "readings_p202610221200" FOR VALUES FROM ` +
      `('2026-10-22T12:00:00.000Z') TO ('2026-10-22T18:00:00.000Z')`,
  ])
})
