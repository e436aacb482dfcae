import { messageOf } from '../../../core/call/call.ts'
import { liveStatus } from '../../../core/live/live.ts'

/**
 * What was asked last, and what became of it. What was known stays while something newer is on its way, or failed to
 * come.
 */
export interface Polled<T> {
  readonly data: T | undefined
  /** Why the last attempt failed; undefined once another succeeds. */
  readonly problem: string | undefined
  /** When `data` came, epoch ms. */
  readonly at: number | undefined
}

interface PollingOptions<T> {
  readonly request: (signal: AbortSignal) => Promise<T>
  readonly everyMs: number
  readonly onAnswer: (answer: T) => void
  readonly failed: (why: string) => void
}

const firstRetryMs = 2_000

/**
 * How long to wait after so many failures in a row, ms: doubling from two seconds up to the pace of success (rule
 * DASHBOARD-UI-4).
 */
export function retryAfter(failures: number, everyMs: number): number {
  return Math.min(everyMs, firstRetryMs * 2 ** (failures - 1))
}

/**
 * Asks at once and then again and again, while the page can be seen; and at once when the connection is back (rules
 * DASHBOARD-UI-3, DASHBOARD-UI-4).
 */
export function startPolling<T>({ request, everyMs, onAnswer, failed }: PollingOptions<T>): {
  readonly now: () => void
  readonly stop: () => void
} {
  let controller: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let due = 0

  async function run(): Promise<void> {
    clearTimeout(timer)
    controller?.abort()
    const mine = new AbortController()
    controller = mine
    try {
      const answer = await request(mine.signal)
      if (mine.signal.aborted) return
      failures = 0
      onAnswer(answer)
    } catch (problem) {
      if (mine.signal.aborted) return
      failures += 1
      failed(messageOf(problem))
    }
    wait(failures === 0 ? everyMs : retryAfter(failures, everyMs))
  }

  function wait(ms: number): void {
    due = Date.now() + ms
    timer = setTimeout(look, ms)
  }

  /** Nobody sees a hidden page: it asks when it is shown again. */
  function look(): void {
    if (!document.hidden && Date.now() >= due) void run()
  }

  const now = () => void run()
  const stopLive = liveStatus.subscribe((status, before) => {
    if (status.state === 'live' && before.state === 'lost') now()
  })
  document.addEventListener('visibilitychange', look)
  now()
  return {
    now,
    stop() {
      clearTimeout(timer)
      controller?.abort()
      stopLive()
      document.removeEventListener('visibilitychange', look)
    },
  }
}
