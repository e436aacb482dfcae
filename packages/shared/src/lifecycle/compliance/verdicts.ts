/** What a requirement comes to by what verifies it. */
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

/** What the result of a test says of what it verifies. */
export function verdictOfResult(result: unknown): Verdict {
  return (typeof result === 'string' ? byResult[result] : undefined) ?? 'not-run'
}

/**
 * One verdict of several, of tests or of what refines: the worst decides, and verified is what all of them verify (rule
 * SUMMARY-10).
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
 * What requirements come to, each by the results of its tests and by the verdicts of those that refine it, however deep
 * (rule SUMMARY-10). Both are told by requirement; one that is not in the answer has no test. Of a circle, which only
 * half-read data has, each part counts once.
 */
export function verdictsOf(
  results: ReadonlyMap<string, readonly unknown[]>,
  refinedBy: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, Verdict> {
  const verdictByUuid = new Map<string, Verdict>()
  const begun = new Set<string>()
  // a stack of our own: a chain of requirements may be longer than calls go deep
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
