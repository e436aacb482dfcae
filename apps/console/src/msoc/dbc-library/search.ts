import { z } from 'zod'

/** The router reads `?q=208` as a number: whatever it made of the text, it is text here. */
const text = (most: number) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .transform((value) => String(value).trim().slice(0, most) || undefined)
    .optional()
    .catch(undefined)

export const versionViews = ['messages', 'contents', 'differences', 'assignments'] as const
export type VersionView = (typeof versionViews)[number]

/** What the address says: which version of which database is open, what of it, and which message. */
export const LibrarySearch = z.object({
  /** Words that names in the library have. */
  q: text(100),
  version: z.uuid().optional().catch(undefined),
  view: z.enum(versionViews).optional().catch(undefined),
  /** Words that messages and signals have. */
  find: text(100),
  /** The open message by its id: `x1A0`, or `x18FEF100e` with 29 bits. */
  message: text(12),
  /** The version that this one is compared with. */
  before: z.uuid().optional().catch(undefined),
})
export type LibrarySearch = z.output<typeof LibrarySearch>

/** A part of the page that reads the address and changes it. */
export interface Going {
  readonly search: LibrarySearch
  readonly go: (search: LibrarySearch, replace?: boolean) => void
}
