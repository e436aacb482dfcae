import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { createStatements, intervalMs, partitionOf } from '../../core/time-series/time-series.ts'
import { allTimeSeries } from './events.series.ts'

const dialect = new PgDialect()
const named = allTimeSeries.map((series) => ({ name: series.name, series }))
const texts = (series: (typeof allTimeSeries)[number], timescale: boolean) =>
  createStatements(series, timescale).map((statement) => dialect.sqlToQuery(statement).sql)

test.for(named)('[TIMESERIES-1] $name can be created again: each statement checks whether it exists', ({ series }) => {
  for (const statement of texts(series, false)) expect(statement).toMatch(/IF NOT EXISTS/)
  for (const statement of texts(series, true))
    expect(statement).toMatch(/IF NOT EXISTS|if_not_exists => true|^ALTER TABLE .* SET /)
})

test.for(named)('[TIMESERIES-1] two indexes of $name never have the same name', ({ series }) => {
  const names = texts(series, false).flatMap((statement) => /INDEX IF NOT EXISTS "(\w+)"/.exec(statement)?.[1] ?? [])
  expect(names).toHaveLength(series.indexes.length)
  expect(new Set(names).size).toBe(names.length)
})

test.for(named)(
  '[TIMESERIES-2] rows of $name are kept longer than they stay uncompressed, and that is longer than a chunk',
  ({ series }) => {
    expect(intervalMs(series.keep)).toBeGreaterThan(intervalMs(series.compressAfter))
    expect(intervalMs(series.compressAfter)).toBeGreaterThanOrEqual(intervalMs(series.chunk))
  },
)

test.for(named)('[TIMESERIES-3] a partition of $name has a name that PostgreSQL does not truncate', ({ series }) => {
  expect(partitionOf(series, Date.UTC(2026, 0, 1)).name.length).toBeLessThan(64)
})
