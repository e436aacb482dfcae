import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { dateTime } from '../../core/wire.ts'

export const noteSubjects = ['vehicle', 'capture', 'alert'] as const

export const CanNote = z.object({
  uuid: z.uuid(),
  subject: z.enum(noteSubjects),
  subject_uuid: z.uuid(),
  /** Epoch ms with microseconds as the fraction. */
  at_ms: z.number(),
  bus: z.string().nullable(),
  id: z.int().nullable(),
  ext: z.boolean(),
  text: z.string(),
  author: z.string(),
  /** True if the caller wrote it; only the author may change it. */
  own: z.boolean(),
  created_at: dateTime,
  revision: z.int(),
})
export type CanNote = z.infer<typeof CanNote>

const about = { subject: z.enum(noteSubjects), subject_uuid: z.uuid() }

export const listCanNotes = endpoint({
  method: 'GET',
  path: 'msoc/v1/can/notes',
  summary: 'Bookmarks and notes at times of a bus, in order of time; the latest thousand',
  access: 'MSOC',
  input: z.object({ ...about, from_ms: z.coerce.number().optional(), to_ms: z.coerce.number().optional() }),
  output: z.object({ notes: z.array(CanNote) }),
})

export const saveCanNote = endpoint({
  method: 'POST',
  path: 'msoc/v1/can/notes/save',
  summary: "Add a note, or (with uuid and revision) change one of one's own",
  access: 'MSOC',
  needs: 'can.note',
  input: z.object({
    uuid: z.uuid().optional(),
    revision: z.int().optional(),
    ...about,
    at_ms: z.number().min(0).max(8.64e15),
    bus: z.string().max(32).nullable(),
    id: z.int().min(0).max(0x1fffffff).nullable(),
    ext: z.boolean().default(false),
    text: z.string().trim().min(1).max(2_000),
  }),
  output: z.object({ success: z.literal(true), note: CanNote }),
})

export const deleteCanNote = endpoint({
  method: 'POST',
  path: 'msoc/v1/can/notes/delete',
  summary: "Delete a note of one's own; an administrator deletes any",
  access: 'MSOC',
  needs: 'can.note',
  input: z.object({ uuid: z.uuid(), revision: z.int() }),
  output: z.object({ success: z.literal(true) }),
})
