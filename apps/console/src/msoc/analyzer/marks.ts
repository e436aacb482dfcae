import { type Severity, worse } from '@carapace/shared/msoc/severity'

/** The gravest severity of several. */
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
 * Which marks on a line have room for their words: from the gravest on, each keeps its own so long as no other's are in
 * the way. `marks` stand in the order in which they may choose; `width` is what the words take, px (rule
 * ANALYZER-UI-5).
 */
export function withRoom<Mark extends Placed>(marks: readonly Mark[], width: number): ReadonlySet<Mark> {
  const kept = new Set<Mark>()
  for (const mark of marks) if ([...kept].every(({ x }) => Math.abs(x - mark.x) >= width)) kept.add(mark)
  return kept
}
