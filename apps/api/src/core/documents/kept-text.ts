import { Failure } from '@carapace/shared/core/failure'

/** What is kept of a file while it is looked through, characters. */
export const mostText = 64_000_000

/** Counts what is kept of a table, in characters, and refuses what would be more than fits (rule DOCUMENT-32). */
export function keptText(): (characters: number) => void {
  let kept = 0
  return (characters) => {
    kept += characters
    if (kept > mostText)
      throw new Failure('RULE_REFUSED', { message: 'This table holds too much text. Bring it in parts.' })
  }
}

/**
 * The same text in memory of its own: as it was cut from a file, it holds on to the whole piece of it, and as it was
 * put together, to all that it was put together from.
 */
export const owned = (text: string) => Buffer.from(text).toString()
