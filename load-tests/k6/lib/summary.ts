/** The part of k6's input for handleSummary that is reported. */
export interface Summary {
  readonly root_group: Group
  readonly state: { readonly testRunDurationMs: number }
  readonly metrics: Readonly<Record<string, Metric>>
  /** The result of setup: it contains a session's token. */
  readonly setup_data?: unknown
}

/** A teardown's checks are in a separate group. */
interface Group {
  readonly checks: readonly Check[]
  readonly groups: readonly Group[]
}

export interface Check {
  readonly name: string
  readonly passes: number
  readonly fails: number
}

export interface Metric {
  readonly type: 'counter' | 'gauge' | 'rate' | 'trend'
  readonly contains: 'default' | 'time' | 'data'
  readonly values: Readonly<Record<string, number>>
  readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>
}

/** A run as stored in summary.json. */
export interface Report {
  readonly script: string
  /** The time of its end, RFC 3339. */
  readonly ended_at: string
  readonly seconds: number
  readonly passed: boolean
  /** The sizes with which the script ran. */
  readonly settings: Readonly<Record<string, number | string>>
  readonly thresholds: readonly Verdict[]
  readonly checks: readonly Check[]
  readonly metrics: Readonly<Record<string, Metric>>
}

export interface Verdict {
  readonly metric: string
  /** `p(95)<500` */
  readonly limit: string
  /** The measured value; undefined if nothing was measured. */
  readonly value: number | undefined
  readonly ok: boolean
}

/** The report of a run: verdicts first, without secrets. */
export function reportFrom(
  script: string,
  settings: Report['settings'],
  { root_group, state, metrics }: Summary,
  endedAt: Date,
): Report {
  const thresholds = Object.entries(metrics)
    .flatMap(([name, metric]) => verdictsOf(name, metric))
    .sort((a, b) => a.metric.localeCompare(b.metric))
  return {
    script,
    ended_at: endedAt.toISOString(),
    seconds: state.testRunDurationMs / 1000,
    passed: thresholds.every(({ ok }) => ok),
    settings: { ...settings },
    thresholds,
    checks: checksIn(root_group),
    metrics,
  }
}

function checksIn({ checks, groups }: Group): Check[] {
  return [...checks.map(({ name, passes, fails }) => ({ name, passes, fails })), ...groups.flatMap(checksIn)]
}

function verdictsOf(name: string, { thresholds = {}, values }: Metric): Verdict[] {
  return Object.entries(thresholds).map(([limit, { ok }]) => ({
    metric: name,
    limit,
    value: values[limit.split(/[<>=!]/)[0]!.trim()],
    ok,
  }))
}

/** A number in readable form, with its unit. */
export function shown(value: number | undefined, metric: Pick<Metric, 'contains'> | undefined, stat = ''): string {
  if (value === undefined || !Number.isFinite(value)) return '-'
  if (stat === 'count') return amount(value)
  if (metric?.contains === 'time') return value >= 10_000 ? `${amount(value / 1000)} s` : `${amount(value)} ms`
  if (metric?.contains === 'data') return value >= 1e6 ? `${amount(value / 1e6)} MB` : `${amount(value / 1e3)} kB`
  if (stat === 'rate per second') return `${amount(value)}/s`
  return amount(value)
}

function amount(value: number): string {
  const [whole, part] = value.toFixed(value >= 100 || Number.isInteger(value) ? 0 : value >= 1 ? 1 : 3).split('.') as [
    string,
    string?,
  ]
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',') // k6 has no Intl
  return part === undefined ? grouped : `${grouped}.${part}`
}
