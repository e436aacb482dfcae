/**
 * An event as it is edited: JSON set apart line by line where that loses nothing, else as it came (rule REJECT-UI-1).
 */
export function shownText(event: string): string {
  const parsed = parsedOf(event)
  // a number too long for JavaScript, or a key that is there twice, would not come back as it was
  return parsed !== undefined && JSON.stringify(parsed.value) === event.trim()
    ? JSON.stringify(parsed.value, null, 2)
    : event
}

type Sent =
  /** Nothing was changed: it is sent as the server has it. */
  | { readonly is: 'unchanged' }
  | { readonly is: 'mended'; readonly event: string }
  | { readonly is: 'wrong'; readonly why: string }

/**
 * What is sent of an edited text: JSON in one line, as it must come in; anything else as it was typed (rules
 * REJECT-UI-2, REJECT-UI-3).
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
  // no string of JSON holds a raw line end, so every one is between its tokens; numbers stay as they were typed
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
