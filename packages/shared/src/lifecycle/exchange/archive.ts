import { z } from 'zod'
import { artefactKinds, linkKinds } from '../../artefact-kinds.ts'
import { dateTime } from '../../core/wire.ts'
import { Origin } from '../../graph/artefacts/origin.ts'
import { artefactStatuses } from '../../graph/artefacts/statuses.ts'
import { Method } from '../methods/method.ts'
import { phases } from '../../graph/programs/phases.ts'
import { ProgramChoices } from '../program/program-choices.ts'
import { projectTypes } from '../../graph/programs/projects.ts'
import { Milestone } from '../../graph/programs/projects.ts'

/** The format of an archive of a program, or of one project of it: docs/exchange.md describes it for other tools. */
export const archiveFormat = 'carapace-archive'
export const archiveVersion = 2

/** The names of keys in archives of version 1, which can be read as well. */
const keysOfVersion1: Readonly<Record<string, string>> = {
  moment: 'graph_version',
  moments: 'graph_versions',
  // oxlint-disable-next-line carapace/plain-english -- version 1 is as it is
  deed: 'action',
  asked_at: 'requested_at',
  asked_by: 'requested_by',
}

/** An archived value, or a list of them, with the keys of the current version. */
export function withCurrentKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withCurrentKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [keysOfVersion1[key] ?? key, field]))
}

const names = (all: readonly { readonly kind: string }[]) => all.map(({ kind }) => kind) as [string, ...string[]]
const kind = z.enum(names(artefactKinds))
const actions = ['made', 'changed', 'removed'] as const
const uuid = z.uuid().toLowerCase()
const count = z.int().min(0).max(10_000_000)
/** A time that PostgreSQL can store, in UTC. */
const time = dateTime
  .transform((text) => new Date(text).toISOString())
  .refine((text) => text >= '1970' && text < '3000', 'This is not a time.')
/** A graph version: the first is 1, and none is left out (rule EXCHANGE-2). */
const step = z.int().min(1).max(10_000_000)
const name = z.string().trim().min(1).max(120)
const title = z.string().trim().min(1).max(300)
const fields = z.record(z.string().max(60), z.unknown())
const phaseStatuses = z.partialRecord(z.enum(phases), z.enum(artefactStatuses))
const description = z.string().max(2_000)
/** The name of a person where the archive was made; not an address, and not a user here. */
const by = z.string().trim().min(1).max(200).nullable().default(null)

export const Manifest = z.strictObject({
  format: z.literal(archiveFormat),
  version: z.literal([1, archiveVersion]),
  product: z.string().max(60),
  scope: z.enum(['program', 'project']),
  made_at: time,
  /** The number of graph versions of its history; 0: it has no history. */
  graph_versions: count,
  name,
  projects: count,
  artefacts: z.partialRecord(kind, count),
  links: count,
})
export type Manifest = z.infer<typeof Manifest>

export const ArchivedProgram = z.strictObject({
  name,
  description,
  status: z.enum(artefactStatuses),
  current_phase: z.enum(phases),
  phase_statuses: phaseStatuses,
  choices: ProgramChoices,
  /** The highest artefact number that was ever assigned, by kind. */
  numbers: z.partialRecord(kind, z.int().min(0).max(1_000_000_000)),
})
export const ArchivedMethod = z.strictObject({
  name: z.string().trim().min(1).max(80),
  version: z.int().min(1).max(1_000_000),
  note: z.string().max(2_000),
  content: Method,
})
export const ArchivedProject = z.strictObject({
  uuid,
  name,
  type: z.enum(projectTypes),
  description,
  current_phase: z.enum(phases),
  phase_statuses: phaseStatuses,
  milestone: Milestone.nullable().default(null),
  created_at: time,
})

