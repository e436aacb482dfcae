import type { FastifyInstance } from 'fastify'
import { createKey, newSecret } from '@carapace/shared/account/provision.queries'
import { Failure } from '@carapace/shared/core/failure'
import { defaultCatalogue } from '@carapace/shared/msoc/ingest/event-catalogue'
import { parseCatalogue } from '@carapace/shared/msoc/ingest/event-catalogue-import'
import {
  createDeviceToken,
  createIngestKey,
  getIngestSettings,
  importEventCatalogue,
  listDeviceTokens,
  listEventCatalogue,
  getSyslogLosses,
  listIngestKeys,
  revokeDeviceToken,
  revokeIngestKey,
  saveIngestSettings,
} from '@carapace/shared/msoc/ingest/ingest.contract'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import type { Settings } from '../../core/settings.ts'
import { syslogLosses } from './syslog-losses.queries.ts'
import { catalogueOf, replaceCatalogue } from './event-catalogue.queries.ts'
import {
  ingestSettingsOf,
  insertDeviceToken,
  keyRow,
  keysOf,
  revokeKey,
  revokeToken,
  saveSettings,
  tokensOf,
} from './ingest.queries.ts'

const dayMs = 86_400_000

/** Keys and tokens that admit events, and catalogues of event meanings. */
export async function ingestRoutes(
  app: FastifyInstance,
  { db, settings }: { db: Database; settings: Pick<Settings, 'ingestUrl'> },
): Promise<void> {
  serve(app, listIngestKeys).with(async ({ caller }) => ({ keys: await keysOf(db, caller.org) }))

  serve(app, getSyslogLosses).with(() => syslogLosses(db, new Date(Date.now() - dayMs)))

  serve(app, createIngestKey).with(async ({ input, caller }) => {
    const { key, row } = await db.transaction(async (tx) => {
      const created = await createKey(tx, caller.org, {
        name: input.name,
        createdBy: caller.user.name,
        eventsPerSecond: input.events_per_second ?? null,
      })
      await audit(tx, caller.org, byCaller(caller), {
        action: 'create ingest key',
        subject: 'ingest key',
        subjectUuid: created.row.uuid,
        after: keyRow(created.row),
      })
      return created
    })
    return { success: true, key, row: keyRow(row) }
  })

  serve(app, revokeIngestKey).with(async ({ input, caller }) => {
    await db.transaction(async (tx) => {
      if (!(await revokeKey(tx, caller.org, input.uuid))) throw new Failure('NOT_FOUND')
      await audit(tx, caller.org, byCaller(caller), {
        action: 'revoke ingest key',
        subject: 'ingest key',
        subjectUuid: input.uuid,
      })
    })
    return { success: true }
  })

  serve(app, listDeviceTokens).with(async ({ input, caller }) => {
    const tokens = await tokensOf(db, caller.org, input.vehicle_uuid)
    if (!tokens) throw new Failure('NOT_FOUND')
    return { tokens }
  })

  serve(app, createDeviceToken).with(async ({ input, caller }) => {
    const secret = newSecret('cdt')
    const uuid = await db.transaction(async (tx) => {
      const created = await insertDeviceToken(tx, caller.org, input.vehicle_uuid, secret, caller.user.name)
      if (created === undefined) throw new Failure('NOT_FOUND')
      await audit(tx, caller.org, byCaller(caller), {
        action: 'create device token',
        subject: 'vehicle',
        subjectUuid: input.vehicle_uuid,
        after: { hint: secret.hint },
      })
      return created
    })
    return { success: true, uuid, token: secret.secret }
  })

  serve(app, revokeDeviceToken).with(async ({ input, caller }) => {
    await db.transaction(async (tx) => {
      if (!(await revokeToken(tx, caller.org, input.uuid))) throw new Failure('NOT_FOUND')
      await audit(tx, caller.org, byCaller(caller), {
        action: 'revoke device token',
        subject: 'device token',
        subjectUuid: input.uuid,
      })
    })
    return { success: true }
  })

  serve(app, getIngestSettings).with(async ({ caller }) => ({
    ...(await ingestSettingsOf(db, caller.org)),
    ingest_url: settings.ingestUrl,
  }))

  serve(app, saveIngestSettings).with(async ({ input, caller }) => {
    await db.transaction(async (tx) => {
      const before = await ingestSettingsOf(tx, caller.org)
      await saveSettings(tx, caller.org, input)
      await audit(tx, caller.org, byCaller(caller), {
        action: 'change ingest settings',
        subject: 'organisation',
        before,
        after: input,
      })
    })
    return { success: true }
  })

  serve(app, listEventCatalogue).with(async ({ input, caller }) => {
    const own = await catalogueOf(db, caller.org, input.platform)
    return own.length > 0
      ? { platform: input.platform, source: 'imported', entries: own }
      : { platform: input.platform, source: 'default', entries: [...defaultCatalogue] }
  })

  serve(app, importEventCatalogue).with(async ({ input, caller }) => {
    const entries = parseCatalogue(input.format, input.text)
    if (!entries.ok) throw new Failure('INVALID_INPUT', { errors: { text: entries.reason } })
    await db.transaction(async (tx) => {
      await replaceCatalogue(tx, caller.org, input.platform, entries.value)
      await audit(tx, caller.org, byCaller(caller), {
        action: 'import event catalogue',
        subject: 'event catalogue',
        after: { platform: input.platform, entries: entries.value.length },
      })
    })
    return { success: true, imported: entries.value.length }
  })
}
