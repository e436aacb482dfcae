import type { MapFigures } from './console-map.ts'
import type { QueueFigures } from './console-queue.ts'
import type { PageUse } from './console-trace.ts'
import type { WallFigures } from './console-wall.ts'

const limits = { main: 0.15, worker: 0.4, taskMs: 50, openMs: 1_000, filterMs: 300 }

/** Prints what the map cost, each figure beside its limit; whether all limits are kept. */
export function printMapReport({ use, drawn, drawsPerSecond, heap, picked, shownAfterMs }: MapFigures): boolean {
  say(`map: ${drawn} vehicles drawn one by one, all of them ${(shownAfterMs / 1000).toFixed(1)} s after the navigation, then drawn anew ${drawsPerSecond.toFixed(1)} times a second`)
  say(heapLine(heap))
  const kept = [
    ...useLines(use),
    within('vehicles picked wrongly', picked.of - picked.right, 0, `${picked.of - picked.right} of ${picked.of}`),
  ]
  return kept.every(Boolean)
}

export function printWallReport({ use, heap }: WallFigures): boolean {
  say(heapLine(heap))
  return useLines(use).every(Boolean)
}

export function printQueueReport({ openMs, filterMs, blank, scrolledRows, bulk, use }: QueueFigures): boolean {
  say(`scrolled through ${scrolledRows} rows; main thread meanwhile ${percent(share(use, use.main.cpuMs))}, longest task ${use.main.longestMs.toFixed(0)} ms`)
  say(`bulk close: ${bulk.closed} alerts as a job in ${(bulk.ms / 1000).toFixed(1)} s`)
  const kept = [
    within('open, navigation to first rows', openMs, limits.openMs, `${openMs.toFixed(0)} ms of ${limits.openMs} ms`),
    within('filter to the rows it finds', filterMs, limits.filterMs, `${filterMs.toFixed(0)} ms of ${limits.filterMs} ms`),
    within('moments with a blank row', blank, 0, `${blank}`),
  ]
  return kept.every(Boolean)
}

function useLines(use: PageUse): boolean[] {
  const [worker] = use.workers
  const { main } = use
  return [
    within('main thread', share(use, main.cpuMs), limits.main, `${percent(share(use, main.cpuMs))} of ${percent(limits.main)}`),
    within('live worker', share(use, worker!.cpuMs), limits.worker, `${percent(share(use, worker!.cpuMs))} of ${percent(limits.worker)}`),
    within('main thread, longest task', main.longestMs, limits.taskMs, `${main.longestMs.toFixed(1)} ms of ${limits.taskMs} ms, ${main.over50} above`),
    within('worker, longest task', worker!.longestMs, limits.taskMs, `${worker!.longestMs.toFixed(1)} ms of ${limits.taskMs} ms, ${worker!.over50} above`),
  ]
}

function share({ seconds }: PageUse, cpuMs: number): number {
  return cpuMs / (seconds * 1000)
}

function within(what: string, value: number, limit: number, words: string): boolean {
  const kept = value <= limit
  say(`${what}: ${words}${kept ? '' : '  OVER'}`)
  return kept
}

function heapLine({ start, end }: { start: number; end: number }): string {
  return `JavaScript heap after a collection: ${start.toFixed(1)} MB at the start, ${end.toFixed(1)} MB at the end (${(end / start).toFixed(2)} times)`
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`
}

function say(line: string): void {
  console.log(line)
}
