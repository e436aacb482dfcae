import type { Job } from '@carapace/shared/account/jobs.contract'
import { number, sentenceCase } from '../../core/format/format.ts'

/** The progress of a job, 0 to 1; undefined while the total is unknown. */
export function progressOf({ done, total }: Pick<Job, 'done' | 'total'>): number | undefined {
  if (total === null) return undefined
  return total === 0 ? 1 : Math.min(1, done / total)
}

/** "1,204 of 50,000", or the known part of it. */
export function progressText({ done, total }: Pick<Job, 'done' | 'total'>): string {
  return total === null ? `${number(done)} done` : `${number(done)} of ${number(total)}`
}

/**
 * "49,800 updated · 200 unchanged": the outcomes of the processed items, the most frequent first; empty if none is
 * reported.
 */
export function outcomeText({ outcome }: Pick<Job, 'outcome'>): string {
  return Object.entries(outcome)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([what, count]) => `${number(count)} ${sentenceCase(what).toLowerCase()}`)
    .join(' · ')
}

/** How long it has run, or ran, ms; undefined before it started. `now` in epoch ms. */
export function durationOf(
  { started_at, finished_at }: Pick<Job, 'started_at' | 'finished_at'>,
  now: number,
): number | undefined {
  if (started_at === null) return undefined
  return Math.max(0, (finished_at === null ? now : Date.parse(finished_at)) - Date.parse(started_at))
}

/**
 * The estimated remaining time at the present rate, ms; undefined if it is too early for an estimate (rule JOB-UI-2).
 */
export function remainingOf(
  job: Pick<Job, 'started_at' | 'finished_at' | 'done' | 'total'>,
  now: number,
): number | undefined {
  const [ran, progress] = [durationOf(job, now), progressOf(job)]
  if (job.finished_at !== null || ran === undefined || progress === undefined || progress < 0.02 || ran < 3_000)
    return undefined
  return (ran / progress) * (1 - progress)
}
