import { z } from 'zod'
import { ArtefactSearch } from '../../graph/page/search.ts'

/** The address of the FMEDA: also the code of the goal whose metrics are shown in detail. */
export const FmedaSearch = ArtefactSearch.extend({ goal: z.string().max(40).optional().catch(undefined) })
export type FmedaSearch = z.output<typeof FmedaSearch>
