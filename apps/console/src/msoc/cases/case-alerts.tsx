import { Button } from '@blueprintjs/core'
import { AddIcon, CrossIcon, WarningSignIcon } from '@blueprintjs/icons'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { age, number, useNow, zonedDateTime } from '../../core/format/format.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { SeverityLabel } from '../../core/ui/severity-glyph.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { AddAlerts } from './add-alerts.tsx'
import { useCasePage } from './page-context.tsx'
import { Vin } from '../../core/ui/vin.tsx'

interface CaseAlertsProps {
  readonly adding: boolean
  readonly setAdding: (adding: boolean) => void
}

/** The alerts of the case: open one, remove one, add others. */
export function CaseAlerts({ adding, setAdding }: CaseAlertsProps) {
  const { detail, refusal } = useCasePage()
  const { alerts, case: shown } = detail
  const isClosed = shown.stage === 'CLOSED'
  return (
    <section className="c-panel cs-alerts" aria-label="Linked alerts">
      <div className="c-panel-head">
        <h2>
          Linked alerts <span className="cs-note num">{number(shown.alerts)}</span>
        </h2>
        <ActButton
          keys="l"
          icon={<AddIcon />}
          refusal={isClosed ? 'The case is closed. Reopen it to link alerts.' : refusal}
          onClick={() => setAdding(true)}
        >
          Add alerts
        </ActButton>
      </div>
      {alerts.length === 0 ? (
        <EmptyState icon={<WarningSignIcon size={24} />} title="No alerts are linked">
          Add those that belong to the same incident.
        </EmptyState>
      ) : (
        <div className="cs-scroll" tabIndex={0} role="region" aria-label="Table of linked alerts">
          <table className="cs-table">
            <thead>
              <tr>
                <th scope="col">Severity</th>
                <th scope="col">Alert</th>
                <th scope="col">Title</th>
                <th scope="col" className="cs-wide">
                  Vehicle
                </th>
                <th scope="col">Status</th>
                <th scope="col" className="cs-number cs-wide">
                  Last seen
                </th>
                <th scope="col">
                  <span className="c-visually-hidden">Take out</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {alerts.map((alert) => (
                <AlertLine key={alert.uuid} alert={alert} isClosed={isClosed} />
              ))}
            </tbody>
          </table>
          {shown.alerts > alerts.length && (
            <p className="cs-more">
              The latest {number(alerts.length)} of {number(shown.alerts)}.
            </p>
          )}
        </div>
      )}
      <AddAlerts isOpen={adding} onClose={() => setAdding(false)} />
    </section>
  )
}

function AlertLine({ alert, isClosed }: { readonly alert: Alert; readonly isClosed: boolean }) {
  const { refusal, link } = useCasePage()
  const now = useNow(10_000)
  const [busy, setBusy] = useState(false)
  const takeOut = async () => {
    setBusy(true)
    await link({ remove: [alert.uuid] })
    setBusy(false)
  }
  return (
    <tr className={`cs-row-${alert.severity}`}>
      <td>
        <SeverityLabel severity={alert.severity} />
      </td>
      <td>
        <Link
          className="mono"
          to="/org/msoc/dashboard/alert-management/general"
          search={{ alert: alert.uuid } as never}
        >
          ALR-{alert.number}
        </Link>
      </td>
      <td className="cs-cell-title" title={alert.title}>
        {alert.title}
      </td>
      <td className="cs-wide">{alert.vehicle === null ? '–' : <Vin vin={alert.vehicle.vin} />}</td>
      <td>
        <StatusBadge status={alert.status} />
      </td>
      <td className="cs-number num cs-wide" title={zonedDateTime(alert.last_seen)}>
        {age(now - Date.parse(alert.last_seen))}
      </td>
      <td className="cs-cell-act">
        {refusal === undefined && !isClosed && (
          <Button
            variant="minimal"
            size="small"
            loading={busy}
            icon={<CrossIcon size={12} />}
            aria-label={`Take ALR-${alert.number} out of the case`}
            title="Take it out of the case"
            onClick={() => void takeOut()}
          />
        )}
      </td>
    </tr>
  )
}
