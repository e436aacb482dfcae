import type { JobStatus } from '@carapace/shared/account/jobs'
import type { NotificationKind } from '@carapace/shared/core/notification-kinds'
import type { NewNotification } from '../notifications.ts'

/** What users are notified of about their jobs. */
export const jobNotificationKinds: readonly NotificationKind[] = [
  { kind: 'job-failed', category: 'workspace', title: 'A job that I started failed' },
  { kind: 'job-finished', category: 'workspace', title: 'A job that I started, and that took some time, finished' },
]

/** The user still looks at what takes less, ms. */
const noticedMs = 30_000

interface EndedJob {
  readonly uuid: string
  readonly title: string
  readonly startedAt: Date | null
  readonly by: { readonly uuid: string }
}

interface Written {
  readonly status: JobStatus
  readonly error?: string
  readonly finishedAt?: Date
}

/** What the user who started a job is notified of after a part of it; undefined: of nothing (rule JOB-10). */
export function jobNotification(
  { uuid, title, startedAt, by }: EndedJob,
  { status, error, finishedAt }: Written,
): NewNotification | undefined {
  const to = { users: [by.uuid] }
  if (status === 'FAILED')
    return {
      kind: 'job-failed',
      urgency: 'normal',
      title: `Failed: ${title}`,
      text: error ?? '',
      href: '/org/msoc/dashboard/jobs/failed',
      to,
      dedupKey: uuid,
    }
  const tookMs = startedAt && finishedAt ? finishedAt.getTime() - startedAt.getTime() : 0
  if (status !== 'COMPLETED' || tookMs < noticedMs) return undefined
  return {
    kind: 'job-finished',
    urgency: 'low',
    title: `Finished: ${title}`,
    href: '/org/msoc/dashboard/jobs/completed',
    to,
  }
}
