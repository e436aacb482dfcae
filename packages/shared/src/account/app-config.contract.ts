import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'

/** The configuration that the console needs before a user signs in. */
export const getAppConfig = endpoint({
  method: 'GET',
  path: 'app/config',
  summary: 'Settings that the console needs before sign-in',
  access: 'public',
  input: z.object({}),
  output: z.object({
    version: z.string(),
    demo: z.boolean(),
    recaptcha_site_key: z.string().nullable(),
    /** Whether "Sign in with Google" is offered. */
    google: z.boolean(),
    /** Where the console reports its errors; null: nowhere. */
    sentry_dsn: z.string().nullable(),
    /** Names the console build that is served now. An idle screen reloads when it changes. */
    build: z.string(),
    /** Tile sources by name, in the order in which they are offered; the offline outlines are always available too. */
    tiles: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        url: z.string(),
        attribution: z.string(),
        /** Single raster tiles, or a PMTiles file of raster or vector tiles. */
        kind: z.enum(['raster', 'pmtiles']),
      }),
    ),
    /** If it is set, Mapbox GL draws the map. */
    mapbox_token: z.string().nullable(),
  }),
})
