import { messageOf } from '../../../core/call/call.ts'
import { liveStatus } from '../../../core/live/live.ts'

/**
 * The latest response of a polled request, and its state. Known data stays while a newer response is pending or failed.
 */
export interface Polled<T> {
  readonly data: T | undefined
  /** Why the last attempt failed; undefined once another succeeds. */
  readonly problem: string | undefined
  /** When `data` arrived, epoch ms. */
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
 * The delay after this number of consecutive failures, ms: doubling from two seconds up to the normal interval (rule
 * DASHBOARD-UI-4).
 */
export function retryAfter(failures: number, everyMs: number): number {
  return Math.min(everyMs, firstRetryMs * 2 ** (failures - 1))
}

/**
 * Requests at once and then at an interval, while the page is visible; and at once when the connection is restored
 * (rules DASHBOARD-UI-3, DASHBOARD-UI-4).
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

  /** Stops polling on a hidden page; requests at once when it is shown again. */
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
