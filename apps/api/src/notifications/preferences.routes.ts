import type { FastifyInstance } from 'fastify'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import { type Preferences, usualPreferences } from '@carapace/shared/notifications/notifications'
import {
  getNotificationPreferences,
  type NotificationPreferences,
  saveNotificationPreferences,
  testNotification,
} from '@carapace/shared/notifications/preferences.contract'
import { serve } from '../core/http/serve.ts'
import type { Database } from '../core/db.ts'
import type { Services } from '../module.ts'
import type { AddNotification } from './adding.ts'
import { announceNotifications } from './announce.ts'
import { type Kinds, testKind } from './kinds.ts'
import { preferencesOf, readyChannels, savePreferences, zoneOf } from './recipients.queries.ts'
import { hasShifts } from './shifts.ts'

interface Deps {
  readonly db: Database
  readonly publisher: Publisher
  readonly kinds: Kinds
  readonly add: AddNotification
  readonly services: Services
}

/** What a member is notified of, where and when, over HTTP (rules NOTIFICATION-4 to NOTIFICATION-8). */
export async function preferenceRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, publisher, kinds, add, services } = deps

  serve(app, getNotificationPreferences).with(async ({ caller: { org, user } }) => {
    const [known, targets, zone] = await Promise.all([
      preferencesOf(db, org, user.uuid),
      readyChannels(db, org, user.uuid),
      zoneOf(db, org, user.uuid),
    ])
    return {
      kinds: kinds
        .all()
        .map(({ kind, category, title, channels = ['in_app'] }) => ({
          kind,
          category,
          title,
          channels: [...channels],
        })),
      preferences: wirePreferences(known?.settings ?? usualPreferences),
      revision: known?.revision ?? 0,
      time_zone: zone,
      targets,
      has_shifts: hasShifts(services),
    }
  })

  serve(app, saveNotificationPreferences).with(async ({ input: { preferences, revision }, caller: { org, user } }) => {
    const saved = await db.transaction((tx) =>
      savePreferences(tx, org, user.uuid, storedPreferences(preferences), revision),
    )
    if (saved === undefined)
      throw new Failure('ROW_CHANGED', { message: 'You changed your rules in another window. Load them again.' })
    return { success: true, revision: saved }
  })

  serve(app, testNotification).with(async ({ caller: { org, user } }) => {
    await db.transaction((tx) =>
      add(tx, org, {
        kind: testKind.kind,
        urgency: 'high',
        title: 'This is a test of your notifications',
        text: `Requested by ${user.name}.`,
        href: '/org/notifications?tab=rules',
        to: { users: [user.uuid] },
      }),
    )
    announceNotifications(publisher, org, true)
    return { success: true }
  })
}

function wirePreferences(settings: Preferences): NotificationPreferences {
  const { kinds, minimum, quiet, onlyInShift, digest, digestAt } = settings
  return {
    kinds: Object.fromEntries(Object.entries(kinds).map(([kind, channels]) => [kind, [...channels]])),
    minimum: { ...minimum },
    quiet: quiet && { ...quiet },
    only_in_shift: onlyInShift,
    digest,
    digest_at: digestAt,
  }
}

function storedPreferences(wire: NotificationPreferences): Preferences {
  const { only_in_shift: onlyInShift, digest_at: digestAt, ...rest } = wire
  return { ...rest, onlyInShift, digestAt }
}
