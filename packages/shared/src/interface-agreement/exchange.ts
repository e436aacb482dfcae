import { z } from 'zod'

/** An artefact that was handed over, as it was then. */
export const EvidenceItem = z.object({
  uuid: z.uuid(),
  code: z.string().max(40),
  title: z.string().max(300),
  revision: z.int(),
})
export type EvidenceItem = z.output<typeof EvidenceItem>

/**
 * What an organisation may store, and how much at once. Rows are those of an agreement; team, comments, files,
 * deliveries and events those of one side in it.
 */
export const agreementLimits = {
  agreements: 1_000,
  rows: 300,
  team: 100,
  comments: 2_000,
  files: 1_000,
  deliveries: 2_000,
  events: 2_000,
  /** Comments, files, deliveries and events, each, of one side in one row: a page shows all of a row. */
  perRow: 250,
  fileBytes: 64 * 1024 * 1024,
  orgBytes: 5 * 1024 ** 3,
  uploads: 4,
  templates: 100,
  invitations: 20,
  versions: 200,
} as const
