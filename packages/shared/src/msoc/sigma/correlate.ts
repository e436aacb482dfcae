import type { SigmaEvent, SigmaValue } from './event.ts'
import type { LinkedCorrelation } from './link.ts'
import { compares } from './match-value.ts'
import type { Bound, CorrelationRule } from './model.ts'
import { createWindow, type CorrelationWindow } from './windows.ts'

/** The events that a hit names; the newest are kept. */
const mostEvents = 20

/** A correlation that came true. */
export interface CorrelationHit {
  /** The time of the event with which it came true, or the end of its timespan, epoch ms. */
  readonly ts: number
  /** The values of the fields that it groups by. */
  readonly group: readonly string[]
  /** The count, sum, average or percentile that met the condition. */
  readonly value: number
  /** Ids of events that contributed, the newest last, at most 20. */
  readonly events: readonly string[]
  /** What other correlations read of it: the fields that it groups by, and those of the event that made it true. */
  readonly event: SigmaEvent
}

/** A correlation at work. */
export interface Correlator {
  /** Takes an event that the source with this number matched. */
  step(source: number, event: SigmaEvent): CorrelationHit | undefined
  /**
   * Ends the timespans that are over at a moment (epoch ms); conditions such as "fewer than" are decided there. Without
   * such a condition a group is forgotten where its timespan was over at `forgetBefore`: events may come late.
   */
  advance(now: number, forgetBefore?: number): CorrelationHit[]
  /** From here on changes can be undone; those before stay. */
  begin(): void
  /** Undoes all changes since `begin`. */
  rollback(): void
  readonly groups: number
  /** Groups that were forgotten before their time, since there were too many. */
  readonly evicted: number
  /** About how many entries its windows keep. */
  readonly entries: number
}

interface Group {
  readonly values: readonly string[]
  window: CorrelationWindow
  /** The first event of a timespan that is decided at its end. */
  begunAt: number
  lastAt: number
  value: number
  firedAt: number | undefined
  events: { id: string; ts: number }[]
}

/** Returns a correlation without any memory. At most `mostGroups` groups are kept: the stalest is forgotten first. */
export function createCorrelator({ rule, sources }: LinkedCorrelation, mostGroups: number): Correlator {
  const groups = new Map<string, Group>()
  const atEnd = isDecidedAtEnd(rule)
  let evicted = 0
  /** Changed groups as they were at `begin`; undefined: there was none. */
  let before: Map<string, Group | undefined> | undefined
  let evictedBefore = 0

  /** To be called before a group is changed. */
  function keep(key: string): void {
    if (before === undefined || before.has(key)) return
    const group = groups.get(key)
    before.set(key, group && copyOf(group))
  }

  function groupOf(key: string, values: readonly string[], event: SigmaEvent): Group {
    keep(key)
    const known = groups.get(key)
    if (known !== undefined && !atEnd) groups.delete(key)
    const group = known ?? createGroup(rule, values, event)
    groups.set(key, group)
    if (groups.size > mostGroups) {
      const stalest = groups.keys().next().value!
      keep(stalest)
      groups.delete(stalest)
      evicted += 1
    }
    return group
  }

  function ended(group: Group): CorrelationHit | undefined {
    const holds = holdsAll(rule.bounds, group.value)
    return holds ? hitOf(rule, group, group.begunAt + rule.timespanMs, undefined) : undefined
  }

  return {
    get groups() {
      return groups.size
    },
    get evicted() {
      return evicted
    },
    get entries() {
      return groups.values().reduce((sum, { window, events }) => sum + window.size + events.length, 0)
    },
    step(source, event) {
      const values = groupValues(sources[source]!.groupFields, event)
      if (values === undefined) return undefined
      const key = JSON.stringify(values)
      let group = groupOf(key, values, event)
      let hit: CorrelationHit | undefined
      if (atEnd && event.ts - group.begunAt > rule.timespanMs) {
        hit = ended(group)
        groups.delete(key)
        group = groupOf(key, values, event)
      }
      if (!take(rule, group, source, event)) return hit
      return atEnd ? hit : fired(rule, group, event)
    },
    begin() {
      before = new Map()
      evictedBefore = evicted
    },
    rollback() {
      if (before === undefined || before.size === 0) return
      for (const [key, group] of before) {
        if (group === undefined) groups.delete(key)
        else groups.set(key, group)
      }
      evicted = evictedBefore
      before = new Map()
      // the order is that of staleness
      const sorted = [...groups].sort(([, a], [, b]) => (atEnd ? a.begunAt - b.begunAt : a.lastAt - b.lastAt))
      groups.clear()
      for (const [key, group] of sorted) groups.set(key, group)
    },
    advance(now, forgetBefore = now) {
      const hits: CorrelationHit[] = []
      const until = atEnd ? now : forgetBefore
      for (const [key, group] of groups) {
        if ((atEnd ? group.begunAt : group.lastAt) + rule.timespanMs >= until) break
        keep(key)
        groups.delete(key)
        const hit = atEnd ? ended(group) : undefined
        if (hit !== undefined) hits.push(hit)
      }
      return hits
    },
  }
}

