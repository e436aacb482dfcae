import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { dateTime } from '../../core/wire.ts'
import { severities } from '../severity.ts'

export const IngestKey = z.object({
  uuid: z.uuid(),
  name: z.string(),
  hint: z.string(),
  events_per_second: z.int().nullable(),
  created_by: z.string(),
  created_at: dateTime,
  revoked_at: dateTime.nullable(),
})

export const listIngestKeys = endpoint({
  method: 'GET',
  path: 'msoc/v1/ingest/keys',
  summary: 'The keys that machines send events with',
  access: 'MSOC',
  needs: 'ingest.manage',
  input: z.object({}),
  output: z.object({ keys: z.array(IngestKey) }),
})

export const createIngestKey = endpoint({
  method: 'POST',
  path: 'msoc/v1/ingest/keys/create',
  summary: 'Make a key; it is shown this once',
  access: 'MSOC',
  needs: 'ingest.manage',
  input: z.object({
    name: z.string().trim().min(1).max(100),
    events_per_second: z.int().min(1).max(10_000_000).nullish(),
  }),
  output: z.object({ success: z.literal(true), key: z.string(), row: IngestKey }),
})

export const revokeIngestKey = endpoint({
  method: 'POST',
  path: 'msoc/v1/ingest/keys/revoke',
  summary: 'Revoke a key: within five seconds nothing is taken from it any more',
  access: 'MSOC',
  needs: 'ingest.manage',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
})

export const listDeviceTokens = endpoint({
  method: 'GET',
  path: 'msoc/v1/ingest/device-tokens',
  summary: 'The phone trackers of a vehicle',
  access: 'MSOC',
  needs: 'device-tokens.read',
  input: z.object({ vehicle_uuid: z.uuid() }),
  output: z.object({ tokens: z.array(IngestKey.omit({ events_per_second: true, name: true })) }),
})

export const createDeviceToken = endpoint({
  method: 'POST',
  path: 'msoc/v1/ingest/device-tokens/create',
  summary: 'Make a token with which a phone tracker speaks for one vehicle; it is shown this once',
  access: 'MSOC',
  needs: 'ingest.manage',
  input: z.object({ vehicle_uuid: z.uuid() }),
  output: z.object({ success: z.literal(true), uuid: z.uuid(), token: z.string() }),
})

export const revokeDeviceToken = endpoint({
  method: 'POST',
  path: 'msoc/v1/ingest/device-tokens/revoke',
  summary: "Revoke a phone tracker's token",
  access: 'MSOC',
  needs: 'ingest.manage',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
})

export const getSyslogLosses = endpoint({
  method: 'GET',
  path: 'msoc/v1/ingest/syslog-losses',
  summary: 'How many syslog lines this installation lost because nobody knows whose they are',
  access: 'MSOC',
  needs: 'ingest.manage',
  input: z.object({}),
  output: z.object({
    /** Hosts whose lines came without a key, that lost some in the last 24 h, and how many these hosts lost so far. */
    unassigned: z.object({ hosts: z.int(), lines: z.int() }),
    /** The same for lines with a key that is unknown or revoked. */
    wrong_key: z.object({ hosts: z.int(), lines: z.int() }),
    last_at: dateTime.nullable(),
  }),
})

export const IngestSettings = z.object({
  unknown_vehicles: z.enum(['register', 'reject']),
  reports_every_seconds: z.int().min(1).max(86_400).nullable(),
})

export const getIngestSettings = endpoint({
  method: 'GET',
  path: 'msoc/v1/ingest/settings',
  summary: 'What ingest does with unknown vehicles, and how often vehicles should report',
  access: 'MSOC',
  input: z.object({}),
  output: IngestSettings.extend({
    /** Where senders reach ingest over HTTP, without a slash at the end. */
    ingest_url: z.string(),
  }),
})

export const saveIngestSettings = endpoint({
  method: 'POST',
  path: 'msoc/v1/ingest/settings/save',
  summary: 'Choose what ingest does with unknown vehicles, and how often vehicles should report',
  access: 'MSOC',
  needs: 'ingest.manage',
  input: IngestSettings,
  output: z.object({ success: z.literal(true) }),
})

export const EventCatalogueEntry = z.object({
  event_id: z.int().min(0).max(0xfffe),
  name: z.string().trim().min(1).max(200),
  severity: z.enum(severities),
  description: z.string().trim().max(2000).default(''),
  tactics: z.array(z.string().trim().max(40)).max(10).default([]),
})
export type EventCatalogueEntry = z.output<typeof EventCatalogueEntry>

export const listEventCatalogue = endpoint({
  method: 'GET',
  path: 'msoc/v1/event-catalogue',
  summary: 'What IDS events mean on a vehicle platform',
  access: 'MSOC',
  input: z.object({ platform: z.string().trim().max(100).default('') }),
  output: z.object({
    platform: z.string(),
    source: z.enum(['imported', 'default']),
    entries: z.array(EventCatalogueEntry),
  }),
})

export const importEventCatalogue = endpoint({
  method: 'POST',
  path: 'msoc/v1/event-catalogue/import',
  summary:
    "Replace a platform's event catalogue from CSV, JSON or ARXML text; nothing is replaced unless all of it is right",
  access: 'MSOC',
  needs: 'vehicles.manage',
  bodyLimit: 4 * 1024 * 1024,
  input: z.object({
    platform: z.string().trim().max(100).default(''),
    format: z.enum(['csv', 'json', 'arxml']),
    text: z.string().min(1).max(4_000_000),
  }),
  output: z.object({ success: z.literal(true), imported: z.int() }),
})
