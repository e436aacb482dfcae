import { eventNumber, type IdsEvent } from '../ids-events/ids-events.ts'
import { sensorOf, type IdsSearch } from './search.ts'

/** A common property of events, with its number of occurrences. */
export interface Counted {
  readonly key: string
  readonly text: string
  /** Additional text: the event's number, the sensor's vehicle. */
  readonly more: string
  readonly count: number
  /** The filters that narrow the list to it. */
  readonly filter: Partial<IdsSearch>
}

export interface Counts {
  readonly occurrences: number
  readonly events: readonly Counted[]
  readonly vehicles: readonly Counted[]
  readonly sensors: readonly Counted[]
}

const shown = 8

/**
 * Sums the reported occurrences by event name, vehicle and sensor; the highest of each (rule IDS-VIEWER-3 of
 * ./SPEC.md).
 */
export function countsOf(events: readonly IdsEvent[]): Counts {
  const byEvent = new Map<string, Counted>()
  const byVehicle = new Map<string, Counted>()
  const bySensor = new Map<string, Counted>()
  let occurrences = 0
  for (const event of events) {
    occurrences += event.count
    const number = eventNumber(event)
    add(byEvent, event.count, { key: number, text: event.name, more: number, filter: { event: number } })
    if (event.vin === null) continue
    const sensor = sensorOf(event)
    add(byVehicle, event.count, { key: event.vin, text: event.vin, more: '', filter: { vehicle: event.vin } })
    add(bySensor, event.count, {
      key: `${event.vin} ${sensor}`,
      text: `IdsM ${event.idsm_instance} · sensor ${event.sensor_instance}`,
      more: event.vin,
      filter: { vehicle: event.vin, sensor },
    })
  }
  return { occurrences, events: greatest(byEvent), vehicles: greatest(byVehicle), sensors: greatest(bySensor) }
}

function add(into: Map<string, Counted>, count: number, what: Omit<Counted, 'count'>): void {
  into.set(what.key, { ...what, count: (into.get(what.key)?.count ?? 0) + count })
}

const greatest = (counted: ReadonlyMap<string, Counted>): readonly Counted[] =>
  [...counted.values()].toSorted((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1)).slice(0, shown)

/** Whether the address already narrows the list to it. */
export const isChosen = (search: IdsSearch, { filter }: Counted): boolean =>
  Object.entries(filter).every(([key, word]) => search[key as keyof IdsSearch] === word)

/** The address narrowed to it, or without it if it already was. */
export function toggled(search: IdsSearch, counted: Counted): IdsSearch {
  if (!isChosen(search, counted)) return { ...search, ...counted.filter, open: undefined }
  return {
    ...search,
    ...Object.fromEntries(Object.keys(counted.filter).map((key) => [key, undefined])),
    open: undefined,
  }
}
