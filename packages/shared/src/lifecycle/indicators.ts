import { z } from 'zod'

const few = <T extends z.ZodType>(one: T) => z.array(one).max(50)

/**
 * What an alert says when it is this scenario that happens. An alert matches where at least one of the first three says so, and none of the
 * others excludes it: a list that is empty excludes nothing (rules IN1-IN4).
 */
export const Indicators = z.object({
  /** Kinds of detectors, as alerts name them; `event:<id>` for intrusion events of that id. */
  detectors: few(z.string().trim().min(1).max(64)),
  event_ids: few(z.int().min(0).max(0xffff_ffff)),
  /** Rules by uuid or title. */
  rules: few(z.string().trim().min(1).max(200)),
  /** Arbitration ids. */
  can_ids: few(z.int().min(0).max(0x1fff_ffff)),
  buses: few(z.string().trim().min(1).max(64)),
  ecus: few(z.string().trim().min(1).max(64)),
})
export type Indicators = z.infer<typeof Indicators>

export const noIndicators: Indicators = { detectors: [], event_ids: [], rules: [], can_ids: [], buses: [], ecus: [] }
