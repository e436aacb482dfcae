import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMetrics as apiMetrics } from '@carapace/api/src/core/metrics.ts'
import { createMetrics as ingestMetrics, registerBusMetrics } from '@carapace/ingest/src/core/metrics.ts'
import { openBus } from '@carapace/shared/core/bus/bus'

interface Metric {
  readonly name: string
  readonly type: string
  readonly labels: readonly string[]
}

/** All metrics of the two programs, by the names of their time series: a histogram has three. */
async function exposedMetrics(): Promise<Map<string, Metric>> {
  const bus = await openBus({ nats: undefined })
  const ingest = ingestMetrics()
  registerBusMetrics(ingest, bus)
  const registries = [ingest.registry, apiMetrics(bus).registry]
  const all = registries.flatMap(
    (registry) => registry.getMetricsAsArray() as unknown as { name: string; type: string; labelNames: string[] }[],
  )
  await bus.close()
  return new Map(
    all.flatMap(({ name, type, labelNames }) => {
      const parts = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
      return parts.map((part): [string, Metric] => [name + part, { name, type, labels: labelNames }])
    }),
  )
}

const exposed = await exposedMetrics()
const fileHere = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

const rules = fileHere('rules.yaml')
  .split(/^ {6}- alert: /m)
  .slice(1)
const ruleExpressions = rules.map((rule) => /^ {8}expr: (.+)$/m.exec(rule)![1]!)

interface Panel {
  readonly title: string
  readonly type: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
}

const { panels } = JSON.parse(fileHere('dashboard.json')) as { panels: Panel[] }
const targets = panels.flatMap((panel) => panel.targets ?? [])
const expressions = [...ruleExpressions, ...targets.map(({ expr }) => expr)]

const seriesIn = (expression: string) => [...expression.matchAll(/\bcarapace_\w+/g)].map(([name]) => name)

/** Labels that Prometheus adds, and those of histograms. */
const everywhere = ['job', 'instance', 'le']

test('the alerts and the dashboard use only metrics that the programs expose', () => {
  const referenced = expressions.flatMap(seriesIn)
  expect(referenced.length).toBeGreaterThan(40)
  expect(referenced.filter((name) => !exposed.has(name))).toEqual([])
})

test('the alerts and the dashboard use only labels that the metrics have', () => {
  const wrong = expressions.flatMap((expression) => {
    const known = new Set([...everywhere, ...seriesIn(expression).flatMap((name) => exposed.get(name)?.labels ?? [])])
    const summed = [...expression.matchAll(/\bby \(([^)]+)\)/g)].flatMap(([, labels]) => labels!.split(/,\s*/))
    const chosen = [...expression.matchAll(/(\w+)=~?"/g)].map(([, label]) => label!)
    return [...summed, ...chosen].filter((label) => !known.has(label)).map((label) => `${label} in ${expression}`)
  })
  expect(wrong).toEqual([])
})

test('a rate is taken of every counter and of no gauge', () => {
  const wrong = expressions
    .flatMap((expression) => [...expression.matchAll(/\b(rate|increase)\((carapace_\w+)/g)])
    .filter(([, , name]) => exposed.get(name!)?.type === 'gauge' && !name!.endsWith('_total'))
    .map(([text]) => text)
  expect(wrong).toEqual([])
  const bare = expressions
    .flatMap((expression) => seriesIn(expression.replaceAll(/\b(?:rate|increase)\(carapace_\w+/g, '')))
    .filter((name) => name.endsWith('_total'))
  expect(bare).toEqual([])
})

test("every metric of the product's own is on the dashboard", () => {
  const shown = new Set(targets.flatMap(({ expr }) => seriesIn(expr)).map((name) => exposed.get(name)!.name))
  const own = new Set(
    [...exposed.values()].map(({ name }) => name).filter((name) => !/^carapace_(?:api|ingest)_/.test(name)),
  )
  expect([...own].filter((name) => !shown.has(name))).toEqual([])
})

test('every alert has a severity, a summary of what happened and a runbook', () => {
  expect(rules.length).toBe(ruleExpressions.length)
  for (const rule of rules) {
    expect(rule).toMatch(/severity: (?:page|ticket) /)
    expect(rule).toMatch(/^ {10}summary: \S.{10,}$/m)
    expect(rule).toMatch(/^ {10}runbook: \S.{40,}$/m)
  }
})

test('no two panels of the dashboard overlap', () => {
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true)
})

test('the autoscaler of ingest uses a metric that ingest exposes', () => {
  const name = /metric: \{ name: (\w+) \}/.exec(
    readFileSync(join(import.meta.dirname, '../kubernetes/base/scaling.yaml'), 'utf8'),
  )![1]!
  expect(exposed.get(name)?.type).toBe('gauge')
  expect(fileHere('adapter.yaml')).toContain(`{ as: ${name} }`)
})
