import { z } from 'zod'
import { Indicators } from '../sightings/indicators.ts'
import { attackVectors, cvssMetrics, potentialFactors } from '../methods/method.ts'

/** The shape of attack trees: stored and sent. Steps have ids, so that a step may be below several others. */
const level = z.string().max(41)
const stepId = z.string().regex(/^[A-Za-z0-9_-]{1,24}$/, 'Letters, digits, - and _, 24 at most.')

/** What an attacker needs for a step, by the keys of the method's levels; an unrated factor is absent and counts 0. */
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
  /** For a refined step: all of its parts are needed, or any one. */
  gate: z.enum(['and', 'or']).nullable(),
  parts: z.array(stepId).max(50),
  /** For an unrefined step. */
  effort: Effort,
  /** Ids of techniques of ATT&CK or the Automotive Threat Matrix. */
  techniques: z.array(z.string().trim().min(1).max(40)).max(20).default([]),
  /** Uuids of the controls that protect it. */
  controls: z.array(z.uuid()).max(20).default([]),
  /**
   * The maximum that an assumption lets an attacker need for a factor: the factor's value is capped to that of this
   * level.
   */
  caps: z
    .array(z.object({ assumption: z.uuid(), factor: z.enum(potentialFactors), level }))
    .max(20)
    .default([]),
  /** For an unrefined step: which alerts show that an attacker takes it (rule SIGHTING-12). */
  indicators: Indicators.optional(),
  /** Its position in the editor; absent: the layout decides. */
  at: z.object({ x: z.number().min(-100_000).max(100_000), y: z.number().min(-100_000).max(100_000) }).optional(),
})
export type TreeStep = z.infer<typeof TreeStep>

export const mostSteps = 500

/** A tree by its shape. `whyNotTree` checks whether it is valid (rules TREE-1 to TREE-4). */
export const Tree = z.object({ root: stepId, steps: z.array(TreeStep).min(1).max(mostSteps) })
export type Tree = z.infer<typeof Tree>

/** A tree with only the attack itself: without the steps' positions and indicators. */
export function attackIn({ root, steps }: Tree): Tree {
  return { root, steps: steps.map(({ at: _at, indicators: _indicators, ...step }) => step) }
}
