/** A parsed JSON object, of which nothing is known. */
export type Fields = Readonly<Record<string, unknown>>

const none: Fields = {}

/** The object itself, or undefined for anything that is none. */
export function objectIn(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}

/** The object, or an empty one. */
export function fieldsOf(value: unknown): Fields {
  return objectIn(value) ?? none
}

/** The list, or an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

/** The objects of a list; whatever else is in it is left out. */
export function objectsOf(value: unknown): readonly Fields[] {
  return listOf(value).filter((each): each is Fields => objectIn(each) !== undefined)
}

/** The text, or undefined if it is none or empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The texts of a list. */
export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((each): each is string => typeof each === 'string' && each !== '')
}

/** The object without its undefined and empty-text fields. */
export function compact<T extends object>(fields: { [Key in keyof T]: T[Key] | undefined }): T {
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(fields)) if (value !== undefined && value !== '') kept[key] = value
  return kept as T
}
