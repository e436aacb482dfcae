import { type Report, shown } from './summary.ts'

/** The verdicts for a terminal: limits, checks, and the distributions that a script itself measures. */
export function textOf({ script, seconds, passed, thresholds, checks, metrics }: Report): string {
  const limits = thresholds.map(
    ({ metric, limit, value, ok }) =>
      `  ${ok ? 'ok  ' : 'MISS'}  ${metric} ${limit}: ${shown(value, metrics[metric], limit.split(/[<>=!]/)[0])}`,
  )
  const held = checks.map(
    ({ name, passes, fails }) => `  ${fails === 0 ? 'ok  ' : 'MISS'}  ${name}: ${passes} of ${passes + fails}`,
  )
  const trends = Object.entries(metrics)
    .filter(([name, { type }]) => type === 'trend' && isOurs(name))
    .map(([name, metric]) => {
      const { med, 'p(95)': p95, 'p(99)': p99, max, count } = metric.values
      return (
        `  ${name}: median ${shown(med, metric)}, p95 ${shown(p95, metric)}, p99 ${shown(p99, metric)}, ` +
        `longest ${shown(max, metric)}, of ${shown(count, metric, 'count')}`
      )
    })
  const counts = Object.entries(metrics)
    .filter(([name, { type }]) => type === 'counter' && isOurs(name))
    .map(
      ([name, metric]) =>
        `  ${name}: ${shown(metric.values.count, metric)}, ${shown(metric.values.rate, metric, 'rate per second')}`,
    )
  return [
    '',
    `${script}: ${passed ? 'all limits hold' : 'LIMITS MISSED'}, ${Math.round(seconds)} s`,
    '',
    ...limits,
    '',
    ...held,
    '',
    ...trends,
    ...counts,
    '',
    '',
  ].join('\n')
}

/** Whether the scripts measure a metric, and not k6 itself. */
function isOurs(name: string): boolean {
  return !/^(http_|ws_|vus|iteration|data_|group_duration|dropped)/.test(name)
}
