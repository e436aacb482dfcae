import { listPositions } from '@carapace/shared/msoc/history/history.contract'
import { useEndpoint } from '../../core/call/query.ts'
import { clockNote } from '../vehicles/clock.ts'

const minuteMs = 60_000

interface ClockFactProps {
  readonly vin: string
  /** The time of the newest position. */
  readonly ts: string
}

/** States that the vehicle's time differs from ours, and explains it on hover (rule VEHICLE-UI-18). */
export function ClockFact({ vin, ts }: ClockFactProps) {
  // requested once a minute at most, however often the vehicle reports
  const from = new Date(Math.floor(Date.parse(ts) / minuteMs) * minuteMs).toISOString()
  const { data } = useEndpoint(listPositions, { vehicle: vin, from, limit: 200 })
  const newest = data?.positions.at(-1)
  const note = newest && clockNote(newest)
  if (note === undefined) return null
  return (
    <span className="vh-fact vh-stale num" title={note.why}>
      {note.text}
      <span className="c-visually-hidden">. {note.why}</span>
    </span>
  )
}
