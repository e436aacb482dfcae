/** The first letters of two words of the name, else the first two characters of the name, or of the email's local part. */
export function initialsOf(name: string, email: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const [first, second] = words
  if (first && second) return (firstOf(first) + firstOf(second)).toUpperCase()

  const source = first ?? email.split('@')[0] ?? ''
  return [...source].slice(0, 2).join('').toUpperCase()
}

/** A letter as a person sees it: not half of a surrogate pair. */
function firstOf(word: string): string {
  return [...word][0] ?? ''
}
