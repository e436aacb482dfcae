/** What the kinds of events check their fields with. */

/** An event's fields as they came, not checked yet. */
export type Fields = Readonly<Record<string, unknown>>

/** How large and how deep a free object may be, in characters of JSON and levels (rule EVENT-8). */
export interface DetailLimits {
  readonly characters: number
  readonly levels: number
}
export const sent: DetailLimits = { characters: 16 * 1024, levels: 16 }
/**
 * What decoding made of events that were within the limits: a context that went into the detail, a whole log line's
 * structured data. `textOfEvent` writes it.
 */
export const rewritten: DetailLimits = { characters: 512 * 1024, levels: 17 }

/** A number of the range, null where the field is absent, undefined where it is neither. */
export function optional(value: unknown, min: number, max: number): number | null | undefined {
  if (value === undefined || value === null) return null
  return typeof value === 'number' && value >= min && value <= max ? value : undefined
}

/** A whole number of the range, undefined where it is none. */
export function whole(value: unknown, min: number, max: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : undefined
}

/** Whole bytes in hexadecimal. */
export const hexPattern = /^(?:[0-9a-fA-F]{2})*$/

/** A free object, small and shallow enough that nothing behind chokes on it (rule EVENT-8). */
export function detailOf(given: unknown, { characters, levels }: DetailLimits): Fields | null | undefined {
  if (given === undefined || given === null) return null
  if (typeof given !== 'object' || Array.isArray(given) || !isStorable(given, levels)) return undefined
  return JSON.stringify(given).length <= characters ? (given as Fields) : undefined
}

/** Whether jsonb takes it: nested at most `levels` deep, and no text with a NUL or half of a surrogate pair. */
function isStorable(value: unknown, levels: number): boolean {
  if (typeof value === 'string') return isWhole(value)
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  return Object.entries(value).every(([name, inner]) => isWhole(name) && isStorable(inner, levels - 1))
}

function isWhole(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** PostgreSQL keeps no NUL and no half of a surrogate pair, so a text with one is refused rather than changed. */
export function isText(text: string, most: number): boolean {
  return text.length <= most && isWhole(text)
}

/** A text as a reason quotes it, cut to 40 characters. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}
