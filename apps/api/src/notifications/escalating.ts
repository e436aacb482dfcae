import type { Org } from '@carapace/shared/core/owned'
import type { Database } from '../core/db.ts'
import type { AddNotification } from './adding.ts'
import type { Kinds } from './kinds.ts'
import { type NotificationRow, takeEscalating } from './notifications.queries.ts'

const escalatedAtOnce = 20

interface Deps {
  readonly db: Database
  readonly kinds: Kinds
  readonly add: AddNotification
}

/**
 * Notifies the next people of what nobody acknowledged in time (rule NOTIFICATION-9). Each step is a notification of
 * its own, so that it reaches people once, whom the earlier step reached as well. Returns whether more is left to do.
 */
export async function escalateDue({ db, kinds, add }: Deps, org: Org): Promise<boolean> {
  return db.transaction(async (tx) => {
    const due = await takeEscalating(tx, org, new Date(), escalatedAtOnce)
    for (const row of due) {
      const escalation = escalationOf(kinds, row)
      if (!escalation) continue
      await add(
        tx,
        org,
        {
          kind: escalation.kind,
          urgency: row.urgency,
          title: `Not acknowledged: ${row.title.replace(/^(Not acknowledged: )+/, '')}`,
          text: row.text,
          href: row.href,
          to: escalation.to,
        },
        row.rootUuid ?? row.uuid,
      )
    }
    return due.length === escalatedAtOnce
  })
}

/** Another version of the product may have declared the kind: then it ends there. */
function escalationOf(kinds: Kinds, { kind }: NotificationRow) {
  return kinds.all().find((each) => each.kind === kind)?.escalation
}
