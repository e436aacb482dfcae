import type { Job } from '@carapace/shared/account/jobs.contract'
import type { JobStatus } from '@carapace/shared/account/jobs'

/** The statuses of the jobs in each tab. A cancelled job counts as completed: nothing failed. */
export const statusesOf = {
  current: ['QUEUED', 'RUNNING'],
  completed: ['COMPLETED', 'CANCELLED'],
  failed: ['FAILED'],
} as const satisfies Record<string, readonly JobStatus[]>
export type JobTab = keyof typeof statusesOf

/**
 * The list of a tab after an update of a job: replaced if known, first if new, removed if it now belongs to another tab
 * (rule JOB-UI-3).
 */
export function withJob(jobs: readonly Job[], tab: JobTab, news: Job): readonly Job[] {
  const belongs = (statusesOf[tab] as readonly JobStatus[]).includes(news.status)
  if (!belongs) return jobs.filter(({ uuid }) => uuid !== news.uuid)
  if (jobs.some(({ uuid }) => uuid === news.uuid)) return jobs.map((job) => (job.uuid === news.uuid ? news : job))
  return [news, ...jobs].sort((a, b) => b.created_at.localeCompare(a.created_at))
}
