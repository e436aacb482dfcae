import { expect, test } from 'vitest'
import { type Metric, reportFrom, shown, type Summary } from './summary.ts'
import { htmlOf } from './summary-html.ts'
import { textOf } from './summary-text.ts'

const trend: Metric = {
  type: 'trend',
  contains: 'time',
  values: { count: 1234, min: 1, avg: 20, med: 18.25, 'p(95)': 640, 'p(99)': 12_345, max: 15_000 },
  thresholds: { 'p(95)<500': { ok: false }, 'p(99)<20000': { ok: true } },
}

const summary: Summary = {
  root_group: {
    checks: [{ name: 'a <b> & "c"', passes: 9, fails: 1 }],
    groups: [{ checks: [{ name: 'at the end', passes: 1, fails: 0 }], groups: [] }],
  },
  state: { testRunDurationMs: 61_400 },
  metrics: {
    stored_ms: trend,
    events_lost: {
      type: 'counter',
      contains: 'default',
      values: { count: 0, rate: 0 },
      thresholds: { 'count==0': { ok: true } },
    },
    events_accepted: { type: 'counter', contains: 'default', values: { count: 123_456, rate: 2010.4 } },
    checks: { type: 'rate', contains: 'default', values: { rate: 0.9, passes: 9, fails: 1 } },
  },
  setup_data: { token: 'cst_secret' },
}
const report = reportFrom('can-flood', { VEHICLES: 20, DURATION: '60s' }, summary, new Date(0))

test('a report has the measured value of each limit, and passes only if all limits hold', () => {
  expect(report.thresholds).toEqual([
    { metric: 'events_lost', limit: 'count==0', value: 0, ok: true },
    { metric: 'stored_ms', limit: 'p(95)<500', value: 640, ok: false },
    { metric: 'stored_ms', limit: 'p(99)<20000', value: 12_345, ok: true },
  ])
  expect(report.passed).toBe(false)
  const metrics = { ...summary.metrics, stored_ms: { ...trend, thresholds: {} } }
  expect(reportFrom('can-flood', {}, { ...summary, metrics }, new Date(0)).passed).toBe(true)
})

test("a teardown's checks are reported, too", () => {
  expect(report.checks).toEqual([
    { name: 'a <b> & "c"', passes: 9, fails: 1 },
    { name: 'at the end', passes: 1, fails: 0 },
  ])
})

test("no report contains a session's token", () => {
  expect([JSON.stringify(report), htmlOf(report), textOf(report)].filter((text) => text.includes('cst_'))).toEqual([])
})

test('the page is complete, escapes its input, and loads nothing', () => {
  const html = htmlOf(report)
  expect(html).toContain('a &lt;b&gt; &amp; &quot;c&quot;')
  expect(html).toContain('limits missed')
  expect(html).toContain('VEHICLES=20, DURATION=60s')
  expect(html).toContain('prefers-color-scheme: dark')
  expect(html).not.toMatch(/<script|<link|src=|href=|url\(|@import/)
})

test('the terminal shows the limits, the checks and the figures of our scripts', () => {
  const text = textOf(report)
  expect(text).toContain('can-flood: LIMITS MISSED, 61 s')
  expect(text).toContain('MISS  stored_ms p(95)<500: 640 ms')
  expect(text).toContain('MISS  a <b> & "c": 9 of 10')
  expect(text).toContain('stored_ms: median 18.3 ms, p95 640 ms, p99 12.3 s, longest 15 s, of 1,234')
  expect(text).toContain('events_accepted: 123,456, 2,010/s')
})

test.for([
  [undefined, 'default', '-'],
  [0, 'default', '0'],
  [0.12345, 'default', '0.123'],
  [1_234_567, 'default', '1,234,567'],
  [9_999, 'time', '9,999 ms'],
  [2_500_000, 'data', '2.5 MB'],
  [1_500, 'data', '1.5 kB'],
] as const)('%s of kind %s is shown as %s', ([value, contains, text]) => {
  expect(shown(value, { contains })).toBe(text)
})
