import { inRounds, type Rounds } from '@carapace/shared/core/rounds'
import type { Org } from '@carapace/shared/core/owned'
import type { NotificationKind, Urgency } from '@carapace/shared/core/notification-kinds'
import { cryptoListLimits } from '@carapace/shared/sbom/crypto.contract'
import { takeLock } from '../../core/locks.queries.ts'
import type { Database, Tx } from '../../core/db.ts'
import type { Notifications } from '../../core/notifications.ts'
import type { Services } from '../../module.ts'
import { type Ending, endingsOf, thresholdsWith } from './endings.ts'
import { addNotices, endingEntries, orgsWithEndings } from './notices.queries.ts'
import { cryptoPolicyOf } from './policy.queries.ts'

/** What the module notifies people of. */
export const cryptoNotificationKinds: readonly NotificationKind[] = [
  {
    kind: 'certificate-expiry',
    category: 'sbom',
    title: 'A certificate or key in our software ends soon, or has ended',
    channels: ['in_app', 'email'],
  },
]

const dayMs = 86_400_000

interface NoticesDeps {
  readonly db: Database
  /** Complete only once all modules are installed. */
  readonly services: Partial<Pick<Services, 'notifications'>>
  readonly onError: (error: unknown) => void
}

/**
 * Looks once a day for certificates and keys that end soon or have ended, and notifies of each once a threshold (rule
 * CBOM-API-7). Any number of processes may run it: the notices and the notifications are one transaction.
 */
export function createExpiryNotices(deps: NoticesDeps, pauseMs = dayMs): Pick<Rounds, 'start' | 'stop'> {
  return inRounds(pauseMs, (stopping) => notifyOfEndings(deps, stopping), deps.onError)
}

/** One look at all organisations. */
export async function notifyOfEndings({ db, services, onError }: NoticesDeps, stopping: AbortSignal): Promise<void> {
  const service = services.notifications
  if (!service) return
  for (const org of await orgsWithEndings(db)) {
    if (stopping.aborted) return
    try {
      if (await db.transaction((tx) => notify(tx, org, service, new Date()))) service.wake(org)
    } catch (error) {
      onError(error)
    }
  }
}

/** Notifies of what no threshold was notified of; false: there is nothing new. */
async function notify(tx: Tx, org: Org, service: Notifications, now: Date): Promise<boolean> {
  await takeLock(tx, org, 'crypto-notices')
  const { expiry_days: soon } = await cryptoPolicyOf(tx, org)
  const entries = await endingEntries(tx, org, cryptoListLimits.occurrences)
  const found = await addNotices(tx, org, endingsOf(entries, thresholdsWith(soon), now))
  for (const days of [...new Set(found.map((ending) => ending.days))].sort((one, other) => one - other)) {
    await service.add(tx, org, {
      kind: 'certificate-expiry',
      urgency: urgencyOf(days),
      ...textOf(
        found.filter((ending) => ending.days === days),
        days,
      ),
      href: '/org/sbom/cbom-dashboard?tab=certificates',
      to: { permission: 'software.manage' },
    })
  }
  return found.length > 0
}

const urgencyOf = (days: number): Urgency => (days === 0 ? 'high' : 'normal')

/** What is written about the endings of a threshold. */
function textOf(endings: readonly Ending[], days: number): { title: string; text: string } {
  const [first] = endings
  const when = days === 0 ? 'has ended' : `ends within ${days === 1 ? '1 day' : `${days} days`}`
  const title =
    endings.length === 1
      ? `${first!.name.slice(0, 100)} ${when}`
      : `${endings.length} certificates and keys ${days === 0 ? 'have ended' : when.replace('ends', 'end')}`
  const lines = endings
    .slice(0, 10)
    .map(({ name, endsAt }) => `${name.slice(0, 100)}: ${endsAt.toISOString().slice(0, 10)}`)
  const more = endings.length > lines.length ? [`and ${endings.length - lines.length} more`] : []
  return { title, text: [...lines, ...more].join('\n') }
}
