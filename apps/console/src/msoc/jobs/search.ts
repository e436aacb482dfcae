import { rejectStates } from '@carapace/shared/msoc/history/history'
import { z } from 'zod'
import { TimeSearch } from '../../core/time/conductor.ts'

/** A text parameter. The router parses `?q=123` as a number; whatever it made of the text, it is converted back. */
const text = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value) => String(value).trim().slice(0, 200) || undefined)
  .optional()
  .catch(undefined)

/** The address parameters of the rejected events; the other tabs have no filters. */
export const JobsSearch = z.object({
  ...TimeSearch,
  state: z.enum(rejectStates).optional().catch(undefined),
  source: text,
  q: text,
  /** The open rejected event. */
  reject: z.coerce.number().int().min(1).optional().catch(undefined),
})
export type JobsSearch = z.output<typeof JobsSearch>
