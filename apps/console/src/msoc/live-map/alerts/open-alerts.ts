import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { type Alert, alertsChannel, type LiveAlert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { live } from '../../../core/live/live.ts'
import { isMoreSevere } from './more-severe.ts'

/** The open alerts of the fleet by vehicle, as far as the live queue contains them (the newest 500 and all since). */
export interface OpenAlerts {
  /** The alert to show in a vehicle's row: the most severe, then the latest. */
  readonly worstOf: (vin: string) => Alert | undefined
  readonly close: () => void
}

/** Subscribes to the queue; `onRaised` is called for each alert raised since the page was opened. */
export function followOpenAlerts(onRaised: (alert: Alert) => void): OpenAlerts {
  const byUuid = new Map<string, Alert>()
  const worst = new Map<string, Alert>()

  const feed = live(alertsChannel, { filter: { status: [...openStatuses] } }).subscribe((message) => {
    if (message.op === 'snapshot') {
      byUuid.clear()
      worst.clear()
      for (const alert of message.data.alerts) keep(alert)
    } else if (message.op === 'changes') {
      for (const change of message.data) apply(change)
    }
  })

  function apply({ uuid, kind, alert }: LiveAlert): void {
    const before = byUuid.get(uuid)
    if (alert) keep(alert)
    else byUuid.delete(uuid)
    if (before?.vehicle) settle(before.vehicle.vin)
    if (alert && (kind === 'raise' || kind === 'recur' || kind === 'reopen')) onRaised(alert)
  }

  function keep(alert: Alert): void {
    byUuid.set(alert.uuid, alert)
    const vin = alert.vehicle?.vin
    if (vin !== undefined && isMoreSevere(alert, worst.get(vin))) worst.set(vin, alert)
  }

  /** Recomputes the vehicle's worst alert after an alert changed or left. Rare, so that no index by vehicle is kept. */
  function settle(vin: string): void {
    worst.delete(vin)
    for (const alert of byUuid.values())
      if (alert.vehicle?.vin === vin && isMoreSevere(alert, worst.get(vin))) worst.set(vin, alert)
  }

  return { worstOf: (vin) => worst.get(vin), close: () => feed.unsubscribe() }
}
