/**
 * Functions for the cursor and the selection over ordered rows. Rows are identified by uuid, so a new row does not
 * change the selection.
 */

/** The row `step` rows further, limited to the first and last row. Without a cursor, the first row (rule QUEUE-30). */
export function stepped(order: readonly string[], cursor: string | null, step: number): string | null {
  const at = cursor === null ? -1 : order.indexOf(cursor)
  if (at < 0) return order[0] ?? null
  return order[Math.min(order.length - 1, Math.max(0, at + step))] ?? null
}

/**
 * The cursor position after an action on the targets: the next row that is not a target, otherwise the nearest such row
 * above (rule QUEUE-31).
 */
export function nextAfter(
  order: readonly string[],
  cursor: string | null,
  targets: ReadonlySet<string>,
): string | null {
  const at = cursor === null ? -1 : order.indexOf(cursor)
  if (at < 0) return cursor
  const below = order.slice(at + 1).find((uuid) => !targets.has(uuid))
  return below ?? order.slice(0, at).findLast((uuid) => !targets.has(uuid)) ?? cursor
}

/** The selection with one row toggled (rule QUEUE-32). */
export function toggled(selected: ReadonlySet<string>, uuid: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(uuid)) next.add(uuid)
  return next
}

/** The selection with every row between two rows added (rule QUEUE-32). */
export function ranged(
  selected: ReadonlySet<string>,
  order: readonly string[],
  from: string | null,
  to: string,
): ReadonlySet<string> {
  const start = from === null ? -1 : order.indexOf(from)
  const end = order.indexOf(to)
  if (start < 0 || end < 0) return toggled(selected, to)
  return new Set([...selected, ...order.slice(Math.min(start, end), Math.max(start, end) + 1)])
}

/**
 * The selection without removed rows (rule QUEUE-33). Returns the same set if none was removed, so that nothing renders
 * again.
 */
export function pruned(selected: ReadonlySet<string>, isPresent: (uuid: string) => boolean): ReadonlySet<string> {
  const kept = [...selected].filter(isPresent)
  return kept.length === selected.size ? selected : new Set(kept)
}

/** The cursor after a list change: if its row was removed, it moves to the row that took its place (rule QUEUE-30). */
export function resettled(before: readonly string[], after: readonly string[], cursor: string | null): string | null {
  if (cursor === null) return null
  const present = new Set(after)
  if (present.has(cursor)) return cursor
  const at = before.indexOf(cursor)
  if (at < 0) return null
  return (
    before.slice(at).find((uuid) => present.has(uuid)) ??
    before.slice(0, at).findLast((uuid) => present.has(uuid)) ??
    null
  )
}
