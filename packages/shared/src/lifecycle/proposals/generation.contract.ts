import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { ArtefactInput, Node } from '../../graph/artefacts/artefacts.contract.ts'

const ok = z.object({ success: z.literal(true) })
export const proposed = ['assets', 'damages', 'threats', 'attack-steps', 'requirements'] as const

export const generate = endpoint({
  method: 'POST',
  path: 'v2/app/generate',
  summary:
    "Proposals from a program's model, by rules over the catalogues or by the language model where one is " +
    'configured; nothing is written',
  access: 'LIFECYCLE_CONCEPT_PHASE',
  needs: 'programs.manage',
  input: z.object({
    program_uuid: z.uuid(),
    what: z.enum(proposed),
    by: z.enum(['rules', 'model']).default('rules'),
    /** Only for these artefacts; absent: for all. */ uuids: z.array(z.uuid()).max(200).optional(),
    limit: z.int().min(1).max(500).default(200),
  }),
  output: ok.extend({
    proposals: z.array(
      z.object({
        artefact: ArtefactInput,
        links: z.array(z.object({ kind: z.string(), from: z.uuid(), to: z.uuid() })),
        why: z.string(),
        about: Node.nullable(),
      }),
    ),
    total: z.int(),
    /** Whether a language model is available. */ model: z.boolean(),
  }),
})
