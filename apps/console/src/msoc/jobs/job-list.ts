import type { Job } from '@carapace/shared/account/jobs.contract'
import type { JobStatus } from '@carapace/shared/account/jobs'

/** Which jobs a tab shows. A cancelled one is done with: nothing failed. */
export const statusesOf = {
  current: ['QUEUED', 'RUNNING'],
  completed: ['COMPLETED', 'CANCELLED'],
  failed: ['FAILED'],
} as const satisfies Record<string, readonly JobStatus[]>
export type JobTab = keyof typeof statusesOf

/**
 * A list of a tab after news of a job: in place where it is known, on top where it is new, gone where it belongs to
 * another tab now (rule JOB-UI-3).
 */
export function withJob(jobs: readonly Job[], tab: JobTab, news: Job): readonly Job[] {
  const belongs = (statusesOf[tab] as readonly JobStatus[]).includes(news.status)
  if (!belongs) return jobs.filter(({ uuid }) => uuid !== news.uuid)
  if (jobs.some(({ uuid }) => uuid === news.uuid)) return jobs.map((job) => (job.uuid === news.uuid ? news : job))
  return [news, ...jobs].sort((a, b) => b.created_at.localeCompare(a.created_at))
}
