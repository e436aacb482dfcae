import { annex5 } from '@carapace/shared/catalogues/annex5'
import type { Catalogue } from '@carapace/shared/catalogues/catalogue.contract'
import { elementKinds, stride } from '@carapace/shared/catalogues/words'
import { z } from 'zod'

const keys = <W extends Readonly<Record<string, string>>>(words: W) => Object.keys(words) as [keyof W & string]

/**
 * The search parameters of a catalogue's address (rule CATALOGUE-UI-1 of ./SPEC.md). The router reads `?q=123` as a
 * number; here it becomes text.
 */
export const CatalogueSearch = z.object({
  q: z
    .union([z.string(), z.number(), z.boolean()])
    .transform((value) => String(value).trim().slice(0, 100) || undefined)
    .optional()
    .catch(undefined),
  stride: z.enum(keys(stride)).optional().catch(undefined),
  element: z.enum(keys(elementKinds)).optional().catch(undefined),
  heading: z
    .enum(annex5.map(({ key }) => key))
    .optional()
    .catch(undefined),
  retired: z.literal(true).optional().catch(undefined),
  /** The entry that is open in the drawer, and whether it is being edited there. */
  entry: z.uuid().optional().catch(undefined),
  edit: z.literal(true).optional().catch(undefined),
})
export type CatalogueSearch = z.output<typeof CatalogueSearch>

/** The query for the server, with only the filters that the catalogue has. */
export function listQueryOf(catalogue: Catalogue, { q, stride: one, element, heading, retired }: CatalogueSearch) {
  return {
    catalogue,
    ...(q !== undefined && { q }),
    ...(element !== undefined && { element }),
    ...(catalogue === 'threat' && one !== undefined && { stride: one }),
    ...(catalogue === 'threat' && heading !== undefined && { heading }),
    ...(retired && { retired: 'true' }),
  }
}

export const UuidSearch = z.object({ uuid: z.uuid().optional().catch(undefined) })
