import type { Tally } from './sending/deliver.ts'

/** Values of a status line besides the tally. Log lines are shown if some are sent. */
interface Also {
  waiting: number
  logsSent?: number
  logsLost?: number
}

/** Prints a status line every `periodMs`, and once more when it is stopped. */
export function reportEvery(
  periodMs: number,
  tally: Tally,
  also: () => Also,
  say: (text: string) => void,
): { stop: () => void } {
  let last = { tally: { ...tally }, also: also(), at: Date.now() }
  const report = () => {
    const now = { tally: { ...tally }, also: also(), at: Date.now() }
    say(statusLine(last, now))
    delete tally.trouble
    last = now
  }
  const timer = setInterval(report, periodMs)
  return {
    stop: () => {
      clearInterval(timer)
      report()
    },
  }
}

/** The counters at one time. */
interface Reading {
  tally: Tally
  also: Also
  at: number
}

/** A status line for the time since the last reading. */
function statusLine(last: Reading, now: Reading): string {
  const seconds = Math.max(0.001, (now.at - last.at) / 1000)
  const more = (count: Exclude<keyof Tally, 'trouble'>) => now.tally[count] - last.tally[count]
  const parts = [
    `${(more('accepted') / seconds).toFixed(1)} events/s accepted`,
    `${now.tally.accepted} in all`,
    `${more('rejected')} rejected`,
    `${more('retries')} retries`,
    `${more('dropped')} dropped${more('droppedTicks') > 0 ? ` (${more('droppedTicks')} ticks)` : ''}`,
    `${now.also.waiting} waiting`,
  ]
  if (now.also.logsSent !== undefined)
    parts.push(`${((now.also.logsSent - (last.also.logsSent ?? 0)) / seconds).toFixed(1)} log lines/s`)
  if (now.also.logsLost) parts.push(`${now.also.logsLost} log lines lost`)
  if (more('refused') > 0) parts.push(`${more('refused')} REFUSED`)
  if (now.tally.trouble) parts.push(`last trouble: ${now.tally.trouble}`)
  return parts.join(', ')
}