/** Upper limits alone hold from the first event on: they are decided when the timespan is over. */
function isDecidedAtEnd({ type, bounds }: CorrelationRule): boolean {
  const counts = type === 'event_count' || type === 'value_count' || type === 'value_sum' || type === 'value_avg'
  const upper = ({ comparison, value }: Bound): boolean =>
    comparison === 'lt' || comparison === 'lte' || comparison === 'neq' || (comparison === 'eq' && value === 0)
  return counts && bounds.every(upper)
}

function createGroup(rule: CorrelationRule, values: readonly string[], event: SigmaEvent): Group {
  return {
    values,
    window: createWindow(rule),
    begunAt: event.ts,
    lastAt: event.ts,
    value: 0,
    firedAt: undefined,
    events: [],
  }
}

function copyOf(group: Group): Group {
  return { ...group, window: group.window.copy(), events: [...group.events] }
}

/** Undefined: the event does not have one of the fields, and is not counted. */
function groupValues(fields: readonly string[], event: SigmaEvent): string[] | undefined {
  const values = fields.map((field) => firstValue(event, field))
  return values.some((value) => value === undefined || value === null) ? undefined : values.map(String)
}

function firstValue(event: SigmaEvent, field: string): SigmaValue | undefined {
  const value = event.fields.get(field)
  return Array.isArray(value) ? (value as readonly SigmaValue[])[0] : (value as SigmaValue | undefined)
}

/** Returns false if the event has no value to count. */
function take(rule: CorrelationRule, group: Group, source: number, event: SigmaEvent): boolean {
  const values = rule.fields.map((field) => firstValue(event, field))
  if (values.some((value) => value === undefined || value === null)) return false
  const value = group.window.add(event.ts, source, values as SigmaValue[])
  if (value === undefined) return false
  group.value = value
  group.lastAt = Math.max(group.lastAt, event.ts)
  group.events.push({ id: event.id, ts: event.ts })
  if (group.events.length > mostEvents) group.events.shift()
  return true
}

function holdsAll(bounds: readonly Bound[], value: number): boolean {
  return bounds.every((bound) => compares(bound, value))
}

/** A condition that stays true is one hit a timespan; one that was false meanwhile is another hit. */
function fired(rule: CorrelationRule, group: Group, event: SigmaEvent): CorrelationHit | undefined {
  const { ts } = event
  if (!holdsAll(rule.bounds, group.value)) {
    group.firedAt = undefined
    return undefined
  }
  if (group.firedAt !== undefined && ts - group.firedAt <= rule.timespanMs) return undefined
  group.firedAt = ts
  return hitOf(rule, group, ts, event)
}

function hitOf(
  { groupBy, timespanMs }: CorrelationRule,
  { values, events, value }: Group,
  ts: number,
  event: SigmaEvent | undefined,
): CorrelationHit {
  const fields = new Map(event?.fields)
  groupBy.forEach((name, index) => fields.set(name, values[index]!))
  return {
    ts,
    group: values,
    value,
    events: events.filter((contributed) => contributed.ts >= ts - timespanMs).map(({ id }) => id),
    event: { id: events.at(-1)?.id ?? '', ts, source: {}, fields },
  }
}
