import { useEffect, useState } from 'react'
import type { AlertQueue } from './queue.store.ts'

/**
 * How long the previous list stays visible while the next one loads, in ms: a skeleton would flicker, and costs more to
 * render than the rows.
 */
const staysMs = 300

/** The list to show: the latest requested list once it has content; until then the previous one (rule QUEUE-79). */
export function useShown(latest: AlertQueue): AlertQueue {
  const [shown, setShown] = useState(latest)
  useEffect(() => {
    const isLoading = () => latest.getState().phase === 'loading'
    if (shown === latest) return undefined
    if (!isLoading()) return setShown(latest)
    const timer = setTimeout(() => setShown(latest), staysMs)
    const stop = latest.subscribe(() => isLoading() || setShown(latest))
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [latest, shown])
  return shown
}
