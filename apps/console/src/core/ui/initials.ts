const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * The first letters of two words of the name, else the first two characters of the name, or of the email's local part
 * (rule FORMAT-3).
 */
export function initialsOf(name: string, email: string): string {
  const [first, second] = name.trim().split(/\s+/).filter(Boolean)
  const initials =
    first && second ? lettersOf(first, 1) + lettersOf(second, 1) : lettersOf(first ?? email.split('@')[0] ?? '', 2)
  return initials.toUpperCase()
}

/** The first letters as a user sees them: an accent or a part of an emoji is not a separate letter. */
function lettersOf(word: string, count: number): string {
  return Array.from(letters.segment(word), ({ segment }) => segment)
    .slice(0, count)
    .join('')
}
