/**
 * Anything that can be pointed at, whichever module keeps it: what a link's end, a trace line and a search result show.
 */
export interface NodeRef {
  readonly kind: string
  readonly uuid: string
  /** What people call it in talk and in tables: TS-031. */
  readonly code: string
  readonly title: string
}
