import type { FastifyInstance } from 'fastify'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import {
  acknowledgeNotification,
  listNotifications,
  markAllNotifications,
  markNotifications,
} from '@carapace/shared/notifications/notifications.contract'
import { serve } from '../core/http/serve.ts'
import type { Database } from '../core/db.ts'
import { announceNotifications } from './announce.ts'
import {
  acknowledgeWhere,
  markAll,
  markSome,
  minePage,
  named,
  notificationOf,
  unreadOf,
} from './notifications.queries.ts'

interface Deps {
  readonly db: Database
  readonly publisher: Publisher
}

/** The caller's own notifications over HTTP (rules NOTIFICATION-5, NOTIFICATION-9). */
export async function notificationRoutes(app: FastifyInstance, { db, publisher }: Deps): Promise<void> {
  serve(app, listNotifications).with(async ({ input, caller: { org, user } }) => minePage(db, org, user.uuid, input))

  serve(app, markNotifications).with(async ({ input: { uuids, read }, caller: { org, user } }) => {
    await db.transaction((tx) => markSome(tx, org, user.uuid, uuids, read, new Date()))
    announceNotifications(publisher, org)
    return { success: true, unread: await unreadOf(db, org, user.uuid) }
  })

  serve(app, markAllNotifications).with(async ({ input: { until, category }, caller: { org, user } }) => {
    const marked = await db.transaction((tx) => markAll(tx, org, user.uuid, new Date(until), category, new Date()))
    announceNotifications(publisher, org)
    return { success: true, marked, unread: await unreadOf(db, org, user.uuid) }
  })

  serve(app, acknowledgeNotification).with(async ({ input: { uuid }, caller: { org, user } }) => {
    const notification = await db.transaction(async (tx) => {
      if (!(await notificationOf(tx, org, user.uuid, uuid))) throw new Failure('NOT_FOUND')
      const now = new Date()
      await acknowledgeWhere(tx, org, named(uuid), user.uuid, now)
      await markSome(tx, org, user.uuid, [uuid], true, now)
      return (await notificationOf(tx, org, user.uuid, uuid))!
    })
    announceNotifications(publisher, org)
    return { success: true, notification }
  })
}
