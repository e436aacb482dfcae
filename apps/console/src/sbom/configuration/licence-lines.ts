/** The licences of a text, one a line or separated by commas; each once. */
export function licencesIn(text: string): string[] {
  const lines = text.split(/[\n,]/).map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== ''))].slice(0, 1_000)
}

/** A list of licences as a text, one a line. */
export const textOf = (licences: readonly string[]): string => licences.join('\n')
