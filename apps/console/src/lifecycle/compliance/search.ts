import { z } from 'zod'
import { ArtefactSearch } from '../../graph/page/search.ts'

/**
 * What the compliance summary shows: the 42 work products, UN R155, what is missing, or the work products that the
 * program keeps.
 */
export const views = ['products', 'annex5', 'gaps', 'kept'] as const
export type View = (typeof views)[number]

export const ComplianceSearch = ArtefactSearch.extend({ view: z.enum(views).optional().catch(undefined) })
export type ComplianceSearch = z.output<typeof ComplianceSearch>

/** The view of an address: one that names an artefact shows it among those that are kept (rule COMPLIANCE-3). */
export function viewOf({ view, open }: ComplianceSearch): View {
  return view ?? (open === undefined ? 'products' : 'kept')
}
