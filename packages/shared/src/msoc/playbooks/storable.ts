/** The beginning of a text, cut between characters. */
export function beginning(text: string, most: number): string {
  const cut = text.slice(0, most)
  const endsInHalf = (cut.charCodeAt(cut.length - 1) & 0xfc00) === 0xd800
  return endsInHalf && cut.length < text.length ? cut.slice(0, -1) : cut
}

/** PostgreSQL reads JSON by recursion, and refuses what is too deep. */
const deepest = 200

/**
 * The same text as PostgreSQL can store it. What it cannot store is replaced, never removed: a text around it could
 * come together to a secret that the mask has not seen.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}

/** The same JSON value with texts and names as PostgreSQL can store them. */
export function storable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth === deepest) return '(too deep)'
  if (Array.isArray(value)) return value.map((inner) => storable(inner, depth + 1))
  const entries = Object.entries(value).map(([name, inner]) => [storableText(name), storable(inner, depth + 1)])
  return Object.fromEntries(entries)
}
