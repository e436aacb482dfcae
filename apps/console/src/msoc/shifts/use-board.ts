import { boardChannel, type BoardChanges, type BoardPart } from '@carapace/shared/msoc/shifts/handovers.contract'
import { useEffect, useRef } from 'react'
import { live } from '../../core/live/live.ts'

/** Calls back when somebody changed one of these parts, and after a lost connection (rule SHIFT-UI-2). */
export function useBoardChanges(parts: readonly BoardPart[], changed: () => void): void {
  const latest = useRef(changed)
  useEffect(() => {
    latest.current = changed
  }, [changed])
  const key = parts.join()
  useEffect(() => {
    const watched = key.split(',') as BoardPart[]
    let known: BoardChanges | undefined
    const feed = live(boardChannel, {}).subscribe((message) => {
      const next = message.op === 'snapshot' ? message.data : message.op === 'changes' ? message.data.at(-1) : undefined
      if (next === undefined) return
      // a later snapshot comes after a lost connection: what was changed meanwhile is not known
      const isNews =
        message.op === 'snapshot' ? known !== undefined : watched.some((part) => next[part] !== known?.[part])
      known = next
      if (isNews) latest.current()
    })
    return () => feed.unsubscribe()
  }, [key])
}
