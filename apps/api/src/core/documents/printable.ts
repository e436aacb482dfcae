/** Characters of the standard PDF fonts besides ASCII and Latin-1 (PDF 32000-1, annex D: WinAnsiEncoding). */
const more = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
/** Signs that are replaced by an equivalent notation. */
const instead: Readonly<Record<string, string>> = {
  '≤': '<=',
  '≥': '>=',
  '→': '->',
  '←': '<-',
  '↔': '<->',
  '≠': '!=',
  '−': '-',
  '‑': '-',
  '‐': '-',
  '✓': 'yes',
  '✗': 'no',
  '\u00a0': ' ',
  '\u2009': ' ',
  '\u202f': ' ',
  '\u200b': '',
  '\t': '    ',
  '\r': '',
}

/**
 * The text in characters that a PDF shows without embedded fonts, and whether any character was lost (rule
 * DOCUMENT-23). A letter with an accent loses the accent, not the letter.
 */
export function printable(text: string): { text: string; isChanged: boolean } {
  if (/^[\n\u0020-\u007e]*$/.test(text)) return { text, isChanged: false }
  let isChanged = false
  const printed = Array.from(text.normalize('NFC'), (letter) => {
    const replacement = instead[letter]
    if (replacement !== undefined) return replacement
    if (isShown(letter)) return letter
    isChanged = true
    const [bare = ''] = letter.normalize('NFD')
    return bare !== letter && isShown(bare) ? bare : '?'
  })
  return { text: printed.join(''), isChanged }
}

function isShown(letter: string): boolean {
  return (
    letter === '\n' ||
    (letter >= ' ' && letter <= '~') ||
    (letter >= '\u00a1' && letter <= '\u00ff') ||
    more.includes(letter)
  )
}
