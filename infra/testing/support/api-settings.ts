import { readOutgoingAllowed } from '@carapace/api/src/core/outgoing/guarded.ts'
import type { Settings } from '@carapace/api/src/core/settings.ts'

/** The settings of an api in a test: everything that needs an external service is off. */
export function apiSettings(overrides: Partial<Settings> & Pick<Settings, 'databaseUrl'>): Settings {
  return {
    bus: { nats: undefined },
    host: '127.0.0.1',
    port: 0,
    basePath: '',
    trustProxy: false,
    demo: false,
    metricsToken: undefined,
    consoleDir: '/nowhere',
    pmtilesFile: undefined,
    mapboxToken: undefined,
    secretKey: 'a key that only these tests have: 0123456789',
    publicUrl: 'http://console.test',
    ingestUrl: 'http://ingest.test:4100',
    smtp: undefined,
    recaptcha: undefined,
    google: undefined,
    sentryDsn: undefined,
    languageModel: undefined,
    advisoryFeeds: [],
    outgoingAllowed: readOutgoingAllowed('127.0.0.1'),
    ...overrides,
  }
}
