/** A field of what a deed changed, in words. */
export interface ChangedField {
  readonly field: string
  readonly before: string
  readonly after: string
}

/**
 * What a deed changed, field by field: only those that differ, nested ones by their path. Absent on one side reads as a
 * dash.
 */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const was = flat(before)
  const became = flat(after)
  return [...new Set([...was.keys(), ...became.keys()])]
    .map((field) => ({ field, before: was.get(field) ?? '–', after: became.get(field) ?? '–' }))
    .filter((each) => each.before !== each.after)
}

/** `{ a: { b: 1 } }` as `a.b` → `1`. Lists stay whole, since their places say little. */
function flat(value: unknown, path = ''): Map<string, string> {
  if (value === null || value === undefined) return new Map(path === '' ? [] : [[path, 'none']])
  if (typeof value !== 'object' || Array.isArray(value))
    return new Map([[path === '' ? 'value' : path, wordsOf(value)]])
  return new Map(Object.entries(value).flatMap(([key, part]) => [...flat(part, path === '' ? key : `${path}.${key}`)]))
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
