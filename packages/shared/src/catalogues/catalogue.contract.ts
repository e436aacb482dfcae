import { z } from 'zod'
import { Job } from '../account/jobs.contract.ts'
import { endpoint } from '../core/endpoint.ts'
import { dateTime } from '../core/wire.ts'
import { annex5 } from './annex5.ts'
import { elementKinds, properties, stride } from './words.ts'

const licence = 'CATALOGUES'
const ok = z.object({ success: z.literal(true) })

/** The three catalogues that threat analyses use. */
export const catalogues = ['damage', 'threat', 'attack'] as const
export type Catalogue = (typeof catalogues)[number]

const some = <C extends Readonly<Record<string, string>>>(words: C) =>
  z
    .array(z.enum(Object.keys(words) as [keyof C & string]))
    .max(20)
    .default([])
const level = z.enum(['negligible', 'moderate', 'major', 'severe']).nullable().default(null)
const word = z.string().trim().min(1).max(60)
const description = z.string().trim().max(5_000).default('')

export const DamageFields = z.object({
  description,
  stakeholder: z.enum(['road-user', 'owner', 'manufacturer', 'other']).nullable().default(null),
  loses: some(properties),
  safety: level,
  financial: level,
  operational: level,
  privacy: level,
  /** The element kinds that it applies to; empty: all. */
  elements: some(elementKinds),
  categories: z.array(word).max(30).default([]),
})
export const ThreatFields = z.object({
  description,
  stride: some(stride),
  properties: some(properties),
  /** Numbers of UN R155 Annex 5, such as 4.1. */
  annex5: z
    .array(z.string().regex(/^\d{1,2}\.\d{1,2}$/))
    .max(20)
    .default([]),
  /** The element kinds that it applies to; empty: all. */
  elements: some(elementKinds),
  media: z.array(word).max(30).default([]),
  categories: z.array(word).max(30).default([]),
  /** Codes of attacks that cause it. */
  attacks: z.array(z.string().max(60)).max(50).default([]),
})
export const AttackFields = z.object({
  description,
  techniques: z.array(z.string().trim().min(1).max(40)).max(20).default([]),
  tactic: z.string().trim().max(80).default(''),
  elements: some(elementKinds),
  media: z.array(word).max(30).default([]),
  /** The attack potential that it usually needs, by the keys of a method's levels. */
  potential: z.record(z.string().max(40), z.string().max(41)).default({}),
  vector: z.enum(['physical', 'local', 'adjacent', 'network']).nullable().default(null),
  /** Codes of attacks that usually precede it. */
  needs: z.array(z.string().max(60)).max(20).default([]),
  mitigations: z.array(z.string().trim().min(1).max(300)).max(20).default([]),
})
export const fieldsOfCatalogue = { damage: DamageFields, threat: ThreatFields, attack: AttackFields } as const
export type DamageFields = z.infer<typeof DamageFields>
export type ThreatFields = z.infer<typeof ThreatFields>
export type AttackFields = z.infer<typeof AttackFields>

export const CatalogueEntry = z.object({
  uuid: z.uuid(),
  catalogue: z.enum(catalogues),
  code: z.string(),
  title: z.string(),
  /** The fields as defined by the entry's catalogue. */
  fields: z.record(z.string(), z.unknown()),
  /** The origin: `carapace`, the source of an import, or empty: written in the organisation. */
  source: z.string(),
  source_id: z.string(),
  /** A shipped entry that the organisation changed. */
  is_changed: z.boolean(),
  is_shipped: z.boolean(),
  is_retired: z.boolean(),
  updated_at: dateTime.nullable(),
  revision: z.int32(),
})
export type CatalogueEntry = z.infer<typeof CatalogueEntry>

export const getCatalogue = endpoint({
  method: 'GET',
  path: 'v2/app/get-catalogue',
  summary: "A catalogue's entries, sorted by code: the shipped ones and the organisation's own",
  access: licence,
  input: z.object({
    catalogue: z.enum(catalogues),
    q: z.string().trim().max(100).optional(),
    stride: z.enum(Object.keys(stride) as [keyof typeof stride]).optional(),
    element: z.enum(Object.keys(elementKinds) as [keyof typeof elementKinds]).optional(),
    /** A heading of UN R155 Annex 5, by its key. */ heading: z.enum(annex5.map(({ key }) => key)).optional(),
    retired: z.stringbool().default(false),
    after: z.string().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(1_000).default(200),
  }),
  output: ok.extend({ entries: z.array(CatalogueEntry), total: z.int(), next: z.string().nullable() }),
})

export const getCatalogueEntry = endpoint({
  method: 'GET',
  path: 'v2/app/get-catalogue-entry',
  summary: 'One entry of a catalogue',
  access: licence,
  input: z.object({ uuid: z.uuid() }),
  output: ok.extend({ entry: CatalogueEntry }),
})

export const saveCatalogueEntry = endpoint({
  method: 'POST',
  path: 'v2/app/save-catalogue-entry',
  summary: "Add an entry to a catalogue, change one (a shipped one becomes the organisation's own), or retire it",
  access: licence,
  needs: 'catalogues.manage',
  input: z.object({
    uuid: z.uuid().optional(),
    revision: z.int32().optional(),
    catalogue: z.enum(catalogues),
    code: z.string().trim().min(1).max(60).optional(),
    title: z.string().trim().min(1).max(300).optional(),
    fields: z.record(z.string().max(60), z.unknown()).optional(),
    is_retired: z.boolean().optional(),
  }),
  output: ok.extend({ entry: CatalogueEntry }),
})

export const deleteCatalogueEntry = endpoint({
  method: 'POST',
  path: 'v2/app/delete-catalogue-entry',
  summary: "Remove an entry of one's own, or have a shipped one as it was",
  access: licence,
  needs: 'catalogues.manage',
  input: z.object({ uuid: z.uuid(), revision: z.int32() }),
  output: ok,
})

export const importCatalogue = endpoint({
  method: 'POST',
  path: 'v2/app/import-catalogue',
  summary: 'Read entries in from CSV or STIX 2.1: first dry, then for good as a job',
  access: licence,
  needs: 'catalogues.manage',
  takes: 'application/octet-stream',
  bodyLimit: 128 * 1024 * 1024,
  input: z.object({
    catalogue: z.enum(catalogues),
    form: z.enum(['csv', 'stix']),
    dry_run: z.stringbool().default(true),
  }),
  output: ok.extend({
    rows: z.int(),
    made: z.int(),
    changed: z.int(),
    same: z.int(),
    refused: z.array(z.object({ row: z.int(), reason: z.string() })),
    refused_total: z.int(),
    sample: z.array(z.object({ code: z.string(), title: z.string() })),
    job: Job.nullable(),
  }),
})

export const exportCatalogue = endpoint({
  method: 'GET',
  path: 'v2/app/export-catalogue',
  summary: 'A catalogue as CSV',
  access: licence,
  input: z.object({ catalogue: z.enum(catalogues) }),
  output: z.string(),
  produces: 'text/csv',
})
