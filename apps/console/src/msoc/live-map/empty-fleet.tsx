import { Button } from '@blueprintjs/core'
import { DriveTimeIcon, DuplicateIcon } from '@blueprintjs/icons'
import { getIngestSettings } from '@carapace/shared/msoc/ingest/ingest.contract'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { copyText } from '../../core/ui/copy.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { exampleCall } from './example-call.ts'
import { useLiveMapState } from './live-map-context.ts'

/** Shown before the first vehicle: how to make a vehicle report. It disappears when a vehicle reports. */
export function EmptyFleet() {
  const none = useLiveMapState(
    ({ counters }) => counters !== undefined && Object.values(counters.vehicles).every((count) => count === 0),
  )
  return none ? <HowToSend /> : null
}

function HowToSend() {
  const { data } = useEndpoint(getIngestSettings, {})
  const command = useMemo(() => data && exampleCall(data.ingest_url, Date.now()), [data])
  return (
    <div className="lm-panel lm-empty">
      <EmptyState
        icon={<DriveTimeIcon size={24} />}
        title="No vehicle has reported yet"
        action={
          <Button
            icon={<DuplicateIcon />}
            disabled={command === undefined}
            onClick={() => command !== undefined && copyText(command)}
          >
            Copy
          </Button>
        }
      >
        Send a position with one of{' '}
        <Link to="/org/msoc/dashboard/jobs/$tab" params={{ tab: 'ingest' }}>
          your ingest keys
        </Link>
        , and the vehicle appears here.
      </EmptyState>
      {command !== undefined && <pre className="mono">{command}</pre>}
    </div>
  )
}
