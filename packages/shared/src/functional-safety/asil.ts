import { type Parsed, parsed, refused } from '../core/parsed.ts'

/** Severity, exposure and controllability of a hazardous event (ISO 26262-3, clause 6), the least first. */
export const severities = ['S0', 'S1', 'S2', 'S3'] as const
export type Severity = (typeof severities)[number]
export const exposures = ['E0', 'E1', 'E2', 'E3', 'E4'] as const
export type Exposure = (typeof exposures)[number]
export const controllabilities = ['C0', 'C1', 'C2', 'C3'] as const
export type Controllability = (typeof controllabilities)[number]

/** Automotive safety integrity levels, the lowest first. QM: quality management is enough. */
export const asils = ['QM', 'A', 'B', 'C', 'D'] as const
export type Asil = (typeof asils)[number]

/** Null: not rated. */
export interface HazardRating {
  readonly severity: Severity | null
  readonly exposure: Exposure | null
  readonly controllability: Controllability | null
}

/**
 * The ASIL of a hazardous event by the sum of its classes: 7 is A, 8 B, 9 C, 10 D, less QM. S0, E0 or C0 alone is QM.
 * Null: a class is missing that could change the result (ISO 26262-3, 6.4.3; rule ASIL-1).
 */
export function asilOf({ severity, exposure, controllability }: HazardRating): Asil | null {
  if (severity === 'S0' || exposure === 'E0' || controllability === 'C0') return 'QM'
  if (severity === null || exposure === null || controllability === null) return null
  const sum = severities.indexOf(severity) + exposures.indexOf(exposure) + controllabilities.indexOf(controllability)
  return asils[Math.max(0, sum - 6)]!
}

/** An ASIL as a requirement has it: after a decomposition with that of its safety goal, as in B(D). */
export interface AsilTag {
  readonly level: Asil
  /** The ASIL before all decompositions; null: it was not decomposed. */
  readonly of: Asil | null
}

export const wholeAsil = (level: Asil): AsilTag => ({ level, of: null })

/** Below 0: `a` is lower than `b`; 0: equal. */
export const compareAsils = (a: Asil, b: Asil) => asils.indexOf(a) - asils.indexOf(b)

/** The same for tags: of equal levels that with the higher origin is higher. */
export function compareTags(a: AsilTag, b: AsilTag): number {
  return compareAsils(a.level, b.level) || compareAsils(a.of ?? a.level, b.of ?? b.level)
}

/** The highest of several tags; null: there is none. */
export function highestTag(tags: readonly (AsilTag | null)[]): AsilTag | null {
  return tags.reduce((best, tag) => (best === null || (tag !== null && compareTags(tag, best) > 0) ? tag : best), null)
}

/** The notation of ISO 26262-9, clause 5: `D`, `B(D)`, `QM(A)` (rule ASIL-3). */
export const tagText = ({ level, of }: AsilTag) => (of === null ? level : `${level}(${of})`)

/** Reads the notation, whatever its case, spaces and `ASIL` before it (rule ASIL-3). */
export function parseTag(text: string): Parsed<AsilTag> {
  const [, level, of] = /^(?:ASIL[\s-]*)?(QM|[A-D])(?:\s*\(\s*(QM|[A-D])\s*\))?$/.exec(text.trim().toUpperCase()) ?? []
  if (level === undefined) return refused('Write an ASIL as QM, A, B, C, D, or after a decomposition as B(D).')
  const tag = { level: level as Asil, of: (of as Asil | undefined) ?? null }
  return tag.of !== null && compareAsils(tag.of, tag.level) < 0
    ? refused(`${tagText(tag)}: the ASIL in brackets is that before the decomposition, which is not lower.`)
    : parsed(tag)
}

const pairs: Readonly<Record<Asil, readonly (readonly [Asil, Asil])[]>> = {
  D: [
    ['C', 'A'],
    ['B', 'B'],
    ['D', 'QM'],
  ],
  C: [
    ['B', 'A'],
    ['C', 'QM'],
  ],
  B: [
    ['A', 'A'],
    ['B', 'QM'],
  ],
  A: [['A', 'QM']],
  QM: [],
}

/**
 * The pairs into which a requirement may be decomposed, the higher part first; none for QM. A part that is decomposed
 * again keeps the ASIL of its safety goal in brackets (ISO 26262-9, clause 5; rule ASIL-4).
 */
export function allowedDecompositions({ level, of }: AsilTag): (readonly [AsilTag, AsilTag])[] {
  const tag = (part: Asil): AsilTag => ({ level: part, of: of ?? level })
  return pairs[level].map(([one, other]) => [tag(one), tag(other)] as const)
}

/** Whether two parts together are at least one of the allowed pairs (rule ASIL-4). */
export function mayDecompose(whole: AsilTag, one: Asil, other: Asil): boolean {
  const reaches = (part: Asil, needed: Asil) => compareAsils(part, needed) >= 0
  return pairs[whole.level].some(
    ([a, b]) => (reaches(one, a) && reaches(other, b)) || (reaches(one, b) && reaches(other, a)),
  )
}
