import { type Alert, listAlerts, unfoldAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useEffect, useState } from 'react'
import { call, messageOf } from '../../../core/call/call.ts'
import { useEndpoint } from '../../../core/call/query.ts'
import { number } from '../../../core/format/format.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { Vin } from '../../../core/ui/vin.tsx'
import { StatusBadge } from '../../../core/ui/status-badge.tsx'
import { useAlertPage } from '../page-context.tsx'
import { alertId } from '../sentences.ts'
import { Section } from './section.tsx'

interface FoldedSectionProps {
  readonly alert: Alert
  /** Maximum number of parts to list. */
  readonly most: number
}

/** The alerts that are folded into an alert of the fleet (rule QUEUE-90); renders nothing for another alert. */
export function FoldedSection({ alert, most }: FoldedSectionProps) {
  if (alert.folded === 0) return null
  return <FoldedAlerts alert={alert} most={most} />
}

function FoldedAlerts({ alert: { uuid, folded, seq }, most }: FoldedSectionProps) {
  const { data, problem, refetch } = useEndpoint(
    listAlerts,
    { folded_into: uuid, sort: 'severity', limit: most },
    { keepPrevious: false },
  )
  // a part came or went
  useEffect(() => refetch(), [folded, seq, refetch])
  const shown = data?.alerts.length ?? 0
  const vehicles = folded === 1 ? '1 vehicle' : `${number(folded)} vehicles`
  const note = data && shown < folded ? `${vehicles}, ${number(shown)} listed` : vehicles
  return (
    <Section title="Folded alerts" note={note}>
      {problem !== undefined && <p className="am-muted am-no-rows">The parts did not load. {problem}</p>}
      {data !== undefined && (
        <ul className="am-folded-list" tabIndex={0} aria-label="Folded alerts">
          {data.alerts.map((part) => (
            <Part key={part.uuid} part={part} onChanged={refetch} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Part({ part, onChanged }: { readonly part: Alert; readonly onChanged: () => void }) {
  const { openDrawer } = useAlertPage()
  const vin = part.vehicle?.vin ?? ''
  return (
    <li>
      <button type="button" className="am-link mono" onClick={() => openDrawer(part.uuid)} title={part.title}>
        {alertId(part)}
      </button>
      <span className="mono">
        <Vin vin={vin} />
      </span>
      <span className="am-muted">{part.vehicle?.model}</span>
      {part.cleared_at === null ? <StatusBadge status={part.status} /> : <span className="am-muted">cleared</span>}
      <Unfold alert={part} onDone={onChanged} />
    </li>
  )
}

interface UnfoldProps {
  readonly alert: Alert
  readonly onDone?: () => void
}

/** Takes an alert out of its alert of the fleet. */
export function Unfold({ alert, onDone }: UnfoldProps) {
  const refusal = useRefusal(unfoldAlerts)
  const [isBusy, setBusy] = useState(false)
  const unfold = async () => {
    setBusy(true)
    try {
      await call(unfoldAlerts, { uuids: [alert.uuid] })
      toast.success(`${alertId(alert)} is in the queue again`)
    } catch (thrown) {
      toast.error(messageOf(thrown))
    }
    setBusy(false)
    onDone?.()
  }
  return (
    <ActButton
      text="Take out"
      refusal={refusal}
      disabled={isBusy}
      aria-description={alert.vehicle?.vin ?? alert.title}
      onClick={() => void unfold()}
    />
  )
}
