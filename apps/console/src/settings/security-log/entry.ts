/** A changed field of an action, as text. */
export interface ChangedField {
  readonly field: string
  readonly before: string
  readonly after: string
}

/**
 * The fields that an action changed; nested fields have their path as the name. A field that is absent on one side is
 * shown as a dash.
 */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const was = flat(before)
  const became = flat(after)
  return [...new Set([...was.keys(), ...became.keys()])]
    .map((field) => ({ field, before: was.get(field) ?? '–', after: became.get(field) ?? '–' }))
    .filter((each) => each.before !== each.after)
}

/** `{ a: { b: 1 } }` as `a.b` → `1`. Lists stay whole, since an index has little meaning. */
function flat(value: unknown, path = ''): Map<string, string> {
  if (value === null || value === undefined) return new Map(path === '' ? [] : [[path, 'none']])
  if (typeof value !== 'object' || Array.isArray(value))
    return new Map([[path === '' ? 'value' : path, wordsOf(value)]])
  return new Map(Object.entries(value).flatMap(([key, part]) => [...flat(part, path === '' ? key : `${path}.${key}`)]))
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
