/** Who writes a document, and when. */
export interface VexContext {
  /** CSAF's namespace is a URI of the publisher's, such as its site. */
  readonly publisher: { readonly name: string; readonly namespace: string }
  /** ISO 8601 with a time zone. */
  readonly now: string
}

/** A written document, and what it could not hold: `CVE-2024-0001: reason`, at most 1,000. */
export interface Written {
  readonly text: string
  readonly lost: readonly string[]
}
