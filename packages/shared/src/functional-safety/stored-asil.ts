import { z } from 'zod'
import { asils, type AsilTag } from './asil.ts'
import { type AsilProblemCode, asilProblems } from './asil-inheritance.ts'

/** The kind of computed value that holds the ASIL of an artefact (rule ASIL-8). */
export const asilValueKind = 'asil'

const level = z.enum(asils)

/** The ASIL of a hazardous event, safety goal, concept or requirement, as it is stored and sent. */
export const StoredAsil = z.object({
  /** Null: there is none yet. */
  tag: z.object({ level, of: level.nullable() }).nullable() satisfies z.ZodType<AsilTag | null>,
  /** As people write it: `D`, `B(D)`; null: there is none. */
  text: z.string().nullable(),
  problems: z.array(
    z.object({
      code: z.enum(Object.keys(asilProblems) as [AsilProblemCode]),
      message: z.string(),
      /** The artefacts that it is about, this one among them; the first ten. */
      uuids: z.array(z.uuid()),
    }),
  ),
})
export type StoredAsil = z.infer<typeof StoredAsil>
