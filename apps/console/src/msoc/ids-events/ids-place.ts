import { canIdIn } from '@carapace/shared/msoc/events/ids-detail'
import type { IdsEvent } from './ids-events.ts'

/** Where an event happened, from the sensor's detail: ECU, bus and arbitration id, as far as they are stated. */
export function placeOf({ detail }: Pick<IdsEvent, 'detail'>) {
  return { ecu: textIn(detail, 'ecu'), bus: textIn(detail, 'bus'), canId: canIdIn(detail) }
}

/** `GTW · can0 · 0x2C1`; what is not stated is left out (rule IDS-UI-6). */
export function placeText(event: Pick<IdsEvent, 'detail'>): string {
  const { ecu, bus, canId } = placeOf(event)
  return [ecu, bus, canId].filter(Boolean).join(' · ')
}

function textIn(detail: IdsEvent['detail'], field: string): string | undefined {
  const value = detail?.[field]
  return typeof value === 'string' && value !== '' ? value : undefined
}
