import { z } from 'zod'

/** The router reads `?q=123` as a number: whatever it made of the text, it is text here. */
const text = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value) => String(value).trim().slice(0, 200) || undefined)
  .optional()
  .catch(undefined)

/** What the address says of the captures: words to find, and the one that is open. */
export const CapturesSearch = z.object({ q: text, capture: z.uuid().optional().catch(undefined) })
export type CapturesSearch = z.infer<typeof CapturesSearch>
