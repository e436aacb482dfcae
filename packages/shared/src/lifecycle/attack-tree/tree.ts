import { z } from 'zod'
import { Indicators } from '../sightings/indicators.ts'
import { attackVectors, cvssMetrics, potentialFactors } from '../methods/method.ts'

/** The shape of attack trees: what is stored and sent. Steps are named so that one may stand under several others. */
const level = z.string().max(41)
const stepId = z.string().regex(/^[A-Za-z0-9_-]{1,24}$/, 'Letters, digits, - and _, 24 at most.')

/**
 * What an attacker needs for a step, by the keys of the method's levels; what is not rated is absent, and takes
 * nothing.
 */
export const Effort = z.object({
  potential: z.partialRecord(z.enum(potentialFactors), level),
  cvss: z.partialRecord(z.enum(cvssMetrics), level),
  vector: z.enum(attackVectors).nullable(),
})
export type Effort = z.infer<typeof Effort>
export const noEffort: Effort = { potential: {}, cvss: {}, vector: null }

export const TreeStep = z.object({
  id: stepId,
  title: z.string().trim().min(1).max(200),
  note: z.string().max(2_000).default(''),
  /** Of a step that is refined: all of its parts are needed, or any one. */
  gate: z.enum(['and', 'or']).nullable(),
  parts: z.array(stepId).max(50),
  /** Of a step that is not. */
  effort: Effort,
  /** Techniques by id, of ATT&CK or the Automotive Threat Matrix. */
  techniques: z.array(z.string().trim().min(1).max(40)).max(20).default([]),
  /** Uuids of controls that stand in its way. */
  controls: z.array(z.uuid()).max(20).default([]),
  /**
   * What an assumption allows an attacker to be credited with at the most: a factor's value is cut to that of this
   * level.
   */
  caps: z
    .array(z.object({ assumption: z.uuid(), factor: z.enum(potentialFactors), level }))
    .max(20)
    .default([]),
  /** Of a step that is not refined: which alerts show that it is taken (rule SIGHTING-12). */
  indicators: Indicators.optional(),
  /** Where the editor shows it; absent: where the layout puts it. */
  at: z.object({ x: z.number().min(-100_000).max(100_000), y: z.number().min(-100_000).max(100_000) }).optional(),
})
export type TreeStep = z.infer<typeof TreeStep>

export const mostSteps = 500

/** A tree, or nothing yet. Whether it hangs together is `whyNotTree`'s to say (rules TREE-1 to TREE-4). */
export const Tree = z.object({ root: stepId, steps: z.array(TreeStep).min(1).max(mostSteps) })
export type Tree = z.infer<typeof Tree>

/** A tree without what says nothing of the attack: where steps are shown, and what shows them. */
export function attackIn({ root, steps }: Tree): Tree {
  return { root, steps: steps.map(({ at: _at, indicators: _indicators, ...step }) => step) }
}
