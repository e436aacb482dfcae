import { Failure } from '@carapace/shared/core/failure'

/** Maximum text that is kept in memory while a file is analysed, in characters. */
export const mostText = 64_000_000

/**
 * Returns a function that counts the text kept of a table, in characters.
 *
 * @throws {Failure} RULE_REFUSED when more than `mostText` is kept (rule DOCUMENT-32)
 */
export function keptText(): (characters: number) => void {
  let kept = 0
  return (characters) => {
    kept += characters
    if (kept > mostText)
      throw new Failure('RULE_REFUSED', { message: 'This table holds too much text. Import it in parts.' })
  }
}

/**
 * A copy of the text in its own memory. A text that was cut from a file keeps the whole chunk of the file in memory,
 * and a concatenated text keeps all of its parts.
 */
export const owned = (text: string) => Buffer.from(text).toString()
