const pattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * A value in which every text that is a key of `names`, at any depth, is replaced by its new name; other texts stay
 * unchanged (rule EXCHANGE-4).
 */
export function renamed<T>(value: T, names: ReadonlyMap<string, string>): T {
  return mapped(value, (text) => (pattern.test(text) ? (names.get(text.toLowerCase()) ?? text) : text)) as T
}

/** A value with `change` applied to every text in it, at any depth; keys stay unchanged. */
export function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => mapped(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapped(inner, change)]))
}
