/** The verdict on a requirement from its tests and validations. */
export const verdicts = {
  verified: 'Verified',
  failed: 'Failed',
  blocked: 'Blocked',
  'in-part': 'Verified in part',
  'not-run': 'Not run',
  'no-test': 'No test',
} as const
export type Verdict = keyof typeof verdicts

const byResult: Readonly<Record<string, Verdict>> = { passed: 'verified', failed: 'failed', blocked: 'blocked' }

/** The verdict from the result of one test. */
export function verdictOfResult(result: unknown): Verdict {
  return (typeof result === 'string' ? byResult[result] : undefined) ?? 'not-run'
}

/**
 * One verdict from several, of tests or of refining requirements: the worst decides, and only if all are verified the
 * result is verified (rule SUMMARY-10).
 */
export function verdictOf(several: readonly Verdict[]): Verdict {
  const has = (verdict: Verdict) => several.includes(verdict)
  if (has('failed')) return 'failed'
  if (has('blocked')) return 'blocked'
  if (has('verified') || has('in-part'))
    return several.every((verdict) => verdict === 'verified') ? 'verified' : 'in-part'
  return has('not-run') ? 'not-run' : 'no-test'
}

/**
 * The verdicts of requirements, each from the results of its tests and the verdicts of the requirements that refine it,
 * at any depth (rule SUMMARY-10). Both inputs are by requirement; a requirement that is missing in the answer has no
 * test. In a cycle, which only partly read data has, each part counts once.
 */
export function verdictsOf(
  results: ReadonlyMap<string, readonly unknown[]>,
  refinedBy: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, Verdict> {
  const verdictByUuid = new Map<string, Verdict>()
  const begun = new Set<string>()
  // an explicit stack: a chain of requirements may be longer than the call stack allows
  const stack = [...results.keys(), ...refinedBy.keys()]
  for (let uuid = stack.at(-1); uuid !== undefined; uuid = stack.at(-1)) {
    const parts = refinedBy.get(uuid) ?? []
    const waiting = begun.has(uuid) ? [] : parts.filter((part) => !begun.has(part))
    begun.add(uuid)
    if (waiting.length > 0) stack.push(...waiting)
    else {
      if (!verdictByUuid.has(uuid))
        verdictByUuid.set(
          uuid,
          verdictOf([
            ...(results.get(uuid) ?? []).map(verdictOfResult),
            ...parts.map((part) => verdictByUuid.get(part) ?? 'no-test'),
          ]),
        )
      stack.pop()
    }
  }
  return verdictByUuid
}
