import { z } from 'zod'
import { dateTime } from '../../core/wire.ts'

/** A version of a method on the wire; `uuid` null: the shipped one. `programs`: the number of programs that use it. */
export const methodVersionOf = <C extends z.ZodType>(content: C) =>
  z.object({
    uuid: z.uuid().nullable(),
    name: z.string(),
    version: z.int(),
    state: z.enum(['draft', 'released']),
    note: z.string(),
    content,
    programs: z.int(),
    created_at: dateTime.nullable(),
    created_by: z.string().nullable(),
    revision: z.int32(),
  })

/** What is written of a draft: a new name, or the next version of a known one; or, by its uuid, another draft of it. */
export const methodInputOf = <C extends z.ZodType>(content: C) =>
  z.object({
    uuid: z.uuid().optional(),
    revision: z.int32().optional(),
    name: z.string().trim().min(1).max(80),
    note: z.string().trim().max(2_000).default(''),
    content,
  })
