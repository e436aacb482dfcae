import {
  mineChannel,
  type MyNotifications,
  type Notification,
} from '@carapace/shared/notifications/notifications.contract'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { live } from '../core/live/live.ts'
import { arrivedIn } from './arrived.ts'

const mine = createStore<{ readonly now: MyNotifications | undefined }>(() => ({ now: undefined }))

/** The user's unread count and latest notifications; undefined until they arrive. */
export function useMine(): MyNotifications | undefined {
  return useStore(mine, ({ now }) => now)
}

/** Whether this browser shows notifications of this site. */
export function pushState(): NotificationPermission | 'missing' {
  return 'Notification' in window ? window.Notification.permission : 'missing'
}

/** Keeps the bell up to date on every page, and shows what arrives while the page is in the background. */
export function MineFeed(): null {
  useEffect(() => {
    const feed = live(mineChannel, {}).subscribe((message) => {
      const next = message.op === 'snapshot' ? message.data : message.op === 'changes' ? message.data.at(-1) : undefined
      if (next === undefined) return
      for (const one of arrivedIn(mine.getState().now, next)) show(one)
      mine.setState({ now: next })
    })
    return () => {
      feed.unsubscribe()
      mine.setState({ now: undefined })
    }
  }, [])
  return null
}

/** Shows a notification of the browser; several tabs show it once, because it has the same tag in all of them. */
function show({ uuid, title, text }: Notification): void {
  if (document.visibilityState === 'visible' || pushState() !== 'granted') return
  const shown = new window.Notification(title, { body: text, tag: uuid })
  shown.addEventListener('click', () => {
    window.focus()
    shown.close()
  })
}
