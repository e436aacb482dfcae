import { z } from 'zod'

/** What the address says: which tab, and what is searched for in the log. */
export const SettingsSearch = z.object({
  tab: z.literal('security-log').optional().catch(undefined),
  q: z.string().max(100).optional().catch(undefined),
})
export type SettingsSearch = z.output<typeof SettingsSearch>
