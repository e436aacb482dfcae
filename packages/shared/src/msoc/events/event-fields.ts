/** Checks that the kinds of events use for their fields. */

/** An event's fields as received, not checked yet. */
export type Fields = Readonly<Record<string, unknown>>

/** Maximum size and depth of a free object, in characters of JSON and levels (rule EVENT-8). */
export interface DetailLimits {
  readonly characters: number
  readonly levels: number
}
export const sent: DetailLimits = { characters: 16 * 1024, levels: 16 }
/**
 * Limits for details that decoding extended from events within the normal limits: with a context added to the detail,
 * or a whole log line's structured data. `textOfEvent` writes them.
 */
export const rewritten: DetailLimits = { characters: 512 * 1024, levels: 17 }

/** Returns a number within the range, null if the field is absent, undefined if it is neither. */
export function optional(value: unknown, min: number, max: number): number | null | undefined {
  if (value === undefined || value === null) return null
  return typeof value === 'number' && value >= min && value <= max ? value : undefined
}

/** Returns an integer within the range, undefined if it is not one. */
export function whole(value: unknown, min: number, max: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : undefined
}

/** Whole bytes in hexadecimal. */
export const hexPattern = /^(?:[0-9a-fA-F]{2})*$/

/** Returns a free object that is small and shallow enough for all later steps; undefined otherwise (rule EVENT-8). */
export function detailOf(given: unknown, { characters, levels }: DetailLimits): Fields | null | undefined {
  if (given === undefined || given === null) return null
  if (typeof given !== 'object' || Array.isArray(given) || !isStorable(given, levels)) return undefined
  return JSON.stringify(given).length <= characters ? (given as Fields) : undefined
}

/** Returns true if jsonb accepts it: at most `levels` deep, and no text with a NUL or half of a surrogate pair. */
function isStorable(value: unknown, levels: number): boolean {
  if (typeof value === 'string') return isWhole(value)
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  return Object.entries(value).every(([name, inner]) => isWhole(name) && isStorable(inner, levels - 1))
}

function isWhole(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Returns true if PostgreSQL can store it: a text with a NUL or half of a surrogate pair is refused, not changed. */
export function isText(text: string, most: number): boolean {
  return text.length <= most && isWhole(text)
}

/** Returns a text for quoting in a reason, cut to 40 characters. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}
