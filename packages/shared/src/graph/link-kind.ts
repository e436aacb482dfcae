/**
 * A kind of links, from what comes first (upstream) to what follows from it (downstream). A change of meaning upstream makes the links of a
 * carrying kind suspect (rule G5).
 */
export interface LinkKind {
  readonly kind: string
  readonly from: readonly string[]
  readonly to: readonly string[]
  /** Read from its beginning, and from its end: an asset `is harmed in` a damage scenario, which `harms` the asset. */
  readonly forward: string
  readonly backward: string
  /** Whether what is at its end depends on the meaning of what is at its beginning. */
  readonly carries: boolean
  /** At most one of this kind ends at the same artefact, or begins there. */
  readonly single?: 'to' | 'from' | 'both'
}

/** Declares kinds of links; a pair of ends is of one kind only. */
export function linkKinds<const K extends Readonly<Record<string, Omit<LinkKind, 'kind' | 'carries'> & { readonly carries?: false }>>>(declared: K): { readonly [N in keyof K & string]: LinkKind & { readonly kind: N } } {
  return Object.fromEntries(Object.entries(declared).map(([kind, rest]) => [kind, { carries: true, ...rest, kind }])) as never
}
