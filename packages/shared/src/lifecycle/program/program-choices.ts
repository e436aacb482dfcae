import { z } from 'zod'
import { lifecycleKeys } from './lifecycle-entries.ts'

export const propulsionTypes = {
  ice: 'Combustion engine',
  'mild-hybrid': 'Mild hybrid',
  hybrid: 'Hybrid',
  'plug-in-hybrid': 'Plug-in hybrid',
  electric: 'Battery electric',
  'fuel-cell': 'Fuel cell',
} as const
export const designTypes = {
  new: 'New development',
  variant: 'Variant',
  'carry-over': 'Carried over',
  'out-of-context': 'Component out of context',
  'off-the-shelf': 'Off the shelf',
} as const
export const regulationTypes = {
  'un-r155': 'UN R155',
  'un-r156': 'UN R156',
  'iso-21434': 'ISO/SAE 21434',
  'iso-24089': 'ISO 24089',
  'iso-26262': 'ISO 26262',
  'gb-44495': 'GB 44495',
  'ais-189': 'AIS-189',
  'ais-190': 'AIS-190',
  cra: 'EU Cyber Resilience Act',
} as const
export const ratingTypes = {
  potential: 'Attack potential',
  cvss: 'CVSS exploitability',
  vector: 'Attack vector',
} as const

const keys = <C extends Readonly<Record<string, string>>>(words: C) => z.enum(Object.keys(words) as [keyof C & string])
const some = <C extends Readonly<Record<string, string>>>(words: C) =>
  z.array(keys(words)).max(Object.keys(words).length)

/** The choices for a program, from lists that every program has. */
export const ProgramChoices = z.object({
  propulsion_types: some(propulsionTypes),
  design_type: keys(designTypes).nullable(),
  regulation_types: some(regulationTypes),
  rating_types: some(ratingTypes),
  /** Hidden steps of the lifecycle, which the program does not use; absent: none (rule LIFECYCLE-10). */
  hidden_steps: z.array(z.enum(lifecycleKeys)).max(lifecycleKeys.length).optional(),
})
export type ProgramChoices = z.infer<typeof ProgramChoices>

/** The choices for a program, parsed from the module choices that the graph stores. */
export function choicesOf({ choices }: { readonly choices: Readonly<Record<string, unknown>> }): ProgramChoices {
  return ProgramChoices.parse(choices)
}
