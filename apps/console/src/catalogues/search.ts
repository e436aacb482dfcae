import { annex5 } from '@carapace/shared/catalogues/annex5'
import type { Catalogue } from '@carapace/shared/catalogues/catalogue.contract'
import { elementKinds, stride } from '@carapace/shared/catalogues/words'
import { z } from 'zod'

const keys = <W extends Readonly<Record<string, string>>>(words: W) => Object.keys(words) as [keyof W & string]

/**
 * What a catalogue's address says (rule CATALOGUE-UI-1 of ./SPEC.md). The router reads `?q=123` as a number: it is text
 * here.
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
  /** The entry that lies open, and whether it is being changed there. */
  entry: z.uuid().optional().catch(undefined),
  edit: z.literal(true).optional().catch(undefined),
})
export type CatalogueSearch = z.output<typeof CatalogueSearch>

/** What the server is asked; a catalogue has its own filters only. */
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
