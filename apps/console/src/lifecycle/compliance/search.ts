import { z } from 'zod'
import { ArtefactSearch } from '../../graph/page/search.ts'

/**
 * The views of the compliance summary: the 42 work products, UN R155, the gaps, and the program's own work products.
 */
export const views = ['products', 'annex5', 'gaps', 'kept'] as const
export type View = (typeof views)[number]

export const ComplianceSearch = ArtefactSearch.extend({ view: z.enum(views).optional().catch(undefined) })
export type ComplianceSearch = z.output<typeof ComplianceSearch>

/** The view of an address: with an artefact, the list of the program's work products (rule COMPLIANCE-3). */
export function viewOf({ view, open }: ComplianceSearch): View {
  return view ?? (open === undefined ? 'products' : 'kept')
}
