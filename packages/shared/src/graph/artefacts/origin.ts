import { z } from 'zod'

/** Where an artefact came from; it stays with it whatever is changed later. */
export const Origin = z.object({
  how: z.enum(['written', 'rules', 'model', 'catalogue', 'import', 'archive']),
  /** Of which rule, language model, catalogue entry or file, in words. */
  what: z.string().max(300).default(''),
  /** A catalogue entry's uuid, where it came from one. */
  uuid: z.uuid().optional(),
})
export type Origin = z.infer<typeof Origin>
