import type { StateChange } from './changes.ts'

/**
 * A kind of links, from what comes first (upstream) to what follows from it (downstream). A change of meaning upstream
 * makes the links of a carrying kind suspect (rule GRAPH-5).
 */
export interface LinkKind {
  readonly kind: string
  readonly from: readonly string[]
  readonly to: readonly string[]
  /** Read from its beginning, and from its end: an asset `is harmed in` a damage scenario, which `harms` the asset. */
  readonly forward: string
  readonly backward: string
  /** Whether what is at its end depends on the meaning of what is at its beginning. */
  readonly propagatesSuspect: boolean
  /**
   * Names of fields of what is at its beginning that are nothing to what is at its end, or that are computed anew there
   * anyway.
   */
  readonly ignoredFields: readonly string[]
  /** At most one of this kind ends at the same artefact, or begins there. */
  readonly single?: 'to' | 'from' | 'both'
}

/** Declares kinds of links; a pair of ends is of one kind only. */
export function linkKinds<
  const K extends Readonly<
    Record<
      string,
      Omit<LinkKind, 'kind' | 'propagatesSuspect' | 'ignoredFields'> & {
        readonly propagatesSuspect?: false
        readonly ignoredFields?: readonly string[]
      }
    >
  >,
>(declared: K): { readonly [N in keyof K & string]: LinkKind & { readonly kind: N } } {
  return Object.fromEntries(
    Object.entries(declared).map(([kind, rest]) => [
      kind,
      { propagatesSuspect: true, ignoredFields: [], ...rest, kind },
    ]),
  ) as never
}

/**
 * What of a change at its beginning matters to the end of a link of this kind, in words (rule GRAPH-5); empty: nothing.
 */
export function matters(
  { propagatesSuspect: carries, ignoredFields }: LinkKind,
  meaning: StateChange['meaning'],
): string {
  return carries
    ? meaning
        .filter(({ name }) => !ignoredFields.includes(name))
        .map(({ title }) => title)
        .join(', ')
    : ''
}
