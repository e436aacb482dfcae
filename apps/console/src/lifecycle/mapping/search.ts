import { z } from 'zod'

const uuid = z.uuid().optional().catch(undefined)
const kind = z.string().max(40).optional().catch(undefined)

/** The two kinds of the matrix. */
export const MappingSearch = z.object({
  programId: uuid,
  projectId: uuid,
  from: kind,
  to: kind,
  gaps: z.enum(['from', 'to']).optional().catch(undefined),
})
export type MappingSearch = z.output<typeof MappingSearch>
