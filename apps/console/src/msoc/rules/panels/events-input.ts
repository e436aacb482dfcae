/** Events that were pasted, or why they cannot be read. */
export type ReadEvents = { readonly events: readonly Record<string, unknown>[] } | { readonly reason: string }

/** The most events of one call. */
const mostEvents = 5_000

/** Reads pasted events: a JSON list, one object, or one object a line (rule RULE-UI-17). */
export function readEvents(text: string): ReadEvents {
  const trimmed = text.trim()
  if (trimmed === '') return { reason: 'Paste events first.' }
  const read = trimmed.startsWith('[') ? jsonOf(trimmed, 1) : jsonOf(trimmed, 1, true)
  if ('reason' in read) return read
  const events = Array.isArray(read.value) ? (read.value as unknown[]) : [read.value]
  const odd = events.findIndex((event) => typeof event !== 'object' || event === null || Array.isArray(event))
  if (odd >= 0) return { reason: `Event ${odd + 1} is not a JSON object.` }
  if (events.length === 0) return { reason: 'The list is empty.' }
  if (events.length > mostEvents) return { reason: 'At most 5,000 events can be tried at once.' }
  return { events: events as Record<string, unknown>[] }
}

type ReadJson = { readonly value: unknown } | { readonly reason: string }

function jsonOf(text: string, line: number, byLine = false): ReadJson {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (thrown) {
    if (byLine && text.includes('\n')) return linesOf(text)
    return { reason: `Line ${line} is not valid JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}` }
  }
}

function linesOf(text: string): ReadJson {
  const values: unknown[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const read = jsonOf(line, index + 1)
    if ('reason' in read) return read
    values.push(read.value)
  }
  return { value: values }
}
