import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectedFalseAlerts } from '@carapace/shared/msoc/sensitivity/false-alerts'
import type { Span } from '../can/labelled.ts'
import { graceMs } from './score.ts'
import { type ChartLine, svgChart } from './svg-chart.ts'
import { overMs, type Report } from './watching.ts'

/**
 * What the alerts of a run look like to a threshold. A score is the expected false alerts a vehicle and month: an alert
 * is raised by every threshold that is not below its score.
 */
export interface Scored {
  /** For each attack the score of its most certain alert; Infinity: never found. */
  readonly attacks: readonly number[]
  /** The score of each alert within an attack. */
  readonly right: readonly number[]
  /** The score of each alert outside of attacks. */
  readonly wrong: readonly number[]
}

export function together(all: readonly Scored[]): Scored {
  return {
    attacks: all.flatMap(({ attacks }) => attacks),
    right: all.flatMap(({ right }) => right),
    wrong: all.flatMap(({ wrong }) => wrong),
  }
}

/** Scores the alerts of a run: those that begin within an attack are right. */
export function scoredOf(reports: readonly Report[], intervals: readonly Span[]): Scored {
  const isWithin = (ts: number) => intervals.some(({ from, to }) => ts >= from && ts <= to + graceMs)
  const alerts = alertsIn(reports)
  const [right, wrong] = [alerts.filter(({ ts }) => isWithin(ts)), alerts.filter(({ ts }) => !isWithin(ts))]
  return {
    attacks: intervals.map(({ from, to }) =>
      Math.min(Infinity, ...reports.filter(({ ts }) => ts >= from && ts <= to + graceMs).map(scoreOf)),
    ),
    right: right.map(({ score }) => score),
    wrong: wrong.map(({ score }) => score),
  }
}

function scoreOf({ rule, signs }: Report): number {
  return expectedFalseAlerts(rule, signs) ?? 0
}

/** The alerts of a run, each with its beginning and the score of its most certain report. */
function alertsIn(reports: readonly Report[]): { ts: number; score: number }[] {
  const open = new Map<string, { ts: number; last: number; score: number }>()
  const alerts: { ts: number; last: number; score: number }[] = []
  for (const report of reports) {
    const key = `${report.bus} ${report.key}`
    const known = open.get(key)
    const score = scoreOf(report)
    if (known !== undefined && report.ts - known.last <= overMs) {
      known.last = report.ts
      known.score = Math.min(known.score, score)
      continue
    }
    const alert = { ts: report.ts, last: report.ts, score }
    open.set(key, alert)
    alerts.push(alert)
  }
  return alerts
}

/** A threshold with what it gives. */
export interface CurvePoint {
  /** Expected false alerts a vehicle and month. */
  readonly atMost: number
  readonly recall: number
  readonly precision: number
  /** Alerts outside of attacks. */
  readonly wrong: number
}

/** What each threshold gives, from the strictest to the one that raises everything. */
export function curveOf({ attacks, right, wrong }: Scored): CurvePoint[] {
  const thresholds = [...new Set([...attacks, ...right, ...wrong])].filter(Number.isFinite).sort((a, b) => a - b)
  const within = (scores: readonly number[], atMost: number) => scores.filter((score) => score <= atMost).length
  return thresholds.map((atMost) => {
    const [good, bad] = [within(right, atMost), within(wrong, atMost)]
    return {
      atMost,
      recall: attacks.length === 0 ? Number.NaN : within(attacks, atMost) / attacks.length,
      precision: good + bad === 0 ? 1 : good / (good + bad),
      wrong: bad,
    }
  })
}

/** Writes precision over recall for each name as a picture, and returns its path. */
export function writePrecisionRecall(folder: string, title: string, named: ReadonlyMap<string, Scored>): string {
  const lines = [...named].map(([name, scored]): ChartLine => ({
    name,
    points: curveOf(scored).map(({ recall, precision }) => [recall, precision] as const),
  }))
  return written(folder, 'precision-recall.svg', svgChart({ title, x: 'recall', y: 'precision', xMost: 1 }, lines))
}

/**
 * Writes recall over the false alerts a vehicle-hour on benign traffic, by threshold, for each name (a ROC curve whose
 * false positives are a rate, since benign traffic has no number of negatives).
 */
export function writeRoc(
  folder: string,
  title: string,
  named: ReadonlyMap<string, Scored>,
  benign: { readonly wrong: readonly number[]; readonly hours: number },
): string {
  const lines = [...named].map(([name, { attacks }]): ChartLine => ({
    name,
    points: curveOf({ attacks, right: [], wrong: benign.wrong }).map(
      ({ recall, wrong }) => [wrong / benign.hours, recall] as const,
    ),
  }))
  const xMost = Math.max(1 / benign.hours, ...lines.flatMap(({ points }) => points.map(([x]) => x)))
  return written(folder, 'roc.svg', svgChart({ title, x: 'false alerts a vehicle-hour', y: 'recall', xMost }, lines))
}

export function written(folder: string, name: string, content: string): string {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
