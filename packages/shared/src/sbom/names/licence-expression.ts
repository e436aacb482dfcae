/** An exception or addition behind `WITH`. */
export interface LicenceException {
  readonly id: string
  /** Whether it is on SPDX's list; an `AdditionRef-` of a document is not. */
  readonly isListed: boolean
}

/** One licence of an expression. */
export interface Licence {
  /** `reference` is a LicenseRef of a document; `name` is none of SPDX's: a name that a tool found somewhere. */
  readonly kind: 'listed' | 'reference' | 'name'
  readonly id: string
  /** Written with a `+`: this version or any later one. */
  readonly orLater: boolean
  readonly exception?: LicenceException | undefined
}

/** A licence expression; parentheses are in its structure. */
export type LicenceExpression =
  | Licence
  /** That there is no licence, and that nobody looked, as SPDX distinguishes them. */
  | { readonly kind: 'none' | 'no assertion' }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly LicenceExpression[] }

/** The identifiers that a parser knows, in their own spelling by their lowercase one. */
export interface LicenceList {
  readonly licences: ReadonlyMap<string, string>
  readonly exceptions: ReadonlyMap<string, string>
}
