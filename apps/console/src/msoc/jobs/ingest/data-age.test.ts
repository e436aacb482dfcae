import { expect, test } from 'vitest'
import { dataAge } from './data-age.ts'

test("[INGEST-UI-1] the age of data uses the server's clock, even if the local clock is wrong", () => {
  const reading = { at: Date.parse('2026-01-01T00:01:00Z'), receivedAt: 5_000 }
  expect(dataAge({ last_at: '2026-01-01T00:00:58Z' }, reading, 5_000)).toBe(2_000)
  expect(dataAge({ last_at: '2026-01-01T00:00:58Z' }, reading, 8_000)).toBe(5_000)
  expect(dataAge({ last_at: '2026-01-01T00:01:01Z' }, reading, 5_000)).toBe(0)
  expect(dataAge({ last_at: null }, reading, 5_000)).toBe(undefined)
})
