import { medianOf } from '../bench/support/two-samples.ts'
import type { Calm } from './benign.ts'
import { totalOf, type Row } from './campaign.ts'
import { framesOf, intervalsOf, type Tally } from './score.ts'
import { intensities, kinds, targets, type Kind } from './scenarios.ts'

/** One requirement, and whether it is met. */
export interface Verdict {
  readonly what: string
  readonly holds: boolean
}

const share = (value: number) => (Number.isNaN(value) ? '    -' : value.toFixed(3)).padStart(5)
const count = (value: number) => value.toLocaleString('en')

/** Formats cells in columns, the first left-aligned, the others right-aligned. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => (row[i] ?? '').length)))
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const headings = ['frames P', 'R', 'F1', 'intervals P', 'R', 'first alert', 'alerts', 'attacks'] as const

function cellsOf(tally: Tally): string[] {
  if (tally.intervals === 0) return headings.map(() => '-')
  const frames = framesOf(tally)
  const intervals = intervalsOf(tally)
  const first = tally.delays.length === 0 ? '-' : `${Math.round(medianOf(tally.delays))} ms`
  return [
    share(frames.precision),
    share(frames.recall),
    share(frames.f1),
    share(intervals.precision),
    share(intervals.recall),
    first,
    count(tally.alerts),
    count(tally.intervals),
  ]
}

/** A row for each kind at each intensity: the result during tuning, and beside it the held-out result. */
export function attackTable(rows: readonly Row[]): string {
  const lines = kinds.flatMap((kind) =>
    intensities.map((intensity) => {
      const these = rows.filter((row) => row.kind === kind && row.intensity === intensity)
      return [
        `${kind}, ${intensity}`,
        ...cellsOf(totalOf(these.filter((row) => !row.isHeldOut))),
        '|',
        ...cellsOf(totalOf(these.filter((row) => row.isHeldOut))),
      ]
    }),
  )
  return columns([
    [
      '',
      ...headings.map((heading, i) => (i === 0 ? `tuned: ${heading}` : heading)),
      '|',
      ...headings.map((heading, i) => (i === 0 ? `held out: ${heading}` : heading)),
    ],
    ...lines,
  ])
}

/** A row for each variant of an attack, over all stages: shows where attacks are missed. */
export function variantTable(rows: readonly Row[]): string {
  const named = Map.groupBy(
    rows,
    ({ kind, variant, intensity, isHeldOut }) => `${kind}, ${variant}, ${intensity}${isHeldOut ? ' (held out)' : ''}`,
  )
  return columns([['', ...headings], ...[...named].map(([name, these]) => [name, ...cellsOf(totalOf(these))])])
}

export function calmTable(calm: readonly Calm[]): string {
  const lines = calm.map(({ name, isHeldOut, hours, frames, raised }) => [
    `${name}${isHeldOut ? ' (held out)' : ''}`,
    hours < 0.01 ? `${(hours * 3600).toFixed(1)} s` : `${hours.toFixed(2)} h`,
    count(frames),
    count(raised.length),
    rulesOf(raised),
  ])
  return columns([['benign traffic', 'watched', 'frames', 'alerts', ''], ...lines])
}

function rulesOf(raised: Calm['raised']): string {
  return [...Map.groupBy(raised, ({ rule }) => rule)].map(([rule, of]) => `${rule} ${of.length}`).join(', ')
}

/**
 * The targets for attacks at ordinary intensity, for one of the columns: by frames if the attacker sends any, else by
 * intervals.
 */
export function attackVerdicts(rows: readonly Row[], isHeldOut: boolean): readonly Verdict[] {
  return kinds.flatMap((kind) => {
    const target = targets[kind]
    const tally = totalOf(
      rows.filter((row) => row.kind === kind && row.intensity === 'ordinary' && row.isHeldOut === isHeldOut),
    )
    return target === undefined || tally.intervals === 0 ? [] : [verdictOf(kind, target, tally, isHeldOut)]
  })
}

function verdictOf(
  kind: Kind,
  target: { readonly recall: number; readonly precision: number },
  tally: Tally,
  isHeldOut: boolean,
): Verdict {
  const hasFrames = tally.attackFrames > 0
  const intervals = intervalsOf(tally)
  const { recall, precision } = hasFrames ? framesOf(tally) : intervals
  const by = hasFrames
    ? `frames (intervals: recall ${intervals.recall.toFixed(3)}, precision ${intervals.precision.toFixed(3)})`
    : 'intervals'
  return {
    what:
      `${kind}, ordinary, ${isHeldOut ? 'held out' : 'tuned'}: recall ${recall.toFixed(3)} (target ` +
      `${target.recall}), precision ${precision.toFixed(3)} (target ${target.precision}), by ${by}`,
    holds: recall >= target.recall && precision >= target.precision,
  }
}

export function verdictLines(verdicts: readonly Verdict[]): string {
  const missed = verdicts.filter(({ holds }) => !holds).length
  return [
    ...verdicts.map(({ what, holds }) => `${holds ? 'holds ' : 'MISSED'}  ${what}`),
    `${verdicts.length - missed} of ${verdicts.length} targets hold`,
  ].join('\n')
}
