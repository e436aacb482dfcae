/** The result of a pure parser: the value, or why there is none, in words for the sender. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string }

export function parsed<T>(value: T): Parsed<T> {
  return { ok: true, value }
}

export function refused(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason }
}
