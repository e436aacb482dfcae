import { z } from 'zod'

/** A text parameter. The router parses `?q=123` as a number; whatever it made of the text, it is converted back. */
const text = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value) => String(value).trim().slice(0, 200) || undefined)
  .optional()
  .catch(undefined)

/** The address parameters of the captures: the search words, and the open capture. */
export const CapturesSearch = z.object({ q: text, capture: z.uuid().optional().catch(undefined) })
export type CapturesSearch = z.infer<typeof CapturesSearch>
