import type { Notification } from '@carapace/shared/notifications/notifications.contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { age, dateTime, number, useNow } from '../core/format/format.ts'
import { SeverityGlyph } from '../core/ui/severity-glyph.tsx'
import { placeOf } from './search.ts'
import { glyphOf, urgencyWords } from './words.ts'

/** The urgency, the title as a link to what it is about, the text and the age of a notification. */
export function NotificationLines({
  notification,
  onOpen,
  className = '',
}: {
  readonly notification: Notification
  readonly onOpen: () => void
  readonly className?: string
}) {
  const { urgency, title, text, href, count, at, read_at: readAt } = notification
  const now = useNow(10_000)
  const { to, search } = placeOf(href)
  return (
    <>
      <SeverityGlyph severity={glyphOf[urgency]} label={urgencyWords[urgency]} />
      <span className="nt-lines">
        <Link
          to={to}
          search={search as never}
          className={`nt-title ${readAt === null ? 'nt-unread' : ''} ${className}`}
          title={title}
          onClick={onOpen}
        >
          {title}
        </Link>
        <span className="nt-text">
          {count > 1 && <b className="num">{number(count)} times · </b>}
          {text}
        </span>
      </span>
      <time className="nt-age num" dateTime={at} title={dateTime(at)}>
        {age(now - Date.parse(at))}
      </time>
    </>
  )
}

/** Who handles it, or when the next people are notified. */
export function EscalationNote({ notification }: { readonly notification: Notification }): ReactNode {
  const { acknowledged_at: at, acknowledged_by: by, escalates_at: escalatesAt } = notification
  const now = useNow(10_000)
  if (at !== null) return <span className="nt-note">{by === null ? 'handled' : `acknowledged by ${by}`}</span>
  if (escalatesAt === null) return null
  const left = Date.parse(escalatesAt) - now
  return <span className="nt-note nt-due num">{left > 0 ? `escalates in ${age(left)}` : 'escalates now'}</span>
}
