import { z } from 'zod'

/** A text parameter. The router parses `?q=208` as a number; whatever it made of the text, it is converted back. */
const text = (most: number) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .transform((value) => String(value).trim().slice(0, most) || undefined)
    .optional()
    .catch(undefined)

export const versionViews = ['messages', 'contents', 'differences', 'assignments'] as const
export type VersionView = (typeof versionViews)[number]

/** The address parameters: the open version of a database, its view, and the open message. */
export const LibrarySearch = z.object({
  /** Search words for names in the library. */
  q: text(100),
  version: z.uuid().optional().catch(undefined),
  view: z.enum(versionViews).optional().catch(undefined),
  /** Search words for messages and signals. */
  find: text(100),
  /** The id of the open message: `x1A0`, or `x18FEF100e` with 29 bits. */
  message: text(12),
  /** The version that this one is compared with. */
  before: z.uuid().optional().catch(undefined),
})
export type LibrarySearch = z.output<typeof LibrarySearch>

/** The props of components that read and change the address. */
export interface Going {
  readonly search: LibrarySearch
  readonly go: (search: LibrarySearch, replace?: boolean) => void
}
