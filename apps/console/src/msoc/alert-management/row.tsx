import type { Alert } from '@carapace/shared/msoc/alerts.contract'
import { memo, type MouseEvent } from 'react'
import { age, number, useNow, zonedDateTime } from '../../core/format.ts'
import { Avatar, NoAvatar } from '../../core/ui/avatar.tsx'
import { SeverityLabel } from '../../core/ui/severity-glyph.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { selectTo, toggleRow } from './choose.ts'
import { type Desk, useDesk, useQueue } from './desk.tsx'

export const rowId = (uuid: string) => `alert-${uuid}`

/** One alert of the queue. Each row listens for itself: a change renders its row, not the list. */
export const AlertRow = memo(function AlertRow({ uuid }: { readonly uuid: string }) {
  const desk = useDesk()
  const entry = useQueue(({ queue }) => queue.entries.get(uuid))
  const atCursor = useQueue(({ cursor }) => cursor === uuid)
  const selected = useQueue((state) => state.selected.has(uuid))
  const pending = useQueue((state) => state.pending.get(uuid))
  if (entry === undefined) return <div className="am-row" />

  const { alert, left } = entry
  return (
    <div
      id={rowId(uuid)}
      role="option"
      aria-selected={selected}
      aria-busy={pending !== undefined}
      className={classesOf(alert, { left, atCursor, selected })}
      onClick={(event) => onClick(event, desk, uuid)}
    >
      <span className="am-cell-check" data-select>
        <span className="am-check" aria-hidden data-checked={selected || undefined} />
      </span>
      <SeverityLabel severity={alert.severity} />
      <span className="am-cell-title" title={left ? `${alert.title}. It no longer matches this filter.` : alert.title}>
        {alert.title}
        {alert.acknowledged_at === null && <span className="c-said">, not acknowledged</span>}
      </span>
      <span className="am-cell-vehicle mono" title={alert.vehicle?.vin}>{alert.vehicle?.vin ?? '–'}</span>
      <span className="am-cell-place">
        {alert.ecu ?? '–'} <span className="am-bus">{alert.bus}</span>
      </span>
      <span className="am-cell-count num">{alert.count > 1 && `\u00d7${number(alert.count)}`}</span>
      <span className="am-cell-status">{pending === undefined ? <StatusBadge status={alert.status} /> : <span className="am-pending">{pending}</span>}</span>
      <span className="am-cell-owner">{alert.owner === null ? <NoAvatar /> : <Avatar name={alert.owner.name} />}</span>
      <Age at={alert.last_seen} />
    </div>
  )
})

function Age({ at }: { readonly at: string }) {
  const now = useNow(1_000)
  return (
    <span className="am-cell-age num" title={zonedDateTime(at)}>
      {age(now - Date.parse(at))}
    </span>
  )
}

function classesOf(alert: Alert, { left, atCursor, selected }: { left: boolean; atCursor: boolean; selected: boolean }): string {
  return [
    `am-row am-alert am-tint-${alert.severity}`,
    alert.acknowledged_at === null && 'am-unread',
    left && 'am-left',
    atCursor && 'am-cursor',
    selected && 'am-selected',
  ]
    .filter(Boolean)
    .join(' ')
}

/** A click opens the alert; on the box, or with a modifier, it selects. */
function onClick(event: MouseEvent<HTMLElement>, { queue, openDrawer }: Desk, uuid: string): void {
  const onBox = event.target instanceof Element && event.target.closest('[data-select]') !== null
  if (event.shiftKey) selectTo(queue, uuid)
  else if (onBox || event.ctrlKey || event.metaKey) toggleRow(queue, uuid)
  else openDrawer(uuid)
}
