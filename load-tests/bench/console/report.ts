import type { MapFigures, MapWindow } from './map.ts'
import type { QueueFigures } from './queue.ts'
import type { PageUse, ThreadUse } from './trace.ts'
import type { WallFigures } from './wall.ts'

const rowPx = 32
/** Positions are conflated if the machine has no time for all of them: then less was measured than requested. */
const limits = { missing: 0.1, main: 0.15, worker: 0.4, taskMs: 50, openMs: 1_000, filterMs: 300, growth: 0.1 }

/** Prints the cost of the map, each figure beside its limit; returns whether all limits are met. */
export function printMapReport({ drawn, entering, steady, unrastered, heap, picked }: MapFigures): boolean {
  say(`${drawn} vehicles drawn one by one; all of them ${(entering.ms / 1000).toFixed(1)} s after the request`)
  const entered = longestLines(entering.use)
  say('as they move, drawn by software:')
  const moved = windowLines(steady, drawn)
  say('as they move, the draws left out, at the pace that a graphics card allows:')
  const paced = windowLines(unrastered, drawn)
  say(`JavaScript heap after a collection: ${heapWords(heap)}`)
  const wrong = picked.of - picked.right
  return [
    ...entered,
    ...moved,
    ...paced,
    within('vehicles picked wrongly', wrong, 0, `${wrong} of ${picked.of}`),
  ].every(Boolean)
}

export function printWallReport({ use, heap, nodes, healedMs }: WallFigures): boolean {
  say(`the server went away once, and the wall was live again ${(healedMs / 1000).toFixed(1)} s after it was back`)
  const grown = heap.end / heap.start - 1
  return [
    within(
      'JavaScript heap, grown since the wall settled',
      grown,
      limits.growth,
      `${heapWords(heap)}, ${percent(grown)} of ${percent(limits.growth)}`,
    ),
    within(
      'nodes, grown since then',
      nodes.end / nodes.start - 1,
      limits.growth,
      `${nodes.start} then, ${nodes.end} at the end`,
    ),
    ...useLines(use),
  ].every(Boolean)
}

export function printQueueReport({ openMs, filterMs, scroll, bulk }: QueueFigures): boolean {
  say(
    `scrolled ${Math.round(scroll.pixels / rowPx).toLocaleString('en')} rows ` +
      `${scroll.end ? 'to the end' : 'and did not come to the end'} in ${scroll.frames} frames, ` +
      `${scroll.coming} of them with a row that was still to come`,
  )
  say(
    `  main thread meanwhile ${percent(share(scroll.use, scroll.use.main.cpuMs))}, longest task ` +
      `${scroll.use.main.longestMs.toFixed(1)} ms`,
  )
  say(`bulk close as a job: ${JSON.stringify(bulk.outcome)} in ${(bulk.ms / 1000).toFixed(1)} s`)
  return [
    within(
      'open, from the navigation to the first rows',
      openMs,
      limits.openMs,
      `${openMs.toFixed(0)} ms of ${limits.openMs} ms`,
    ),
    within(
      'filter, from the last key to the rows it finds',
      filterMs,
      limits.filterMs,
      `${filterMs.toFixed(0)} ms of ${limits.filterMs} ms`,
    ),
    within('frames with a blank place', scroll.blank, 0, `${scroll.blank}`),
  ].every(Boolean)
}

function windowLines({ use, drawsPerSecond, rowsPerSecond }: MapWindow, drawn: number): boolean[] {
  const missing = Math.max(0, 1 - rowsPerSecond / drawn)
  return [
    within(
      '  positions that did not reach the page',
      missing,
      limits.missing,
      `${percent(missing)} of ${percent(limits.missing)}: ` +
        `${Math.round(rowsPerSecond).toLocaleString('en')} a second did; ${drawsPerSecond.toFixed(1)} ` +
        'frames a second',
    ),
    ...useLines(use),
  ]
}

function useLines(use: PageUse): boolean[] {
  const [worker] = use.workers
  const { main } = use
  return [
    within(
      '  main thread',
      share(use, main.cpuMs),
      limits.main,
      `${percent(share(use, main.cpuMs))} of ${percent(limits.main)}`,
    ),
    within(
      '  live worker',
      share(use, worker!.cpuMs),
      limits.worker,
      `${percent(share(use, worker!.cpuMs))} of ${percent(limits.worker)}`,
    ),
    ...longestLines(use),
  ]
}

function longestLines({ main, workers }: PageUse): boolean[] {
  const line = (what: string, { longestMs, over50 }: ThreadUse) =>
    within(
      `  ${what}, longest task`,
      longestMs,
      limits.taskMs,
      `${longestMs.toFixed(1)} ms of ${limits.taskMs} ms, ${over50} above`,
    )
  return [line('main thread', main), line('live worker', workers[0]!)]
}

function share({ seconds }: PageUse, cpuMs: number): number {
  return cpuMs / (seconds * 1000)
}

function within(what: string, value: number, limit: number, words: string): boolean {
  const kept = value <= limit
  say(`${what}: ${words}${kept ? '' : '  OVER'}`)
  return kept
}

function heapWords({ start, end }: { start: number; end: number }): string {
  return `${start.toFixed(1)} MB at the start, ${end.toFixed(1)} MB at the end`
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`
}

function say(line: string): void {
  console.log(line)
}
