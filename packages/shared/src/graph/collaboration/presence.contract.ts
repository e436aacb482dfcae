import { z } from 'zod'
import { engineeringLicences } from '../../artefact-kinds.ts'
import { channel } from '../../core/live/channel.ts'

/** The other users who have a program open: some of them by name, and the total. */
export const Others = z.object({ people: z.array(z.object({ uuid: z.uuid(), name: z.string() })), total: z.int() })
export type Others = z.infer<typeof Others>

/** A subscriber has the program open, and receives who else has (rule GRAPH-19). */
export const presenceChannel = channel({
  name: 'lifecycle.presence',
  delivery: 'state',
  access: engineeringLicences,
  params: z.object({ program_uuid: z.uuid() }),
  snapshot: Others,
  change: Others,
})
