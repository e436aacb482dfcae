import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'

/** What the console must know before anyone signs in. */
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
    /** Names the console that is served now: a screen that nobody touches reloads when it changes. */
    build: z.string(),
    /** Tile sources by name, in the order they are offered; the offline outlines are always there besides. */
    tiles: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        url: z.string(),
        attribution: z.string(),
        /** Pictures one by one, or a PMTiles file of pictures or of vectors. */
        kind: z.enum(['raster', 'pmtiles']),
      }),
    ),
    /** With it the map is drawn by Mapbox GL. */
    mapbox_token: z.string().nullable(),
  }),
})
