/**
 * The text for editing an event: JSON is formatted if that is reversible, otherwise it is unchanged (rule REJECT-UI-1).
 */
export function shownText(event: string): string {
  const parsed = parsedOf(event)
  // a number too long for JavaScript, or a duplicate key, would be changed by formatting
  return parsed !== undefined && JSON.stringify(parsed.value) === event.trim()
    ? JSON.stringify(parsed.value, null, 2)
    : event
}

type Sent =
  /** Nothing was changed: the server's own text is sent. */
  | { readonly is: 'unchanged' }
  | { readonly is: 'mended'; readonly event: string }
  | { readonly is: 'wrong'; readonly why: string }

/**
 * What is sent for an edited text: JSON as one line, as ingest requires; anything else as typed (rules REJECT-UI-2,
 * REJECT-UI-3).
 */
export function sentText(typed: string, event: string): Sent {
  if (typed === shownText(event)) return { is: 'unchanged' }
  if (typed.trim().length < 2) return { is: 'wrong', why: 'There is nothing left of it.' }
  if (!isJson(event) && !typed.trimStart().startsWith('{')) return { is: 'mended', event: typed }
  try {
    JSON.parse(typed)
  } catch (problem) {
    return { is: 'wrong', why: `This is not JSON: ${problem instanceof Error ? problem.message : ''}` }
  }
  // a JSON string contains no raw line break, so each is between tokens; numbers stay as typed
  return {
    is: 'mended',
    event: typed
      .split('\n')
      .map((line) => line.trim())
      .join(''),
  }
}

function isJson(text: string): boolean {
  return parsedOf(text) !== undefined || text.trimStart().startsWith('{')
}

function parsedOf(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { value } : undefined
  } catch {
    return undefined // a line of another protocol
  }
}
