import type { idsKinds } from '@carapace/shared/msoc/history/history'
import type { listIdsEvents } from '@carapace/shared/msoc/history/history.contract'
import type { z } from 'zod'

export type IdsEvent = z.output<typeof listIdsEvents.output>['events'][number]

export type IdsKind = (typeof idsKinds)[number]

export const kindTexts: Readonly<Record<IdsKind, string>> = {
  'ids.can': 'CAN',
  'ids.eth': 'Ethernet',
  'ids.host': 'Host',
}

/** An event with a unique key. */
export interface NamedEvent extends IdsEvent {
  readonly key: string
}

/**
 * Adds keys to events, which have no id: a key consists of vehicle, time, position and number, and an index for equal
 * events (rule IDS-UI-1).
 */
export function named(events: readonly IdsEvent[]): NamedEvent[] {
  const alike = new Map<string, number>()
  return events.map((event) => {
    const { ts, kind, event_id: id, idsm_instance: idsm, sensor_instance: sensor } = event
    const name = `${event.vin ?? ''} ${ts} ${kind} ${id} ${idsm}.${sensor}`.trim()
    const nth = (alike.get(name) ?? 0) + 1
    alike.set(name, nth)
    return { ...event, key: nth === 1 ? name : `${name} ${nth}` }
  })
}

/** Maximum delay between an event and its arrival, ms: the latest part of a list of this length is requested again. */
export const lateMs = 5 * 60_000

/** The list with recently requested events in place of its events for the same time (rule IDS-UI-5). */
export function joined(
  recent: readonly IdsEvent[],
  older: readonly IdsEvent[],
  since: number | undefined,
): readonly IdsEvent[] {
  return since === undefined ? older : [...recent, ...older.filter(({ ts }) => Date.parse(ts) < since)]
}

/** Whether all words match the event's name, number, vehicle or detail (rule IDS-UI-2). */
export function matchesEvent(event: IdsEvent, words: string): boolean {
  const about = `${event.name} ${eventNumber(event)} ${event.event_id} ${event.vin ?? ''}`
  const text = `${about} ${JSON.stringify(event.detail ?? {})}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

export function eventNumber({ event_id: id }: Pick<IdsEvent, 'event_id'>): string {
  return `0x${id.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Hexadecimal in lines of sixteen bytes, with their offsets and readable characters. */
export function hexLines(hex: string): { readonly offset: string; readonly bytes: string; readonly text: string }[] {
  const bytes = hex.match(/../g) ?? []
  return Array.from({ length: Math.ceil(bytes.length / 16) }, (_, line) => {
    const row = bytes.slice(line * 16, line * 16 + 16)
    return {
      offset: (line * 16).toString(16).toUpperCase().padStart(4, '0'),
      bytes: row.join(' '),
      text: row.map(readable).join(''),
    }
  })
}

function readable(byte: string): string {
  const code = Number.parseInt(byte, 16)
  return code >= 0x20 && code < 0x7f ? String.fromCodePoint(code) : '·'
}
