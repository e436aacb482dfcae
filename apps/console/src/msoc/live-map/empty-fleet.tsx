import { Button } from '@blueprintjs/core'
import { DriveTimeIcon, DuplicateIcon } from '@blueprintjs/icons'
import { copyText } from '../../core/ui/copy.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { useLiveMapState } from './live-map-context.ts'

/** An example call. The ingest endpoint runs beside this page's server, on its usual port. */
const example = () => `curl -X POST ${location.protocol}//${location.hostname}:4100/ingest/v1/events \\
  -H 'Authorization: Bearer <ingest key>' \\
  -H 'Content-Type: application/x-ndjson' \\
  -d '{"type":"position","vehicle":"NHVEQ24AAS0022517","ts":${Date.now()},"lat":48.78,"lon":9.18}'`

/** Shown before the first vehicle: how to make a vehicle report. It disappears when a vehicle reports. */
export function EmptyFleet() {
  const none = useLiveMapState(
    ({ counters }) => counters !== undefined && Object.values(counters.vehicles).every((count) => count === 0),
  )
  if (!none) return null
  const command = example()
  return (
    <div className="lm-panel lm-empty">
      <EmptyState
        icon={<DriveTimeIcon size={24} />}
        title="No vehicle has reported yet"
        action={
          <Button icon={<DuplicateIcon />} onClick={() => copyText(command)}>
            Copy
          </Button>
        }
      >
        Send a position with one of your ingest keys, and the vehicle appears here.
      </EmptyState>
      <pre className="mono">{command}</pre>
    </div>
  )
}
