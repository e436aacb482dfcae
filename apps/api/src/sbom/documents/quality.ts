import type { Bom, BomComponent } from '@carapace/shared/sbom/documents/bom'
import { isExpression } from './convert/licence-text.ts'
import { type QualityContext, qualityProfiles, type QualityPoint } from './quality-profiles.ts'

/** How far one point of a profile is met. */
export interface QualityResult {
  readonly key: string
  readonly weight: number
  /** From 0 to 1: the share of the components that meet it; 0 or 1 for a point about the document. */
  readonly met: number
  /** How many components lack it. */
  readonly lacking: number
  /** The refs of components that lack it, at most 50; `document` where the document lacks it. */
  readonly missing: readonly string[]
  readonly advice: string
}

export interface QualityReport {
  readonly profiles: readonly {
    readonly name: string
    /** From 0 to 100: the weighted mean of the points. */
    readonly score: number
    readonly points: readonly QualityResult[]
  }[]
}

const mostMissing = 50

/** Rates a bill of materials by each profile (rule BOM-15), without its files and cryptographic assets. */
export function bomQuality(bom: Bom): QualityReport {
  const components = bom.components.filter(({ type }) => type !== 'file' && type !== 'cryptographic-asset')
  const context = contextOf(bom, components)
  return {
    profiles: qualityProfiles.map(({ name, points }) => {
      const results = points.map((point) => resultOf(point, bom, components, context))
      const weights = results.reduce((sum, { weight }) => sum + weight, 0)
      const reached = results.reduce((sum, { weight, met }) => sum + weight * met, 0)
      return { name, score: Math.round((100 * reached) / weights), points: results }
    }),
  }
}

function contextOf(bom: Bom, components: readonly BomComponent[]): QualityContext {
  const related = new Set<string>()
  for (const { ref, dependsOn, provides } of bom.dependencies) {
    related.add(ref)
    for (const target of dependsOn) related.add(target)
    for (const target of provides) related.add(target)
  }
  for (const { ref, parent } of components) if (parent !== undefined) related.add(ref)
  const known = new Map<string, boolean>()
  return {
    related,
    expressions(licence) {
      const before = known.get(licence) ?? isExpression(licence)
      known.set(licence, before)
      return before
    },
  }
}

function resultOf(
  point: QualityPoint,
  bom: Bom,
  components: readonly BomComponent[],
  context: QualityContext,
): QualityResult {
  const { key, weight, advice } = point
  if (point.about === 'document') {
    const met = point.met(bom)
    return { key, weight, met: met ? 1 : 0, lacking: met ? 0 : 1, missing: met ? [] : ['document'], advice }
  }
  const lacking = components.filter((each) => !point.met(each, context))
  return {
    key,
    weight,
    met: components.length === 0 ? 0 : 1 - lacking.length / components.length,
    lacking: lacking.length,
    missing: lacking.slice(0, mostMissing).map(({ ref }) => ref),
    advice,
  }
}
