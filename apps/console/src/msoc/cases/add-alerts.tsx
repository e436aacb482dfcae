import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { type Alert, listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useState } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { Dialog } from '../../core/ui/dialog.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { SeverityGlyph } from '../../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { useCasePage } from './page-context.tsx'

const offered = 30

interface AddAlertsProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Searches open alerts by number, title, vehicle or rule, and links the ticked ones. */
export function AddAlerts({ isOpen, onClose }: AddAlertsProps) {
  return (
    <Dialog className="cs-add" isOpen={isOpen} title="Add alerts to the case" onClose={onClose}>
      <Finder onClose={onClose} />
    </Dialog>
  )
}

function Finder({ onClose }: Pick<AddAlertsProps, 'onClose'>) {
  const { detail, link, busy } = useCasePage()
  const [words, setWords] = useState('')
  const [ticked, setTicked] = useState<readonly string[]>([])
  const { alerts, problem } = useOpenAlerts(words)
  const others = alerts?.filter((alert) => alert.case_uuid !== detail.case.uuid)

  const toggle = (uuid: string) =>
    setTicked((before) => (before.includes(uuid) ? before.filter((each) => each !== uuid) : [...before, uuid]))
  const add = async () => {
    if (await link({ add: [...ticked] })) onClose()
  }

  return (
    <>
      <DialogBody className="cs-add-body">
        <SearchField
          value={words}
          label="Find open alerts"
          placeholder="Number, title, VIN, rule"
          onSearch={setWords}
        />
        <div className="cs-found" role="group" aria-label="Open alerts" aria-busy={others === undefined}>
          {problem !== undefined && (
            <p role="alert" className="cs-nothing">
              The alerts did not load. {problem}
            </p>
          )}
          {others === undefined && problem === undefined && (
            <SkeletonRows rows={6} columns={['14px', '1fr', '80px']} rowHeight={44} />
          )}
          {others?.length === 0 && <p className="cs-nothing">No open alert outside this case matches.</p>}
          {others?.map((alert) => (
            <Found key={alert.uuid} alert={alert} isTicked={ticked.includes(alert.uuid)} toggle={toggle} />
          ))}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button variant="outlined" onClick={onClose}>
              Cancel
            </Button>
            <Button intent="primary" disabled={ticked.length === 0} loading={busy} onClick={() => void add()}>
              {ticked.length > 1 ? `Link ${ticked.length} alerts` : 'Link'}
            </Button>
          </>
        }
      />
    </>
  )
}

function Found({
  alert,
  isTicked,
  toggle,
}: {
  readonly alert: Alert
  readonly isTicked: boolean
  readonly toggle: (uuid: string) => void
}) {
  const isTaken = alert.case_uuid !== null
  return (
    <label className="cs-found-row">
      <input type="checkbox" checked={isTicked} disabled={isTaken} onChange={() => toggle(alert.uuid)} />
      <SeverityGlyph severity={alert.severity} label={alert.severity} />
      <span className="cs-found-words">
        <span className="cs-cell-title">{alert.title}</span>
        <span className="cs-note">
          <span className="mono">ALR-{alert.number}</span>
          {alert.vehicle !== null && (
            <>
              {' '}
              · <span className="mono">{alert.vehicle.vin}</span>
            </>
          )}
          {isTaken && ' · in another case'}
        </span>
      </span>
      <StatusBadge status={alert.status} />
    </label>
  )
}

/** The open alerts that match the words, latest first. */
function useOpenAlerts(words: string) {
  const input = { status: [...openStatuses], limit: offered, ...(words !== '' && { q: words }) }
  const { data, problem } = useEndpoint(listAlerts, input, { keepPrevious: false })
  return { alerts: data?.alerts, problem }
}
