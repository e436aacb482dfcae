/** So many rows a page key goes. */
const page = 20

/**
 * Where a key takes the cursor, or undefined where it takes it nowhere. Without a cursor it begins at the top, or at
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
