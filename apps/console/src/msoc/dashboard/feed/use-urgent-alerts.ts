import { sharedFeed } from '../data/shared-feed.ts'
import { emptyBook, worstFirst } from './alert-book.ts'
import { type AlertFeedState, openAlertFeed } from './alert-feed.ts'

/** The open critical and high alerts, most severe first, then latest first (rule DASHBOARD-UI-16). */
export const useUrgentAlerts = sharedFeed<AlertFeedState>(
  { phase: 'loading', problem: undefined, book: emptyBook },
  (update) => {
    const feed = openAlertFeed({ severity: ['critical', 'high'], order: worstFirst, sort: 'severity' })
    const stop = feed.subscribe((state) => update(() => state))
    return () => {
      stop()
      feed.close()
    }
  },
)
