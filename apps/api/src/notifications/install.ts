import type { Install } from '../module.ts'
import { createAdding } from './adding.ts'
import { announceNotifications } from './announce.ts'
import { createKinds, testKind } from './kinds.ts'
import { mineLive } from './mine.live.ts'
import { acknowledgeWhere, withdrawNotifications, withKeys } from './notifications.queries.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { notificationPersonalData } from './personal-data.queries.ts'
import { createNotificationPost } from './posting.ts'
import { preferenceRoutes } from './preferences.routes.ts'
import { createSender } from './sending.ts'
import { onShiftBy } from './shifts.ts'
import { targetRoutes } from './targets.routes.ts'

/** Notifications of members: the bell, mail, chats and webhooks. Every module notifies through its service. */
export const notifications: Install = (deps) => {
  const { db, publisher, outgoing, settings, services } = deps
  const { publicUrl, secretKey } = settings
  const kinds = createKinds(deps.notificationKinds)
  const add = createAdding(kinds, onShiftBy(services))
  const post = createNotificationPost(outgoing, secretKey)
  return {
    async routes(app) {
      await notificationRoutes(app, deps)
      await preferenceRoutes(app, { db, publisher, kinds, add, services })
      await targetRoutes(app, { db, outgoing, post, publicUrl })
    },
    channels: [mineLive(deps)],
    notificationKinds: [testKind],
    services: {
      notifications: {
        add: (tx, org, notification) => add(tx, org, notification),
        async acknowledge(tx, org, kind, dedupKeys, by) {
          if (dedupKeys.length > 0) await acknowledgeWhere(tx, org, withKeys(kind, dedupKeys), by, new Date())
        },
        withdraw: withdrawNotifications,
        wake: (org) => announceNotifications(publisher, org, true),
      },
    },
    personalData: notificationPersonalData,
    background: [createSender({ ...deps, post, kinds, add, publicUrl })],
  }
}
