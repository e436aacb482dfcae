import { type Metric, type Report, shown } from './summary.ts'

const style = `
:root {
  color-scheme: light dark;
  --ink: #1c2127; --soft: #5f6b7c; --line: #d3d8de; --page: #f6f7f9; --card: #fff; --good: #1c6e42; --bad: #ac2f33;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e5e8eb; --soft: #abb3bf; --line: #404854; --page: #1c2127; --card: #252a31; --good: #72ca9b; --bad: #fa999c;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 70rem; padding: 2rem 1rem; background: var(--page); color: var(--ink);
  font: 0.9rem/1.5 system-ui, sans-serif;
}
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.05rem; margin: 2rem 0 0.5rem; }
p { margin: 0.25rem 0; color: var(--soft); }
.wide { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 4px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 0.35rem 0.75rem; border-top: 1px solid var(--line); text-align: right; white-space: nowrap; }
thead th { border-top: 0; color: var(--soft); font-weight: 500; }
th:first-child, td:first-child { text-align: left; font-weight: 500; }
code { font-family: ui-monospace, monospace; font-size: 0.85rem; }
.good { color: var(--good); } .bad { color: var(--bad); font-weight: 600; }`

/** A run as an HTML page without external resources. */
export function htmlOf(report: Report): string {
  const { script, ended_at, seconds, passed, settings, thresholds, checks, metrics } = report
  const word = (ok: boolean, [yes, no]: [string, string]) =>
    `<span class="${ok ? 'good' : 'bad'}">${ok ? yes : no}</span>`
  const sizes = Object.entries(settings)
    .map(([name, value]) => `${escaped(name)}=${escaped(String(value))}`)
    .join(', ')
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(script)}</title>
<style>${style}
</style></head>
<body>
<h1>${escaped(script)}: ${word(passed, ['all limits hold', 'limits missed'])}</h1>
<p>${Math.round(seconds)} s, ended ${escaped(ended_at)}</p>
<p><code>${sizes}</code></p>
${table(
  'Limits',
  ['metric', 'limit', 'measured', ''],
  thresholds.map(({ metric, limit, value, ok }) => [
    code(metric),
    code(limit),
    shown(value, metrics[metric], limit.split(/[<>=!]/)[0]),
    word(ok, ['holds', 'missed']),
  ]),
)}
${table(
  'Checks',
  ['what must be so', 'was', 'was not', ''],
  checks.map(({ name, passes, fails }) => [
    escaped(name),
    String(passes),
    String(fails),
    word(fails === 0, ['holds', 'missed']),
  ]),
)}
${trends(metrics)}
${counts(metrics)}
</body>
</html>
`
}

const stats = ['count', 'min', 'avg', 'med', 'p(95)', 'p(99)', 'max'] as const

function trends(metrics: Report['metrics']): string {
  return table(
    'Distributions',
    ['', ...stats],
    ofType(metrics, 'trend').map(([name, metric]) => [
      code(name),
      ...stats.map((stat) => shown(metric.values[stat], metric, stat)),
    ]),
  )
}

function counts(metrics: Report['metrics']): string {
  const rows = (['counter', 'rate', 'gauge'] as const).flatMap((type) =>
    ofType(metrics, type).map(([name, metric]) => [code(name), ...figuresOf(metric)]),
  )
  return table('Counts', ['', 'total', 'a second or share'], rows)
}

function figuresOf(metric: Metric): string[] {
  const { count, rate, passes, fails, value } = metric.values
  if (metric.type === 'counter') return [shown(count, metric), shown(rate, metric, 'rate per second')]
  if (metric.type === 'rate')
    return [shown((passes ?? 0) + (fails ?? 0), undefined), `${((rate ?? 0) * 100).toFixed(2)} %`]
  return [shown(value, metric), '']
}

function ofType(metrics: Report['metrics'], type: Metric['type']): [string, Metric][] {
  return Object.entries(metrics)
    .filter(([, metric]) => metric.type === type)
    .sort(([a], [b]) => a.localeCompare(b))
}

/** An HTML table; the cells are HTML. */
function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  const heads = head.map((cell) => `<th>${escaped(cell)}</th>`).join('')
  return `<h2>${title}</h2><div class="wide"><table><thead><tr>${heads}</tr></thead><tbody>
${rows.map(line).join('\n')}
</tbody></table></div>`
}

function code(text: string): string {
  return `<code>${escaped(text)}</code>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
