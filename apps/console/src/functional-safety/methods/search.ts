import { safetyMethodKinds } from '@carapace/shared/functional-safety/method-kinds'
import { z } from 'zod'

const uuid = z.uuid().optional().catch(undefined)

/** The address of the methods, which are those of the organisation; the program leads back to its pages. */
export const MethodsSearch = z.object({
  programId: uuid,
  projectId: uuid,
  of: z.enum(safetyMethodKinds).optional().catch(undefined),
  /** The shown version. */
  method: uuid,
})
