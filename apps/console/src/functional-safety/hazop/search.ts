import { z } from 'zod'
import { ArtefactSearch } from '../../graph/page/search.ts'

/** The address of the HAZOP: also the open cell, as `FN-03.no`, and whether only functions with open cells show. */
export const HazopSearch = ArtefactSearch.extend({
  cell: z.string().max(100).optional().catch(undefined),
  only: z.literal('open').optional().catch(undefined),
})
export type HazopSearch = z.output<typeof HazopSearch>
