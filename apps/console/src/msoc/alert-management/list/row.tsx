import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { memo, type MouseEvent } from 'react'
import type { Column } from '../../../core/table/columns.ts'
import { selectTo, toggleRow } from '../queue/choose.ts'
import { type AlertPageContext, useAlertPage, useQueue } from '../page-context.tsx'

export const rowId = (uuid: string) => `alert-${uuid}`

interface AlertRowProps {
  readonly uuid: string
  readonly columns: readonly Column<Alert>[]
}

/** One alert of the queue. Each row subscribes to its own data: a change renders the row, not the list. */
export const AlertRow = memo(function AlertRow({ uuid, columns }: AlertRowProps) {
  const alertPage = useAlertPage()
  const entry = useQueue(({ queue }) => queue.entries.get(uuid))
  const atCursor = useQueue(({ cursor }) => cursor === uuid)
  const selected = useQueue((state) => state.selected.has(uuid))
  const pending = useQueue((state) => state.pending.has(uuid))
  if (entry === undefined) return <div className="am-row" />

  const { alert, left } = entry
  return (
    <div
      id={rowId(uuid)}
      role="option"
      aria-selected={selected}
      aria-busy={pending}
      className={classesOf(alert, { left, atCursor, selected })}
      title={left ? 'It no longer matches this filter.' : undefined}
      onClick={(event) => onClick(event, alertPage, uuid)}
    >
      <span className="am-cell-check" data-select>
        <span className="am-check" aria-hidden data-checked={selected || undefined} />
      </span>
      {columns.map((column) => (
        <Cell key={column.key} column={column} alert={alert} />
      ))}
    </div>
  )
})

function Cell({ column, alert }: { readonly column: Column<Alert>; readonly alert: Alert }) {
  return (
    <span data-cell={column.key} className={cellClass(column)} title={column.text?.(alert) || undefined}>
      {column.render(alert)}
    </span>
  )
}

export function cellClass({ key, numeric, mono }: Column<Alert>): string {
  return [`am-cell am-cell-${key}`, numeric && 'am-numeric', mono && 'mono'].filter(Boolean).join(' ')
}

function classesOf(
  alert: Alert,
  { left, atCursor, selected }: { left: boolean; atCursor: boolean; selected: boolean },
): string {
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

/** A click opens the alert; a click on the checkbox, or with a modifier key, selects it. */
function onClick(event: MouseEvent<HTMLElement>, { queue, openDrawer }: AlertPageContext, uuid: string): void {
  const onBox = event.target instanceof Element && event.target.closest('[data-select]') !== null
  if (event.shiftKey) selectTo(queue, uuid)
  else if (onBox || event.ctrlKey || event.metaKey) toggleRow(queue, uuid)
  else openDrawer(uuid)
}
