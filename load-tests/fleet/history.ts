import { existsSync, writeFileSync } from 'node:fs'
import { batchesOf } from './sending/batch.ts'
import { deliver, type Delivery } from './sending/deliver.ts'
import type { Line } from './sending/events.ts'
import { historyOf, type Fleet } from './fleet-window.ts'

const WINDOW_MS = 60_000
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
  let from = Math.floor((clock.now() - lengthMs) / WINDOW_MS) * WINDOW_MS
  say(`sending the history since ${new Date(from).toISOString()}`)
  for (; from + WINDOW_MS <= clock.now(); from += WINDOW_MS) {
    const lines = historyOf(fleet, from, from + WINDOW_MS)
    const lanes = Array.from({ length: LANES }, (_, lane) =>
      lines.filter(({ vehicle }) => vehicle.index % LANES === lane).flatMap((own) => own.lines),
    )
    await Promise.all(
      lanes.map((lane, i) =>
        sendLines(
          lane,
          delivery,
          `fleet-history-${fleet.seed}-${fleet.vehicles.length}-${fleet.attacked ? 'a' : 'q'}-${from}-${i}`,
        ),
      ),
    )
    if (signal?.aborted) return undefined
  }
  return from
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
