import { existsSync, writeFileSync } from 'node:fs'
import { batchesOf } from './sending/batch.ts'
import { deliver, type Delivery } from './sending/deliver.ts'
import type { Line } from './sending/events.ts'
import { historyOf, type Fleet } from './fleet-window.ts'

const WINDOW_MS = 60_000
const LANES = 4

/**
 * Tells the last `lengthMs` of the fleet, oldest first, and returns the moment up to which it is told (live goes on
 * from there). Windows lie on the clock's grid and their requests carry keys made from what is in them: a run that was
 * interrupted and begins again within a day stores nothing twice. Returns undefined when it was stopped.
 */
export async function sendHistory(
  fleet: Fleet,
  delivery: Delivery,
  lengthMs: number,
  say: (text: string) => void,
): Promise<number | undefined> {
  const { clock, signal } = delivery
  let from = Math.floor((clock.now() - lengthMs) / WINDOW_MS) * WINDOW_MS
  say(`telling the history since ${new Date(from).toISOString()}`)
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

/** The history has been told before if its marker is there. */
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
