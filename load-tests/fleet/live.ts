import type { Clock } from './clock.ts'
import { windowOf, type Fleet, type Window } from './fleet-window.ts'

const TICK_MS = 250
const LATEST_MS = 10_000

/** Ticks with the clock from `from` until stopped or `until`; passes each window to `emit` as soon as it is over. */
export async function runLive(
  fleet: Fleet,
  {
    clock,
    signal,
    from,
    until,
    emit,
    say,
  }: {
    clock: Clock
    signal: AbortSignal
    from: number
    until: number
    emit: (window: Window) => void
    say: (text: string) => void
  },
): Promise<void> {
  for (let done = from; !signal.aborted && done < until;) {
    await clock.sleep(done + TICK_MS - clock.now(), signal)
    if (signal.aborted) return
    const now = clock.now()
    if (now - done > LATEST_MS) {
      say(`asleep for ${Math.round((now - done) / 1000)} s: not made up for`)
      done = now - TICK_MS
    }
    if (now <= done) continue
    emit(windowOf(fleet, done, now))
    done = now
  }
}
