import { Failure } from '@carapace/shared/core/failure'

/**
 * Refuses input with a text that PostgreSQL cannot store: one with a NUL or half of a surrogate pair. The input has
 * passed its contract, which limits its depth.
 */
export function refuseUnstorable(input: unknown, path = ''): void {
  if (typeof input === 'string') {
    if (input.includes('\0') || !input.isWellFormed())
      throw new Failure('INVALID_INPUT', { errors: { [path || 'request']: 'This has a character that is no text.' } })
  } else if (typeof input === 'object' && input !== null) {
    for (const [name, inner] of Object.entries(input)) refuseUnstorable(inner, path ? `${path}.${name}` : name)
  }
}

/** Whether the text is a time in the format of our cursors, which PostgreSQL can read. */
export function isCursorTime(text: string): boolean {
  return /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/.test(text) && Number.isFinite(Date.parse(text))
}
