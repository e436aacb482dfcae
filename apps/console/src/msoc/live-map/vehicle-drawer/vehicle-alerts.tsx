import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { type Alert, alertsChannel } from '@carapace/shared/msoc/alerts/alerts.contract'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { age, number, useNow } from '../../../core/format/format.ts'
import { live } from '../../../core/live/live.ts'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { useLiveMap } from '../live-map-context.ts'
import { isMoreSevere } from '../alerts/more-severe.ts'

const most = 6

/** The open alerts of this vehicle, most severe first. */
export function VehicleAlerts({ vin }: { readonly vin: string }) {
  const alerts = useOpenAlertsOf(vin)
  const { scene } = useLiveMap()
  useNow(1_000)
  const now = scene?.now() ?? Date.now()
  return (
    <section className="lm-section">
      <header>
        <h3>Open alerts</h3>
        <span className="num">{alerts && number(alerts.length)}</span>
        <Link to="/org/msoc/dashboard/alert-management" search={{ vehicle: vin }}>
          Show in queue
        </Link>
      </header>
      {!alerts && <SkeletonRows rows={2} columns={['1fr', '40px']} rowHeight={24} />}
      {alerts?.length === 0 && <p className="lm-none">No open alerts.</p>}
      <ul>
        {alerts?.slice(0, most).map((alert) => (
          <li key={alert.uuid}>
            <SeverityGlyph severity={alert.severity} label={alert.severity} />
            <span className="lm-ellipsis" title={alert.title}>
              {alert.title}
            </span>
            <span className="num lm-faint">{age(now - Date.parse(alert.last_seen))}</span>
          </li>
        ))}
      </ul>
      {alerts && alerts.length > most && <p className="lm-none">{number(alerts.length - most)} more in the queue.</p>}
    </section>
  )
}

function useOpenAlertsOf(vin: string): readonly Alert[] | undefined {
  const [alerts, setAlerts] = useState<readonly Alert[]>()
  useEffect(() => {
    const byUuid = new Map<string, Alert>()
    setAlerts(undefined)
    const feed = live(alertsChannel, { filter: { vehicle: vin, status: [...openStatuses] } }).subscribe((message) => {
      if (message.op === 'snapshot') {
        byUuid.clear()
        for (const alert of message.data.alerts) byUuid.set(alert.uuid, alert)
      } else if (message.op === 'changes') {
        for (const { uuid, alert } of message.data) {
          if (alert) byUuid.set(uuid, alert)
          else byUuid.delete(uuid)
        }
      } else return
      setAlerts([...byUuid.values()].sort((a, b) => (isMoreSevere(a, b) ? -1 : 1)))
    })
    return () => feed.unsubscribe()
  }, [vin])
  return alerts
}
