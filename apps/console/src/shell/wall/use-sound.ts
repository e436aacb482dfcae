import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { alertsChannel, type LiveAlert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useEffect, useState } from 'react'
import { live } from '../../core/live/live.ts'
import { alarm } from './alarm.ts'
import { openTones } from './tones.ts'
import type { Sound } from './wall-search.ts'

const raising: readonly LiveAlert['kind'][] = ['raise', 'recur', 'reopen']

/** Plays tones for new alerts from now on (rule WALL-8). Returns whether the browser still blocks them. */
export function useSound(sound: Sound): boolean {
  const [blocked, setBlocked] = useState(false)

  useEffect(() => {
    if (sound === 'off') return setBlocked(false)
    const tones = openTones(setBlocked)
    const bell = alarm({ now: Date.now, after: later, play: tones.play })
    const severity = sound === 'high' ? (['critical', 'high'] as const) : (['critical'] as const)
    const feed = live(alertsChannel, {
      filter: { status: [...openStatuses], severity: [...severity] },
      sort: 'severity',
    }).subscribe((message) => {
      if (message.op !== 'changes') return
      for (const { kind, alert } of message.data) if (alert && raising.includes(kind)) bell.raised(alert.severity)
    })
    return () => {
      feed.unsubscribe()
      bell.close()
      tones.close()
    }
  }, [sound])

  return blocked
}

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
