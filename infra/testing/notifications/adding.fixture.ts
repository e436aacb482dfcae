import { createAdding } from '@carapace/api/src/notifications/adding.ts'
import { createKinds, testKind } from '@carapace/api/src/notifications/kinds.ts'
import type { NewNotification } from '@carapace/api/src/core/notifications.ts'
import { alertNotificationKinds } from '@carapace/shared/msoc/alerts/notifying/alert-notices'
import { vi } from 'vitest'

import type { Installation, Organisation } from '../support/installation.ts'

/** The kinds that the tests use are those of alerts, which every api knows. */
const add = createAdding(
  createKinds(() => [...alertNotificationKinds, testKind]),
  async () => undefined,
)

/** Adds a notification in a transaction of its own, as a module does; by default to everybody who works on alerts. */
export function notify(site: Installation, { org }: Organisation, different: Partial<NewNotification> = {}) {
  return site.db.transaction((tx) =>
    add(tx, org, {
      kind: 'alert-high',
      urgency: 'high',
      title: 'A flood on can0',
      href: '/org/msoc/dashboard/alert-management',
      to: { permission: 'alerts.work' },
      ...different,
    }),
  )
}

interface DeliveryRow {
  readonly uuid: string
  readonly channel: string
  readonly state: string
  readonly attempts: number
  readonly error: string | null
  /** A date as the driver returns it. */
  readonly next_at: Date | string
  readonly mail_uuid: string | null
  readonly user_uuid: string | null
  readonly target_uuid: string | null
}

export function deliveriesOf(site: Installation, { org }: Organisation): Promise<DeliveryRow[]> {
  return site.sql<DeliveryRow[]>`
    SELECT * FROM notification_deliveries WHERE org_uuid = ${org.uuid} ORDER BY created_at, channel, uuid`.then(
    (rows) => [...rows],
  )
}

/** Waits for what the background does. */
export function until<T>(look: () => Promise<T> | T): Promise<T> {
  return vi.waitFor(look, { timeout: 60_000, interval: 100 })
}
