const wholes: readonly string[] = ['component', 'system']

interface Kinded {
  readonly kind: string
}

/** Where a failure is: in the structure, and in which function or process step (rule FMEA-26). */
export interface FailurePlace<N> {
  readonly structure: N | undefined
  readonly function: N | undefined
}

/** @param failing What fails: a function, a process step, or an element of the structure without a function. */
export function failurePlace<N extends Kinded>(
  failing: N | undefined,
  performerOf: (failing: N) => N | undefined,
): FailurePlace<N> {
  if (failing === undefined) return { structure: undefined, function: undefined }
  if (wholes.includes(failing.kind)) return { structure: failing, function: undefined }
  return { structure: performerOf(failing), function: failing }
}
