import { SendToIcon } from '@blueprintjs/icons'
import {
  listVehicleActions,
  requestVehicleAction,
  type VehicleAction,
} from '@carapace/shared/msoc/vehicle-actions/vehicle-actions.contract'
import { useState } from 'react'
import { usePolledEndpoint } from '../../../core/call/use-polled.ts'
import { age, sentenceCase, useNow, zonedDateTime } from '../../../core/format/format.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { actionTones, counted } from '../words.ts'
import { actionText } from './columns.tsx'
import { Decide } from './decide.tsx'
import { RequestDialog } from './request-dialog.tsx'
import '../playbooks.css'

/** Interval at which the states of the actions are read again, ms. */
const everyMs = 5_000
const shown = 5

/** What a vehicle was requested to do, and the way to request something else (rule PLAYBOOK-UI-31). */
export function VehicleRequests({ vin }: { readonly vin: string }) {
  const refusal = useRefusal(requestVehicleAction)
  const [isOpen, setOpen] = useState(false)
  const { data, problem, retry } = usePolledEndpoint(listVehicleActions, { vehicle: vin, limit: shown }, { everyMs })
  return (
    <div className="pb-subject-runs">
      {problem !== undefined && data === undefined && <p className="c-note">The actions did not load. {problem}</p>}
      {data?.actions.map((action) => (
        <Requested key={action.uuid} action={action} />
      ))}
      {data !== undefined && data.total > data.actions.length && (
        <p className="c-note">{counted(data.total - data.actions.length, 'earlier action')}</p>
      )}
      <ActButton
        icon={<SendToIcon size={14} />}
        text="Request an action…"
        refusal={refusal}
        onClick={() => setOpen(true)}
      />
      {isOpen && <RequestDialog vin={vin} onRequested={retry} onClose={() => setOpen(false)} />}
    </div>
  )
}

function Requested({ action }: { readonly action: VehicleAction }) {
  const now = useNow(1_000)
  const { state, requested_at: at, requested_by: by } = action
  return (
    <p className="pb-subject-run">
      <span className="pb-subject-name" title={[actionText(action), action.detail].filter(Boolean).join('. ')}>
        {actionText(action)}
      </span>
      <Decide action={action} />
      <span className="c-note num" title={`${zonedDateTime(at)}, ${by}`}>
        {age(now - Date.parse(at))}
      </span>
      <Badge tone={actionTones[state]}>{sentenceCase(state)}</Badge>
    </p>
  )
}
