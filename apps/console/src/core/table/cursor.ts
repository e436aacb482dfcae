/** The number of rows that a page key moves. */
const page = 20

/**
 * The row after a key, or undefined if the key does not move the cursor. Without a cursor it starts at the top, or at
 * the end (rule TABLE-5).
 */
export function nextIndex(key: string, index: number, count: number): number | undefined {
  if (count === 0) return undefined
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index < 0 ? 0 : index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: count - 1,
  }
  const next = steps[key]
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next))
}
