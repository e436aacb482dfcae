import { Button, Classes, PopoverNext } from '@blueprintjs/core'
import { NotificationsIcon } from '@blueprintjs/icons'
import {
  markAllNotifications,
  markNotifications,
  type MyNotifications,
  type Notification,
} from '@carapace/shared/notifications/notifications.contract'
import { Link } from '@tanstack/react-router'
import { call, messageOf } from '../core/call/call.ts'
import { EmptyState } from '../core/ui/empty-state.tsx'
import { SkeletonRows } from '../core/ui/skeleton.tsx'
import { toast } from '../core/ui/toast.ts'
import { useMine } from './mine.ts'
import { NotificationLines } from './row.tsx'
import './notifications.css'

/** The bell of the top bar: the unread count, live, and the latest notifications (rule NOTIFICATION-UI-1). */
export function Bell() {
  const mine = useMine()
  const unread = mine?.unread ?? 0
  return (
    <span className="nt-bell">
      <PopoverNext placement="bottom-end" arrow={false} animation="minimal" content={<Latest mine={mine} />}>
        <Button
          variant="minimal"
          icon={<NotificationsIcon />}
          aria-haspopup="dialog"
          aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
        />
      </PopoverNext>
      {unread > 0 && (
        <span className="nt-count num" aria-hidden>
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </span>
  )
}

function Latest({ mine }: { readonly mine: MyNotifications | undefined }) {
  return (
    <div className="nt-latest" role="dialog" aria-label="Latest notifications">
      <div className="nt-latest-head">
        <strong>Notifications</strong>
        <Button
          size="small"
          variant="minimal"
          disabled={mine === undefined || mine.unread === 0}
          onClick={() => mine && void markAllRead(mine)}
        >
          Mark all as read
        </Button>
      </div>
      <div className="nt-latest-list">
        {mine === undefined ? (
          <SkeletonRows rows={5} columns={['12px', '1fr', '40px']} rowHeight={49} />
        ) : mine.latest.length === 0 ? (
          <EmptyState icon={<NotificationsIcon size={24} />} title="No notifications yet">
            What needs you appears here, on every page.
          </EmptyState>
        ) : (
          <ul aria-label="Latest notifications">
            {mine.latest.map((one) => (
              <li key={one.uuid} className="nt-row">
                <NotificationLines
                  notification={one}
                  className={Classes.POPOVER_DISMISS}
                  onOpen={() => void markRead([one])}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="nt-latest-foot">
        <Link to="/org/notifications" className={Classes.POPOVER_DISMISS}>
          All notifications
        </Link>
        <Link to="/org/notifications" search={{ tab: 'rules' }} className={Classes.POPOVER_DISMISS}>
          My rules
        </Link>
      </div>
    </div>
  )
}

/** The next state of the channel shows the result. */
async function markRead(some: readonly Notification[]): Promise<void> {
  const uuids = some.filter(({ read_at: readAt }) => readAt === null).map(({ uuid }) => uuid)
  if (uuids.length === 0) return
  await call(markNotifications, { uuids, read: true }).catch((thrown: unknown) => toast.error(messageOf(thrown)))
}

/** Only what the user can have seen: what arrives meanwhile stays unread. */
async function markAllRead({ latest: [newest] }: MyNotifications): Promise<void> {
  if (newest === undefined) return
  await call(markAllNotifications, { until: newest.at }).catch((thrown: unknown) => toast.error(messageOf(thrown)))
}
