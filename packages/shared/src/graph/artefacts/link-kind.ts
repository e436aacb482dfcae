import type { StateChange } from './changes.ts'

/**
 * A kind of links, from upstream to downstream. A change of meaning upstream makes the links suspect if the kind
 * propagates suspect (rule GRAPH-5).
 */
export interface LinkKind {
  readonly kind: string
  readonly from: readonly string[]
  readonly to: readonly string[]
  /** Read from its start, and from its end: an asset `is harmed in` a damage scenario, which `harms` the asset. */
  readonly forward: string
  readonly backward: string
  /** Whether the artefact at its end depends on the meaning of the artefact at its start. */
  readonly propagatesSuspect: boolean
  /** Fields of the artefact at its start that do not affect the artefact at its end, or that it recomputes anyway. */
  readonly ignoredFields: readonly string[]
  /** Only one link of this kind may end at the same artefact, or begin there. */
  readonly single?: 'to' | 'from' | 'both'
}

/** Declares kinds of links; a pair of ends has only one kind. */
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

/** The part of an upstream change that affects the end of such a link, in words (rule GRAPH-5); empty: none. */
export function matters({ propagatesSuspect, ignoredFields }: LinkKind, meaning: StateChange['meaning']): string {
  return propagatesSuspect
    ? meaning
        .filter(({ name }) => !ignoredFields.includes(name))
        .map(({ title }) => title)
        .join(', ')
    : ''
}
