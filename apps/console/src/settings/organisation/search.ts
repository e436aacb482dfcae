import { z } from 'zod'

/** The search of the address: the tab, and the words to search in the log. */
export const SettingsSearch = z.object({
  tab: z.literal('security-log').optional().catch(undefined),
  q: z.string().max(100).optional().catch(undefined),
})
export type SettingsSearch = z.output<typeof SettingsSearch>
