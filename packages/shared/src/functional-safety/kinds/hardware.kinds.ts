import { z } from 'zod'
import { artefactKind } from '../../graph/artefacts/artefact-kind.ts'
import { line, number, own, text, truth } from '../../graph/artefacts/fields.ts'
import { type FailureMode, faultEffects } from '../fmeda.ts'

/** Hardware elements and how they fail: the rows of an FMEDA (ISO 26262-5, clauses 8 and 9). */
const mechanism = z.string().trim().min(1).max(100)
const Claims = z.array(z.object({ mechanism, coverage: z.number().min(0).max(1) })).max(20)

const Mode = z.object({
  id: mechanism,
  share: z.number().min(0).max(1),
  effect: z.enum(faultEffects),
  residual: Claims.default([]),
  latent: Claims.default([]),
  disables: z.array(mechanism).max(20).default([]),
  /** Uuid of the failure that it is, for the analyses that share it; null: of none. */
  failure: z.uuid().nullable().default(null),
}) satisfies z.ZodType<FailureMode>

/** The failure modes of an element. Whether they are complete, METRIC-8 checks when metrics are computed. */
export const HardwareModes = z.array(Mode).max(50)
export type HardwareModes = z.infer<typeof HardwareModes>

export const hardwareElementKind = artefactKind({
  kind: 'hardware-element',
  module: 'functional-safety',
  title: 'Hardware element',
  code: 'HW',
  page: '/org/functional-safety/fmeda',
  fields: {
    description: text('Description'),
    part: line('Part number', { secondary: true }),
    fit: number('Failure rate, FIT', { least: 0, most: 1e9, help: 'Failures in 1e9 hours.' }),
    rate_source: line('Source of the failure rate', { help: 'A handbook with its edition, or field data.' }),
    is_excluded: truth('Not safety related', { help: 'It is left out of the metrics.' }),
    exclusion_reason: text('Why it is not safety related'),
    modes: own('Failure modes', HardwareModes, [] as HardwareModes, { short: true }),
  },
  impliedLinkKinds: ['fails-by'],
  impliedLinks: ({ modes }) =>
    [...new Set(modes.map(({ failure }) => failure))]
      .filter((uuid) => uuid !== null)
      .map((uuid) => ({ link: 'fails-by', uuid })),
})
