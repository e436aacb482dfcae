import { Failure } from '@carapace/shared/core/failure'

/**
 * Refuses input with a text that PostgreSQL keeps nowhere: one with a NUL or with half of a surrogate pair. Input has
 * passed its contract, which bounds its depth.
 */
export function refuseUnstorable(input: unknown, path = ''): void {
  if (typeof input === 'string') {
    if (input.includes('\0') || !input.isWellFormed())
      throw new Failure('INVALID_INPUT', { errors: { [path || 'request']: 'This has a character that is no text.' } })
  } else if (typeof input === 'object' && input !== null) {
    for (const [name, inner] of Object.entries(input)) refuseUnstorable(inner, path ? `${path}.${name}` : name)
  }
}

/** Whether the text is a time as our cursors write it, which PostgreSQL then reads too. */
export function isCursorTime(text: string): boolean {
  return /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/.test(text) && Number.isFinite(Date.parse(text))
}
