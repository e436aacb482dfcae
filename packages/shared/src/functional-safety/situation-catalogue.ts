import { z } from 'zod'
import { exposures } from './asil.ts'
import { defaultSituations } from './default-situations.ts'
import { repeated } from './repeated.ts'
import type { SituationDimension } from './situations.ts'

const key = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Small letters, digits and dashes.')
const title = z.string().trim().min(1).max(80)
const exposure = z.enum(exposures)

const Dimension = z.object({
  key,
  title,
  values: z
    .array(z.object({ key, title, exposure: z.object({ duration: exposure, frequency: exposure }) }))
    .min(1)
    .max(40),
}) satisfies z.ZodType<SituationDimension>

/**
 * The operational situations of an organisation. A version never changes once an analysis was made with it (rules
 * SITUATION-5 and SITUATION-6).
 */
export const SituationCatalogue = z.object({ dimensions: z.array(Dimension).min(1).max(20) })
export type SituationCatalogue = z.infer<typeof SituationCatalogue>

/** The shipped situations as the first version of an organisation's own: the organisation makes the next one. */
export const shippedSituations = {
  name: 'Default',
  version: 1,
  state: 'released',
  content: SituationCatalogue.parse({ dimensions: defaultSituations }),
} as const

/** Why a catalogue is not valid, by field: a key or a title is there twice (rule SITUATION-6). Empty: it is valid. */
export function whyNotSituations({ dimensions }: SituationCatalogue): Readonly<Record<string, string>> {
  return Object.fromEntries([
    ...repeated(dimensions, 'dimensions', 'dimension'),
    ...dimensions.flatMap(({ values }, i) => [...repeated(values, `dimensions.${i}.values`, 'value')]),
  ])
}
