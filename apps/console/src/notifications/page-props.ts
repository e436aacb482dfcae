import type { NotificationCategory } from '@carapace/shared/core/notification-kinds'
import type { NotificationSearch } from './search.ts'

/** What the page of notifications and its history are given. */
export interface PageProps {
  readonly search: NotificationSearch
  readonly go: (search: NotificationSearch, replace?: boolean) => void
  /** The page of one category. */
  readonly category?: NotificationCategory
}
