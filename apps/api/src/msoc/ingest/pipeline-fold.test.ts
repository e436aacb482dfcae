import { expect, test } from 'vitest'
import type { StatsNews } from '@carapace/shared/msoc/topics'
import { createPipelineFold } from './pipeline-fold.ts'

const start = Date.parse('2026-11-20T10:00:00Z')
const second = 1_000

/** A batch of one source, committed `at` ms after the start. */
function batch(at: number, { source = 'http', stored = 10, rejected = 0, waited = 50, commitMs = 5 } = {}): StatsNews {
  const committedAt = start + at
  return {
    stored: {},
    sources: { [source]: { stored, rejected, receivedAt: committedAt - waited } },
    commitMs,
    receivedAt: committedAt - waited,
    committedAt,
    rejected,
  }
}

function folded(...news: StatsNews[]) {
  const fold = createPipelineFold(start)
  for (const one of news) fold.add(one)
  return fold
}

test('[PIPELINE-1] batches of one second add up, whichever process sent them, and sources are sorted by name', () => {
  const sources = folded(
    batch(100),
    batch(900, { source: 'syslog udp', stored: 3 }),
    batch(300, { stored: 7 }),
    batch(1_500),
  ).read(start + 60 * second)
  expect(sources.map(({ source, history }) => [source, history.slice(0, 3)])).toEqual([
    ['http', [17, 10, 0]],
    ['syslog udp', [3, 0, 0]],
  ])
})

test('[PIPELINE-1] a rate covers the last minute, or the time since the start if that is shorter', () => {
  const fold = folded(batch(0, { stored: 120 }))
  expect([10, 60].map((after) => fold.read(start + after * second)[0]!.rate)).toEqual([12, 2])
})

test('[PIPELINE-1] the current second is not counted yet', () => {
  expect(
    folded(batch(5 * second))
      .read(start + 5 * second + 999)[0]!
      .history.at(-1),
  ).toBe(0)
  expect(
    folded(batch(5 * second))
      .read(start + 6 * second)[0]!
      .history.at(-1),
  ).toBe(10)
})

test('[PIPELINE-1] a silent source stays listed, with the time of its last event and a rate of 0', () => {
  const [source] = folded(batch(0, { rejected: 4 })).read(start + 3_600 * second)
  expect(source).toEqual({
    source: 'http',
    history: Array.from({ length: 60 }, () => 0),
    rate: 0,
    commit_p99_ms: null,
    lag_ms: 50,
    rejected: 0,
    last_at: new Date(start).toISOString(),
  })
})

test('[PIPELINE-1] the commit time is the 99th percentile', () => {
  const fold = folded(...Array.from({ length: 100 }, (_, i) => batch(i * 10, { commitMs: 100 - i })))
  expect(fold.read(start + 10 * second)[0]!.commit_p99_ms).toBe(99)
})

test('[PIPELINE-1] a batch with only rejects does not update lag and time of the last event', () => {
  const [source] = folded(batch(0, { stored: 0, rejected: 9 })).read(start + second)
  expect(source).toMatchObject({ rejected: 9, lag_ms: null, last_at: null, rate: 0 })
})
