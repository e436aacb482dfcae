/** The lines of a text: trimmed, each once, without empty ones. */
export function linesIn(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== ''))]
}

/**
 * Minutes from a text like `30`, `90 min`, `4 h` or `2 d`; null for an empty text, undefined for what is none of these
 * (rule CASE-UI-72 of ../SPEC.md).
 */
export function minutesIn(text: string): number | null | undefined {
  const found = /^(\d{1,6})\s*(m|min|h|d)?$/i.exec(text.trim())
  if (text.trim() === '') return null
  if (found === null) return undefined
  const minutes = Number(found[1]) * (perUnit[found[2]?.toLowerCase() ?? 'm'] ?? 1)
  return minutes >= 1 && minutes <= yearMinutes ? minutes : undefined
}

const perUnit: Readonly<Record<string, number>> = { m: 1, min: 1, h: 60, d: 1_440 }
const yearMinutes = 525_600

/** Minutes as people write them: whole days, else whole hours, else minutes. */
export function minutesText(minutes: number | null): string {
  if (minutes === null) return ''
  if (minutes % 1_440 === 0) return `${minutes / 1_440} d`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`
}
