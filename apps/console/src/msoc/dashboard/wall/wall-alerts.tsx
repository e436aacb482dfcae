import { TickCircleIcon } from '@blueprintjs/icons'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { memo } from 'react'
import { age, number, useNow } from '../../../core/format/format.ts'
import { Avatar } from '../../../core/ui/avatar.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { StatusBadge } from '../../../core/ui/status-badge.tsx'
import { useStaleMs } from '../data/use-stale.ts'
import { useUrgentAlerts } from '../feed/use-urgent-alerts.ts'

/** Maximum number of rows: more than any screen shows. */
const mostRows = 40

interface UrgentListProps {
  /** Whether to show all columns, on a full screen. */
  readonly wide?: boolean
}

/**
 * Open critical alerts, then high ones, latest first; alerts without an owner are highlighted (rule DASHBOARD-UI-16).
 */
export function UrgentList({ wide = false }: UrgentListProps) {
  const { phase, problem, book } = useUrgentAlerts()
  const stale = useStaleMs() !== undefined
  const now = useNow(1_000)
  if (phase === 'loading') return <SkeletonRows rows={10} columns={['1fr', '6fr', '2fr', '2fr', '2fr', '1fr']} />
  if (phase === 'failed')
    return (
      <p className="wp-problem" role="alert">
        The alerts did not load: {problem}
      </p>
    )
  if (book.shown.length === 0) {
    return (
      <EmptyState icon={<TickCircleIcon size={24} />} title="No critical or high alerts">
        New ones show up here by themselves.
      </EmptyState>
    )
  }
  return (
    <ol className={`wp-alerts${wide ? ' wp-wide' : ''}${stale ? ' wp-old' : ''}`} aria-label="Critical and high alerts">
      {book.shown.slice(0, mostRows).map((alert) => (
        <Row key={alert.uuid} alert={alert} wide={wide} ageText={age(now - Date.parse(alert.raised_at))} />
      ))}
    </ol>
  )
}

interface RowProps {
  readonly alert: Alert
  readonly wide: boolean
  readonly ageText: string
}

const Row = memo(function Row({ alert, wide, ageText }: RowProps) {
  const { severity, title, vehicle, owner, acknowledged_at, ecu, bus, count, status } = alert
  return (
    <li className={`wp-alert wp-alert-${severity}${acknowledged_at === null ? ' wp-unread' : ''}`}>
      <SeverityGlyph severity={severity} label={severity} />
      <span className="wp-cut">{title}</span>
      {wide && <span className="wp-cut wp-second">{[ecu, bus].filter((part) => part !== null).join(' · ')}</span>}
      {wide && <span className="wp-second num">{count > 1 ? `×${number(count)}` : ''}</span>}
      <span className="wp-cut wp-second">{vehicle?.model}</span>
      <span className="wp-vin mono">{vehicle === null ? '–' : wide ? vehicle.vin : `…${vehicle.vin.slice(-7)}`}</span>
      {wide && <StatusBadge status={status} />}
      {owner === null ? <span className="wp-nobody">unassigned</span> : <Avatar name={owner.name} />}
      <span className="wp-age num">{ageText}</span>
    </li>
  )
})
