/** One point of a profile. */
interface Point {
  readonly key: string
  readonly weight: number
  /** From 0 to 1. */
  readonly met: number
  /** How many components lack it. */
  readonly lacking: number
  /** References of some components that lack it; `document`: the document does. */
  readonly missing: readonly string[]
  readonly advice: string
}

/** A profile by which a document was judged. */
export interface Profile {
  readonly name: string
  /** From 0 to 100. */
  readonly score: number
  readonly points: readonly Point[]
}

/** The profiles in a document's quality; none: it was not judged. */
export function profilesIn(quality: unknown): readonly Profile[] {
  return (quality as { readonly profiles?: readonly Profile[] } | null)?.profiles ?? []
}
