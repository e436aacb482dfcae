/** Whether a kind is of the structure, not of its functions or of the steps of a process. */
export const isStructure = (kind: string) => kind === 'component' || kind === 'system'

interface Kinded {
  readonly kind: string
}

/** Where a failure is: in the structure, and in which function or process step (rule FMEA-26). */
export interface FailurePlace<N> {
  readonly structure: N | undefined
  readonly function: N | undefined
}

/** @param failing What fails: functions, process steps, and elements of the structure; the first of each counts. */
export function failurePlace<N extends Kinded>(
  failing: readonly N[],
  performerOf: (of: N) => N | undefined,
): FailurePlace<N> {
  const whole = failing.find(({ kind }) => isStructure(kind))
  const of = failing.find(({ kind }) => !isStructure(kind))
  return { structure: whole ?? (of && performerOf(of)), function: of }
}
