import { type ChartLine, svgChart } from '../svg-chart.ts'
import { written } from '../curves.ts'
import { columns } from '../report.ts'
import { type Judgement, type RuleScore, scoreOf, scoresOf } from './judge.ts'
import type { LabelledAlert } from './labelled-set.ts'

const share = (value: number) => (Number.isNaN(value) ? '-' : value.toFixed(3))
const seconds = (ms: number) => (Number.isNaN(ms) ? '-' : `${(ms / 1000).toFixed(1)} s`)

/** A line for each rule that raised an alert. */
export function ruleTable(scores: readonly RuleScore[]): string {
  return columns([
    ['rule', 'alerts', 'precision', 'recall', 'time to detect', 'false alerts a vehicle-hour'],
    ...scores.map(({ rule, alerts, precision, recall, delayMs, falseAnHour }) => [
      rule,
      String(alerts),
      share(precision),
      share(recall),
      seconds(delayMs),
      falseAnHour.toFixed(3),
    ]),
  ])
}

/** For each kind of attack: how many were found by any rule. */
export function kindTable({ attacks }: Judgement): string {
  const rows = [...Map.groupBy(attacks, ({ kind }) => kind)].map(([kind, some]) => {
    const found = some.filter(({ foundBy }) => foundBy.size > 0).length
    const rules = new Set(some.flatMap(({ foundBy }) => [...foundBy.keys()]))
    return [kind, String(some.length), String(found), share(found / some.length), String(rules.size)]
  })
  return columns([['kind of attack', 'attacks', 'found', 'recall', 'rules'], ...rows])
}

/** For each rule or detector of a labelled set: how many of its alerts were attacks. */
export function labelledTable(alerts: readonly LabelledAlert[]): string {
  const rows = [...Map.groupBy(alerts, ({ source, rule }) => `${rule} (${source})`)].map(([name, some]) => {
    const attacks = some.filter(({ isAttack }) => isAttack).length
    return [name, String(some.length), String(attacks), share(attacks / some.length)]
  })
  const attacks = alerts.filter(({ isAttack }) => isAttack).length
  const all = ['all', String(alerts.length), String(attacks), share(attacks / alerts.length)]
  return columns([['labelled set', 'alerts', 'attacks', 'precision'], ...rows, all])
}

/**
 * Writes recall over the false alerts a vehicle-hour as rules are enabled one after the other, the most precise first;
 * returns the path of the picture.
 */
export function writeRuleCurve(folder: string, judgement: Judgement): string {
  const names = scoresOf(judgement).map(({ rule }) => rule)
  const points = names.map((_, i) => {
    const enabled = new Set(names.slice(0, i + 1))
    const { falseAnHour, recall } = scoreOf('', judgement, (rule) => enabled.has(rule))
    return [falseAnHour, recall] as const
  })
  const line: ChartLine = { name: 'rules, best first', points }
  const xMost = Math.max(0.001, ...points.map(([x]) => x))
  const axes = { title: 'Detection rules', x: 'false alerts a vehicle-hour', y: 'recall', xMost }
  return written(folder, 'rules-roc.svg', svgChart(axes, [line]))
}
