import { type Severity, worse } from '@carapace/shared/msoc/severity'

/** The most severe of several severities. */
export function worstOf(marks: readonly { readonly severity: Severity }[]): Severity | undefined {
  return marks.reduce<Severity | undefined>(
    (worst, { severity }) => (worst === undefined ? severity : worse(worst, severity)),
    undefined,
  )
}

interface Placed {
  readonly x: number
}

/**
 * The marks on a line that have room for their labels: in the given order, most severe first, each keeps its label if
 * no previous label is in the way. `width` is the width of a label, px (rule ANALYZER-UI-5).
 */
export function withRoom<Mark extends Placed>(marks: readonly Mark[], width: number): ReadonlySet<Mark> {
  const kept = new Set<Mark>()
  for (const mark of marks) if ([...kept].every(({ x }) => Math.abs(x - mark.x) >= width)) kept.add(mark)
  return kept
}
