/** A reference to an artefact of any module: for a link's end, a line of a trace and a search result. */
export interface NodeRef {
  readonly kind: string
  readonly uuid: string
  /** Its displayed code: TS-031. */
  readonly code: string
  readonly title: string
}
