import type { FastifyInstance } from 'fastify'
import { getAppConfig } from '@carapace/shared/account/app-config.contract'
import { releases } from '@carapace/shared/account/release-history'
import { getReleaseHistory } from '@carapace/shared/account/release-history.contract'
import { version } from '@carapace/shared/core/version'
import { buildOf } from '../core/http/console.ts'
import { serve } from '../core/http/serve.ts'
import type { Settings } from '../core/settings.ts'
import { tileSources } from '../core/http/tiles.ts'

/** Serves the settings that the console needs before anybody signs in, and the history of the versions. */
export async function appConfigRoutes(app: FastifyInstance, settings: Settings): Promise<void> {
  const build = buildOf(settings.consoleDir)
  const tiles = tileSources(settings)
  serve(app, getAppConfig).with(async () => ({
    version,
    demo: settings.demo,
    recaptcha_site_key: settings.recaptcha?.siteKey ?? null,
    google: settings.google !== undefined,
    sentry_dsn: settings.sentryDsn ?? null,
    build,
    tiles,
    mapbox_token: settings.mapboxToken ?? null,
  }))
  serve(app, getReleaseHistory).with(async () => ({ success: true, releases: [...releases] }))
}
