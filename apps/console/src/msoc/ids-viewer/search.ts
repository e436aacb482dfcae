import { idsKinds } from '@carapace/shared/msoc/history/history'
import { type Severity, severities } from '@carapace/shared/msoc/severity'
import { z } from 'zod'
import { TimeSearch } from '../../core/time/conductor.ts'
import { eventNumber, type IdsEvent, matchesEvent } from '../ids-events/ids-events.ts'

/**
 * A text parameter. The router parses `?vehicle=123` as a number; whatever it made of the text, it is converted back.
 */
const text = (most: number) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .transform((value) => String(value).trim().slice(0, most) || undefined)
    .optional()
    .catch(undefined)

/** The address parameters of the viewer (rule IDS-VIEWER-1 of ./SPEC.md). */
export const IdsSearch = z.object({
  ...TimeSearch,
  kind: z.enum(idsKinds).optional().catch(undefined),
  /** Separated by commas. */
  severity: text(60),
  /** Numbers such as 0x8001, separated by commas. */
  event: text(200),
  vehicle: text(64),
  /** `IdsM.sensor` of the vehicle. */
  sensor: text(20),
  q: text(100),
  /** The key of the open event. */
  open: text(160),
})
export type IdsSearch = z.output<typeof IdsSearch>

export type Go = (search: IdsSearch, replace?: boolean) => void

export const severitiesIn = ({ severity }: IdsSearch): readonly Severity[] => {
  const words = new Set(severity?.split(','))
  return severities.filter((each) => words.has(each))
}

export const eventsIn = ({ event }: IdsSearch): readonly string[] => [
  ...new Set(event?.split(',').filter((each) => /^0x[0-9A-F]{4}$/.test(each))),
]

/** Whether any filter besides the window is set. */
export const isNarrowed = ({ kind, severity, event, vehicle, sensor, q }: IdsSearch): boolean =>
  [kind, severity, event, vehicle, sensor, q].some((word) => word !== undefined)

/** The search without any filter; the window stays. */
export const cleared = ({ time }: IdsSearch): IdsSearch => ({ time })

/** The loaded events that pass the filters that the request does not include (rule IDS-VIEWER-2). */
export function narrowed<Event extends IdsEvent>(events: readonly Event[], search: IdsSearch): readonly Event[] {
  const graded = severitiesIn(search)
  const numbered = eventsIn(search)
  if (graded.length === 0 && numbered.length === 0 && search.sensor === undefined && search.q === undefined)
    return events
  return events.filter(
    (event) =>
      (graded.length === 0 || graded.includes(event.severity)) &&
      (numbered.length === 0 || numbered.includes(eventNumber(event))) &&
      (search.sensor === undefined || search.sensor === sensorOf(event)) &&
      (search.q === undefined || matchesEvent(event, search.q)),
  )
}

/** The sensor's position within the vehicle. */
export const sensorOf = ({ idsm_instance: idsm, sensor_instance: sensor }: IdsEvent): string => `${idsm}.${sensor}`
