import type { IdsEvent } from '../events/events.ts'
import { canIdIn } from '../events/ids-detail.ts'
import type { Detector } from './detector.ts'
import { idsKinds } from '../history/history.ts'

/** Returns an event id as text. */
export function eventIdText(eventId: number): string {
  return `0x${eventId.toString(16).toUpperCase().padStart(4, '0')}`
}

function textOf(detail: IdsEvent['detail'], field: string): string | undefined {
  const value = detail?.[field]
  return typeof value === 'string' && value.length <= 64 ? value : undefined
}

function isIds(event: { kind: string }): event is IdsEvent {
  return (idsKinds as readonly string[]).includes(event.kind)
}

/** Reports events of the vehicle's own intrusion detection, with severities of the catalogue (rules IDS-1 to IDS-4). */
export const idsEvent: Detector<null> = {
  name: 'ids-event',
  kinds: idsKinds,
  start: () => null,
  step(_memory, event, facts, emit) {
    if (!isIds(event)) return
    const meaning = facts.meaningOf(event.eventId)
    const severity = meaning?.severity ?? 'medium'
    if (severity === 'info') return
    const ecu = textOf(event.detail, 'ecu')
    const bus = textOf(event.detail, 'bus')
    const canId = canIdIn(event.detail)
    const id = eventIdText(event.eventId)
    emit({
      source: 'ids',
      rule: `${event.kind} ${id}`,
      severity,
      count: event.count,
      ts: event.ts,
      key: `${event.kind}:${event.eventId}:${event.idsmInstance}:${event.sensorInstance}`,
      title: meaning?.name ?? `Unlisted IDS event ${id}`,
      ...(ecu && { ecu }),
      ...(bus && { bus }),
      explanation: [
        { field: 'event_id', observed: id, expected: meaning ? 'no occurrence' : 'an id of the event catalogue' },
        { field: 'sensor', observed: `IdsM ${event.idsmInstance}, sensor ${event.sensorInstance}`, expected: '' },
        { field: 'count', observed: String(event.count), expected: '0' },
      ],
      observables: [
        { kind: 'vin', value: facts.vin },
        { kind: 'ids_event', value: id },
        ...(ecu ? [{ kind: 'ecu' as const, value: ecu }] : []),
        ...(bus ? [{ kind: 'bus' as const, value: bus }] : []),
        ...(canId ? [{ kind: 'arbitration_id' as const, value: canId }] : []),
      ],
      tactics: meaning?.tactics ?? [],
      evidence: 'ids',
    })
  },
}
