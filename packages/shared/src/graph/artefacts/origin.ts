import { z } from 'zod'

/** The origin of an artefact; later changes keep it. */
export const Origin = z.object({
  how: z.enum(['written', 'rules', 'model', 'catalogue', 'import', 'archive']),
  /** The rule, language model, catalogue entry or file, in words. */
  what: z.string().max(300).default(''),
  /** The uuid of a catalogue entry, if the artefact came from one. */
  uuid: z.uuid().optional(),
  /** The identifier in the tool that it was imported from, or the key of the rule's text. */
  id: z.string().max(200).optional(),
})
export type Origin = z.infer<typeof Origin>
