import { randomUUID } from 'node:crypto'
import { batchOf, fitting } from './batch.ts'
import { deliver, type Delivery } from './deliver.ts'
import type { Line } from './events.ts'
import type { Window } from '../fleet-window.ts'

/**
 * Parallel requests that never reorder a vehicle's events: each vehicle has its lane, and a lane has one request in
 * flight at a time. The queue behind it is bounded; when ingest is too slow, all waiting ticks of the lane are dropped
 * and counted. Single missing ticks would look like vehicles of which one bus is silent; a gap of everything does not.
 */
interface Lanes {
  put(lines: Window['lines']): void
  /** The number of waiting events. */
  waiting(): number
  /** Resolves when nothing waits and nothing is in flight, or the delivery was stopped. */
  drained(): Promise<void>
}

interface Lane {
  ticks: Line[][]
  rows: number
  running?: Promise<void>
}

/** `rowsWaiting` is the maximum number of waiting rows in all lanes together. */
export function openLanes(count: number, delivery: Delivery, rowsWaiting = 400_000): Lanes {
  const lanes = Array.from({ length: count }, (): Lane => ({ ticks: [], rows: 0 }))
  const enqueue = (lane: Lane, tick: Line[]) => {
    lane.ticks.push(tick)
    lane.rows += rowsOf(tick)
    if (lane.rows > rowsWaiting / count) dropAllBefore(tick, lane, delivery)
    lane.running ??= drive(lane, delivery).finally(() => delete lane.running)
  }
  return {
    put(lines) {
      const ticks = lanes.map((): Line[] => [])
      for (const { vehicle, lines: own } of lines) ticks[vehicle.index % count]!.push(...own)
      ticks.forEach((tick, i) => {
        if (tick.length > 0) enqueue(lanes[i]!, tick)
      })
    },
    waiting: () => lanes.reduce((sum, lane) => sum + lane.ticks.reduce((all, tick) => all + tick.length, 0), 0),
    drained: async () => {
      for (const lane of lanes) await lane.running
    },
  }
}

function rowsOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.rows, 0)
}

function dropAllBefore(tick: Line[], lane: Lane, { tally }: Delivery): void {
  for (const dropped of lane.ticks.slice(0, -1)) tally.dropped += dropped.length
  tally.droppedTicks += lane.ticks.length - 1
  lane.ticks = [tick]
  lane.rows = rowsOf(tick)
}

async function drive(lane: Lane, delivery: Delivery): Promise<void> {
  while (lane.ticks.length > 0 && !delivery.signal?.aborted) await deliver(delivery, batchOf(take(lane)), randomUUID())
}

/** As many of the waiting lines as fit into one request; a slow lane catches up with fewer, larger requests. */
function take(lane: Lane): Line[] {
  const gathered: Line[] = []
  while (lane.ticks.length > 0 && fitting(gathered) === gathered.length) gathered.push(...lane.ticks.shift()!)
  const taken = gathered.slice(0, fitting(gathered))
  if (taken.length < gathered.length) lane.ticks.unshift(gathered.slice(taken.length))
  lane.rows -= rowsOf(taken)
  return taken
}
