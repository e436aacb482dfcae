import { existsSync, writeFileSync } from 'node:fs'
import { batchesOf } from './sending/batch.ts'
import { deliver, type Delivery } from './sending/deliver.ts'
import type { Line } from './sending/events.ts'
import type { Fleet, Window } from './fleet-window.ts'
import { earlierPast, historyOf, recentPast } from './past-window.ts'

const WINDOW_MS = 60_000
const EARLIER_WINDOW_MS = 10 * WINDOW_MS
/** The last hours are sent more densely than those before. */
const RECENT_MS = 3 * 3_600_000
const LANES = 4

/**
 * Sends the last `lengthMs` of the fleet, oldest first, and returns the time up to which it was sent (live mode
 * continues from there). Windows are aligned to the clock and their requests have keys made from their content: a run
 * that was interrupted and starts again within a day stores nothing twice. Returns undefined when it was stopped.
 */
export async function sendHistory(
  fleet: Fleet,
  delivery: Delivery,
  lengthMs: number,
  say: (text: string) => void,
): Promise<number | undefined> {
  const { clock, signal } = delivery
  const now = clock.now()
  let from = Math.floor((now - lengthMs) / EARLIER_WINDOW_MS) * EARLIER_WINDOW_MS
  say(`sending the history since ${new Date(from).toISOString()}`)
  while (from + WINDOW_MS <= clock.now()) {
    const isEarlier = now - from > RECENT_MS + EARLIER_WINDOW_MS
    const to = from + (isEarlier ? EARLIER_WINDOW_MS : WINDOW_MS)
    await sendWindow(fleet, delivery, historyOf(fleet, from, to, isEarlier ? earlierPast : recentPast), from)
    if (signal?.aborted) return undefined
    from = to
  }
  return from
}

async function sendWindow(fleet: Fleet, delivery: Delivery, lines: Window['lines'], from: number): Promise<void> {
  const run = `${fleet.seed}-${fleet.vehicles.length}-${fleet.attacked ? 'a' : 'q'}`
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    lines.filter(({ vehicle }) => vehicle.index % LANES === lane).flatMap((own) => own.lines),
  )
  await Promise.all(lanes.map((lane, i) => sendLines(lane, delivery, `fleet-history-${run}-${from}-${i}`)))
}

async function sendLines(lines: Line[], delivery: Delivery, name: string): Promise<void> {
  for (const [part, batch] of batchesOf(lines).entries())
    if (!(await deliver(delivery, batch, `${name}-${part}`))) return
}

/** Whether the history has already been sent: then its marker exists. */
export function isSent(marker: string | undefined): boolean {
  return marker !== undefined && existsSync(marker)
}

export function markSent(marker: string | undefined, fleet: Fleet, until: number): void {
  if (marker === undefined) return
  writeFileSync(
    marker,
    `${JSON.stringify({ seed: fleet.seed, vehicles: fleet.vehicles.length, until: new Date(until).toISOString() })}\n`,
  )
}
