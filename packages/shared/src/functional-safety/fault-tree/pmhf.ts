/** Automotive safety integrity levels (ISO 26262-3, 6.4.3). */
export const asils = ['QM', 'A', 'B', 'C', 'D'] as const
export type Asil = (typeof asils)[number]

/**
 * The probabilistic metric for random hardware failures of a safety goal: the average probability of its violation per
 * hour over the operational lifetime (ISO 26262-5, 9.4.2; -10, clause 8). `probability` is that of the top event at
 * `lifetime`, in hours; it counts at most one violation.
 */
export const pmhfOf = (probability: number, lifetime: number) => probability / lifetime

/** The target that a PMHF must be below, per hour (ISO 26262-5, table 6); undefined: the ASIL has none. */
export function pmhfTarget(asil: Asil): number | undefined {
  return { QM: undefined, A: undefined, B: 1e-7, C: 1e-7, D: 1e-8 }[asil]
}

/** Whether a PMHF meets the target of an ASIL; undefined: the ASIL has none. That of ASIL B is a recommendation. */
export function meetsPmhf(pmhf: number, asil: Asil): boolean | undefined {
  const target = pmhfTarget(asil)
  return target === undefined ? undefined : pmhf < target
}
