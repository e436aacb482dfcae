import { useEffect, useState } from 'react'
import { wallParts } from '../../core/wall/wall.ts'
import { alarm } from './alarm.ts'
import { openTones } from './tones.ts'
import type { Sound } from './wall-search.ts'

/** Plays tones for new alerts from now on (rule WALL-8). Returns whether the browser still blocks them. */
export function useSound(sound: Sound): boolean {
  const [blocked, setBlocked] = useState(false)

  useEffect(() => {
    if (sound === 'off') return setBlocked(false)
    const tones = openTones(setBlocked)
    const bell = alarm({ now: Date.now, after: later, play: tones.play })
    const severity = sound === 'high' ? (['critical', 'high'] as const) : (['critical'] as const)
    const stops = wallParts().map(({ listen }) => listen?.(severity, bell.raised))
    return () => {
      for (const stop of stops) stop?.()
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
