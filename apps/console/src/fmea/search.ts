import { z } from 'zod'
import { ArtefactSearch } from '../graph/page/search.ts'

const code = z.string().max(40).optional().catch(undefined)

/** The address of the worksheet: that of an artefact page, with the FMEA, and what is shown beside the lines. */
export const WorksheetSearch = ArtefactSearch.extend({
  /** The code of the FMEA; absent: that of the open artefact, else the first. */
  fmea: code,
  beside: z.enum(['actions', 'net']).optional().catch(undefined),
})
export type WorksheetSearch = z.output<typeof WorksheetSearch>
