import { notificationCategories, type NotificationCategory, urgencies } from '@carapace/shared/core/notification-kinds'
import { listNotifications, type Notification } from '@carapace/shared/notifications/notifications.contract'
import { useEffect, useRef } from 'react'
import { call } from '../core/call/call.ts'
import { useGrowingList } from '../core/call/use-growing-list.ts'
import { useMine } from './mine.ts'
import { type NotificationSearch, spans, wordsIn } from './search.ts'

const hourMs = 3_600_000

/** The query of the history: the filters of the address, and the category of the page. */
function queryOf({ category, urgency, read }: NotificationSearch, page: NotificationCategory | undefined) {
  const categories = page === undefined ? wordsIn(category, notificationCategories) : [page]
  const urgent = wordsIn(urgency, urgencies)
  return {
    ...(categories.length > 0 && { category: categories }),
    ...(urgent.length > 0 && { urgency: urgent }),
    ...(read !== undefined && { unread: read === 'unread' }),
  }
}

/** The beginning of the time that the address names, at the time of the request. */
function fromOf({ since }: NotificationSearch) {
  return since === undefined ? {} : { from: new Date(Date.now() - spans[since] * hourMs).toISOString() }
}

/** The notifications of the history; the first page is requested again when the bell changes. */
export function useHistory(search: NotificationSearch, category: NotificationCategory | undefined) {
  const query = queryOf(search, category)
  const list = useGrowingList<Notification>([listNotifications.path, { ...query, since: search.since ?? '' }], {
    request: async (cursor, signal) => {
      const page = await call(
        listNotifications,
        { ...query, ...fromOf(search), cursor, limit: 50 },
        signal ? { signal } : {},
      )
      return { rows: page.notifications, next: page.next_cursor }
    },
    idOf: ({ uuid }) => uuid,
  })
  const mine = useMine()
  const known = useRef(mine)
  const { refetch } = list
  useEffect(() => {
    if (known.current !== undefined && known.current !== mine) refetch()
    known.current = mine
  }, [mine, refetch])
  return list
}