export const ArchivedArtefact = z.strictObject({
  uuid,
  number: z.int().min(1).max(1_000_000_000),
  title,
  status: z.enum(artefactStatuses),
  project: uuid.nullable(),
  fields,
  origin: Origin,
  revision: z.int32().min(1),
  created_at: time,
  updated_at: time,
})
export const ArchivedVersion = z.strictObject({
  uuid,
  kind,
  number: z.int().min(1).max(1_000_000_000),
  revision: z.int32().min(1),
  graph_version: step,
  action: z.enum(actions),
  title,
  status: z.enum(artefactStatuses),
  project: uuid.nullable(),
  fields,
  at: time,
  by,
})
export const ArchivedLink = z.strictObject({
  kind: z.enum(names(linkKinds)),
  from: uuid,
  to: uuid,
  /** The graph versions in which it was made and removed; absent if the archive has no history. */
  added: step.optional(),
  removed: step.nullable().optional(),
  suspect: z.string().max(1_000).nullable(),
  suspect_at: time.nullable(),
  confirmed_at: time.nullable(),
})
const risk = z.int().min(1).max(5).nullable()
export const ArchivedRisk = z.strictObject({
  threat: uuid,
  graph_version: step,
  initial: risk,
  today: risk,
  target: risk,
  cal: z.int().min(0).max(4).nullable(),
  method: z.string().trim().min(1).max(80),
  method_version: z.int().min(1).max(1_000_000),
  at: time,
})
export const ArchivedComment = z.strictObject({
  artefact: uuid,
  text: z.string().trim().min(1).max(5_000),
  is_resolved: z.boolean(),
  created_at: time,
  by,
})
export const ArchivedReview = z.strictObject({
  artefact: uuid,
  revision: z.int32().min(1),
  note: z.string().max(2_000),
  requested_at: time,
  decision: z.enum(['approved', 'rejected', 'withdrawn']).nullable(),
  decided_at: time.nullable(),
  reason: z.string().max(2_000),
  requested_by: by,
  decided_by: by,
})
export const ArchivedBaseline = z.strictObject({
  name,
  note: z.string().max(2_000),
  graph_version: step,
  created_at: time,
})

/** The archive's files with one JSON document each, and those with one document per line. */
export const documents = {
  'manifest.json': Manifest,
  'program.json': ArchivedProgram,
  'methods.json': z.array(ArchivedMethod).max(1),
  'projects.json': z.array(ArchivedProject).max(1_000),
  'baselines.json': z.array(ArchivedBaseline).max(10_000),
} as const
export const lists = {
  'links.jsonl': ArchivedLink,
  'versions.jsonl': ArchivedVersion,
  'risks.jsonl': ArchivedRisk,
  'comments.jsonl': ArchivedComment,
  'reviews.jsonl': ArchivedReview,
} as const

export type DocumentName = keyof typeof documents
export type ListName = keyof typeof lists
export type ArchivedArtefact = z.infer<typeof ArchivedArtefact>
export type ArchivedVersion = z.infer<typeof ArchivedVersion>
export type ArchivedLink = z.infer<typeof ArchivedLink>
export type ArchivedProgram = z.infer<typeof ArchivedProgram>
export type ArchivedProject = z.infer<typeof ArchivedProject>
export type ArchivedMethod = z.infer<typeof ArchivedMethod>
export type ArchivedRisk = z.infer<typeof ArchivedRisk>
export type ArchivedComment = z.infer<typeof ArchivedComment>
export type ArchivedReview = z.infer<typeof ArchivedReview>
export type ArchivedBaseline = z.infer<typeof ArchivedBaseline>

export const artefactsFile = (kindName: string) => `artefacts/${kindName}.jsonl`
const kindOfFile = new Map(artefactKinds.map((each) => [artefactsFile(each.kind), each.kind]))

/** The kind of the artefacts in a file of an archive; undefined: it has none. */
export function kindInFile(file: string): string | undefined {
  return kindOfFile.get(file)
}

/** Every possible file of an archive, in reading order: files that others refer to come first. */
export const archiveFiles: readonly string[] = [
  'manifest.json',
  'program.json',
  'methods.json',
  'projects.json',
  ...kindOfFile.keys(),
  'versions.jsonl',
  'risks.jsonl',
  'links.jsonl',
  'comments.jsonl',
  'reviews.jsonl',
  'baselines.json',
]
