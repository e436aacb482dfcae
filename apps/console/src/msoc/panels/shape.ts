import { isDuration, isRatio, type Measure, type PanelQuery } from '@carapace/shared/msoc/panels/panel-query'
import type { PanelResult } from '@carapace/shared/msoc/panels/panels.contract'
import { daysIn } from '@carapace/shared/msoc/shifts/local-time'
import { calendarDay, clock, number } from '../../core/format/format.ts'
import { timerLine } from '../../core/format/timer.ts'

export interface Key {
  readonly key: string
  readonly label: string
}

/** A result as rows and columns: each group with its value of each split. */
export interface Shape {
  readonly groups: readonly Key[]
  /** One without a name, if the result is not split. */
  readonly splits: readonly Key[]
  readonly valueOf: (group: Key, split: Key) => number | null
  /** The highest sum of a group. */
  readonly highest: number
  /** The highest single value. */
  readonly highestPart: number
}

const hourMs = 3_600_000
const whole: Key = { key: '', label: '' }

/** The rows and columns of a result; steps of time without a group are there too, as zero (rule PANEL-UI-2). */
export function shapeOf(result: PanelResult, query: PanelQuery): Shape {
  const values = new Map(result.groups.map(({ group, split, value }) => [`${group?.key}|${split?.key ?? ''}`, value]))
  const isCounted = query.measure === 'count' || query.measure === 'repeats'
  const steps = stepsOf(result, query)
  const groups = steps ?? distinct(result.groups.map(({ group }) => group ?? whole))
  const splits = query.split_by === null ? [whole] : distinct(result.groups.flatMap(({ split }) => split ?? []))
  const valueOf = (group: Key, split: Key) => {
    const key = result.groups[0]?.group === null ? 'undefined|' : `${group.key}|${split.key}`
    return values.get(key) ?? (isCounted ? 0 : null)
  }
  const sums = groups.map((group) => splits.reduce((sum, split) => sum + (valueOf(group, split) ?? 0), 0))
  const parts = groups.flatMap((group) => splits.map((split) => valueOf(group, split) ?? 0))
  return { groups, splits, valueOf, highest: Math.max(0, ...sums), highestPart: Math.max(0, ...parts) }
}

function distinct(keys: readonly Key[]): Key[] {
  return [...new Map(keys.map((each) => [each.key, each])).values()]
}

/** All steps of a group by time, with what an axis calls them. */
function stepsOf({ from, to }: PanelResult, { group_by: groupBy, zone }: PanelQuery): Key[] | undefined {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  if (groupBy === 'day')
    return daysIn(begin, end, zone).map(({ day, at }) => ({ key: new Date(at).toISOString(), label: calendarDay(day) }))
  if (groupBy !== 'hour') return undefined
  const first = Math.floor(begin / hourMs) * hourMs
  return Array.from({ length: Math.ceil((end - first) / hourMs) }, (_, index) => {
    const at = first + index * hourMs
    return { key: new Date(at).toISOString(), label: clock(at) }
  })
}

/** A value as text: a count, a duration, a percentage; a dash for none. */
export function valueText(value: number | null, measure: Measure): string {
  if (value === null) return '–'
  if (isDuration(measure)) return timerLine(value)
  if (isRatio(measure)) return `${(value * 100).toFixed(value > 0 && value < 0.1 ? 1 : 0)} %`
  return number(Math.round(value))
}

/** The change against as long a time before, as text; undefined if there is nothing to compare. */
export function changeOf({ total, before }: PanelResult, measure: Measure): string | undefined {
  if (total === null || before === null) return undefined
  const change = total - before
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±'
  if (isRatio(measure)) return `${sign}${Math.abs(change * 100).toFixed(1)} points`
  const text = `${sign}${valueText(Math.abs(change), measure)}`
  return before === 0 ? text : `${text} (${sign}${Math.round(Math.abs(change / before) * 100)} %)`
}

/** The time of a query as text: `24 h`, `7 d`. */
export function hoursText(hours: number): string {
  return hours % 24 === 0 && hours > 48 ? `${hours / 24} d` : `${hours} h`
}
