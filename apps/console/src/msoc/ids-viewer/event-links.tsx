import { alertStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { Link } from '@tanstack/react-router'
import { eventNumber, type IdsEvent } from '../ids-events/ids-events.ts'

/** The links of an event: its vehicle, the alerts with the same event, the frames around it (rule IDS-VIEWER-4). */
export function EventLinks({ event }: { readonly event: IdsEvent }) {
  const { vin, ts, kind } = event
  return (
    <p className="iv-links">
      {vin !== null && (
        <Link
          to="/org/msoc/dashboard/projects/vehicle/$tab"
          params={{ tab: 'security-events' }}
          search={{ vehicle: vin }}
        >
          Vehicle
        </Link>
      )}
      <Link
        to="/org/msoc/dashboard/alert-management"
        search={{ observable: `ids_event:${eventNumber(event)}`, status: alertStatuses.join(',') } as never}
      >
        Alerts with this event
      </Link>
      {vin !== null && kind === 'ids.can' && (
        <Link
          to="/org/msoc/dashboard/projects/vehicle/$tab"
          params={{ tab: 'ids-can-packet-analyzer' }}
          search={{ vehicle: vin, at: Date.parse(ts) }}
        >
          CAN frames around it
        </Link>
      )}
    </p>
  )
}
