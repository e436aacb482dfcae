import { desc, eq, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import {
  notificationDeliveries,
  notificationPreferences,
  notificationRecipients,
  notifications,
  notificationTargets,
} from '@carapace/shared/notifications/notifications.table'
import type { Database } from '../core/db.ts'
import { formerMember, type PersonalData, type Person } from '../core/personal-data.queries.ts'

/** Maximum rows of each kind, the latest first. */
const mostExported = 5_000

/** What is stored about a person: what they were notified of, their choices and their own targets. */
export const notificationPersonalData: PersonalData = {
  async exportData(db, org, person) {
    const [received, preferences, targets] = await Promise.all([
      notificationsToExport(db, org, person),
      preferencesToExport(db, org, person),
      targetsToExport(db, org, person),
    ])
    return { notifications: received, notification_rules: preferences, notification_targets: targets }
  },

  async forget(tx, org, { uuid, names }) {
    await tx
      .delete(notificationRecipients)
      .where(ownedBy(org, notificationRecipients, eq(notificationRecipients.userUuid, uuid)))
    await tx
      .delete(notificationDeliveries)
      .where(ownedBy(org, notificationDeliveries, eq(notificationDeliveries.userUuid, uuid)))
    await tx
      .delete(notificationPreferences)
      .where(ownedBy(org, notificationPreferences, eq(notificationPreferences.userUuid, uuid)))
    await tx
      .delete(notificationTargets)
      .where(ownedBy(org, notificationTargets, eq(notificationTargets.userUuid, uuid)))
    // names are parts of sentences here: "Ada Lovelace requests your review"
    for (const name of names)
      await tx
        .update(notifications)
        .set({
          title: sql`replace(${notifications.title}, ${name}, ${formerMember})`,
          text: sql`replace(${notifications.text}, ${name}, ${formerMember})`,
        })
        .where(
          ownedBy(
            org,
            notifications,
            sql`position(${name} IN ${notifications.title} || ' ' || ${notifications.text}) > 0`,
          ),
        )
  },
}

async function notificationsToExport(db: Database, org: Org, { uuid }: Person) {
  return db
    .select({
      kind: notifications.kind,
      title: notifications.title,
      text: notifications.text,
      href: notifications.href,
      count: notifications.count,
      at: notificationRecipients.at,
      read_at: notificationRecipients.readAt,
    })
    .from(notificationRecipients)
    .innerJoin(notifications, eq(notifications.uuid, notificationRecipients.notificationUuid))
    .where(ownedBy(org, notificationRecipients, eq(notificationRecipients.userUuid, uuid)))
    .orderBy(desc(notificationRecipients.at))
    .limit(mostExported)
}

async function preferencesToExport(db: Database, org: Org, { uuid }: Person) {
  const [row] = await db
    .select({ settings: notificationPreferences.settings })
    .from(notificationPreferences)
    .where(ownedBy(org, notificationPreferences, eq(notificationPreferences.userUuid, uuid)))
  return row?.settings ?? null
}

async function targetsToExport(db: Database, org: Org, { uuid }: Person) {
  return db
    .select({
      name: notificationTargets.name,
      channel: notificationTargets.channel,
      host: notificationTargets.host,
      created_at: notificationTargets.createdAt,
    })
    .from(notificationTargets)
    .where(ownedBy(org, notificationTargets, eq(notificationTargets.userUuid, uuid)))
    .limit(mostExported)
}
