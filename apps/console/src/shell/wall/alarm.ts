import type { Severity } from '@carapace/shared/msoc/severity'
import { worse } from '@carapace/shared/msoc/severity'

interface AlarmDeps {
  readonly now: () => number
  /** Calls back once after the given time, ms; the returned function cancels it. */
  readonly after: (ms: number, run: () => void) => () => void
  readonly play: (severity: Severity) => void
}

/** The minimum time between two tones, ms: an attack on the fleet must not cause continuous noise. */
export const toneEveryMs = 5_000

/**
 * Turns alerts into tones: the first at once, and the alerts within five seconds of a tone as one more tone, for the
 * worst of them (rule WALL-8).
 */
export function alarm({ now, after, play }: AlarmDeps): {
  readonly raised: (severity: Severity) => void
  readonly close: () => void
} {
  let playedAt = -Infinity
  let waiting: Severity | undefined
  let cancel: (() => void) | undefined

  function sound(): void {
    if (waiting === undefined) return
    const severity = waiting
    waiting = undefined
    cancel = undefined
    playedAt = now()
    play(severity)
  }

  return {
    raised(severity) {
      waiting = waiting === undefined ? severity : worse(waiting, severity)
      const wait = playedAt + toneEveryMs - now()
      if (wait <= 0) sound()
      else cancel ??= after(wait, sound)
    },
    close: () => cancel?.(),
  }
}
