import { z } from 'zod'

export const tabs = [
  { tab: 'now', title: 'Now' },
  { tab: 'handover', title: 'Hand-over' },
  { tab: 'rota', title: 'Rota' },
] as const
export type Tab = (typeof tabs)[number]['tab']

/** The address of the page: its tab, and the shift whose hand-over is shown. */
export const ShiftsSearch = z.object({
  tab: z.enum(['now', 'handover', 'rota']).optional().catch(undefined),
  shift: z.uuid().optional().catch(undefined),
  date: z.iso.date().optional().catch(undefined),
})
export type ShiftsSearch = z.output<typeof ShiftsSearch>
